import { heldOf } from "./resume.ts";
import type { HookSeat } from "./seat.ts";
import type { HookEvent } from "./shapes.ts";

/** A conversation that goes on under the same seat, or another that takes its place. */
const GOES_ON = ["clear", "resume"];
/** It asks nobody there. */
const NO_QUESTION = /idle_prompt|auth_success|agent_completed/;

const SAYS: [RegExp, string][] = [
  [/fail|error/i, "Its turn ended by an error of its client or model"],
  [/^ConfigChange$/, "Its client's settings, which hold the guard, were changed"],
  [/^/, "It waits for an answer in its own terminal"],
];

/** How a client stands, for whoever wonders why its agent does nothing. A seat that nobody has joined says nothing. */
export async function tellSign(seat: HookSeat, event: HookEvent): Promise<void> {
  // Another conversation has the seat now.
  if (seat.state.connection === null || seat.kept.session !== event.session) return;
  const words = event.words.replace(/\s+/g, " ").trim();
  if (/^sessionend$/i.test(event.name ?? "")) return leave(seat, words);
  if (event.name === "Notification" && NO_QUESTION.test(words)) return;
  if (event.name === "ConfigChange" && words.startsWith("skills")) return;
  const [, what] = SAYS.find(([names]) => names.test(event.name ?? "")) ?? [];
  const message = `${what}: ${words}`;
  const held = await heldOf(seat);
  if (!held) return;
  const { taskId, fence } = held;
  await seat.client().call("reportError", {
    params: { room: seat.state.room.id, taskId },
    // A warning: it counts for nothing, and is in the room at once.
    body: { fence, severity: "warning", message, ...(event.name && { type: event.name }) },
  });
}

/** The seat is free at once, with its task; the folder stays guarded. */
async function leave(seat: HookSeat, reason: string): Promise<void> {
  if (GOES_ON.includes(reason)) return;
  const body = { reason: `Its client has ended${reason === "" ? "" : ` (${reason})`}.` };
  await seat.client().call("leaveRoom", { params: { room: seat.state.room.id }, body });
  await seat.update({ connection: null, task: null });
}
