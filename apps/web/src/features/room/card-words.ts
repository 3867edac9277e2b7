import { unreachable } from "@squadroom/core/kernel/unreachable";
import type { Alert, RoomCard } from "@squadroom/core/room/card";
import { roleTitle } from "../../words/role-title.ts";

export interface AlertWords {
  tone: "bad" | "warn";
  key:
    | "card.alert.failed"
    | "card.alert.failedHolds"
    | "card.alert.missing"
    | "card.alert.broken"
    | "card.alert.silent"
    | "card.alert.silentHolds";
  values: Record<string, string>;
  count?: number;
  /** What `{{since}}` counts from, epoch ms. */
  sinceAt?: number;
}

export function alertWords(alert: Alert): AlertWords {
  switch (alert.kind) {
    case "task_failed":
      return alert.dependants > 0
        ? {
            tone: "bad",
            key: "card.alert.failedHolds",
            values: { task: alert.taskId },
            count: alert.dependants,
          }
        : { tone: "bad", key: "card.alert.failed", values: { task: alert.taskId } };
    case "role_missing":
      return {
        tone: "warn",
        key: alert.broken ? "card.alert.broken" : "card.alert.missing",
        values: { role: roleTitle(alert.role), broken: alert.broken ?? "" },
        count: alert.waiting,
      };
    case "agent_silent":
      return alert.taskId
        ? {
            tone: "warn",
            key: "card.alert.silentHolds",
            values: { agent: alert.name, task: alert.taskId },
            sinceAt: alert.sinceAt,
          }
        : {
            tone: "warn",
            key: "card.alert.silent",
            values: { agent: alert.name },
            sinceAt: alert.sinceAt,
          };
    default:
      return unreachable(alert);
  }
}

/** A decision waits for a person, though somebody else has the ball. */
export function isAskedBeside({ ball, decisions }: RoomCard): boolean {
  return ball.holder !== "you" && decisions.pending > 0;
}

export type QueueWords =
  | { key: "card.messages" | "card.blocked"; count: number }
  | { key: "card.noMessages" };

/** What waits: a person's messages first, else tasks that stand behind others. */
export function queueWords(card: Pick<RoomCard, "messagesWaiting" | "tasks">): QueueWords {
  if (card.messagesWaiting > 0) return { key: "card.messages", count: card.messagesWaiting };
  if (card.tasks.blocked > 0) return { key: "card.blocked", count: card.tasks.blocked };
  return { key: "card.noMessages" };
}
