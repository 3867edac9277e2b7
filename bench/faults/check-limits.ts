import type { RoomEvent } from "@squadroom/core/kernel/event";
import type { RoomRecord, Violation } from "./evidence.ts";

/** § 6: nobody gets work of a paused session, whoever or whatever paused it. */
export function checkPauses({ roomId, events }: RoomRecord): Violation[] {
  const sessionOf = new Map<string, number>();
  const paused = new Set<number>();
  const found: Violation[] = [];
  for (const event of events) {
    for (const { id, sessionId } of tasksIn(event)) if (sessionId != null) sessionOf.set(id, sessionId);
    if (event.type === "session.paused") paused.add(event.data.sessionId);
    if (event.type === "session.resumed" || event.type === "session.ended") paused.delete(event.data.sessionId);
    if (event.type !== "task.claimed") continue;
    const sessionId = sessionOf.get(event.data.taskId);
    if (sessionId === undefined || !paused.has(sessionId)) continue;
    const what = `event ${event.seq}: ${event.data.taskId} is claimed while session ${sessionId} is paused`;
    found.push({ invariant: "§ 6 paused sessions", room: roomId, what });
  }
  return found;
}

/** The tasks of sessions that an event makes. */
function tasksIn(event: RoomEvent): { id: string; sessionId?: number | null }[] {
  switch (event.type) {
    case "session.asked":
    case "session.rescouted":
      return [event.data.task];
    case "session.plan_approved":
    case "session.reworked":
      return event.data.tasks.map(({ task }) => task);
    case "task.submitted":
      return event.data.reviews.map(({ task }) => task);
    default:
      return [];
  }
}

/** A budget is what was set last, and it pauses only for limits that it has. */
export function checkBudgets({ roomId, events, sessions }: RoomRecord): Violation[] {
  const budgets = new Map<number, Record<string, unknown> | null>();
  const found: Violation[] = [];
  const bad = (what: string) => found.push({ invariant: "§ 9 budgets", room: roomId, what });
  for (const event of events) {
    if (event.type === "budget.set")
      budgets.set(event.data.sessionId, event.data.budget as Record<string, unknown> | null);
    if (event.type !== "session.paused") continue;
    const { sessionId, limits = [] } = event.data;
    const budget = budgets.get(sessionId);
    for (const limit of limits) {
      const of = limit === "costUsd" ? "costUsdMicros" : limit;
      if (budget?.[of] == null) bad(`event ${event.seq} pauses session ${sessionId} for ${limit}, which has no limit`);
    }
  }
  for (const { id, budget } of sessions) {
    const set = budgets.get(id) ?? null;
    for (const limit of ["tokens", "costUsdMicros", "runs"] as const)
      if ((budget?.[limit] ?? null) !== (set?.[limit] ?? null))
        bad(`session ${id} has ${budget?.[limit] ?? "no"} ${limit}, the log ${set?.[limit] ?? "none"}`);
  }
  return found;
}

/** What a gate misses stands only by a person's word, with a reason, and for checks that are named. */
export function checkOverrides({ roomId, events }: RoomRecord): Violation[] {
  return events.flatMap((event) => {
    if (event.type !== "session.gate_overridden") return [];
    const { reason, checks, phase, sessionId } = event.data;
    if (event.actor.kind === "person" && reason.trim() !== "" && checks.length > 0) return [];
    const what = `event ${event.seq}: the gate ${phase} of session ${sessionId} is overridden by ${event.actor.kind}, for ${checks.length} checks, because “${reason}”`;
    return [{ invariant: "§ 6 gates", room: roomId, what }];
  });
}
