import { discussedBy } from "../flow/discussed.ts";
import type { TaskId } from "../kernel/ids.ts";
import type { Room } from "../kernel/room.ts";
import { listed, listedUpTo } from "../kernel/words.ts";
import { stepsById, taskRequires, upstreamOf } from "../pipeline/graph.ts";
import { countedSteps, inPlace, revisionOf } from "../pipeline/pipeline.ts";
import { resultOf } from "../session/discussion/verdict.ts";
import type { Discussion } from "../session/record/discussion.ts";
import type { PipelineSession } from "../session/record/session.ts";
import { liveTask } from "../task/order.ts";
import { missingOutputs, type Output, outputText } from "../task/outputs.ts";
import type { TaskResult } from "../task/result.ts";
import type { Task } from "../task/task.ts";
import { showTaskCommand } from "./commands.ts";
import type { Block, Part } from "./context/budget.ts";
import { type Item, items } from "./context/items.ts";
import { fileItems, noteItems, Told } from "./context/notes.ts";
import { prose } from "./context/prose.ts";
import { FLOOR, WEIGHT } from "./context/weights.ts";
import { lastTry } from "./last-try.ts";
import { bullets, inline, section } from "./markdown.ts";

/** Most steps named that the judged work builds on, and most files of each. */
const BASIS_MAX = 8;
const BASIS_FILES_MAX = 6;

/**
 * What an agent reads to give one point of view: what was asked, what resulted, what the round before found.
 *
 * @param shape of the reply, as an agent reads it
 */
export function perspectiveBlocks(room: Room, task: Task, shape: string): Block[] {
  const found = discussedBy(room, task);
  if (!found) return [];
  const { session, discussion, perspective } = found;
  return [
    ...workBlocks(room, discussion),
    basisPart(session, discussion),
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
  const missing = missingOf(task, result).map((output): Item => {
    return { kind: "warning", text: `Output that was not reported: ${inline(outputText(output))}` };
  });
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
      items: [...missing, ...noteItems(task, result, told)],
      command,
    }),
    items({
      weight: WEIGHT.files,
      items: fileItems(result.artifacts, task.boundaries, told),
      command,
    }),
  ];
}

/** What was to come out and is missing from what its author reported. */
export function missingOf(task: Task, { artifacts, changes }: TaskResult): Output[] {
  const { files = [], fileCount = 0 } = changes ?? {};
  // One of the files beyond the listed ones may be it.
  return fileCount > files.length ? [] : missingOutputs(task, { artifacts, touched: files });
}

/** A step that the judged work builds on. */
interface Basis {
  taskId: TaskId;
  title: string;
  files: string[];
  /** Otherwise the files are the planned ones. */
  reported: boolean;
}

/**
 * What was found and made before it, the newest version of each step: what it required itself, then the rest in order.
 */
export function basisOf({ pipeline, execution }: PipelineSession, judged: string): Basis[] {
  const { steps } = pipeline;
  const step = stepsById(steps).get(judged);
  if (!step || !execution) return [];
  const first = ({ id }: { id: string }) => revisionOf(id).first;
  const firstOf = (ids: Iterable<string>) => new Set([...ids].map((id) => first({ id })));
  const above = firstOf(upstreamOf(steps, judged));
  const required = firstOf(taskRequires(steps, step));
  return inPlace(countedSteps(steps))
    .filter((one) => above.has(first(one)) && first(one) !== first(step))
    .toSorted((a, b) => Number(required.has(first(b))) - Number(required.has(first(a))))
    .flatMap(({ id }): Basis[] => {
      const taskId = execution.tasks[id];
      const outcome = taskId && execution.outcomes[taskId];
      if (!outcome || outcome.state === "cancelled" || outcome.state === "rolled_back") return [];
      const { title, files, isReported = false } = outcome;
      return [{ taskId, title, files: files ?? [], reported: isReported }];
    })
    .slice(0, BASIS_MAX);
}

/** Where that is: the work is judged against it. */
function basisPart(session: PipelineSession, { step }: Discussion): Part {
  const basis = basisOf(session, step);
  const command = showTaskCommand(basis.map(({ taskId }) => taskId).join(" "));
  return items({
    weight: WEIGHT.asked,
    floor: FLOOR.notes,
    title: "What it builds on",
    lead: `Judge it against this too. \`${command}\` prints each result.`,
    items: basis.map(({ taskId, title, files, reported }): Item => {
      const paths = listedUpTo(BASIS_FILES_MAX, files.map(inline));
      const named = paths === "" ? "" : `: ${paths}${reported ? "" : ", not reported"}`;
      return { kind: "step", text: `${taskId} ${inline(title)}${named}` };
    }),
    command,
  });
}

/** The round about what it revises: whoever judges again looks whether that was met. */
function roundBefore({ discussions = [] }: PipelineSession, { id, step }: Discussion): Block[] {
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
