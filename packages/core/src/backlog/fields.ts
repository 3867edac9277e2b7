import * as z from "zod";
import { line, text } from "../kernel/text.ts";
import { PRIORITIES } from "../task/task.ts";
import { BODY_MAX, ITEM_REASON_MAX, LABEL_MAX, LABELS_MAX, SCALE_MAX, TITLE_MAX } from "./item.ts";

const scale = z.number().int().min(1).max(SCALE_MAX).nullable();

/** A label has neither comma nor semicolon: they separate labels. */
const Label = line(LABEL_MAX).refine((label) => !/[,;]/.test(label), {
  message: "has a comma or a semicolon",
});

/** What people and agents say about an item. */
export const ItemFieldsSchema = z.strictObject({
  title: line(TITLE_MAX),
  body: text(BODY_MAX),
  priority: z.enum(PRIORITIES),
  labels: z
    .array(Label)
    .max(LABELS_MAX)
    .refine((labels) => new Set(labels).size === labels.length, { message: "has a label twice" }),
  value: scale,
  complexity: scale,
});

export const ItemReason = text(ITEM_REASON_MAX).refine((reason) => reason.trim() !== "", {
  message: "needs a reason",
});
