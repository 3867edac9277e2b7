import { z } from "zod";
import { defineRoute, NoBody, RoomParam } from "../../kernel/route.ts";
import { line, TaskIdText, text } from "../../kernel/text.ts";
import { Steered } from "../contract.ts";

const TaskParam = RoomParam.extend({ taskId: TaskIdText });

const steer = <B extends z.ZodType>(id: string, action: string, summary: string, body: B) =>
  defineRoute({
    id,
    method: "POST",
    path: `/rooms/:room/tasks/:taskId/${action}`,
    tag: "tasks",
    summary,
    access: { who: "room", persons: "lead", agents: false },
    params: TaskParam,
    body,
    keyed: true,
    reply: Steered,
  });

export const cancelTask = steer(
  "cancelTask",
  "cancellation",
  "Cancels a task for good; with `cascade`, also the tasks that wait for it.",
  z
    .strictObject({ reason: text(2_000).default(""), cascade: z.boolean().default(false) })
    .default({ reason: "", cascade: false }),
);
export const retryTask = steer(
  "retryTask",
  "retry",
  "Retries a failed task: it is pending again.",
  NoBody,
);
export const allowPaths = steer(
  "allowPaths",
  "allowances",
  "Lets one task change files outside its boundaries, forbidden ones too; the log says who allowed it and why.",
  z.strictObject({ paths: z.array(line(300)).min(1).max(100), reason: text(2_000, 1) }),
);
export const moveTaskToFront = steer(
  "moveTaskToFront",
  "front",
  "Moves a waiting task to the front.",
  NoBody,
);
