import type { Reply } from "@squadroom/client/call";
import { CircleAlert, Info, TriangleAlert } from "lucide-react";

/** What is wrong with a file, and its consequence. */
export type Problem = Pick<
  Reply<"importSession">["problems"][number],
  "file" | "line" | "level" | "message" | "outcome"
>;

export const SIGNS = { error: CircleAlert, warning: TriangleAlert, note: Info };
export const TONES = { error: "c-bad", warning: "c-warn", note: "muted" };

/** Where it is; `whole`: the name for the entire folder. */
export function placeOf({ file, line }: Pick<Problem, "file" | "line">, whole: string): string {
  return line === null ? file || whole : `${file}:${line}`;
}
