import { followBudget } from "../budget/follow-up.ts";
import { findSession, placedSessions } from "../flow/sessions.ts";
import { SERVER } from "../kernel/actor.ts";
import type { Context } from "../kernel/command.ts";
import type { Step } from "../kernel/event.ts";
import { isThere, type Room, roomAfter } from "../kernel/room.ts";
import type { ActedFact } from "../kernel/ruling.ts";
import type { RoomView } from "../kernel/view.ts";
import { cancelled } from "../task/cancel.ts";
import { cancelIn } from "../task/in-event.ts";
import { nextInQueue } from "./record/queue.ts";
import { ruleOnAll, rulesOf } from "./rules/rules.ts";

/** Most steps that a step leads to by itself. */
const CHAIN_MAX = 8;

/**
 * The sessions' follow-up, in the commit of its cause: the next one starts, steps that need no person
 * lead to the next, and what is wanted and missing is asked of an agent. Idempotent.
 *
 * @param steps what has been decided, folded
 */
export function followSessions(
  view: RoomView,
  steps: readonly Step[],
  context: Pick<Context, "newId" | "now" | "fold">,
): ActedFact[] {
  const after = steps.at(-1)?.after;
  if (!after || !isThere(after)) return [];
  const hasEnded = steps.some(({ event }) => event.type === "session.ended");
  if (after.sessions.live.length === 0 && !hasEnded) return [];
  let room: Room = after;
  const facts: ActedFact[] = [];
  const add = (more: ActedFact[]) => {
    facts.push(...more);
    room = roomAfter(room, context.fold(room, more));
  };
  add(dropped(view, room, steps));
  add(leftOver(room, steps));
  // All ended rounds lead on, however many end at once.
  for (const { id } of placedSessions(room.sessions)) {
    const session = findSession(room.sessions, id);
    if (session?.state === "running") add(rulesOf(session).concludes({ room, session, actor: SERVER, context }));
  }
  for (let i = 0; i < CHAIN_MAX; i++) {
    const more = next(room, context);
    if (more.length === 0) break;
    add(more);
  }
  add(ruleOnAll(view, room, steps, context));
  return facts;
}

/** Taking the task of a step away stops the session there, until it is resumed. */
function dropped(view: RoomView, room: Room, steps: readonly Step[]): ActedFact[] {
  const gone = steps.flatMap(({ event }) => cancelIn(event)?.taskIds ?? []);
  if (gone.length === 0) return [];
  const moved = new Set(
    steps.flatMap(({ event }) => (event.type === "session.step_entered" ? event.data.sessionId : [])),
  );
  return room.sessions.live.flatMap((session) => {
    const before = view.sessions.live.find((other) => other.id === session.id);
    const isDropped =
      session.state === "running" &&
      session.work === null &&
      before?.work !== null &&
      before?.work !== undefined &&
      gone.includes(before.work.taskId) &&
      !moved.has(session.id);
    if (!isDropped) return [];
    const reason = `${before.work?.taskId} was cancelled.`;
    return [{ type: "session.paused", data: { sessionId: session.id, reason }, actor: SERVER }];
  });
}

/** Nobody works for a session that a person ended. */
function leftOver(room: Room, steps: readonly Step[]): ActedFact[] {
  return steps.flatMap(({ event }): ActedFact[] => {
    if (event.type !== "session.ended") return [];
    const { sessionId } = event.data;
    const left = room.tasks.filter((task) => task.sessionId === sessionId);
    const ids = left.map(({ id }) => id);
    return cancelled(ids, `Session ${sessionId} is over.`, SERVER);
  });
}

/** The next thing that follows by itself. */
function next(room: Room, context: Pick<Context, "now">): ActedFact[] {
  const { sessions } = room;
  for (const session of placedSessions(sessions)) {
    if (session.state !== "running") continue;
    const budget = followBudget(session);
    const due = budget.length > 0 ? budget : rulesOf(session).goesOn({ room, session, actor: SERVER, context });
    if (due.length > 0) return due;
  }
  if (sessions.next !== "by_itself") return [];
  const first = nextInQueue(room);
  return first ? [{ type: "session.started", data: { sessionId: first.id }, actor: SERVER }] : [];
}
