import { actingOn } from "../agent/acting.ts";
import { findItem } from "../backlog/backlog.ts";
import { aheadOf, findSession, inTheWay, pipelinesIn } from "../flow/sessions.ts";
import { actorOf } from "../kernel/actor.ts";
import type { CommandOf, Rules, RulingOn } from "../kernel/command.ts";
import type { SessionId } from "../kernel/ids.ts";
import type { Room } from "../kernel/room.ts";
import { type ActedFact, accept, type Refused, type RoomRuling, refused } from "../kernel/ruling.ts";
import { apart, folderOf } from "../pipeline/apart.ts";
import type { Pipeline } from "../pipeline/pipeline.ts";
import { findPipeline } from "../team/pipelines.ts";
import { decideSetBudget, refuseWhileUsed } from "./budget/decide.ts";
import { decideGatePreset, decideOverrideGate } from "./gate/decide.ts";
import { decideDispatch, dispatcherIn } from "./pipeline/decide.ts";
import { decideReviseSteps } from "./pipeline/revise.ts";
import { boundedBy } from "./record/bounded.ts";
import { MOVES_OF_ENDED, movesOf, SESSION_MOVES } from "./record/moves.ts";
import { decideStart } from "./record/next.ts";
import { answersToQuestions } from "./record/question.ts";
import { lastPlaces, placeAt } from "./record/queue.ts";
import { type NewSession, SESSIONS_MAX, type Session } from "./record/session.ts";
import { decideRenewScout } from "./scout/serve.ts";
import { stopFacts } from "./steps/effect.ts";

export const sessionRules = {
  createSession: decideCreate,
  editSession: decideEdit,
  moveSession: decideMove,
  answerQuestions: decideAnswers,
  pauseSession: decidePause,
  resumeSession: decideResume,
  startSession(room, command) {
    const found = movable(room, command.sessionId, "start");
    return found.ok ? decideStart(room, command) : found;
  },
  renewScout(room, { sessionId, by }, context) {
    const session = findSession(room.sessions, sessionId);
    return session ? decideRenewScout(room, session, by, context) : unknownSession(room, sessionId);
  },
  setBudget(room, command) {
    const found = movable(room, command.sessionId, "budget");
    return found.ok ? decideSetBudget(room, found.session, command) : found;
  },
  stopSession: decideStop,
  overrideGate(room, command) {
    const session = findSession(room.sessions, command.sessionId);
    return session ? decideOverrideGate(session, command) : unknownSession(room, command.sessionId);
  },
  setGatePreset: decideGatePreset,
  dispatch(room, command) {
    const dispatcher = dispatcherIn(room, command.by);
    if (!dispatcher.ok) return dispatcher;
    const session = findSession(room.sessions, command.sessionId);
    return session ? decideDispatch(session, dispatcher, command) : unknownSession(room, command.sessionId);
  },
  reviseSteps(room, command, context) {
    const acting = dispatcherIn(room, command.by);
    if (!acting.ok) return acting;
    const session = findSession(room.sessions, command.sessionId);
    return session
      ? decideReviseSteps(room, session, acting, command, context)
      : unknownSession(room, command.sessionId);
  },
} satisfies Partial<Rules>;

/** A new session waits in the queue; with nothing ahead of it, it starts in the same commit. */
function decideCreate(room: Room, command: CommandOf<"createSession">): RulingOn<"createSession"> {
  const acting = actingOn(room, command.by, { act: "session" });
  if (!acting.ok) return acting;
  const { number, live } = room.sessions;
  if (live.length >= SESSIONS_MAX) {
    const message = `A room can have at most ${SESSIONS_MAX} sessions that have not ended.`;
    return refused("limit_reached", message, { limit: SESSIONS_MAX });
  }
  const { itemId = null, title, description } = command;
  if (itemId !== null && !findItem(room.backlog, itemId))
    return refused("item_unknown", `The backlog has no item ${itemId}.`, { itemId });
  const { kind, id, name } = acting.createdBy;
  const bounded = boundedBy(command.boundaries);
  if (!bounded.ok) return bounded;
  const { pipeline: wanted = null } = command;
  const found = wanted === null ? null : findPipeline(room.team, wanted);
  if (found && !found.ok) return refused("pipeline_unknown", found.message, { pipeline: wanted }, found.allowed);
  const session: NewSession = {
    id: number + 1,
    title,
    description: description.trim() === "" ? title : description,
    createdBy: { kind, id, name },
    splitOf: null,
    itemId,
    position: lastPlaces(room, 1)[0] ?? "",
    angle: command.angle ?? null,
    gatePreset: command.gatePreset ?? room.sessions.gatePreset,
    ...bounded.value,
    ...(found ? { pipeline: ownFiles(room, number + 1, found.pipeline, bounded.value) } : {}),
  };
  const created: ActedFact = {
    type: "session.created",
    data: { sessions: [session] },
    actor: acting.actor,
  };
  const { budget = null } = command;
  if (budget !== null && kind !== "person") return refused("forbidden", "Only people set budgets; leave it out.", {});
  const limited: ActedFact[] =
    budget === null ? [] : [{ type: "budget.set", data: { sessionId: session.id, budget }, actor: acting.actor }];
  return accept([...acting.events, created, ...limited], {
    sessionId: session.id,
    ahead: aheadOf(room, found ? "pipeline" : "brainstorm"),
  });
}

