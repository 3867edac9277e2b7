import type { Reply } from "@squadroom/client/call";
import { estimateText } from "@squadroom/core/session/estimate-text";
import { foundIn, foundText } from "@squadroom/core/session/found";
import type { BatchRecord } from "@squadroom/core/session/record";
import { isScouting } from "@squadroom/core/session/rescout";
import { isReported, usdText } from "@squadroom/core/usage/usage";
import { own } from "../own-command.ts";
import { oneLine, quoted } from "../quoting.ts";
import { usageText } from "../usage-options.ts";
import { columns, dated } from "../words.ts";
import { budgetText } from "./session-budget.ts";

type Shown = Reply<"getSession">;
type Session = NonNullable<Shown["session"]>;
type Entry = Shown["entries"][number];

/** A session whole, while it runs and after it ended: what was answered, chosen, designed, planned, done and said. */
export function sessionText(shown: Shown): string {
  const { row, description, entries, session } = shown;
  const level = row.level ? `, ${row.level}` : "";
  const ended =
    row.endedAt === null ? "" : `, ${dated(row.endedAt)}: ${oneLine(row.endReason || "done")}`;
  const lines = [
    `Session ${row.id}: ${oneLine(row.title)}`,
    `${statusText(row)} at ${row.step}${level}${ended}`,
    `Used: ${usageText(row.usage)}${row.budget ? `; budget: ${budgetText(row.budget, row.usage)}` : ""}.`,
    ...boundaryText(session),
    ...(session && row.endedAt === null ? nowText(session, shown) : []),
    ...(description === "" ? [] : ["", quoted("Description", description)]),
    ...(session ? [...answersText(session), ...approachText(session), ...designText(session)] : []),
    ...(session ? shown.batches.flatMap((batch) => batchText(session, batch)) : []),
    ...gatesText(shown),
    ...(entries.length > 0 ? ["", "What was said:"] : []),
    ...entries.map(entryText),
  ];
  return lines.join("\n");
}

export function statusText({ status, isParked, batch }: Shown["row"]): string {
  const parked = isParked ? ", parked" : "";
  const of = batch ? `, batch ${batch.at} of ${batch.of}` : "";
  return `${status.replaceAll("_", " ")}${parked}${of}`;
}

/** Where one that has not ended stands. */
function nowText(session: Session, { estimate, pending }: Shown): string[] {
  return [
    ...servedLine(session),
    ...(isScouting(session)
      ? [`A scout looks again, as ${session.rescout?.work.taskId}; the next plan waits for it.`]
      : []),
    ...(session.work
      ? [`An agent is asked for it: ${session.work.taskId} (${session.work.step}).`]
      : []),
    ...(estimate ? [`The plan: ${estimateText(estimate)}`] : []),
    ...(pending.length > 0
      ? [`Waits for a person: ${pending.join(", ")}. \`${own("decisions")}\` has the answers.`]
      : []),
  ];
}

function servedLine(session: Session): string[] {
  const served = session.proposals.scout?.servedFrom;
  if (!served) return [];
  const of =
    served.sessionId === null ? "the room's scouts" : `the scout of session ${served.sessionId}`;
  return [
    `Served from ${of}, of ${dated(served.at)}. \`${own(`session scout ${session.id}`)}\` makes one anew.`,
  ];
}

function boundaryText(session: Shown["session"]): string[] {
  const { allowed = [], forbidden = [] } = session?.boundaries ?? {};
  return [
    ...(allowed.length > 0 ? [`May change only: ${allowed.join(", ")}`] : []),
    ...(forbidden.length > 0 ? [`Must not change: ${forbidden.join(", ")}`] : []),
  ];
}

function answersText({ proposals, answers }: Session): string[] {
  const questions = proposals.questions?.value.questions ?? [];
  if (questions.length === 0) return [];
  return [
    "",
    "Questions:",
    ...questions.flatMap(({ id, text }, i) => {
      const answer = answers[id];
      const said = answer
        ? `${[answer.option, answer.text].filter(Boolean).join(". ")} (${answer.by.name})`
        : "not answered; the agents judge";
      return [quoted(`${i + 1} [${id}]`, text), quoted("Answer", said, "   ")];
    }),
  ];
}

function approachText({ proposals, approachId }: Session): string[] {
  const approaches = proposals.approaches?.value.approaches ?? [];
  const chosen = approaches.find(({ id }) => id === approachId);
  if (!chosen) return [];
  return [
    "",
    `The way chosen: ${oneLine(chosen.title)} [${chosen.id}]`,
    quoted("Summary", chosen.summary),
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
  { batch, plan, execution, review }: BatchRecord,
): string[] {
  const of = batch === null ? undefined : batches?.[batch];
  const name =
    of && batch !== null
      ? `Batch ${batch + 1}: ${oneLine(of.title)}, ${of.state.replace("_", " ")}`
      : "Tasks:";
  const planned = plan?.value.tasks ?? [];
  const rows = execution
    ? Object.entries(execution.outcomes).map(([id, one]) => [
        id,
        one.state.replace("_", " ") + (one.unreviewed ? ", unreviewed" : ""),
        one.author?.name ?? "",
        isReported(one.usage) ? `${usdText(one.usage.costUsdMicros)} USD` : "",
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
    ...(of?.tally ? [`  Used by its tasks: ${usageText(of.tally.usage)}`] : []),
    ...reviewText(review),
  ];
}

function reviewText(review: BatchRecord["review"]): string[] {
  if (!review) return [];
  const { passed, summary } = review.value;
  return [
    quoted(`Review by ${review.by.name}, ${passed ? "passed" : "not passed"}`, summary, "  "),
    ...foundIn(review.value).map((one) => quoted("- found", foundText(one), "  ")),
  ];
}

function gatesText({ row, gates, session }: Shown): string[] {
  if (!session || gates.length === 0) return [];
  return [
    "",
    `Gates (${session.gates.preset}; \`${own(`session status ${row.id}`)}\` has the evidence):`,
    columns(
      gates.map(({ phase, batch, state }) => [
        batch === null ? phase : `${phase}, batch ${batch + 1}`,
        state.replaceAll("_", " "),
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
