import type { Attachment } from "../attachment/attachment.ts";
import type { DeliveryFacts } from "../delivery/facts.ts";
import { allJoinedBy, currentAttempt, type Fanout, type FanoutBranch, findFanout } from "../fanout/fanout.ts";
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
  const all = allJoinedBy(room, task.id);
  const newest = all.at(-1);
  if (!newest) return null;
  const branches = branchesOf(all).map((branch) => {
    const { outcome, text, by } = currentAttempt(branch);
    const { taskId, role, title } = branch;
    return { taskId, role, title, outcome, text, by };
  });
  return { id: newest.id, branches };
}

/** The results that a task joins, each with how it ended: missing ones are listed as well. */
export function resultParts(room: Room, task: Task): Part[] {
  const all = allJoinedBy(room, task.id);
  const [first] = branchesOf(all);
  const heading = `What ${counted(branchesOf(all).length, "branch", "branches")} brought`;
  return all.flatMap(({ title, branches }) =>
    branches.map((branch) => resultPart(title, branch, branch === first ? heading : null)),
  );
}

function branchesOf(all: readonly Fanout[]): FanoutBranch[] {
  return all.flatMap(({ branches }) => branches);
}

function resultPart(about: string, branch: FanoutBranch, heading: string | null): Part {
  const { outcome, text, by } = currentAttempt(branch);
  const { taskId, role, title } = branch;
  const of = by === null ? "" : `, by ${inline(by)}`;
  const asked = title === about ? "" : ` “${inline(title)}”`;
  const end = outcome === null ? "is being tried again" : SAID[outcome];
  return prose({
    weight: WEIGHT.results,
    floor: FLOOR.results,
    ...(heading === null ? {} : { title: heading }),
    lead: `${taskId} (${role})${asked} ${end}${of}:`,
    text,
    command: showTaskCommand(taskId),
  });
}

/** In the words of the outcomes, so that nobody mistakes a failure for a result. */
const SAID = {
  fulfilled: "fulfilled",
  rejected: "rejected, no result",
  timed_out: "timed_out, no result",
  empty: "empty, no result",
} as const;

/** Files that go with a task: those of the message that it is, or of which it is a branch. */
export function filesOf(room: Pick<Room, "fanouts">, { said, branchOf = 0 }: Task): readonly Attachment[] {
  return said?.attachments ?? findFanout(room, branchOf)?.attachments ?? [];
}

/** What the agent of a branch has to know about it. */
export function branchNote(room: Pick<Room, "fanouts">, { branchOf = 0 }: Task): string | null {
  const fanout = findFanout(room, branchOf);
  if (!fanout) return null;
  return `You have ${fanout.branchS} s. Others answer the same request and see nothing of yours; ${fanout.joinTaskId} joins the results once each has ended. No handoff and no messages to them: complete it with all that you found.`;
}

/** The results that a task joins, word for word. */
export function joinedTexts(room: Room, task: Task): string[] {
  return branchesOf(allJoinedBy(room, task.id)).map((branch) => currentAttempt(branch).text);
}

/** Whoever joins results names what is missing. */
export function joinNote(room: Room, task: Task): string | null {
  const failed = branchesOf(allJoinedBy(room, task.id)).filter((one) => currentAttempt(one).outcome !== "fulfilled");
  if (failed.length === 0) return null;
  const names = listed(failed.map(({ taskId, role }) => `${taskId} (${role})`));
  return `${names} brought no result: say so in your answer. \`${COMMANDS.retryBranch}\` tries one again.`;
}
