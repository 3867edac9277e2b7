import { revisionOf } from "../../pipeline/pipeline.ts";
import { type Decided, taskOfNote } from "../../session/record/decided.ts";
import type { Session } from "../../session/record/session.ts";
import type { Task } from "../../task/task.ts";
import { showSessionCommand } from "../commands.ts";
import { inline } from "../markdown.ts";
import { beginningOf, type Part } from "./budget.ts";
import { promptOf } from "./flow-prompt.ts";
import { type Item, items } from "./items.ts";
import { FLOOR, WEIGHT } from "./weights.ts";

/** Longest part of a note shown here. */
const NOTE_SHOWN = 1_000;

/** What people said beside their answers: it binds whoever comes later, however much later. */
export function decidedPart(session: Pick<Session, "id" | "flow">, decided: readonly Decided[]): Part {
  const { namesSteps } = promptOf(session);
  return items({
    weight: WEIGHT.decided,
    floor: FLOOR.asked,
    title: "What people said when they decided",
    lead: "It binds you too; where two differ, the later one counts.",
    items: decided.map((one): Item => ({ kind: "line", text: decidedText(one, namesSteps) })),
    command: showSessionCommand(session.id),
  });
}

/** Those of people's decisions that have words given nowhere else in the delivery. */
export function withNotes(
  decided: readonly Decided[],
  { id, instruction, review }: Pick<Task, "id" | "instruction" | "review">,
): Decided[] {
  const told = [review?.note?.text.trim()];
  const isForOther = (retried: string | null) => retried !== null && revisionOf(retried).first !== revisionOf(id).first;
  return decided.filter(
    (one) =>
      one.note !== "" && !told.includes(one.note) && !instruction.includes(one.note) && !isForOther(taskOfNote(one)),
  );
}

/** It is given with its subject: what earlier batches left, or a task or a gate of the whole. */
export function isSaidElsewhere(one: Decided, { batch, gates, execution }: Session, isOfWhole: boolean): boolean {
  const { step, note } = one;
  if (one.batch !== null && one.batch < (batch ?? 0)) return step === "execute" || step === "review";
  if (!isOfWhole) return false;
  const outcomes = Object.entries(execution?.outcomes ?? {});
  if (outcomes.some(([id, { state }]) => state !== "passed" && one.chosen.endsWith(`: ${id}`))) return true;
  const reasons = [execution?.overridden?.reason, ...gates.overrides.map(({ reason }) => reason)];
  return reasons.some((reason) => reason?.trim() === note);
}

/** @param hasSteps where all is said at one step, it isn't named */
function decidedText({ step, batch, by, chosen, note }: Decided, hasSteps: boolean): string {
  const of = batch === null ? "" : ` of batch ${batch + 1}`;
  return `${inline(by)}${hasSteps ? ` at ${step}${of}` : ""}, with “${inline(chosen)}”: ${noteText(note)}`;
}

export function noteText(note: string): string {
  const flat = note.replace(/\s+/g, " ").trim();
  const cut = beginningOf(flat, NOTE_SHOWN);
  return inline(cut === flat ? flat : `${cut} …`);
}
