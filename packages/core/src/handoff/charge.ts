import type { RoleName } from "../kernel/ids.ts";
import { type RoomRuling, refused } from "../kernel/ruling.ts";
import type { Charge, EarlierTask } from "../task/earlier.ts";
import { outputPath } from "../task/outputs.ts";
import type { Task } from "../task/task.ts";
import type { Intent } from "../team/team.ts";
import type { HandoffDraft } from "./command.ts";

/** As many criteria as one result can answer. */
const CRITERIA_MAX = 50;

/**
 * A ball that is passed: the task in hand, the role it goes to (the one that was meant, if another stands in), and what
 * came before.
 */
interface Passed {
  task: Task;
  role: RoleName;
  intent: Intent;
  given: NonNullable<HandoffDraft["task"]>;
  /** A lead moves it: nobody has done the work. */
  isMoved: boolean;
  earlier: readonly EarlierTask[];
}

/**
 * What binds the task that a handoff makes.
 *
 * | the ball                                | keeps                                      | what the handoff says besides      |
 * |-----------------------------------------|--------------------------------------------|------------------------------------|
 * | moved by a lead                         | all of the task itself                     | stands in its place, list by list  |
 * | findings                                | all of the work that they are about        | is added; an own `allowed` replaces |
 * | an answer                               | all of the work that the asker was at      | stands in its place, list by list  |
 * | work for who asked, in place of an answer | the same                                 | stands in its place, as a whole    |
 * | anything else                           | nothing: it is other work                  | is all of it                       |
 */
export function chargeOf(passed: Passed): Partial<Charge> {
  const { task, role, intent, given, isMoved } = passed;
  const said = listsOf(given);
  if (isMoved) return { ...listsOf(task), ...said };
  if (intent === "findings") return added(workBehind(passed), said);
  const isForAsker = task.intent === "question" && task.createdBy.role === role;
  const goesOn = intent === "answer" || (isForAsker && Object.keys(said).length === 0);
  return goesOn ? { ...listsOf(workBehind(passed) ?? {}), ...said } : said;
}

/** More criteria than a result may answer leave a task that nobody can end. */
export function tooManyCriteria(
  task: Task,
  { successCriteria = [] }: Partial<Charge>,
): Extract<RoomRuling, { ok: false }> | null {
  const has = successCriteria.length;
  if (has <= CRITERIA_MAX) return null;
  return refused(
    "limit_reached",
    `With those it inherits, the next task would have ${has} success criteria; a task can have at most ${CRITERIA_MAX}. Set fewer of your own.`,
    { taskId: task.id, limit: CRITERIA_MAX, has },
  );
}

/** The nearest work of this role; if there is none, the nearest that was bound to anything. */
function workBehind({ role, earlier }: Passed): EarlierTask | undefined {
  return earlier.find((one) => one.role === role && one.intent !== "question") ?? earlier.find((one) => isBound(one));
}

function isBound({ boundaries, outputs, successCriteria }: Charge): boolean {
  const { allowed, forbidden } = boundaries;
  return allowed.length + forbidden.length + outputs.length + successCriteria.length > 0;
}

/** Only the lists that are given. */
function listsOf({ boundaries, outputs, successCriteria }: Partial<Charge>): Partial<Charge> {
  return {
    ...(boundaries ? { boundaries } : {}),
    ...(outputs ? { outputs } : {}),
    ...(successCriteria ? { successCriteria } : {}),
  };
}

/** Findings drop nothing that the work was bound to. */
function added(work: Charge | undefined, said: Partial<Charge>): Partial<Charge> {
  if (!work) return said;
  const { allowed = [], forbidden = [] } = said.boundaries ?? {};
  const both = (one: readonly string[], other: readonly string[] = []) => [...new Set([...one, ...other])];
  const named = new Set(work.outputs.map(outputPath));
  return {
    boundaries: {
      ...(work.boundaries.within ? { within: work.boundaries.within } : {}),
      allowed: allowed.length > 0 ? allowed : work.boundaries.allowed,
      forbidden: both(work.boundaries.forbidden, forbidden),
    },
    outputs: [...work.outputs, ...(said.outputs ?? []).filter((one) => !named.has(outputPath(one)))],
    successCriteria: both(work.successCriteria, said.successCriteria),
  };
}
