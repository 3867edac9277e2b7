import type { RoomView } from "../../kernel/view.ts";
import { nextInQueue } from "./queue.ts";
import { queuedSessions } from "./session.ts";

/** A place is free: the next one starts as the room wants. */
export function freePlace(next: RoomView): void {
  if (nextInQueue(next) && next.options.askBeforeNext)
    next.sessions = { ...next.sessions, next: next.sessions.next === "held" ? "held" : "asks" };
  releaseQueue(next);
}

/** If nobody waits, or nobody wants to be asked, there is nothing to ask. */
export function releaseQueue(next: RoomView): void {
  const { sessions, options } = next;
  if (sessions.next === "by_itself") return;
  if (options.askBeforeNext && queuedSessions(sessions).length > 0) return;
  next.sessions = { ...sessions, next: "by_itself" };
}
