import { titleOf } from "../../kernel/title.ts";
import { revisionOf } from "../../pipeline/pipeline.ts";
import { EARLIER_MAX, type EarlierTask } from "../../task/earlier.ts";
import { showTaskCommand } from "../commands.ts";
import { inline, section } from "../markdown.ts";
import { limited } from "../wisdom.ts";
import type { Block, Part } from "./budget.ts";
import { type Item, items } from "./items.ts";
import { criteriaItems, diffLine, fileItems, limitItems, noteItems, Told } from "./notes.ts";
import { prose } from "./prose.ts";
import { FLOOR, farther, WEIGHT } from "./weights.ts";

/** Most tasks with sections of their own; older ones share one. */
const NEAR = 8;
/** Most bytes for the decisions of versions before a task's newest. */
const REDONE_BYTES = 800;

/**
 * What came before a task: what each was asked, its result, and what its author said about it, the nearest
 * first. Whoever judges needs to know what the work was bound to; whoever continues, what was decided and warned of.
 *
 * Of redone work it gives the newest version, and what earlier ones decided.
 *
 * @param all the newest first
 * @param own the task itself, which the reader has read
 * @param read other texts that are in this delivery already
 */
export function earlierBlocks(
  all: readonly EarlierTask[],
  own: Pick<EarlierTask, "instruction" | "boundaries" | "outputs">,
  read: readonly string[],
  isWhole = false,
): Block[] {
  const earlier = latestOf(all);
  const redone = redoneOf(all);
  const before = ({ id }: EarlierTask) =>
    redone.length === 0 ? redone : redone.filter((one) => revisionOf(one.id).first === revisionOf(id).first);
  const told = new Told();
  for (const text of [own.instruction, ...read]) tell(told, text);
  for (const { text } of limitItems(own)) told.isNew(text);
  // What a sender said was done is the next one's instruction: it is given there, whichever comes first.
  const asked = new Told();
  for (const { instruction } of earlier) tell(asked, instruction);
  return [
    ...earlier.slice(0, NEAR).flatMap((task, distance) => [
      ...askedParts(task, distance, told),
      ...resultParts(task, distance, told, asked, {
        redone: before(task),
        most: isWhole ? Infinity : REDONE_BYTES,
      }),
    ]),
    ...olderBlocks(earlier.slice(NEAR), told, before),
  ];
}

/** The newest version of each, whichever revisions before it are missing here. */
export function latestOf(earlier: readonly EarlierTask[]): readonly EarlierTask[] {
  if (!earlier.some(({ id }) => revisionOf(id).revision > 0)) return earlier;
  const last = new Map<string, number>();
  for (const { id } of earlier) {
    const { first, revision } = revisionOf(id);
    last.set(first, Math.max(revision, last.get(first) ?? 0));
  }
  return earlier.filter(({ id }) => {
    const { first, revision } = revisionOf(id);
    return revision === last.get(first);
  });
}

/** Ended tasks that a revision replaces, the newest revision first. */
export function redoneOf(earlier: readonly EarlierTask[]): readonly EarlierTask[] {
  const newest = latestOf(earlier);
  if (newest === earlier) return [];
  const latest = new Set(newest);
  return earlier
    .filter((one) => !latest.has(one) && one.result !== null)
    .toSorted((a, b) => revisionOf(b.id).revision - revisionOf(a.id).revision);
}

/** Tasks whose results have sections of their own. */
export function toldEarlier(earlier: readonly EarlierTask[]): Set<string> {
  return new Set(earlier.slice(0, NEAR).flatMap(({ id, result }) => (result ? [id] : [])));
}

/** If an agent reports no summary of its own, the beginning of its message is one. */
function tell(told: Told, text: string): boolean {
  const isNew = told.isNew(text);
  if (isNew) told.isNew(titleOf(text, 400));
  return isNew;
}

