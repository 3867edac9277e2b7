import type { Reply } from "@squadroom/client/call";
import { secondsText } from "@squadroom/core/kernel/words";
import { attachmentCommand } from "@squadroom/core/prompt/commands";
import { PAUSED } from "@squadroom/core/task/clock";
import { outputText } from "@squadroom/core/task/outputs";
import { checkText } from "@squadroom/core/task/result";
import { oneLine, quoted } from "../quoting.ts";
import { dated } from "../words.ts";
import { errorText } from "./error.ts";

type Shown = Reply<"getTask">;

/** One task: what was asked and what binds it, its result or why it waits, and what its reviewers said. */
export function taskText({ task, blocked, reviews, errors }: Shown): string {
  const state = `${task.state.replace("_", " ")}${task.unreviewed ? " (unreviewed)" : ""}`;
  const { allowed, forbidden, within = [] } = task.boundaries;
  const facts = [
    `${task.id}: ${oneLine(task.title)}`,
    `${task.role}, ${state}, priority ${task.priority}, attempts used: ${task.attempts}`,
    ...lastEndText(task),
    `Created ${dated(task.createdAt)}${task.fromTaskId ? ` out of ${task.fromTaskId} (${task.intent})` : ""}${task.endedAt ? `, ended ${dated(task.endedAt)}` : ""}`,
    limitText(task),
    ...named("Requires", task.requires),
    ...named("Blocks", task.blocks),
    ...named("Change only:", allowed),
    ...named("Of that only what the session may change:", within),
    ...named("Do not change:", forbidden),
    ...named("Outputs:", task.outputs.map(outputText)),
    ...blocked.map(({ text, rule }) => `${blockedText(text)}\n  Rule: ${oneLine(rule)}`),
  ];
  const criteria = task.successCriteria.map((text, i) => `${i + 1}. ${oneLine(text)}`);
  return [
    ...facts,
    ...titled("Success criteria:", criteria),
    "",
    quoted("Instruction", task.instruction),
    ...titled("Result:", resultLines(task)),
    ...titled("Progress:", progressLines(task)),
    ...titled("Errors, the newest first:", errors.map(errorText)),
    ...titled("Reviews:", reviews.flatMap(reviewLines)),
  ].join("\n");
}

/** Letting it continue after that resets the count: what happened is reported all the same. */
function lastEndText({ lastEnd }: Shown["task"]): string[] {
  if (!lastEnd) return [];
  const { how, reason, at } = lastEnd;
  return [`Last attempt ended ${dated(at)}, ${how.replace("_", " ")}: ${oneLine(reason)}`];
}

/** How long it may take, and where its clock is while somebody has it. */
function limitText({ timeoutS, clock }: Shown["task"]): string {
  const limit = `Time limit ${secondsText(timeoutS)} from its claim`;
  if (!clock) return limit;
  return clock.pausedFor ? `${limit}; its clock ${PAUSED[clock.pausedFor]}` : `${limit}, due ${dated(clock.dueAt)}`;
}

function named(label: string, names: readonly string[]): string[] {
  return names.length > 0 ? [`${label} ${names.map(oneLine).join(", ")}`] : [];
}

function titled(title: string, lines: readonly string[]): string[] {
  return lines.length > 0 ? [`\n${title}`, ...lines] : [];
}

function resultLines({ result }: Shown["task"]): string[] {
  if (!result) return [];
  return [
    quoted("Summary", result.summary),
    ...(result.criteria ?? []).map(({ criterion, met, note }) => {
      const why = note ? ` (${oneLine(note)})` : "";
      return `- ${met ? "met" : "not met"}: ${oneLine(criterion)}${why}`;
    }),
    ...(result.keyDecisions ?? []).map((text) => quoted("- decided", text)),
    ...(result.warnings ?? []).map((text) => quoted("- warning", text)),
    ...(result.checks ?? []).map(({ name, passed, value }) => {
      const figure = value === undefined ? "" : `, ${value}`;
      return `- check ${oneLine(name)}: ${passed ? "passed" : "failed"}${figure}`;
    }),
    ...(result.artifacts ?? []).map(({ status, path }) => `- ${status}: ${oneLine(path)}`),
    ...(result.diff ? [`- diff: ${attachmentCommand(result.diff.id)} --out -`] : []),
  ];
}

function progressLines(task: Shown["task"]): string[] {
  const { progress } = task;
  if (!progress || task.endedAt !== null) return [];
  return [
    ...(progress.percent === undefined ? [] : [`${progress.percent} %`]),
    ...(progress.action ? [quoted("- now", progress.action)] : []),
    ...(progress.blockers ?? []).map(({ id, description, requiresAgent }) =>
      quoted(`- blocker ${id}${requiresAgent ? `, needs ${oneLine(requiresAgent)}` : ""}`, description),
    ),
    ...(progress.checks ?? []).map((one) => `- ${oneLine(checkText(one))}`),
    ...progress.completed.map((text) => quoted("- done", text)),
    ...progress.remaining.map((text) => quoted("- left", text)),
    ...progress.artifacts.map(({ status, path }) => `- ${status}: ${oneLine(path)}`),
  ];
}

/** One reviewer's verdict in one round. */
function reviewLines({ round, role, by, passed, verdict }: Shown["reviews"][number]): string[] {
  if (passed === null || !verdict) return [`- round ${round}, ${role}: awaited`];
  const who = by ? by.name : "waived by a person";
  const said = passed ? "passed" : "not passed";
  return [
    quoted(`- round ${round}, ${role} (${who}), ${said}`, verdict.summary),
    ...verdict.mustFix.map((text) => quoted("must change", text, "    ")),
    ...verdict.findings.map(({ severity, file, line, issue, suggestion }) => {
      const where = `${oneLine(file)}${line === undefined ? "" : `:${line}`}`;
      const all = suggestion ? `${issue}\nSuggested: ${suggestion}` : issue;
      return quoted(`${severity}, ${where}`, all, "    ");
    }),
  ];
}

/** Why a task can't continue, in those words. */
export function blockedText(text: string): string {
  const line = oneLine(text);
  return line.startsWith("Blocked: ") ? line : `Blocked: ${line}`;
}
