import type { TaskId } from "../../kernel/ids.ts";
import { entriesIn } from "../../kernel/keys.ts";
import { listed } from "../../kernel/words.ts";
import type { ReviewReply } from "../../reply/shapes.ts";
import { type Decided, isLetting } from "../../session/record/decided.ts";
import type { TaskOutcome } from "../../session/record/outcome.ts";
import type { Execution, Session } from "../../session/record/session.ts";
import type { EarlierTask } from "../../task/earlier.ts";
import { showProposalCommand, showTaskCommand } from "../commands.ts";
import { inline, section } from "../markdown.ts";
import { type Block, beginningOf, type Part } from "./budget.ts";
import { foundText } from "./carried.ts";
import { noteText } from "./decided.ts";
import { findingItems } from "./findings.ts";
import { type Item, items } from "./items.ts";
import { diffLine, fileItems, limitItems, noteItems, Told } from "./notes.ts";
import { FLOOR, WEIGHT } from "./weights.ts";

/** What the room's state does not keep about a plan that was carried out; the tables do. */
export interface WholeWork {
  /** The plan's tasks and their rework, with their results. */
  tasks: readonly EarlierTask[];
  /** Reviews of the whole before this one, the oldest first. */
  reviews: readonly { version: number; by: string; value: ReviewReply }[];
}

/** Most tasks with sections of their own; others get a line. */
const SHOWN = 12;
/** Longest part of an instruction or a summary shown here. */
const EXCERPT = 400;

/**
 * What a plan asked for and what was done, for whoever reviews the whole and whoever mends what that found. What did
 * not go as planned comes first, then the latest rework.
 */
export function wholeBlocks(session: Session, { tasks, reviews }: WholeWork, decided: readonly Decided[]): Block[] {
  const { execution } = session;
  if (!execution) return [];
  const entries = entriesOf(execution, tasks);
  const told = new Told();
  const ofBatch = decided.filter(({ batch }) => batch === session.batch);
  const changers = changersIn(tasks);
  return [
    section(
      "What was planned and done",
      `${countsOf(entries)} \`${showTaskCommand("ID")}\` prints a task whole.`,
      ...standing(session),
    ),
    ...entries.slice(0, SHOWN).map((entry, i) => taskPart(entry, i, { told, decided: ofBatch, changers })),
    othersPart(entries.slice(SHOWN)),
    ...reviews.map((review, i) => reviewPart(session.id, review, i + 1)),
  ];
}

interface Entry {
  id: TaskId;
  outcome: TaskOutcome;
  task: EarlierTask | undefined;
}

function entriesOf({ outcomes }: Execution, tasks: readonly EarlierTask[]): Entry[] {
  const known = new Map(tasks.map((task) => [task.id, task]));
  const entries = entriesIn(outcomes).map(([id, outcome]): Entry => {
    return { id, outcome, task: known.get(id) };
  });
  const order = ({ outcome }: Entry) => (isAsPlanned(outcome) ? 0 : 1_000_000) + outcome.reviewsBefore;
  return entries.sort((a, b) => order(b) - order(a));
}

function isAsPlanned({ state, unreviewed, carried }: TaskOutcome): boolean {
  return state === "passed" && !unreviewed && carried.length === 0;
}

const STATES: Record<TaskOutcome["state"], string> = {
  open: "not finished",
  passed: "passed",
  skipped: "let through by a person although its reviews did not pass",
  rolled_back: "given up, and its changes undone",
  cancelled: "cancelled",
};

function stateOf({ state, unreviewed }: TaskOutcome): string {
  return `${STATES[state]}${state === "passed" && unreviewed ? ", but not by everybody who should have reviewed it" : ""}`;
}

/** "4 tasks: 3 passed, 1 cancelled." */
function countsOf(entries: readonly Entry[]): string {
  const counts = new Map<string, TaskId[]>();
  for (const { id, outcome } of entries) {
    const state = stateOf(outcome);
    counts.set(state, [...(counts.get(state) ?? []), id]);
  }
  const said = [...counts].map(([state, ids]) =>
    state === STATES.passed ? `${ids.length} ${state}` : `${few(ids)} ${state}`,
  );
  return `${entries.length} ${entries.length === 1 ? "task" : "tasks"}: ${listed(said)}.`;
}

function few(ids: readonly TaskId[]): string {
  return ids.length <= 6 ? listed(ids) : `${ids.slice(0, 5).join(", ")} and ${ids.length - 5} more`;
}

/** What people let stand in this plan. */
function standing({ gates, batch, execution }: Session): string[] {
  const lines = gates.overrides
    .filter((one) => one.batch === batch && one.at >= (execution?.at ?? 0))
    .map(({ by, phase, reason }) => {
      return `${inline(by)} waived what the ${phase} gate missed: ${inline(excerpt(reason))}`;
    });
  const { overridden } = execution ?? {};
  return [
    ...lines,
    ...(overridden ? [`${inline(overridden.by)} waived the findings: ${inline(excerpt(overridden.reason))}`] : []),
  ];
}

