import { isBounced } from "@squadroom/core/handoff/bounce";
import type { RoomEvent } from "@squadroom/core/kernel/event";
import { CANCELLED } from "./actors.ts";
import type { Evidence, Violation } from "./evidence.ts";
import type { Told } from "./history.ts";
import { STOPPED } from "./sessions.ts";

/** Whether an event is the effect of a kind of request; the log around it tells it from what others make. */
type IsEffect = (event: RoomEvent, before: RoomEvent | undefined, after: RoomEvent | undefined) => boolean;

/** An answer to a decision makes what a request of its own could make; it stands right in front of it. */
const isAnswered = (before: RoomEvent | undefined) => before?.type === "decision.answered";
/** A budget that lets its session go on does so in the same commit. */
const isRaised = (before: RoomEvent | undefined, at: number) => before?.type === "budget.set" && before.at === at;
/** What an answer to a decision said stands in front of what it does. */
export const isNoteOf = (before: RoomEvent | undefined, reason: string) =>
  before?.type === "decision.answered" && before.data.answer.note === reason;
/** A scout that is served from the room's store is nobody's reply. */
const isPresented = (event: RoomEvent | undefined) =>
  (event?.type === "session.proposed" && !event.data.proposal.servedFrom) ||
  event?.type === "session.remarked" ||
  (event?.type === "task.reviewed" && event.actor.kind === "agent");

/** The one event that each kind of request, or one of several, makes when it is accepted. */
const EFFECTS: Record<string, IsEffect> = {
  join: ({ type }) => type === "agent.joined",
  progress: ({ type }) => type === "task.progressed",
  // The last task of a user's message is completed by a delivery.
  // Of a plan's task it is submitted; what its reviewers say is presented.
  "complete|handoff": (event, before, after) =>
    event.type === "task.submitted" ||
    (event.type === "task.completed" && !isPresented(after) && !isOfRound(event, before)) ||
    // What is discussed first counts as done later.
    (event.type === "fanout.opened" && event.actor.kind === "server" && event.data.fence !== null) ||
    (event.type === "handoff.delivered" && event.actor.kind === "agent") ||
    // What goes back and forth and doesn't change is handed on no more.
    (event.type === "task.attempt_ended" && isBounced(event.data.reason)),
  present: (event) =>
    isPresented(event) || event.type === "session.perspective_given" || event.type === "session.reply_refused",
  fail: (event, before) =>
    event.type === "task.attempt_ended" &&
    event.data.how === "failed" &&
    // The second reply of no use ends the task in the same commit.
    !(before?.type === "session.reply_refused" && before.data.attempt > 1),
  createTasks: ({ type }) => type === "task.created",
  reportError: ({ type }) => type === "error.reported",
  // What is answered to an agent's question goes out as a message too, but is no task.
  message: (event) => event.type === "message.sent" && event.data.task !== null,
  edit: ({ type }) => type === "message.edited",
  withdraw: ({ type }) => type === "message.withdrawn",
  ask: (event) => event.type === "decision.opened" && event.actor.kind === "agent",
  answer: ({ type }) => type === "decision.answered",
  addItem: ({ type }) => type === "backlog.added",
  // Whose message went to several at once asked for none.
  fanOut: (event) => event.type === "fanout.opened" && event.actor.kind === "agent",
  "retry|retryBranch": ({ type }, before) => type === "task.retried" && !isAnswered(before),
  cancellation: (event) => event.type === "task.cancelled" && event.data.reason === CANCELLED,
  undo: ({ type }) => type === "decision.superseded",
  createSession: (event) => event.type === "session.created" && event.data.sessions[0]?.splitOf === null,
  // A split narrows the session that it comes from.
  editSession: ({ type }, before) =>
    type === "session.edited" && !(before?.type === "session.created" && before.data.sessions[0]?.splitOf !== null),
  // A checkpoint's answer and a discussion revise too.
  revise: (event) => event.type === "session.revised" && event.data.how === "revise" && event.data.checkpoint === null,
  move: ({ type }) => type === "session.moved",
  resume: (event, before) => event.type === "session.resumed" && !isRaised(before, event.at),
  // A session is made with its budget, and an answer raises it.
  setBudget: (event, before) =>
    event.type === "budget.set" &&
    !isAnswered(before) &&
    !(before?.type === "session.created" && before.data.sessions[0]?.id === event.data.sessionId),
  override: (event, before) => event.type === "session.gate_overridden" && !isNoteOf(before, event.data.reason),
  saveScout: ({ type }) => type === "scout.saved",
  hold: ({ type }) => type === "retention.held",
  stop: (event) => event.type === "session.ended" && event.data.reason === STOPPED,
};
/** Whether a point of view ends its task, or a round the work that it is about. */
function isOfRound(event: RoomEvent, before: RoomEvent | undefined): boolean {
  return before?.type === "session.perspective_given" || event.actor.kind === "server";
}

/** What an answer names that is nowhere else. */
const IDS = ["handoffId", "messageId"];
/** What others changed meanwhile is read again, and done under a key of the try's own. */
const REREAD = ["hold", "release", "restore"];
/** Told before the key is looked at. */
const AT_THE_DOOR = ["unauthorized"];

