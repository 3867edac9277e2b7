import { discussedBy } from "../flow/discussed.ts";
import type { Room } from "../kernel/room.ts";
import { listed } from "../kernel/words.ts";
import { revisionOf } from "../pipeline/pipeline.ts";
import { resultOf } from "../session/discussion/verdict.ts";
import type { Discussion } from "../session/record/discussion.ts";
import type { Session } from "../session/record/session.ts";
import { liveTask } from "../task/order.ts";
import type { Task } from "../task/task.ts";
import { showTaskCommand } from "./commands.ts";
import type { Block } from "./context/budget.ts";
import { items } from "./context/items.ts";
import { fileItems, noteItems, Told } from "./context/notes.ts";
import { prose } from "./context/prose.ts";
import { FLOOR, WEIGHT } from "./context/weights.ts";
import { lastTry } from "./last-try.ts";
import { bullets, inline, section } from "./markdown.ts";

/**
 * What an agent reads that gives one point of view: what was asked, what came of it, what the round before found.
 *
 * @param shape of the reply, as an agent reads it
 */
export function perspectiveBlocks(room: Room, task: Task, shape: string): Block[] {
  const found = discussedBy(room, task);
  if (!found) return [];
  const { session, discussion, perspective } = found;
  return [
    ...workBlocks(room, discussion),
    ...roundBefore(session, discussion),
    lastTry(perspective.refusals),
    section(
      "What to do",
      bullets([
        "Read the work itself, not only its summary. Change nothing.",
        "Rate it from your point of view alone: 5 is ready as it is, 3 will do, 1 is unusable.",
        "Put into `missing` only what was asked for and is not there; a high risk or a missing requirement blocks the work.",
        "An action item says what to change and where, so that its author can do it without asking you.",
      ]),
    ),
    section("The reply", shape.trimEnd()),
  ];
}

function workBlocks(room: Room, { taskId, by, result }: Discussion): Block[] {
  const task = liveTask(room, taskId);
  if (!task || !result) return [];
  const told = new Told();
  const command = showTaskCommand(taskId);
  return [
    prose({
      weight: WEIGHT.asked,
      floor: FLOOR.instruction,
      title: `What ${taskId} asked for`,
      lead: inline(task.title),
      text: task.instruction,
      command,
    }),
    prose({
      weight: WEIGHT.summary,
      title: `What ${inline(by.name)} did`,
      text: result.summary,
      command,
    }),
    items({
      weight: WEIGHT.criteria,
      floor: FLOOR.criteria,
      items: noteItems(task, result, told),
      command,
    }),
    items({
      weight: WEIGHT.files,
      items: fileItems(result.artifacts, task.boundaries, told),
      command,
    }),
  ];
}

/** Of what it is a revision of: whoever judges again looks whether that was met. */
function roundBefore({ discussions = [] }: Session, { id, step }: Discussion): Block[] {
  const { first, revision } = revisionOf(step);
  if (revision === 0) return [];
  const before = discussions.findLast(
    (one) => one.id < id && one.step !== step && revisionOf(one.step).first === first,
  );
  const todo = before ? resultOf(before).actionItems : [];
  if (!before || todo.length === 0) return [];
  return [
    section(
      `What ${before.round} wanted of ${before.taskId}`,
      bullets(todo.slice(0, 10).map(({ text, by }) => `${inline(text)} (${inline(listed(by))})`)),
    ),
  ];
}
