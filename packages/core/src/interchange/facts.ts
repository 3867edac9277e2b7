import { PHASES, type Phase } from "../flow/steps.ts";
import { isInProject } from "../kernel/glob.ts";
import { listedUpTo } from "../kernel/words.ts";
import type { GateState } from "../session/record/gate.ts";
import { pathsOutside } from "../task/boundaries.ts";
import { outputPath } from "../task/outputs.ts";
import type { DraftTask, SessionDraft } from "./draft.ts";
import type { Say } from "./fields.ts";
import type { readProgress } from "./read-entries.ts";

export interface ToldProgress {
  file: string;
  of: NonNullable<ReturnType<typeof readProgress>>;
}

const AS_IT_IS = "Comes in as it is.";
const PASSED: readonly GateState[] = ["passed", "overridden"];

/** Reports what a folder says that can't be so. It changes nothing. */
export function sayFacts(
  { tasks, tasksTotal, tasksCompleted, gates }: SessionDraft,
  progress: readonly ToldProgress[],
  /** `null`: it had not ended when it was written. A room counts only steps, not their rounds and what was redone. */
  status: { file: string; isOwn: boolean } | null,
  sayIn: (file: string) => Say,
): void {
  const known = new Map(tasks.map((task) => [task.ref, task]));
  for (const { file, outputs, boundaries } of tasks) {
    const paths = outputs.map(outputPath);
    const isBound = boundaries.allowed.length + boundaries.forbidden.length > 0;
    const inside = paths.filter(isInProject);
    const beyond = isBound ? pathsOutside(inside, (path) => ({ boundaries, path })).outside : [];
    const say = (path: string, why: string) =>
      sayIn(file)(null, "note", "output_outside", `The output ${path} ${why}.`, AS_IT_IS);
    for (const path of paths) if (!isInProject(path)) say(path, "leads out of the project");
    for (const path of beyond) say(path, "is outside of the task's boundaries");
  }
  for (const { file, of } of progress) {
    const planned = known.get(of.ref)?.agent ?? "";
    if (of.agent === "" || planned === "" || of.agent === planned) continue;
    const message = `${of.agent} reports on ${of.ref}, which was given to ${planned}.`;
    sayIn(file)(of.line, "note", "other_agent", message, AS_IT_IS);
  }
  sayCircle(tasks, sayIn);
  if (status === null) return;
  const completed = tasks.filter((task) => task.status === "completed").length;
  for (const [name, told, found] of [
    ["tasks_total", tasksTotal, tasks.length],
    ["tasks_completed", tasksCompleted, completed],
  ] as const)
    if (told > found || (told > 0 && told < found && !status.isOwn)) {
      const message = `${name} is ${told}, and the folder has ${found}.`;
      sayIn(status.file)(null, "note", "counts_differ", message, AS_IT_IS);
    }
  const early = PHASES.find(
    (phase, i) => gates[phase] !== "pending" && PHASES.slice(0, i).some((one) => !PASSED.includes(gates[one])),
  );
  if (early) {
    const message = `The gate of ${early} is ${gates[early]}, and one before it hasn't passed.`;
    sayIn(status.file)(null, "note", "gates_out_of_order", message, AS_IT_IS);
  }
}

function sayCircle(tasks: readonly DraftTask[], sayIn: (file: string) => Say): void {
  const circle = circleIn(tasks);
  if (!circle) return;
  const file = tasks.find(({ ref }) => ref === circle[0])?.file ?? "";
  const message = `These tasks require each other: ${listedUpTo(6, circle)}.`;
  sayIn(file)(null, "note", "circle", message, AS_IT_IS);
}

/** The phase that its gates imply, for a folder that doesn't give it in a known word. */
export function phaseBy(gates: Readonly<Record<Phase, GateState>>): Phase {
  const running = PHASES.find((phase) => gates[phase] === "in_progress");
  return running ?? PHASES.find((phase) => !PASSED.includes(gates[phase])) ?? "quality";
}

/** Tasks that can't begin because each waits for another of them. */
function circleIn(tasks: readonly DraftTask[]): string[] | null {
  let left = tasks;
  for (;;) {
    const waiting = new Set(left.map(({ ref }) => ref));
    const still = left.filter(({ requires }) => requires.some((ref) => waiting.has(ref)));
    if (still.length === left.length) break;
    left = still;
  }
  const waiting = new Map(left.map((task) => [task.ref, task]));
  const path: string[] = [];
  for (let at = left[0]; at && !path.includes(at.ref); ) {
    path.push(at.ref);
    const next = at.requires.find((ref) => waiting.has(ref)) ?? "";
    if (path.includes(next)) return path.slice(path.indexOf(next));
    at = waiting.get(next);
  }
  return null;
}
