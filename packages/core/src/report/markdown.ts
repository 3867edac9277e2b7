import { fixesText } from "../error/reported-error.ts";
import { counted, durationText } from "../kernel/words.ts";
import { inCell } from "../metrics/worklog.ts";
import { workerKindText, workerTookText } from "../session/workers-text.ts";
import { costUsdText, isReported, knownCost, tokensOf, type Usage, usdText } from "../usage/usage.ts";
import { type ImportedFacts, importedText } from "./imported.ts";
import type { ReportFinding, SessionReport } from "./report.ts";

/** The report as a document that can be read without the server. Times are UTC. */
export function reportMarkdown(report: SessionReport): string {
  const { title, sessionId, status, reason, room, imported } = report;
  if (imported) return importedMarkdown(report, imported);
  return [
    `# ${inCell(title)}`,
    `Session ${sessionId} of ${inCell(room)}, ${status}${reason === "" ? "" : `: ${inCell(reason).replace(/\.$/, "")}`}. ${periodText(report)}`,
    figuresText(report),
    section("Asked", [quote(report.asked.text), askedText(report)]),
    section("Decided", table(["about", "what", "by", "when"], decidedRows(report))),
    section("Who did what", [
      ...table(["agent", "role", "tasks", "reviews", "sent back", "time", "cost"], agentRows(report)),
      ...table(["task", "title", "outcome", "by", "rounds", "changes"], taskRows(report)),
    ]),
    section("Findings", table(["state", "finding", "where", "found in"], findingRows(report))),
    section("Discussions", [
      ...table(["step", "round", "verdict", "average", "ratings"], discussionRows(report)),
      actionLines(report),
    ]),
    section("Workers", [
      ...table(["role", "report", "tasks", "artifacts", "took"], workerRows(report)),
      workerLines(report),
    ]),
    section("Checks", table(["phase", "check", "outcome", "evidence"], checkRows(report))),
    section("Artifacts", table(["path", "status", "lines", "by", "task"], artifactRows(report))),
    section("Errors", table(["severity", "error", "fixes", "by", "task"], errorRows(report))),
    section("Cost and time", costLines(report)),
    section("Open", table(["what", "of", "text"], openRows(report))),
  ]
    .filter((part) => part !== "")
    .join("\n\n")
    .concat("\n");
}

/** What an imported session has to say is in its files. */
function importedMarkdown(report: SessionReport, of: ImportedFacts): string {
  const { title, sessionId, status, reason, room, asked } = report;
  const from = of.startedAt === null ? "" : ` Started ${dated(of.startedAt)}.`;
  const to = of.endedAt === null ? "" : ` Ended ${dated(of.endedAt)}.`;
  return [
    `# ${inCell(title)}`,
    `Session ${sessionId} of ${inCell(room)}, ${status}: ${inCell(reason)}.${from}${to}`,
    importedText(of),
    section("Asked", [quote(asked.text)]),
    section("The report that came with it", [of.summary === "" ? "" : quote(of.summary)]),
  ]
    .filter((part) => part !== "")
    .join("\n\n")
    .concat("\n");
}

/** Nothing if it has no content. */
function section(title: string, parts: readonly string[]): string {
  const said = parts.filter((part) => part !== "");
  return said.length === 0 ? "" : [`## ${title}`, ...said].join("\n\n");
}

function table(head: readonly string[], rows: readonly (readonly string[])[]): string[] {
  if (rows.length === 0) return [];
  const line = (cells: readonly string[]) => `| ${cells.map(inCell).join(" | ")} |`;
  return [[line(head), `|${head.map(() => "---").join("|")}|`, ...rows.map(line)].join("\n")];
}

/** What people wrote, as they wrote it; none of its lines ends the quotation. */
function quote(text: string): string {
  return text
    .trim()
    .split(/\r\n|[\n\r\u2028\u2029\u0085\v\f]/)
    .map((line) => `> ${line.replace(/[<&]/g, (sign) => (sign === "<" ? "&lt;" : "&amp;"))}`)
    .join("\n");
}

function periodText({ startedAt, createdAt, endedAt }: SessionReport): string {
  const from = startedAt === null ? `Created ${dated(createdAt)}, never started` : dated(startedAt);
  return `${from}${startedAt === null ? "; ended" : " to"} ${dated(endedAt)}.`;
}

function figuresText({ figures }: SessionReport): string {
  const { tasks, passed, steps, changes, findings, fixed, tookMs, waitedMs } = figures;
  const parts = [
    steps
      ? `${steps.passed} of ${counted(steps.count, "step", "steps")} done, in ${counted(tasks, "task", "tasks")}`
      : tasks === 0
        ? "No tasks"
        : `${passed} of ${counted(tasks, "task", "tasks")} passed`,
    changes ? `${counted(changes.files, "file", "files")} (+${changes.added} −${changes.removed})` : "",
    findings === 0 ? "no findings" : `${counted(findings, "finding", "findings")}, ${fixed} fixed`,
    tookMs === null ? "" : `${durationText(tookMs)}`,
    waitedMs === 0 ? "" : `${durationText(waitedMs)} of it waiting for people`,
  ];
  return `${parts.filter((part) => part !== "").join("; ")}.`;
}

