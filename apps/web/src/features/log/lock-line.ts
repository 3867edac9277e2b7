import type { EventsOf } from "@squadroom/core/kernel/event";
import { line } from "./sentence.ts";
import { NOWHERE, TASKS, type ToldOf } from "./told.ts";

const what = (patterns: readonly string[]) => patterns.join(", ");

/** Who has which paths, and who waits for them. */
export const LOCK_TOLD: ToldOf<EventsOf<"lock">> = {
  "lock.taken": {
    shown: TASKS,
    line: ({ data: { lock } }, _, who) =>
      line("item", "<b>{{who}}</b> locked {{what}}", { who, what: what(lock.patterns) }),
  },
  "lock.awaited": {
    shown: TASKS,
    line: ({ data: { lock, circle } }, _, who) =>
      line(
        "parked",
        circle
          ? "<b>{{who}}</b> waits for the lock on {{what}}, in a circle"
          : "<b>{{who}}</b> waits for the lock on {{what}}",
        { who, what: what(lock.patterns) },
        { tone: circle ? "warn" : "plain" },
      ),
  },
  "lock.granted": {
    shown: TASKS,
    line: ({ data: { lockId } }) =>
      line("item", "Lock {{id}} is held: nothing comes before it any more", { id: String(lockId) }),
  },
  "lock.renewed": {
    shown: NOWHERE,
    line: ({ data: { lockId } }, _, who) =>
      line("item", "<b>{{who}}</b> renewed lock {{id}}", { who, id: String(lockId) }),
  },
  "lock.released": {
    shown: TASKS,
    line: ({ data: { lockId, reason } }, _, who) =>
      line(
        "item",
        "<b>{{who}}</b> released lock {{id}}",
        { who, id: String(lockId) },
        { because: reason || undefined },
      ),
  },
  "lock.expired": {
    shown: TASKS,
    line: ({ data: { lockId } }) => line("item", "Lock {{id}} ended: nobody renewed it", { id: String(lockId) }),
  },
};
