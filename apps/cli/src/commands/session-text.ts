import type { Reply } from "@squadroom/client/call";
import type { SessionStep } from "@squadroom/core/flow/steps";
import { unreachable } from "@squadroom/core/kernel/unreachable";
import type { BatchRecord } from "@squadroom/core/session/batch/record";
import { turnOf } from "@squadroom/core/session/plan/assignment";
import { estimateText } from "@squadroom/core/session/plan/estimate-text";
import { gateText } from "@squadroom/core/session/record/gate";
import type { PipelineSession } from "@squadroom/core/session/record/session";
import { isScouting } from "@squadroom/core/session/scout/rescout";
import { foundIn, foundText } from "@squadroom/core/task/found";
import { outputText } from "@squadroom/core/task/outputs";
import { costUsdText, isReported, usageText } from "@squadroom/core/usage/usage";
import { own } from "../own-command.ts";
import { named, oneLine, quoted } from "../quoting.ts";
import { columns, dated } from "../words.ts";
import { budgetText } from "./session-budget.ts";
import { logText, pipelineText, stallText, workersText } from "./session-pipeline-text.ts";

type Shown = Reply<"getSession">;
type Session = NonNullable<Shown["session"]>;
type Entry = Shown["entries"][number];

/** What the text of a session says of its flow. */
interface FlowText<S extends Session = Session> {
  /** Where it stands, where that says more than its status. */
  place(row: Pick<Shown["row"], "step">): string;
  work(session: S, shown: Shown): string[];
  /** Whether what people chose is told besides what they wrote: no step shows it. */
  tellsChoices: boolean;
}

const TALKED: FlowText = {
  place: ({ step }) => (step === "done" ? "" : ` at ${step}`),
  work: (session, shown) => shown.batches.flatMap((batch) => batchText(session, batch, shown)),
  tellsChoices: false,
};
const STEPPED: FlowText<PipelineSession> = {
  place: () => "",
  work: (session, { steps }) => pipelineText({ session, steps }),
  tellsChoices: true,
};
const FLOW_TEXT: Record<Session["flow"], FlowText> = { brainstorm: TALKED, pipeline: STEPPED };

/** Of one that ended before rooms kept how: as if it was talked through. */
function textOfFlow(session: Session | null): FlowText {
  return FLOW_TEXT[session?.flow ?? "brainstorm"];
}

/** A session in full, while it runs and after its end: what was answered, chosen, designed, planned, done and said. */
export function sessionText(shown: Shown): string {
  const { row, description, entries, session } = shown;
  const flow = textOfFlow(session);
  const level = row.level ? `, ${row.level}` : "";
  const ended = row.endedAt === null ? "" : `, ${dated(row.endedAt)}: ${oneLine(row.endReason || "done")}`;
  const lines = [
    `Session ${row.id}: ${oneLine(row.title)}`,
    `${statusText(row)}${flow.place(row)}${level}${ended}`,
    ...stallText(shown),
    `Used: ${usageText(row.usage)}${row.budget ? `; budget: ${budgetText(row.budget, row.usage)}` : ""}.`,
    ...boundaryText(session),
    ...(session && row.endedAt === null ? nowText(session, shown) : []),
    ...(description === "" ? [] : ["", quoted("Description", description)]),
    ...(session ? [...answersText(session), ...approachText(session), ...designText(session)] : []),
    ...(session ? flow.work(session, shown) : []),
    ...workersText(shown),
    ...logText(shown),
    ...decidedText(shown),
    ...gatesText(shown),
    ...(entries.length > 0 ? ["", "What was said:"] : []),
    ...entries.map(entryText),
  ];
  return lines.join("\n");
}

/** One step of a session as text: what was presented there, answered, done and found. @param batch from 1 */
export function stepText(shown: Shown, step: SessionStep, batch: number | null): string[] {
  const { session } = shown;
  if (!session) return [];
  const { proposals } = session;
  const records = shown.batches.filter((one) => batch === null || one.batch === batch - 1);
  switch (step) {
    case "scout":
      return scoutText(proposals.scout);
    case "triage":
      return triageText(session);
    case "approaches":
      return [...approachesText(session), ...approachText(session)];
    case "questions":
      return answersText(session);
    case "design":
      return designText(session);
    case "plan":
      return records.flatMap((record) => planText(session, record));
    case "execute":
    case "review":
    case "done":
      return records.flatMap((record) => batchText(session, record, shown));
    default:
      return unreachable(step);
  }
}

function scoutText(scout: Session["proposals"]["scout"]): string[] {
  if (!scout) return [];
  const { angle, top5, patterns, files, notes } = scout.value;
  return [
    quoted(`By ${scout.by.name}, looking for`, angle),
    ...top5.map((text) => quoted("- matters most", text)),
    ...patterns.map((text) => quoted("- pattern", text)),
    ...files.map(({ path, why }) => quoted(`- ${oneLine(path)}`, why ?? "")),
    ...(notes ? [quoted("Notes", notes)] : []),
  ];
}