/** Two pipelines under way don't write the same files, unless whoever starts one says where its files may be. */
function ownFiles(
  { sessions }: Room,
  id: SessionId,
  pipeline: Pipeline,
  { boundaries }: Pick<Session, "boundaries">,
): Pipeline {
  const others = pipelinesIn(sessions).map((one) => one.pipeline);
  return boundaries ? pipeline : apart(pipeline, folderOf(id), others);
}

function decideEdit(room: Room, command: CommandOf<"editSession">): RulingOn<"editSession"> {
  const found = movable(room, command.sessionId, "edit");
  if (!found.ok) return found;
  const { session } = found;
  const { sessionId } = command;
  const title = command.title ?? session.title;
  const description = command.description ?? session.description;
  if (title === session.title && description === session.description) return accept([], { sessionId });
  return one(command, { type: "session.edited", data: { sessionId, title, description } });
}

function decideMove(room: Room, command: CommandOf<"moveSession">): RulingOn<"moveSession"> {
  const { sessionId, to } = command;
  const found = movable(room, sessionId, "move");
  if (!found.ok) return found;
  const position = placeAt(room, sessionId, to);
  if (position === null) return refused("session_unknown", "That session is not in the queue.", { to });
  return one(command, { type: "session.moved", data: { sessionId, position } });
}

/** Saves answers before the step is done, so that closing the browser loses nothing. */
function decideAnswers(room: Room, command: CommandOf<"answerQuestions">): RulingOn<"answerQuestions"> {
  const { sessionId, by } = command;
  const session = findSession(room.sessions, sessionId);
  if (!session) return unknownSession(room, sessionId);
  if (session.step !== "questions") {
    const message = `Session ${sessionId} is at ${session.step}; go back to the questions to answer them.`;
    return refused("session_state", message, { sessionId, step: session.step }, movesOf(session));
  }
  const answered = answersToQuestions(session, command.answers, by);
  if (!answered.ok) return answered;
  return accept(answered.events, { sessionId });
}

function decidePause(room: Room, command: CommandOf<"pauseSession">): RulingOn<"pauseSession"> {
  const { sessionId, by, park, reason } = command;
  const found = movable(room, sessionId, "pause");
  if (!found.ok) return found;
  const busy = found.session.isParked && !park ? otherRuns(room, sessionId) : null;
  if (busy) return busy;
  const actor = actorOf(by);
  const events: ActedFact[] = [];
  if (found.session.state !== "paused") events.push({ type: "session.paused", data: { sessionId, reason }, actor });
  if (found.session.isParked !== park)
    events.push({ type: "session.parked", data: { sessionId, isParked: park }, actor });
  return accept(events, { sessionId });
}

/** A parked one continues as soon as no other one runs. */
function decideResume(room: Room, command: CommandOf<"resumeSession">): RulingOn<"resumeSession"> {
  const { sessionId } = command;
  const found = movable(room, sessionId, "resume");
  if (!found.ok) return found;
  const busy = otherRuns(room, sessionId) ?? refuseWhileUsed(found.session);
  return busy ?? one(command, { type: "session.resumed", data: { sessionId } });
}

/** A parked one cannot take another's place. */
function otherRuns(room: Room, sessionId: SessionId): Refused | null {
  const other = inTheWay(room, sessionId);
  if (!other) return null;
  const message = `Session ${other.id}, “${other.title}”, runs; park or stop it first.`;
  const allowed = movesOf(findSession(room.sessions, sessionId), "resume");
  return refused("session_state", message, { sessionId, running: other.id }, allowed);
}

function decideStop(room: Room, command: CommandOf<"stopSession">): RulingOn<"stopSession"> {
  const { sessionId, by, reason } = command;
  const found = movable(room, sessionId, "stop");
  if (!found.ok) return found;
  return accept(stopFacts({ room, session: found.session, actor: actorOf(by) }, reason), {
    sessionId,
  });
}

function one(
  { by, sessionId }: { by: Parameters<typeof actorOf>[0]; sessionId: SessionId },
  fact: Omit<Extract<ActedFact, { type: `session.${string}` }>, "actor">,
): RoomRuling<{ sessionId: SessionId }> {
  return accept([{ ...fact, actor: actorOf(by) } as ActedFact], { sessionId });
}

/** The session, if its state allows the move; otherwise what it allows. */
function movable(room: Room, sessionId: SessionId, move: string): { ok: true; session: Session } | Refused {
  const session = findSession(room.sessions, sessionId);
  if (!session) return unknownSession(room, sessionId);
  const moves = SESSION_MOVES[session.state];
  if (moves.includes(move)) return { ok: true, session };
  const message = `Session ${sessionId} is ${session.state}.`;
  return refused("session_state", message, { sessionId, state: session.state }, [...moves]);
}

export function unknownSession(room: Room, sessionId: SessionId): Refused {
  const ended = room.sessions.ended.find((session) => session.id === sessionId);
  const { number } = room.sessions;
  if (ended || (sessionId >= 1 && sessionId <= number)) {
    const how = ended ? ended.end : "over";
    return refused(
      "session_state",
      `Session ${sessionId} is ${how}: it can be read but no longer changed.`,
      { sessionId, state: how },
      MOVES_OF_ENDED,
    );
  }
  const last = number > 0 ? `; the last one is ${number}` : "";
  return refused("session_unknown", `The room has no session ${sessionId}${last}.`, { sessionId });
}