function askedParts(task: EarlierTask, distance: number, told: Told): Part[] {
  const { id, title, createdBy, intent, isMessage, instruction } = task;
  const command = showTaskCommand(id);
  const heading = { title: `What ${id} asked for` };
  // What the user said has a section of its own.
  const isTold = isMessage || !tell(told, instruction);
  // Without a result the criteria are given by themselves, as open.
  const criteria = task.result ? criteriaItems(task) : [];
  const bounds = [...criteria, ...limitItems(task)].filter(({ text }) => told.isNew(text));
  const limits = () =>
    items({
      weight: farther(WEIGHT.notes, distance),
      floor: FLOOR.notes,
      ...(isTold ? heading : {}),
      items: bounds,
      command,
    });
  const rest = bounds.length === 0 ? [] : [limits()];
  if (isTold) return rest;
  const from = `${inline(createdBy.name)}${createdBy.role ? ` (${createdBy.role})` : ""}`;
  const isFindings = intent === "findings";
  const asked = prose({
    weight: farther(isFindings ? WEIGHT.notes : WEIGHT.earlierAsked, distance),
    floor: distance === 0 ? FLOOR.asked : 0,
    ...heading,
    lead: `${titleBefore(title, instruction)}From ${from}${intent ? `: ${intent}` : ""}.`,
    text: instruction,
    command,
  });
  return [asked, ...rest];
}

/** A title that is no more than the beginning of the text says nothing. */
function titleBefore(title: string, text: string): string {
  const words = title.replace(/…$/, "");
  return text.startsWith(words) ? "" : `${inline(title)}${/[.!?…]$/.test(title) ? "" : "."} `;
}

interface Before {
  redone: readonly EarlierTask[];
  /** Most bytes for what they decided. */
  most: number;
}

function resultParts(task: EarlierTask, distance: number, told: Told, asked: Told, before: Before): Part[] {
  const { id, role, by, result } = task;
  const command = showTaskCommand(id);
  const title = result ? `Result of ${id}` : `What ${id} must meet`;
  const lead = by && result ? `By ${inline(by)} (${role}).` : null;
  const isNew = result !== null && !asked.has(result.summary) && tell(told, result.summary);
  const parts: Part[] = [];
  const heading = () => (parts.length === 0 ? { title, lead } : {});
  if (result && isNew) {
    const weight = farther(WEIGHT.summary, distance);
    parts.push(prose({ weight, ...heading(), text: result.summary, command }));
  }
  const notes = noteItems(task, result, told);
  if (notes.length > 0) {
    const weight = farther(WEIGHT.notes, distance);
    parts.push(items({ weight, floor: FLOOR.notes, ...heading(), items: notes, command }));
  }
  const files = fileItems(result?.artifacts ?? [], task.boundaries, told);
  const diff = result ? diffLine(result) : null;
  if (files.length > 0 || diff) {
    const weight = farther(WEIGHT.files, distance);
    const list: Item[] = diff ? [{ kind: "line", text: diff }, ...files] : files;
    parts.push(items({ weight, ...heading(), items: list, command }));
  }
  const kept = before.redone.flatMap((one) => decidedItems(one, told));
  if (kept.length > 0) {
    const part = items({
      weight: farther(WEIGHT.notes, distance),
      floor: FLOOR.notes,
      ...(parts.length === 0 ? { title: `Decided before ${id}` } : {}),
      lead: "Decided in versions before it; where two differ, the newest counts.",
      items: kept,
      command: showTaskCommand(before.redone.map((one) => one.id).join(" ")),
    });
    parts.push(limited(part, before.most));
  }
  return parts;
}

/** What a redone version decided, as far as no newer one repeats it. */
function decidedItems({ id, result }: EarlierTask, told: Told): Item[] {
  return (result?.keyDecisions ?? [])
    .filter((text) => told.isNew(`Decided: ${inline(text)}`))
    .map((text) => ({ kind: "decision", text: `Decided in ${id}: ${inline(text)}` }));
}

/** What tasks further back were bound to and what they noted, each with its task. */
function olderBlocks(
  older: readonly EarlierTask[],
  told: Told,
  before: (task: EarlierTask) => readonly EarlierTask[],
): Block[] {
  const [first] = older;
  if (!first) return [];
  const command = showTaskCommand(older.map(({ id }) => id).join(" "));
  const notes = older.flatMap((task) => [
    ...[...noteItems(task, task.result, told), ...limitItems(task).filter(({ text }) => told.isNew(text))].map(
      (item): Item => ({ ...item, text: `${task.id}: ${item.text}` }),
    ),
    ...before(task).flatMap((one) => decidedItems(one, told)),
  ]);
  const oldest = older.at(-1);
  const isCut = older.length + NEAR >= EARLIER_MAX && oldest?.fromTaskId;
  const others = isCut
    ? ` Earlier tasks are not listed: \`${showTaskCommand(oldest.fromTaskId ?? "")}\` says what it came from.`
    : "";
  return [
    section("Before that", `\`${command}\` prints what was asked and the results.${others}`),
    items({ weight: WEIGHT.history, items: notes, command }),
  ];
}
