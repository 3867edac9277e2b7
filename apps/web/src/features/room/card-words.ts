import { unreachable } from "@squadroom/core/kernel/unreachable";
import { counted } from "@squadroom/core/kernel/words";
import type { Alert, RoomCard } from "@squadroom/core/room/card";
import { roleTitle } from "../../words/role-title.ts";
import { say } from "../../words/say.tsx";

export interface AlertWords {
  tone: "bad" | "warn";
  /** @param since how long it has been so, in words */
  text: (since: string) => string;
  /** What `since` counts from, epoch ms. */
  sinceAt?: number;
}

export function alertWords(alert: Alert): AlertWords {
  switch (alert.kind) {
    case "task_failed": {
      const { taskId, dependants } = alert;
      const held = dependants > 0 ? ` and holds up ${counted(dependants, "task")}` : "";
      return { tone: "bad", text: () => `${taskId} failed${held}` };
    }
    case "role_missing": {
      const waiting = counted(alert.waiting, "task is waiting", "tasks are waiting");
      const { broken, role } = alert;
      return {
        tone: "warn",
        text: () => (broken ? say`${broken} ${waiting}.` : say`No ${roleTitle(role)} is connected; ${waiting}`),
      };
    }
    case "agent_silent": {
      const { name, taskId, sinceAt } = alert;
      const inHand = taskId ? ` with ${taskId} in hand` : "";
      return {
        tone: "warn",
        text: (since) => say`${name} silent for ${since}${inHand}`,
        sinceAt,
      };
    }
    default:
      return unreachable(alert);
  }
}

/** A decision waits for a person, though somebody else has the ball. */
export function isAskedBeside({ ball, decisions }: RoomCard): boolean {
  return ball.holder !== "you" && decisions.pending > 0;
}

/** What waits: a person's messages first, otherwise queued tasks; `null`: nothing. */
export function queueWords({ messagesWaiting, tasks }: Pick<RoomCard, "messagesWaiting" | "tasks">): string | null {
  if (messagesWaiting > 0) return counted(messagesWaiting, "message");
  return tasks.blocked > 0 ? `${tasks.blocked} blocked` : null;
}
