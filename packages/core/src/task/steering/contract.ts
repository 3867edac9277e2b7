import * as z from "zod";
import { type CommandDef, NoBody, RoomParam, routesOf } from "../../kernel/route.ts";
import { FenceInt, line, TaskIdText, text } from "../../kernel/text.ts";

const defineRoute = routesOf("tasks");

const Steered = z.object({ taskId: z.string(), state: z.string(), seq: z.number() });

const TaskParam = RoomParam.extend({ taskId: TaskIdText });

const steer = <B extends z.ZodType>(action: string, summary: string, body: B, command?: CommandDef) =>
  defineRoute(`POST /rooms/:room/tasks/:taskId/${action}`, {
    summary,
    ...(command ? { command } : {}),
    access: { who: "room", persons: "lead", agents: false },
    params: TaskParam,
    body,
    act: true,
    reply: Steered,
  });

export const cancelTask = steer(
  "cancellation",
  "Cancels a task for good; with `cascade`, also the tasks that wait for it.",
  z
    .strictObject({ reason: text(2_000).default(""), cascade: z.boolean().default(false) })
    .default({ reason: "", cascade: false }),
  {
    usage: "task cancel <task>",
    help: "cancel a task for good",
    options: { cascade: "also cancel the tasks that wait for it" },
    says: "{taskId} is cancelled.",
  },
);
export const retryTask = steer("retry", "Retries a failed task: it is pending again.", NoBody, {
  usage: "task retry <task>",
  help: "try a failed task again",
  says: "{taskId} waits for another attempt.",
});
export const allowPaths = steer(
  "allowances",
  "Lets one task change files outside its boundaries, forbidden ones too; the log says who allowed it and why.",
  z.strictObject({ paths: z.array(line(300)).min(1).max(100), reason: text(2_000, 1) }),
  {
    usage: "task allow <task>",
    help: "let a task change files beyond its boundaries",
    options: {
      paths: ["--path <glob>", "what else it may change; repeatable"],
      reason: "why; kept in the log with your name",
    },
    says: "{taskId} may change {paths}.",
  },
);
export const moveTaskToFront = steer("front", "Moves a waiting task to the front.", NoBody, {
  usage: "task front <task>",
  help: "move a waiting task to the front",
  says: "{taskId} is next.",
});

export const putBackTask = defineRoute("POST /rooms/:room/tasks/:taskId/put-back", {
  command: {
    usage: "task put-back <task>",
    help: "take a task from its agent: it waits again, with its progress and files",
    more: "For an agent that will not come back. This counts no attempt; what the agent still sends is refused.",
    isForPeople: true,
    options: { reason: "why; the next agent reads it" },
    leaves: ["fence"],
    says: "{taskId} waits again.",
  },
  summary:
    "Puts a task that somebody holds back in the queue, with its progress and files, and counts no attempt. Leads can do this for any task; an agent with its `fence`, before it has begun. From the third time in a row, an attempt counts.",
  access: { who: "room", persons: "lead", agents: true },
  tool: {
    name: "put_back_task",
    description: "Gives back a task you haven't begun.",
  },
  params: TaskParam,
  body: z.strictObject({ fence: FenceInt.optional(), reason: text(2_000).default("") }).default({ reason: "" }),
  act: true,
  reply: Steered,
});

export const closeBlocker = defineRoute("POST /rooms/:room/tasks/:taskId/blockers/:blocker/close", {
  command: {
    usage: "task close-blocker <task> <blocker> [note...]",
    help: "close what keeps a task's agent from going on; the note goes to that agent",
    more: "Agents close what names them or is theirs, the entry point any. `squadroom task show` has the numbers.",
    says: "Blocker {blocker} of {taskId} is closed. It has [open?{open}|none] left.",
  },
  summary:
    "Closes what keeps a task's agent from going on; its note goes to that agent. Agents close what names them or is theirs, the entry point any.",
  access: { who: "room", persons: "approver", agents: true },
  tool: {
    name: "close_blocker",
    description: "Closes a blocker; say what you did.",
  },
  params: TaskParam.extend({ blocker: z.coerce.number().int().min(1).max(1e9) }),
  body: z.strictObject({ note: text(2_000).default("") }).default({ note: "" }),
  keyed: true,
  refuses: ["task_unknown", "blocker_unknown"],
  reply: Steered.extend({
    /** Blockers of the task that are still open. */
    open: z.number(),
  }),
});
