import { sizeText } from "../../attachment/attachment.ts";
import { isInside } from "../../kernel/inside.ts";
import { oncePer, oncePerBoth } from "../../kernel/once-per.ts";
import { counted, listed } from "../../kernel/words.ts";
import type { Boundaries } from "../../task/boundaries.ts";
import type { Charge } from "../../task/earlier.ts";
import type { Output } from "../../task/outputs.ts";
import { type Artifact, checkText, type TaskResult } from "../../task/result.ts";
import { WITHIN } from "../boundaries.ts";
import { attachmentCommand } from "../commands.ts";
import { code, inline } from "../markdown.ts";
import type { Item } from "./items.ts";

/** What was already said in this delivery: nothing is given twice. */
export class Told {
  private readonly said = new Set<string>();

  has(text: string): boolean {
    return this.said.has(text.trim());
  }

  /** @returns whether it is new; from now on it is not */
  isNew(text: string): boolean {
    const key = text.trim();
    if (key === "" || this.said.has(key)) return false;
    this.said.add(key);
    return true;
  }
}

/** Most names in one line of limits; more continue on the next, so that one can be left out without losing all. */
const NAMES_A_LINE = 12;

/** What the task has to meet, as asked; what its author says about each is another matter. */
export function criteriaItems({ successCriteria }: Pick<Charge, "successCriteria">): Item[] {
  return successCriteria.map((text, i) => ({
    kind: "criterion",
    text: `Success criterion ${i + 1}: ${inline(text)}`,
  }));
}

/** What may be changed, what must not, and what has to come out. */
export function limitItems({
  boundaries: { allowed, forbidden, within = [], lifted = [] },
  outputs,
}: Pick<Charge, "boundaries" | "outputs">): Item[] {
  const names = allowed.length + forbidden.length + within.length + lifted.length + outputs.length;
  if (names === 0) return [];
  return [
    ...namesOf("Do not change", forbidden.map(code)),
    ...namesOf("Change only", allowed.map(code)),
    ...namesOf(WITHIN, within.map(code)),
    ...lifted.flatMap(({ paths, by }) => namesOf(`Allowed beyond that by ${inline(by)}`, paths.map(code))),
    ...namesOf("Outputs", outputs.map(outputInCode)),
  ];
}

function outputInCode(output: Output): string {
  return typeof output === "string" ? code(output) : `${inline(output.name)} (${code(output.path)})`;
}

function namesOf(label: string, names: readonly string[]): Item[] {
  const lines: Item[] = [];
  for (let at = 0; at < names.length; at += NAMES_A_LINE) {
    const some = names.slice(at, at + NAMES_A_LINE);
    lines.push({
      kind: "limit",
      text: `${label}${at === 0 ? "" : ", further"}: ${some.join(", ")}`,
    });
  }
  return lines;
}

/** What the next reader must know from the result besides its summary, problems first. */
export function noteItems(
  { successCriteria }: Pick<Charge, "successCriteria">,
  result: TaskResult | null,
  told: Told,
): Item[] {
  const items = [...criterionItems(successCriteria, result), ...(result ? notedIn(result) : [])];
  // What was checked and met is evidence: another task's says nothing about this one.
  const isEvidence = ({ kind }: Item) => kind === "criterion" || kind === "check";
  return items.filter((item) => isEvidence(item) || told.isNew(item.text));
}

const notedIn = oncePer(({ warnings, keyDecisions, checks = [] }: TaskResult): readonly Item[] => [
  ...warnings.map((text): Item => ({ kind: "warning", text: `Warning: ${inline(text)}` })),
  ...keyDecisions.map((text): Item => ({ kind: "decision", text: `Decided: ${inline(text)}` })),
  ...checks.map((one): Item => ({ kind: "check", text: `Check ${inline(checkText(one))}` })),
]);

/** Each criterion with what was said about it, open ones first. */
function criterionItems(wanted: readonly string[], result: TaskResult | null): Item[] {
  const answers = result?.criteria ?? [];
  const open = wanted.filter((text) => !answers.some(({ criterion }) => criterion === text));
  const lines = answers.map(({ criterion, met, note }) => {
    const said = note ? `; note: ${inline(note)}` : "";
    return { met, text: `Criterion ${met ? "met" : "not met"}: ${inline(criterion)}${said}` };
  });
  const asItem = (text: string): Item => ({ kind: "criterion", text });
  return [
    ...lines.filter(({ met }) => !met).map(({ text }) => asItem(text)),
    ...open.map((text) => asItem(`Criterion${result ? ", not answered" : ""}: ${inline(text)}`)),
    ...lines.filter(({ met }) => met).map(({ text }) => asItem(text)),
  ];
}

/**
 * Each changed file, those outside the limits first; a file that a later task named is not named again.
 *
 * @param others tasks that changed it too
 */
export function fileItems(
  artifacts: readonly Artifact[],
  boundaries: Boundaries | null,
  told: Told,
  others: (path: string) => readonly string[] = () => [],
): Item[] {
  const all = filesIn(artifacts, boundaries)
    .filter(({ path }) => told.isNew(`file ${path}`))
    .map(({ path, isBeyond, text }) => {
      const ids = others(path);
      return { isBeyond, text: ids.length > 0 ? `${text}; changed by ${listed(ids)} too` : text };
    });
  return [...all.filter((one) => one.isBeyond), ...all.filter((one) => !one.isBeyond)].map(({ text }) => ({
    kind: "file",
    text,
  }));
}

/** Cached, since a result is reported to many. */
const filesIn = oncePerBoth((artifacts: readonly Artifact[], boundaries: Boundaries | null) =>
  artifacts.map(({ path, status, lines }) => {
    const size = lines === undefined ? "" : `, ${counted(lines, "line")}`;
    const isBeyond = boundaries !== null && !isInside(boundaries, path);
    const beyond = isBeyond ? ", outside what it may change" : "";
    return { path, isBeyond, text: `File ${status}: ${inline(path)}${size}${beyond}` };
  }),
);

/** The diff and the command that prints it. */
export function diffLine({ diff }: Pick<TaskResult, "diff">): string | null {
  return diff ? `The diff, ${sizeText(diff.size)}: \`${attachmentCommand(diff.id)} --out -\`.` : null;
}
