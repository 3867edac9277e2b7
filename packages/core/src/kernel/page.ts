import * as z from "zod";
import { text } from "./text.ts";

/** Longest cursor, characters. */
export const CURSOR_MAX = 600;

/** What every list takes: where its page begins, and how many rows it has. */
export const paging = (byDefault: number, max: number) => ({
  /** `next` of the previous page; left out for the first. */
  cursor: text(CURSOR_MAX, 1).optional(),
  limit: z.coerce.number().int().min(1).max(max).default(byDefault),
});

/** What every list answers; `next`: the cursor of the next page, `null` on the last one. */
export const pageOf = <R extends z.ZodType>(row: R) => z.object({ data: z.array(row), next: z.string().nullable() });

export interface Page<T> {
  data: T[];
  next: string | null;
}
