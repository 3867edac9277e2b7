import type { Reply } from "@squadroom/client/call";
import { listed } from "@squadroom/core/kernel/words";
import { resultOf, type Said } from "@squadroom/core/session/discussion/verdict";
import { ruledText } from "@squadroom/core/session/pipeline/ruled-text";
import type { StepKind } from "@squadroom/core/session/pipeline/standing";
import { stepsDone } from "@squadroom/core/session/pipeline/steps";
import type { DiscussionVerdict } from "@squadroom/core/session/record/discussion";
import type { PipelineSession } from "@squadroom/core/session/record/session";
import { workerKindText, workerRoundText, workerTookText } from "@squadroom/core/session/workers-text";
import { own } from "../own-command.ts";
import { named, oneLine, quoted } from "../quoting.ts";
import { columns, dated } from "../words.ts";

type Shown = Reply<"getSession">;

const RULINGS_SHOWN = 6;
const STALL_SHOWN = 5;

const STATES: Record<StepKind, string> = {
  done: "done",
  working: "under way",
  waiting: "needs a person",
  ready: "ready",
  blocked: "waiting",
  bad: "failed",
  replaced: "replaced",
};

/** That a pipeline isn't moving, and why. */
export function stallText({ stall, row }: Pick<Shown, "stall" | "row">): string[] {
  if (!stall) return [];
  const shown = stall.slice(0, STALL_SHOWN);
  const left = stall.length - shown.length;
  const held = stall.some(({ kind }) => kind === "dispatch");
  return [
    "It isn't moving:",
    ...shown.map(({ taskId, text }) => `  ${taskId ? `${taskId}: ` : ""}${oneLine(text)}`),
    ...(left > 0 ? [`  ${left} more: see its steps.`] : []),
    ...(held ? [`  \`${own(`dispatch ${row.id}`)}\` starts what waits for the coordinator.`] : []),
  ];
}

/** Each step of a pipeline and its state, with the reason below it. */
export function pipelineText({ session, steps }: { session: PipelineSession; steps: Shown["steps"] }): string[] {
  const { done, all } = stepsDone(session);
  const rows = steps.map(({ id, taskId, kind, title }) => [taskId ?? id, STATES[kind], oneLine(title)]);
  const lines = rows.length === 0 ? [] : columns(rows).split("\n");
  return [
    "",
    `Steps of ${oneLine(session.pipeline.title)}, ${done} of ${all} done:`,
    ...steps.flatMap(({ why, decisionId }, i) => [
      lines[i] ?? "",
      ...why.map((text) => `    ${oneLine(text)}`),
      ...(decisionId === null ? [] : [`    Decision ${decisionId}`]),
    ]),
    ...rulingsText({ session }),
  ];
}

/** What each role of a pipeline did. */
export function workersText({ workers }: Pick<Shown, "workers">): string[] {
  if (workers.length === 0) return [];
  return [
    "",
    "Workers:",
    ...workers.flatMap((one) => [
      [
        `${one.role}: ${workerKindText(one)}`,
        ...(one.tasks.length > 0 ? [one.tasks.map(({ taskId }) => taskId).join(", ")] : []),
        ...(one.kind === "idle" ? [] : [workerTookText(one)]),
      ].join("; "),
      ...named("Artifacts", one.artifacts),
      ...named("Discussions", [one.discussions.map(workerRoundText).join("; ")].filter(Boolean)),
      ...one.discussions.flatMap(({ taskId, actionItems }) =>
        actionItems.map((text) => quoted(`- ${taskId}, to do`, text, "  ")),
      ),
      ...one.keyDecisions.map(({ taskId, text }) => quoted(`- ${taskId} decided`, text, "  ")),
      ...one.warnings.map(({ taskId, text }) => quoted(`- ${taskId} warns`, text, "  ")),
    ]),
  ];
}

/** What started and why, the latest first. */
export function rulingsText({ session }: { session: PipelineSession }): string[] {
  const rulings = session.dispatch.rulings.slice(0, RULINGS_SHOWN);
  if (rulings.length === 0) return [];
  return ["", "Latest moves:", ...rulings.map((one) => `  ${dated(one.at)} ${oneLine(ruledText(one, session))}`)];
}

/** The latest lines that its roles logged. */
export function logText({ row, log, logLeft }: Pick<Shown, "row" | "log" | "logLeft">): string[] {
  if (log.length === 0) return [];
  const more = logLeft ? ` (the latest; more: \`${own(`session show ${row.id} --log 200`)}\`)` : "";
  return [
    "",
    `Log${more}:`,
    ...log.map(({ at, taskId, type, text, ref, messageId }) => {
      const about = [taskId, ...(ref ? [oneLine(ref)] : [])].join(", ");
      const isCut = text.length >= 1000;
      const whole = isCut ? `\n    Whole: \`${own(`message show ${messageId}`)}\`` : "";
      return `  ${dated(at)} ${oneLine(type)}, ${about}: ${oneLine(text)}${whole}`;
    }),
  ];
}

/** Why a point of view contributed nothing. */
function skippedText(verdict: DiscussionVerdict | null, name: string): string {
  const found = verdict?.skipped.find((one) => one.name === name);
  return found ? `skipped. ${oneLine(found.why)}` : "not yet";
}

/** Discussions in full, the oldest first. @param name a round, or the task that they are about */
export function discussionText({ session }: Pick<Shown, "session">, name: string): string[] {
  const found = (session?.discussions ?? []).filter(({ round, taskId }) => round === name || taskId === name);
  return found.flatMap((one, i) => {
    const { round, taskId, by, verdict, perspectives, artifact } = one;
    const result = resultOf(one);
    const how = verdict
      ? [
          verdict.outcome,
          ...(verdict.severity === "none" ? [] : [verdict.severity.toUpperCase()]),
          ...(verdict.averageRating === null ? [] : [`${verdict.averageRating.toFixed(1)} of 5`]),
          ...(verdict.skipped.length === 0
            ? []
            : [`judged from ${perspectives.length - verdict.skipped.length} of ${perspectives.length} points of view`]),
        ].join(", ")
      : "under way";
    const all = (title: string, said: readonly Said[]) =>
      said.length === 0
        ? []
        : [`${title}:`, ...said.map(({ text, by: who }) => quoted(`- ${listed(who)}`, text, "  "))];
    return [
      ...(i > 0 ? [""] : []),
      `${round} on ${taskId} by ${oneLine(by.name)}: ${how}`,
      ...(result.recommendation ? [`Recommendation: ${result.recommendation}`] : []),
      ...(artifact ? [`About ${oneLine(artifact)}`] : []),
      "Points of view:",
      ...perspectives.map(({ name: view, by: who, reply }) =>
        reply
          ? quoted(`- ${view}, ${oneLine(who ?? "")}: ${reply.rating} of 5`, reply.summary, "  ")
          : `  - ${view}: ${skippedText(verdict, view)}`,
      ),
      ...all("Agreed", result.convergent),
      ...all("Differ", result.divergent),
      ...all("Missing", result.missing),
      ...all(
        "Risks",
        result.risks.map(({ severity, text, by: who }) => ({
          text,
          by: [`${listed(who)}, ${severity}`],
        })),
      ),
      ...all("Action items", result.actionItems),
    ];
  });
}
