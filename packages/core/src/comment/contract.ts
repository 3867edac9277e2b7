import * as z from "zod";
import { pageOf, paging } from "../kernel/page.ts";
import { routesOf } from "../kernel/route.ts";
import { line, TaskIdText, text, Uuid } from "../kernel/text.ts";
import { FINDING_SEVERITIES } from "../reply/severities.ts";
import { SIDES } from "../task/comments.ts";
import { COMMENT_OUTCOMES } from "./command.ts";

const defineRoute = routesOf("comments");

/** Most comments of one request. */
const BATCH_MAX = 50;
const LineNumber = z.number().int().min(1).max(100_000_000);
const RunNumber = z.coerce.number().int().min(1).max(1e9);

const CommentBody = z.strictObject({
  file: line(500),
  /** `old`: the line as it was before the change. */
  side: z.enum(SIDES).default("new"),
  line: LineNumber,
  /** The last line, if it covers several. */
  endLine: LineNumber.optional(),
  text: text(2000, 1),
  severity: z.enum(FINDING_SEVERITIES).default("medium"),
});

export const CommentRow = z.object({
  id: Uuid,
  taskId: z.string(),
  runId: z.number().nullable(),
  file: z.string(),
  side: z.enum(SIDES),
  line: z.number(),
  endLine: z.number(),
  text: z.string(),
  severity: z.enum(FINDING_SEVERITIES),
  by: z.string(),
  at: z.number(),
  /** The task whose result takes it along; `null`: it has been passed on. */
  heldBy: z.string().nullable(),
});
export type CommentRow = z.infer<typeof CommentRow>;

export const listComments = defineRoute("GET /rooms/:room/comments", {
  command: {
    usage: "comment list",
    help: "list comments on changes, newest first",
    options: {
      task: ["--task <id>", "the task whose change it is"],
      run: ["--run <number>", "the run whose change it is"],
    },
  },
  summary: "The room's newest comments on lines of changes; `task` and `run` give those on the same line of work.",
  access: { who: "room", persons: "viewer", agents: true },
  query: z.strictObject({
    task: TaskIdText.optional(),
    run: RunNumber.optional(),
    ...paging(50, 200),
  }),
  reply: pageOf(CommentRow).extend({ seq: z.number() }),
});

export const commentLines = defineRoute("POST /rooms/:room/comments", {
  creates: ({ room }) => `/rooms/${room}/comments`,
  summary: "Comments on lines of what a task or a run changed. The comments become findings of its review.",
  access: { who: "room", persons: "approver", agents: true },
  tool: {
    name: "comment_lines",
    description: "Comments on lines; they go with your result.",
    leaves: ["run", "endLine"],
  },
  body: z.strictObject({
    /** One of them says what changed the lines. */
    task: TaskIdText.optional(),
    run: RunNumber.optional(),
    comments: z.array(CommentBody).min(1).max(BATCH_MAX),
  }),
  keyed: true,
  refuses: ["task_unknown", "run_unknown", "run_state", "task_state"],
  reply: z.object({
    commentIds: z.array(Uuid),
    /** The task that has them now. */
    taskId: z.string(),
    /**
     * `finding`: of the task's review. `kept`: they go with the result of the agent's own task. `told`: the agent
     * at work reads them next. `waiting`: the task asks for them too. `task`: one was made for them.
     */
    outcome: z.enum(COMMENT_OUTCOMES),
    seq: z.number(),
  }),
});