function triageText({ proposals: { triage }, complexity, batches, splits }: Session): string[] {
  if (!triage) return [];
  const part = (name: string) => (one: { title: string; description: string }, i: number) =>
    quoted(`${name} ${i + 1}, ${oneLine(one.title)}`, one.description);
  return [
    quoted(`${triage.by.name} proposes ${triage.value.level}`, triage.value.reasoning),
    ...(complexity ? [`Decided: ${complexity.level} (${complexity.how})`] : []),
    ...(batches ?? triage.value.batches).map(part("Batch")),
    ...(splits ?? triage.value.splits).map(part("Split off")),
  ];
}

function approachesText({ proposals }: Session): string[] {
  const { approaches = [], recommendation, reasoning } = proposals.approaches?.value ?? {};
  return [
    ...approaches.flatMap(({ id, title, summary, tradeoffs, taskEstimate }) => [
      quoted(`[${id}] ${oneLine(title)}`, summary),
      quoted("For and against", tradeoffs, "   "),
      `   Estimate: ${taskEstimate} ${taskEstimate === 1 ? "task" : "tasks"}`,
    ]),
    ...(recommendation ? [quoted(`Recommended: ${oneLine(recommendation)}`, reasoning ?? "")] : []),
  ];
}

function planText({ batches }: Session, { batch, plan }: BatchRecord): string[] {
  const title = batch === null ? undefined : batches?.[batch]?.title;
  return [
    "",
    title === undefined ? "Plan:" : `Plan of batch ${(batch ?? 0) + 1}: ${oneLine(title)}`,
    ...(plan?.value.tasks ?? []).flatMap((task) => [
      [
        `${task.id} ${oneLine(task.title)}`,
        ...(task.requires.length > 0 ? [`after ${task.requires.join(", ")}`] : []),
        ...turnOf(task),
      ].join(", "),
      quoted("Instruction", task.instruction, "  "),
      ...named("Files", task.files),
      ...named("Outputs", (task.outputs ?? []).map(outputText)),
      ...named("May change only", task.boundaries?.allowed ?? []),
      ...named("Must not change", task.boundaries?.forbidden ?? []),
      ...task.successCriteria.map((text) => quoted("- criterion", text, "  ")),
    ]),
  ];
}

export function statusText({ status, isParked, batch }: Shown["row"]): string {
  const parked = isParked ? ", parked" : "";
  const of = batch ? `, batch ${batch.at} of ${batch.of}` : "";
  return `${status.replaceAll("_", " ")}${parked}${of}`;
}

/** Where a session that has not ended is. */
function nowText(session: Session, { estimate, pending }: Shown): string[] {
  return [
    ...servedLine(session),
    ...(isScouting(session)
      ? [`Another scout is looking, as ${session.rescout?.work.taskId}; the next plan waits for it.`]
      : []),
    ...(session.work ? [`An agent works on it: ${session.work.taskId} (${session.work.step}).`] : []),
    ...(estimate ? [`The plan: ${estimateText(estimate)}`] : []),
    ...(pending.length > 0
      ? [`Waits for a person: ${pending.join(", ")}. \`${own("decisions")}\` has the answers.`]
      : []),
  ];
}

function servedLine(session: Session): string[] {
  const served = session.proposals.scout?.servedFrom;
  if (!served) return [];
  const of = served.sessionId === null ? "the room's scouts" : `the scout of session ${served.sessionId}`;
  return [`Served from ${of}, of ${dated(served.at)}. \`${own(`session scout ${session.id}`)}\` starts a new one.`];
}

function boundaryText(session: Shown["session"]): string[] {
  const { allowed = [], forbidden = [] } = session?.boundaries ?? {};
  return [
    ...(allowed.length > 0 ? [`May change only: ${allowed.join(", ")}`] : []),
    ...(forbidden.length > 0 ? [`Must not change: ${forbidden.join(", ")}`] : []),
  ];
}

function answersText({ proposals, answers, gates, step }: Session): string[] {
  const questions = proposals.questions?.value.questions ?? [];
  if (questions.length === 0) return [];
  return [
    "",
    "Questions:",
    ...questions.flatMap(({ id, text }, i) => {
      const answer = answers[id];
      const said = answer
        ? `${[answer.option, answer.text].filter(Boolean).join(". ")} (${answer.by.name})`
        : gates.settled.questions || step === "questions"
          ? "not answered; the agents judge"
          : "no longer asked: the step was skipped; the agents judge";
      return [quoted(`${i + 1} [${id}]`, text), quoted("Answer", said, "   ")];
    }),
  ];
}