interface Known {
  /** What was said already. */
  told: Told;
  /** By people, while this plan was carried out. */
  decided: readonly Decided[];
  /** By path, the tasks that say they changed it. */
  changers: ReadonlyMap<string, readonly TaskId[]>;
}

/** A file of several tasks is listed with each of them, and the other tasks with it. */
function changersIn(tasks: readonly EarlierTask[]): Map<string, TaskId[]> {
  const changers = new Map<string, TaskId[]>();
  for (const { id, result } of tasks)
    for (const { path } of result?.artifacts ?? []) changers.set(path, [...(changers.get(path) ?? []), id]);
  return changers;
}

function taskPart({ id, outcome, task }: Entry, place: number, known: Known): Part {
  const { title, author, rounds, reviews, reviewsBefore, carried } = outcome;
  const who = author ? `by ${inline(author.name)} (${author.role})` : "by nobody";
  const round = rounds > 1 ? `, ${rounds} rounds` : "";
  const judged = reviews.map(({ role, by, passed }) => {
    return `${inline(by ?? "a person")} (${role}): ${passed ? "passed" : "not passed"}`;
  });
  const rework = reviewsBefore > 0 ? `Made after review ${reviewsBefore} of the whole. ` : "";
  const isUnjudged = outcome.state === "passed" && reviews.length === 0;
  const state = isUnjudged ? "Done, with no review of its own" : capital(stateOf(outcome));
  const letting = known.decided.findLast((one) => isRulingOn(one, id, outcome.state));
  const why = letting ? ` ${inline(letting.by)} says why: ${noteText(letting.note)}` : "";
  const lead = `${rework}${state}, ${who}${round}.${judged.length > 0 ? ` Reviews: ${judged.join("; ")}.` : ""}${why}`;
  return items({
    weight: WEIGHT.notes - place * 0.1 + (isAsPlanned(outcome) ? 0 : 4),
    floor: FLOOR.notes,
    title: `${id}: ${inline(title)}`,
    lead,
    items: [
      ...carried.map((one): Item => ({ kind: "finding", text: foundText(one) })),
      ...(task ? detailsOf(task, known) : []),
    ],
    command: showTaskCommand(id),
  });
}

/** What was asked and what resulted, what the reader judges by first. */
function detailsOf(task: EarlierTask, { told, changers }: Known): Item[] {
  const { result, instruction, boundaries } = task;
  const notes = noteItems(task, result, told);
  const isMet = ({ text }: Item) => text.startsWith("Criterion met:");
  const diff = result ? diffLine(result) : null;
  return [
    ...notes.filter((item) => !isMet(item)),
    ...(diff ? [{ kind: "line", text: diff } as const] : []),
    { kind: "line", text: `Asked: ${inline(excerpt(instruction))}` },
    ...notes.filter(isMet),
    ...(result ? [{ kind: "line", text: `Done: ${inline(excerpt(result.summary))}` } as const] : []),
    ...limitItems({ boundaries, outputs: [] }),
    ...fileItems(result?.artifacts ?? [], boundaries, new Told(), (path) =>
      (changers.get(path) ?? []).filter((id) => id !== task.id),
    ),
  ];
}

/** What a person said when they let it pass, or gave it up. */
function isRulingOn(ruling: Decided, id: TaskId, state: TaskOutcome["state"]): boolean {
  if (ruling.note === "") return false;
  if (state === "skipped") return isLetting(ruling, id);
  return state === "rolled_back" && ruling.step === "execute" && ruling.chosen.endsWith(`: ${id}`);
}

function othersPart(entries: readonly Entry[]): Part {
  return items({
    weight: WEIGHT.earlierAsked,
    title: "The other tasks",
    items: entries.map(({ id, outcome }): Item => {
      return { kind: "task", text: `${id}, ${stateOf(outcome)}: ${inline(outcome.title)}` };
    }),
    command: showTaskCommand(entries.map(({ id }) => id).join(" ")),
  });
}

function reviewPart(sessionId: number, { version, by, value }: WholeWork["reviews"][number], round: number): Part {
  return items({
    weight: WEIGHT.session + 1,
    floor: FLOOR.findings,
    title: `What review ${round} of the whole found`,
    lead: `${inline(by)}: ${inline(excerpt(value.summary))}`,
    items: findingItems(value),
    command: `${showProposalCommand(sessionId, "review")} --version ${version}`,
  });
}

/** The beginning of a text; if it is cut, the task's own command prints all. */
function excerpt(text: string): string {
  const flat = text.replace(/\s+/g, " ").trim();
  const cut = beginningOf(flat, EXCERPT);
  return cut === flat ? flat : `${cut} …`;
}

function capital(text: string): string {
  return `${text.charAt(0).toUpperCase()}${text.slice(1)}`;
}
