import { sizeText } from "../attachment/attachment.ts";
import type { AgentId } from "../kernel/ids.ts";
import type { Room } from "../room/room.ts";
import { isInside } from "../task/boundaries.ts";
import type { Doer } from "../task/doer.ts";
import { reviewedTask } from "../task/judge.ts";
import { lockedOut } from "../task/lockout.ts";
import type { TaskResult } from "../task/result.ts";
import type { Review, Verdict } from "../task/review.ts";
import type { Task } from "../task/task.ts";
import { boundaryLines } from "./boundaries.ts";
import { attachmentCommand } from "./commands.ts";
import { bullets, fenced, inline, section } from "./markdown.ts";

/**
 * What a reviewer reads: what was asked, what its author says was done, and what the round before found.
 *
 * @param shape of the reply, as an agent reads it
 * @source domain.md § 5 (reviews always run)
 */
export function reviewBlocks(room: Room, task: Task, shape: string): (string | null)[] {
  const { reviewOf } = task;
  if (!reviewOf) return [];
  const reviewed = reviewedTask(room, task);
  const last = reviewOf.refusals.at(-1);
  return [
    ...(reviewed ? submitted(reviewed) : []),
    last
      ? section(
          "Your last reply could not be used",
          `${inline(last.message)} Send it again, mended; this is the last try.`,
        )
      : null,
    section(
      "What to do",
      bullets([
        "Read what changed, run what can be run, and judge this task only: the whole is reviewed once more at the end.",
        "Each finding says file, line, what is wrong and how bad it is. What must change goes into `mustFix`; `passed` only where nothing must.",
        "Change nothing yourself: what you find goes back to its author, and you look again.",
      ]),
    ),
    section("The reply", shape),
  ];
}

function submitted(task: Task & { review: Review }): (string | null)[] {
  const { submitted: work, earlier, round, note } = task.review;
  if (!work) return [];
  const { result, by } = work;
  const lines = [
    ...result.criteria.map(({ criterion, met, note: said }) => {
      const why = said ? `; note: ${inline(said)}` : "";
      return `Criterion ${met ? "met" : "not met"}, says ${inline(by.name)}: ${inline(criterion)}${why}`;
    }),
    ...result.artifacts.map(({ path, status, lines: count }) => {
      const size = count === undefined ? "" : `, ${count} lines`;
      const beyond = isInside(task.boundaries, path) ? "" : ", outside what it may change";
      return `File ${status}: ${inline(path)}${size}${beyond}`;
    }),
    ...result.keyDecisions.map((text) => `Decided: ${inline(text)}`),
    ...result.warnings.map((text) => `Warning: ${inline(text)}`),
  ];
  return [
    section(
      `What ${task.id} asked for`,
      inline(task.title),
      fenced(task.instruction),
      bullets(boundaryLines(task.boundaries)),
    ),
    section(
      `What ${inline(by.name)} did, round ${round}`,
      fenced(result.summary),
      lines.length > 0 ? bullets(lines) : null,
      result.diff
        ? `The diff, ${sizeText(result.diff.size)}: \`${attachmentCommand(result.diff.id)} --out -\`.`
        : null,
    ),
    earlier.length === 0
      ? null
      : section(`What round ${round - 1} found`, ...earlier.flatMap(verdictBlocks)),
    note ? section(`What ${inline(note.by)} said with another round`, fenced(note.text)) : null,
  ];
}

/** What whoever revises it reads when it comes back. */
export function returnedBlocks(room: Room, task: Task, agentId: AgentId): (string | null)[] {
  const { review } = task;
  if (!review?.submitted) return [continued(room, task, agentId)];
  const { by, result } = review.submitted;
  const isOwn = by.agentId === agentId;
  return [
    isOwn ? null : continued(room, task, agentId, by),
    section(
      `What the reviewers found in round ${review.round}`,
      "Mend it, and end the task with `done` again: everybody who judged it looks again.",
      ...review.verdicts.filter(({ passed }) => !passed).flatMap(verdictBlocks),
    ),
    section(
      `What ${isOwn ? "you" : inline(by.name)} said was done`,
      fenced(result.summary),
      isOwn ? null : bullets(changedFiles(result)),
      isOwn || !result.diff
        ? null
        : `The diff, ${sizeText(result.diff.size)}: \`${attachmentCommand(result.diff.id)} --out -\`.`,
    ),
  ];
}

function changedFiles({ artifacts }: TaskResult): string[] {
  return artifacts.map(({ path, status }) => `File ${status}: ${inline(path)}`);
}

/** Whoever goes on with another's work knows whose it is, and why it is no longer that one's. */
function continued(room: Room, task: Task, agentId: AgentId, by?: Doer): string | null {
  const out = lockedOut(room, task);
  const last = by ?? out.at(-1);
  if (!last || last.agentId === agentId) return null;
  const why = out.map(
    ({ name, times }) =>
      `${inline(name)}'s work on it was rejected${times === 1 ? "" : ` ${times} times`}: the team has another agent revise it.`,
  );
  return section(
    `You continue ${inline(last.name)}'s work`,
    bullets([
      ...why,
      "Start from what is there and from the findings, not from nothing; what they do not touch stays.",
    ]),
  );
}

/** A person's word to whoever works on it next. */
export function noteBlock({ review }: Task): string | null {
  if (!review?.note) return null;
  return section(`What ${inline(review.note.by)} says`, fenced(review.note.text));
}

function verdictBlocks({ role, by, summary, mustFix, findings }: Verdict): string[] {
  return [
    `${inline(by?.name ?? "A person")} (${role}):`,
    fenced(summary),
    bullets([
      ...mustFix.map((text) => `Must change: ${inline(text)}`),
      ...findings.map(({ severity, file, line, issue, suggestion }) => {
        const where = line === undefined || line === 0 ? file : `${file}:${line}`;
        return `${severity}, ${inline(where)}: ${inline(issue)}${suggestion ? ` Suggested: ${inline(suggestion)}` : ""}`;
      }),
    ]),
  ].filter((block) => block !== "");
}
