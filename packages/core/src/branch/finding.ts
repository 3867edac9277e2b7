import type { RoomView } from "../kernel/view.ts";
import { listedUpTo } from "../kernel/words.ts";
import type { ReviewReply } from "../reply/shapes.ts";
import type { Branch, ConflictFile } from "./branch.ts";
import type { BranchReport } from "./command.ts";

type Failed = Extract<BranchReport, { kind: "failed" }>;

/** Named in a sentence. */
const NAMED_MAX = 4;
const FILES_SHOWN = 20;
const LINES_SHOWN = 12;

/** What keeps a branch from its line, as findings for whoever mends it: what both sides want, and where they meet. */
export function mergeFindings(
  view: Pick<RoomView, "branches">,
  branch: Branch,
  { why, note, conflict, checks }: Failed,
): { summary: string; findings: ReviewReply["findings"]; mustFix: string[] } {
  if (why === "checks") {
    const failed = checks.filter(({ passed }) => !passed).map(({ name }) => name);
    const what = listedUpTo(NAMED_MAX, failed.length > 0 ? failed : ["a check"]);
    const summary = `Merged into ${nameOf(view, branch)}, ${what} fails, though the branch alone passes.`;
    return { summary, findings: [], mustFix: [[summary, note].filter(Boolean).join("\n")] };
  }
  const paths = conflict.map(({ path }) => path);
  const others = othersWith(view, branch, paths);
  const summary = `It conflicts with ${nameOf(view, branch)} in ${listedUpTo(NAMED_MAX, paths)}.`;
  const intents = [
    `${branch.key} wants: ${branch.summary || branch.title}`,
    ...others.map((one) => `${one.taskId} “${one.title}” is merged and wants: ${one.summary}`),
    "Keep both. The branch has been brought up to date: remove each conflict marker.",
  ];
  return {
    summary,
    findings: conflict.slice(0, FILES_SHOWN).map((file) => ({
      severity: "high" as const,
      file: file.path,
      issue: `Both sides changed this place (${file.kind}).${sidesOf(file)}`,
    })),
    mustFix: [intents.join("\n")],
  };
}

function nameOf({ branches }: Pick<RoomView, "branches">, { line, lineTitle }: Branch): string {
  return branches[line ?? ""]?.name ?? lineTitle;
}

/** What is merged there already and changes one of these files; everything merged, if nothing is known to. */
function othersWith({ branches }: Pick<RoomView, "branches">, { line }: Branch, paths: readonly string[]) {
  const merged = branches[line ?? ""]?.merged ?? [];
  const meeting = merged.filter(({ files }) => files.some((path) => paths.includes(path)));
  return (meeting.length > 0 ? meeting : merged).slice(-NAMED_MAX);
}

function sidesOf({ hunks }: ConflictFile): string {
  const [first] = hunks;
  if (!first) return "";
  const side = (lines: readonly string[]) => lines.slice(0, LINES_SHOWN).join("\n");
  const more = hunks.length > 1 ? `\nand ${hunks.length - 1} more` : "";
  return `\nMerged:\n${side(first.ours)}\nThis branch:\n${side(first.theirs)}${more}`;
}
