import { unreachable } from "../kernel/unreachable.ts";
import type { InboxItem } from "./contract.ts";
import type { Thing } from "./thing.ts";

/** What a row stands for: one thing, or several of one cause. */
export function thingsOf(row: InboxItem): Thing[] {
  const room = row.room.id;
  switch (row.kind) {
    case "decision":
      return [{ room, item: `decision:${row.decision.id}` }];
    case "question":
      return [{ room, item: `question:${row.messageId}` }];
    case "paused":
      return [{ room, item: "paused" }];
    case "stuck":
      return [{ room, item: `stuck:${row.task.id}` }];
    case "review":
      return [{ room, item: `review:${row.item.id}` }];
    case "empty_roles":
      return row.asked.map((one) => ({ room: one.room.id, item: `decision:${one.decision.id}` }));
    default:
      return unreachable(row);
  }
}
