import type { DeliveryFacts } from "../delivery/facts.ts";
import { currentAttempt, type Fanout, type FanoutBranch, joinedBy } from "../fanout/fanout.ts";
import { branchDueAt } from "../fanout/follow-up.ts";
import type { Room } from "../kernel/room.ts";
import { counted, listed } from "../kernel/words.ts";
import type { Task } from "../task/task.ts";
import { COMMANDS, showTaskCommand } from "./commands.ts";
import type { Part } from "./context/budget.ts";
import { prose } from "./context/prose.ts";
import { FLOOR, WEIGHT } from "./context/weights.ts";
import { inline } from "./markdown.ts";

/** What this task joins, for programs. */
export function resultsOf(room: Room, task: Task): DeliveryFacts["fanout"] {
  const fanout = joinedBy(room, task.id);
  if (!fanout) return null;
  const branches = fanout.branches.map((branch) => {
    const { outcome, text, by } = currentAttempt(branch);
    const { taskId, role, title } = branch;
    return { taskId, role, title, outcome, text, by };
  });
  return { id: fanout.id, branches };
}

/** The results that a task joins, each with how it ended: what is missing is said as well. */
export function resultParts(room: Room, task: Task): Part[] {
  const fanout = joinedBy(room, task.id);
  if (!fanout) return [];
  return fanout.branches.map((branch, i) => resultPart(fanout, branch, i === 0));
}

function resultPart(fanout: Fanout, branch: FanoutBranch, isFirst: boolean): Part {
  const { outcome, text, by } = currentAttempt(branch);
  const { taskId, role, title } = branch;
  const of = by === null ? "" : `, by ${inline(by)}`;
  const asked = title === fanout.title ? "" : ` “${inline(title)}”`;
  const end = outcome === null ? "is being tried again" : SAID[outcome];
  return prose({
    weight: WEIGHT.results,
    floor: FLOOR.results,
    ...(isFirst
      ? { title: `What ${counted(fanout.branches.length, "branch", "branches")} brought` }
      : {}),
    lead: `${taskId} (${role})${asked} ${end}${of}:`,
    text,
    command: showTaskCommand(taskId),
  });
}

/** In the words of the outcomes, so that nobody takes a failure for a result. */
const SAID = {
  fulfilled: "fulfilled",
  rejected: "rejected, no result",
  timed_out: "timed_out, no result",
  empty: "empty, no result",
} as const;

/** What the agent of a branch is to know of it. */
export function branchNote(
  { fanouts }: Pick<Room, "fanouts">,
  { branchOf, id }: Task,
): string | null {
  const fanout = fanouts?.all.find((one) => one.id === branchOf);
  const branch = fanout?.branches.find((one) => one.taskId === id);
  if (!fanout || !branch) return null;
  const seconds = Math.round(
    (branchDueAt(fanout, branch) - (currentAttempt(branch).takenAt ?? 0)) / 1000,
  );
  return `You have ${seconds} s. Others answer the same request and see nothing of yours; ${fanout.joinTaskId} joins the results. No handoff and no messages to them: complete it with all that you found.`;
}

/** Who joins results names what is missing. */
export function joinNote(room: Room, task: Task): string | null {
  const fanout = joinedBy(room, task.id);
  const failed =
    fanout?.branches.filter((one) => currentAttempt(one).outcome !== "fulfilled") ?? [];
  if (failed.length === 0) return null;
  const names = listed(failed.map(({ taskId, role }) => `${taskId} (${role})`));
  return `${names} brought no result: say so in your answer. \`${COMMANDS.retryBranch}\` tries one again.`;
}
