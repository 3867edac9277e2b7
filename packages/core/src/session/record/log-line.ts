import * as z from "zod";

/** A line of the log that a role keeps of its work, in the session of its task. */
export const SessionLogLine = z.object({
  messageId: z.string(),
  at: z.number(),
  taskId: z.string(),
  /** Its name in the spec. */
  type: z.string(),
  /** With the role before it, the first 1,000 characters. */
  text: z.string(),
  /** The file that it is about. */
  ref: z.string().nullable(),
});
export type SessionLogLine = z.infer<typeof SessionLogLine>;

/** Lines of its log that come with a session by default, and at most. */
export const LOG_LINES = 5;
export const LOG_LINES_MAX = 200;