function approachText({ proposals, approachId, approachBy }: Session): string[] {
  const approaches = proposals.approaches?.value.approaches ?? [];
  const chosen = approaches.find(({ id }) => id === approachId);
  const by = approachBy === "agent" ? ", by the author of the design" : "";
  if (!chosen) return approachId === null ? [] : ["", `Chosen approach${by}: ${oneLine(approachId)}`];
  return [
    "",
    `Chosen approach${by}: ${oneLine(chosen.title)} [${chosen.id}]`,
    quoted("Summary", chosen.summary),
    quoted("For and against", chosen.tradeoffs),
    `Estimate: ${chosen.taskEstimate} ${chosen.taskEstimate === 1 ? "task" : "tasks"}`,
  ];
}

function designText({ proposals, sections }: Session): string[] {
  return (proposals.design?.value.sections ?? []).flatMap(({ id, title, content }, i) => {
    const approval = sections[id];
    const by = approval ? `, approved by ${approval.by.name}` : ", not approved";
    return ["", `Design ${i + 1}: ${oneLine(title)}${by}`, quoted("Content", content)];
  });
}

function batchText(
  { batches }: Session,
  { batch, plan, execution }: BatchRecord,
  { reviews }: Pick<Shown, "reviews">,
): string[] {
  const of = batch === null ? undefined : batches?.[batch];
  const name =
    of && batch !== null ? `Batch ${batch + 1}: ${oneLine(of.title)}, ${of.state.replaceAll("_", " ")}` : "Tasks:";
  const planned = plan?.value.tasks ?? [];
  const rows = execution
    ? Object.entries(execution.outcomes).map(([id, one]) => [
        id,
        one.state.replace("_", " ") + (one.unreviewed ? ", unreviewed" : ""),
        one.author?.name ?? "",
        isReported(one.usage) ? costUsdText(one.usage) : "",
        oneLine(one.title),
      ])
    : planned.map(({ id, title }) => [id, "planned", "", "", oneLine(title)]);
  return [
    "",
    name,
    ...(rows.length > 0 ? [columns(rows)] : []),
    ...Object.entries(execution?.outcomes ?? {}).flatMap(([id, { carried }]) =>
      carried.map((one) => quoted(`${id} carries over`, foundText(one), "  ")),
    ),
    ...(of?.tally && isReported(of.tally.usage) ? [`  Used by its tasks: ${usageText(of.tally.usage)}`] : []),
    ...reviews.filter((one) => one.batch === batch).flatMap(reviewText),
  ];
}

/** One reviewer's verdict in one round, and who let it pass all the same. */
function reviewText(review: Shown["reviews"][number]): string[] {
  const { taskId, round, role, by, passed, summary, letStand } = review;
  const of = taskId === null ? "Review of the whole" : `Review of ${taskId}`;
  const who = by ? `${by} (${role})` : `${role}, waived by a person`;
  return [
    quoted(`${of}, round ${round}, by ${who}, ${passed ? "passed" : "not passed"}`, summary, "  "),
    ...foundIn(review as Parameters<typeof foundIn>[0]).map((one) => quoted("- found", foundText(one), "  ")),
    ...(letStand ? [quoted(`- accepted by ${letStand.by}`, letStand.reason, "  ")] : []),
  ];
}

/** What people said besides what they chose; for a pipeline, whose checkpoints say no more, also what they chose. */
function decidedText({ decided, session }: Pick<Shown, "decided" | "session">): string[] {
  const isWhole = textOfFlow(session).tellsChoices;
  const shown = decided.filter(({ note }) => isWhole || note !== "");
  if (shown.length === 0) return [];
  return [
    "",
    isWhole ? "Decisions:" : "Notes on decisions:",
    ...shown.map(({ at, by, step, batch, chosen, note }) => {
      const of = batch === null ? "" : ` of batch ${batch + 1}`;
      const where = isWhole ? `, ${dated(at)}` : ` at ${step}${of}`;
      const head = `- ${by}${where}, with “${oneLine(chosen)}”`;
      return note === "" ? `  ${head}` : quoted(head, note, "  ");
    }),
  ];
}

function gatesText({ row, gates, session }: Shown): string[] {
  if (!session || gates.length === 0) return [];
  return [
    "",
    `Gates (${session.gates.preset}; \`${own(`session status ${row.id}`)}\` has the evidence):`,
    columns(
      gates.map((gate) => [
        gate.batch === null ? gate.phase : `${gate.phase}, batch ${gate.batch + 1}`,
        gateText(gate),
      ]),
    ),
  ];
}

function entryText({ at, by, step, kind, content, version, chosen }: Entry): string {
  const of = version === null ? "" : ` (version ${version})`;
  const refused = kind === "refusal" ? ", reply not used" : "";
  const said = [chosen, content].filter(Boolean).join(": ");
  return quoted(`${dated(at)} ${by}, ${step}${of}${refused}`, said);
}