/** 3 and 4: what was acknowledged is there, once; what was refused is not; one answer for each key. */
export function checkAnswers(evidence: Evidence): Violation[] {
  return [...checkTold(evidence), ...checkKeys(evidence), ...checkEffects(evidence), ...checkClaims(evidence)];
}

const nameOf = ({ credentialId, key }: Told) => `${credentialId} ${key}`;

function checkTold({ history, rooms, keys }: Evidence): Violation[] {
  const found: Violation[] = [];
  const byRoom = new Map(rooms.map((room) => [room.roomId, room.events]));
  const times = new Map<string, number>();
  for (const { events } of rooms)
    for (const event of events) for (const id of idsOf(event)) times.set(id, (times.get(id) ?? 0) + 1);
  for (const told of history.told) {
    if (told.key === null) continue;
    const bad = (what: string) => found.push(violation(told, what));
    const stored = keys.get(nameOf(told));
    if (told.kind === "refused" && !AT_THE_DOOR.includes(told.code) && stored?.ok)
      bad(`refused (${told.code}: ${told.message}), yet done at seq ${stored.seq}`);
    if (told.kind !== "acknowledged") continue;
    const { length } = byRoom.get(told.roomId) ?? [];
    if (told.seq > length) bad(`acknowledged at seq ${told.seq}, the log ends at ${length}`);
    if (!stored) bad("acknowledged, its key is not stored");
    else if (!stored.ok || (stored.seq !== told.seq && !REREAD.includes(told.op)))
      bad(`acknowledged at ${told.seq}, stored ${stored.ok} at ${stored.seq}`);
    for (const name of IDS) {
      const id = told.reply[name];
      if (typeof id === "string" && times.get(id) !== 1) bad(`${name} ${id} is ${times.get(id) ?? 0} times in the log`);
    }
  }
  return found;
}

/** Whoever asks under one key, wherever and however often, is told one thing. */
function checkKeys({ history }: Evidence): Violation[] {
  const found: Violation[] = [];
  const first = new Map<string, string>();
  for (const told of history.told) {
    if (told.key === null || told.kind === "unknown") continue;
    if (told.kind === "refused" && AT_THE_DOOR.includes(told.code)) continue;
    const ids = told.kind === "acknowledged" ? IDS.map((name) => told.reply[name]) : [];
    const text = told.kind === "refused" ? told.code : JSON.stringify([told.seq, ...ids]);
    const before = first.get(nameOf(told));
    if (before === undefined) first.set(nameOf(told), text);
    else if (before !== text) found.push(violation(told, `told ${text}, and before ${before}`));
  }
  return found;
}

/** Each effect in the log is that of one key, and each key that was accepted has its effect there. */
function checkEffects({ history, rooms, keys }: Evidence): Violation[] {
  const opOf = new Map(history.told.map((told) => [nameOf(told), told]));
  const heard = rooms.filter(({ hasMachine }) => !hasMachine);
  return heard.flatMap(({ roomId, events }) =>
    Object.entries(EFFECTS).flatMap(([ops, isEffect]) => {
      const effects = events.filter((event, i) => isEffect(event, events[i - 1], events[i + 1])).length;
      let accepted = 0;
      for (const [name, { ok }] of keys) {
        const told = opOf.get(name);
        if (ok && told?.roomId === roomId && ops.split("|").includes(told.op)) accepted++;
      }
      if (accepted === effects) return [];
      const what = `${accepted} keys of ${ops} were accepted, the log has ${effects} effects`;
      return [{ invariant: "4 one effect", room: roomId, what }];
    }),
  );
}

/** A claim needs no key; who was given a task held it. */
function checkClaims({ history, rooms }: Evidence): Violation[] {
  const claims = new Set<string>();
  for (const { roomId, events } of rooms) {
    for (const event of events) {
      if (event.type !== "task.claimed" && event.type !== "task.resumed") continue;
      const { taskId, agentId, fence } = event.data;
      claims.add([roomId, taskId, agentId, fence].join(" "));
    }
  }
  return history.told.flatMap((told) => {
    if (told.kind !== "acknowledged") return [];
    const given = [told.reply.task, told.reply.next] as ({ taskId: string; fence: number } | null | undefined)[];
    return given.flatMap((task) => {
      if (!task || told.op === "list") return [];
      const name = [told.roomId, task.taskId, told.credentialId, task.fence].join(" ");
      return claims.has(name)
        ? []
        : [violation(told, `was given ${task.taskId} under fence ${task.fence}, the log has no such claim`)];
    });
  });
}

function idsOf(event: RoomEvent): string[] {
  if (event.type === "handoff.delivered") return [event.data.handoffId];
  if (event.type === "message.sent") return [event.data.message.id];
  return [];
}

function violation(told: Told, what: string): Violation {
  return {
    invariant: "3, 4: answers",
    room: told.roomId,
    what: `${told.op} ${told.key ?? ""}: ${what}`,
  };
}
