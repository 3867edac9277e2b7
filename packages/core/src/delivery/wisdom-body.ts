import * as z from "zod";
import { line, RoleNameText, text } from "../kernel/text.ts";
import { ADDED_MAX, FILES_MAX, LABELS_MAX, ROLES_MAX, WISDOM_KINDS, WISDOM_TEXT_MAX } from "./wisdom-kinds.ts";

/** What the team should know: one thing an entry. */
export const WisdomBody = z.strictObject({
  kind: z.enum(WISDOM_KINDS),
  text: text(WISDOM_TEXT_MAX, 1).refine((said) => said.trim() !== "", "says nothing"),
  /** Paths or patterns of paths that it is about. */
  files: z.array(line(300)).max(FILES_MAX).optional(),
  labels: z.array(line(60)).max(LABELS_MAX).optional(),
  /** Whom it is for; without it, everybody. */
  roles: z.array(RoleNameText).max(ROLES_MAX).optional(),
});

/** The squad's file that an entry comes from, with the day and the author that stand there. */
export const WisdomSourceShape = z.object({
  file: z.string(),
  date: z.string().nullable(),
  by: z.string().nullable(),
});

/** What the team should know from a task, given with its end. */
export const WisdomBodies = z.array(WisdomBody).max(ADDED_MAX);
