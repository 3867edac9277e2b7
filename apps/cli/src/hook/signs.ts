import { heldOf } from "./resume.ts";
import type { HookSeat } from "./seat.ts";
import type { HookEvent } from "./shapes.ts";
import { failureIn } from "./transcript.ts";

/** A conversation that continues under the same seat, or another that takes its place. */
const GOES_ON = ["clear", "resume"];
/** It asks nobody there. */
const NO_QUESTION = /idle_prompt|auth_success|agent_completed/;

const SAYS: [RegExp, string][] = [
  [/fail|error/i, "Its turn ended by an error of its client or model"],
  [/^ConfigChange$/, "Its client's settings, which hold the guard, were changed"],
  [/^/, "It waits for an answer in its own terminal"],
];

const REASON_MAX = 400;

const OF_HELPERS = /^(subagent|teammate|task)/i;
const BEGINS = /(start|created)$/i;

/** A client's state, for people who wonder why its agent does nothing. A seat that nobody has joined says nothing. */
export async function tellSign(seat: HookSeat, event: HookEvent): Promise<void> {
  // Another conversation now has the seat.
  if (seat.state.connection === null || seat.kept.sessions?.[0] !== event.session) return;
  const words = event.words.replace(/\s+/g, " ").trim();
  if (/^sessionend$/i.test(event.name ?? "")) return leave(seat, words, event.transcript);
  if (OF_HELPERS.test(event.name ?? "")) return tellHelper(seat, event);
  if (event.name === "Notification" && NO_QUESTION.test(words)) return;
  if (event.name === "ConfigChange" && words.startsWith("skills")) return;
  const [, what] = SAYS.find(([names]) => names.test(event.name ?? "")) ?? [];
  const message = `${what}: ${words}`;
  const held = await heldOf(seat);
  if (!held) return;
  const { taskId, fence } = held;
  await seat.client().call("reportError", {
    params: { room: seat.state.room.id, taskId },
    // A warning: it doesn't count, and is in the room at once.
    body: { fence, severity: "warning", message, ...(event.name && { type: event.name }) },
  });
}

/** How many work under one name; a task of nobody else's is the agent's own list. */
async function tellHelper(seat: HookSeat, { name, helper: id, helps: what }: HookEvent) {
  const held = id !== null && (await heldOf(seat));
  if (!held) return;
  const one = { id, works: BEGINS.test(name ?? ""), ...(what === "" ? {} : { what }) };
  await seat.client().call("reportProgress", {
    params: { room: seat.state.room.id, taskId: held.taskId },
    body: { fence: held.fence, atWork: [one] },
  });
}

/** The seat is free at once, and its task too; the folder stays guarded. */
async function leave(seat: HookSeat, reason: string, record: string | null): Promise<void> {
  if (GOES_ON.includes(reason)) return;
  const failure = record === null ? null : failureIn(record);
  const why = [reason, failure?.slice(0, REASON_MAX)].filter(Boolean).join(": ");
  const body = { reason: `Its client has ended${why === "" ? "" : ` (${why})`}.` };
  await seat.client().call("leaveRoom", { params: { room: seat.state.room.id }, body });
  await seat.update({ connection: null, task: null });
}
