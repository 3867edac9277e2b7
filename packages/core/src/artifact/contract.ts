import * as z from "zod";
import { AttachmentShape } from "../attachment/contract.ts";
import { pageOf, paging } from "../kernel/page.ts";
import { RoomParam, routesOf } from "../kernel/route.ts";
import { TaskIdText } from "../kernel/text.ts";
import { ARTIFACT_STATUSES, STAGES } from "../task/artifacts.ts";

const defineRoute = routesOf("sessions");

export const ArtifactRow = z.object({
  path: z.string(),
  /** `changed`: its task's diff has it, and nobody reported more about it. */
  status: z.enum(ARTIFACT_STATUSES),
  /** `final` once its task is completed or its agent says so. */
  stage: z.enum(STAGES),
  lines: z.number().nullable(),
  /** Hash of its content, hex. */
  hash: z.string().nullable(),
  /** Bytes. */
  size: z.number().nullable(),
  /** Name of whoever produced this version. */
  producer: z.string().nullable(),
  taskId: z.string(),
  /** Its name among the task's outputs, if it is one of them. */
  output: z.string().nullable(),
  at: z.number(),
  /** A file of the room with this very content. */
  file: AttachmentShape.nullable(),
  /** The diff of its task's result. */
  diff: AttachmentShape.nullable(),
  /** The branch that it is on. */
  branch: z.string().nullable(),
});
export type ArtifactRow = z.infer<typeof ArtifactRow>;

export const listArtifacts = defineRoute("GET /rooms/:room/sessions/:sessionId/artifacts", {
  command: {
    usage: "session artifacts <session>",
    help: "list the files that a session's tasks made or changed, by path",
    more: "A file is final once its task is completed, or when its agent says so. --json has hashes, and where contents and diffs are.",
    options: { task: ["--task <id>", "of this task"] },
  },
  summary:
    "The files that a session's tasks made or changed, by path, each with the task it is of and where its content or its diff is.",
  access: { who: "room", persons: "viewer", agents: true },
  params: RoomParam.extend({ sessionId: z.coerce.number().int().min(1).max(1e9) }),
  refuses: ["session_unknown"],
  query: z.strictObject({
    task: TaskIdText.optional(),
    status: z.enum(ARTIFACT_STATUSES).optional(),
    stage: z.enum(STAGES).optional(),
    ...paging(100, 500),
  }),
  reply: pageOf(ArtifactRow).extend({
    /** How many match in all, over every page. */
    total: z.number(),
    /** Tasks of the session that have artifacts. */
    tasks: z.array(z.object({ id: z.string(), title: z.string() })),
    seq: z.number(),
  }),
});
