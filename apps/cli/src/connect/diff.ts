import { formatPatch, structuredPatch } from "diff";
import type { Edit } from "./record.ts";

/** What would change, in the form of `diff -u`. */
export function diffText(edits: readonly Edit[]): string {
  return edits.map(({ file, now, then }) => one(file, now, then)).join("");
}

function one(file: string, now: string | null, then: string | null): string {
  const old = now === null ? "/dev/null" : file;
  const new_ = then === null ? "/dev/null" : file;
  const patch = structuredPatch(old, new_, now ?? "", then ?? "", undefined, undefined, {
    context: 2,
  });
  return `${formatPatch(patch)
    .replace(/^(Index: .*\n)?=+\n/, "")
    .trimEnd()}\n`;
}
