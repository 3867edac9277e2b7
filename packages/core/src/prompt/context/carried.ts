import { type Decided, isLetting } from "../../session/record/decided.ts";
import type { Session } from "../../session/record/session.ts";
import type { Carried, Found } from "../../task/found.ts";
import { showSessionCommand } from "../commands.ts";
import { inline } from "../markdown.ts";
import type { Part } from "./budget.ts";
import { noteText } from "./decided.ts";
import { type Item, items } from "./items.ts";
import { FLOOR, WEIGHT } from "./weights.ts";

/** Whom it is for, in a sentence that says what to do about it. */
const LEADS = {
  plan: "What people said there, and what was found and not fixed. Plan what matters for this batch, or say why not.",
  review:
    "What people said there, what was found and not fixed, and who waived it. Report it again only where this batch made it worse or needs it fixed, and say which.",
  task: "What people said there, and what was found and not fixed. It isn't part of this task unless your change depends on it.",
} as const;

/** What earlier batches left to later ones, the nearest first, with who let it stand and why. */
export function carriedPart(
  { id, batches, batch }: Session,
  decided: readonly Decided[],
  reader: keyof typeof LEADS,
): Part {
  const before = (batches ?? []).slice(0, batch ?? 0).map((one, i) => ({ ...one, i }));
  const isNear = reader !== "task";
  return items({
    weight: isNear ? WEIGHT.findings : WEIGHT.earlierAsked,
    floor: isNear ? FLOOR.findings : FLOOR.notes,
    title: "What earlier batches left",
    lead: LEADS[reader],
    items: before
      .toReversed()
      .flatMap(({ carried, i }) => [
        ...decided.filter((one) => one.batch === i && isOfWork(one)).map(decidedItem),
        ...carried.map((one) => leftItem(one, i, decided)),
      ]),
    command: showSessionCommand(id),
  });
}

/** What a person said about work and its review: what they let pass, and what they gave up. */
export function isOfWork({ step, note }: Decided): boolean {
  return (step === "execute" || step === "review") && note !== "";
}

function decidedItem({ batch, step, by, chosen, note }: Decided): Item {
  const text = `Batch ${(batch ?? 0) + 1}, ${step}. ${inline(by)} chose “${inline(chosen)}”: ${noteText(note)}`;
  return { kind: "decision", text };
}

function leftItem(one: Carried, batch: number, decided: readonly Decided[]): Item {
  const { taskId } = one;
  const of = taskId ? `, ${taskId}` : "";
  const letting = decided.findLast((ruling) => ruling.batch === batch && isLetting(ruling, taskId));
  const how = letting
    ? ` ${inline(letting.by)} waived it.`
    : taskId
      ? " Its reviews passed with it."
      : " The review passed with it.";
  const found = foundText(one);
  return {
    kind: "finding",
    text: `Batch ${batch + 1}${of}. ${found}${/[.!?]$/.test(found) ? "" : "."}${how}`,
  };
}

/** A finding that its reader does not have to mend, but has to know about. */
export function foundText({ severity, file, line, issue }: Found): string {
  const where = file === null ? "" : `, ${inline(line ? `${file}:${line}` : file)}`;
  return `Found and not fixed${severity ? `, ${severity}` : ""}${where}: ${inline(issue)}`;
}