function askedText({ asked }: SessionReport): string {
  const { by, level, questions, answered } = asked;
  const judged = level === null ? "" : ` Judged as ${level}.`;
  const talked = questions === 0 ? "" : ` ${counted(questions, "question", "questions")}, ${answered} answered.`;
  return `By ${inCell(by)}.${judged}${talked}`;
}

function decidedRows({ decided }: SessionReport): string[][] {
  return decided.map(({ about, what, note, by, at }) => [
    about,
    note === "" ? what : `${what}: ${note}`,
    by,
    dated(at),
  ]);
}

function agentRows({ agents }: SessionReport): string[][] {
  return agents.map(({ name, role, tasks, reviews, sentBack, workMs, usage }) => [
    name,
    role,
    String(tasks),
    String(reviews),
    String(sentBack),
    `${durationText(workMs)}`,
    costText(usage),
  ]);
}

function taskRows({ tasks }: SessionReport): string[][] {
  return tasks.map(({ taskId, title, state, standing, author, rounds, unreviewed, changes }) => [
    taskId,
    title,
    `${(standing ?? state).replace("_", " ")}${unreviewed ? ", unreviewed" : ""}`,
    author ?? "",
    String(rounds),
    changes === null ? "" : `+${changes.added} −${changes.removed}`,
  ]);
}

function discussionRows({ discussions }: SessionReport): string[][] {
  return discussions.map(({ step, round, outcome, severity, averageRating, ratings }) => [
    step,
    round,
    outcome === "skipped" || severity === "none" ? outcome : `${outcome}, ${severity.toUpperCase()}`,
    averageRating?.toFixed(1) ?? "",
    ratings.map(({ name, rating }) => `${name} ${rating ?? "–"}`).join(", "),
  ]);
}

/** What was to be done, and what was passed with the work. */
function actionLines({ discussions }: SessionReport): string {
  return discussions
    .flatMap(({ step, actionItems, warnings }) => [
      ...actionItems.map(({ text, by }) => `- ${step}: ${inCell(text)} (${inCell(by.join(", "))})`),
      ...warnings.map((text) => `- ${step}, warning: ${inCell(text)}`),
    ])
    .join("\n");
}

function workerRows({ workers }: SessionReport): string[][] {
  return workers.map((one) => [
    one.role,
    workerKindText(one),
    one.tasks.map(({ taskId }) => taskId).join(", "),
    one.artifacts.join(", "),
    one.kind === "idle" ? "" : workerTookText(one),
  ]);
}

/** Each one's decisions and warnings; its rounds are among the discussions. */
function workerLines({ workers }: SessionReport): string {
  return workers
    .flatMap(({ keyDecisions, warnings }) => [
      ...keyDecisions.map(({ taskId, text }) => `- ${taskId}, decided: ${inCell(text)}`),
      ...warnings.map(({ taskId, text }) => `- ${taskId}, warning: ${inCell(text)}`),
    ])
    .join("\n");
}

function findingRows({ findings }: SessionReport): string[][] {
  return findings.map((one) => [
    one.state,
    `${one.severity === null ? "" : `${one.severity}: `}${one.issue}`,
    whereText(one),
    `${one.taskId ?? "the whole"}, round ${one.round}`,
  ]);
}

/** `src/a.ts:12`, or nothing. */
export function whereText({ file, line }: Pick<ReportFinding, "file" | "line">): string {
  return file === null ? "" : `${file}${line === null ? "" : `:${line}`}`;
}

function checkRows({ checks }: SessionReport): string[][] {
  return checks.map(({ phase, batch, check, outcome, text }) => [
    batch === null ? phase : `${phase}, batch ${batch + 1}`,
    check,
    outcome,
    text,
  ]);
}

function artifactRows({ artifacts }: SessionReport): string[][] {
  return artifacts.map(({ path, status, lines, taskId, by }) => [
    path,
    status,
    lines === null ? "" : String(lines),
    by,
    taskId,
  ]);
}

function errorRows({ errors }: SessionReport): string[][] {
  return errors.map(({ severity, message, fixes, by, taskId }) => [severity, message, fixesText(fixes), by, taskId]);
}

function costLines({ figures }: SessionReport): string[] {
  const { usage, estimateUsdMicros, workMs, waitedMs, longestWait } = figures;
  const lines = [
    `- Cost: ${costText(usage) || "nobody reported any"}${estimateUsdMicros === null ? "" : `; the plans estimated ${usdText(estimateUsdMicros)} USD`}`,
    `- Tokens: ${tokensOf(usage) || "nobody reported any"}${usage.unpricedTokens === 0 ? "" : `, ${usage.unpricedTokens} of them without a known price`}`,
    `- Agents worked: ${durationText(workMs)}`,
    `- Waited for people: ${durationText(waitedMs)}${longestWait === null ? "" : `; the longest wait, ${durationText(longestWait.ms)}, was for ${inCell(longestWait.about)}`}`,
  ];
  return [lines.join("\n")];
}

function openRows({ open }: SessionReport): string[][] {
  return open.map(({ kind, of, text }) => [kind, of, text]);
}

/** Nothing if nothing was reported; an unknown price is never 0. */
function costText(usage: Usage): string {
  if (!isReported(usage)) return "";
  return knownCost(usage) === "none" ? "unknown" : costUsdText(usage);
}

/** UTC, to the minute. */
function dated(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace("T", " ")} UTC`;
}
