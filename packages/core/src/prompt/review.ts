import type { DeliveryFacts } from "../delivery/facts.ts";
import type { AgentId } from "../kernel/ids.ts";
import type { Room } from "../kernel/room.ts";
import type { Doer } from "../task/doer.ts";
import { reviewedTask } from "../task/judge.ts";
import { lockedOut } from "../task/lockout.ts";
import type { Review, Verdict } from "../task/review.ts";
import type { Task } from "../task/task.ts";
import { COMMANDS, showTaskCommand } from "./commands.ts";
import type { Block, Part } from "./context/budget.ts";
import { findingItems } from "./context/findings.ts";
import { items } from "./context/items.ts";
import { criteriaItems, diffLine, fileItems, limitItems, noteItems, Told } from "./context/notes.ts";
import { prose } from "./context/prose.ts";
import { FLOOR, WEIGHT } from "./context/weights.ts";
import { lastTry } from "./last-try.ts";
import { bullets, inline, section } from "./markdown.ts";

/**
 * What a reviewer reads: what was asked, what its author says was done, and what the round before found.
 *
 * @param shape of the reply, as an agent reads it
 * @source domain.md § 5 (reviews always run)
 */
export function reviewBlocks(room: Room, task: Task, shape: string): Block[] {
  const { reviewOf } = task;
  if (!reviewOf) return [];
  const reviewed = reviewedTask(room, task);
  return [
    ...(reviewed ? submitted(reviewed) : []),
    lastTry(reviewOf.refusals),
    section(
      "What to do",
      bullets([
        "Read what changed, run what can be run, and judge this task only: the whole plan is reviewed once more at the end.",
        "Each finding says file, line, what is wrong and how bad it is. Put what must change into `mustFix`; set `passed` only if nothing must.",
        "Change nothing yourself: what you find goes back to its author, and you look again.",
      ]),
    ),
    section("The reply", shape.trimEnd()),
  ];
}

function submitted(task: Task & { review: Review }): Block[] {
  const { submitted: work, earlier, round, note } = task.review;
  if (!work) return [];
  const { result, by } = work;
  const told = new Told();
  const command = showTaskCommand(task.id);
  const notes = noteItems(task, result, told);
  return [
    prose({
      weight: WEIGHT.asked,
      floor: FLOOR.instruction,
      title: `What ${task.id} asked for`,
      lead: inline(task.title),
      text: task.instruction,
      command,
    }),
    items({
      weight: WEIGHT.limits,
      floor: FLOOR.limits,
      items: [...criteriaItems(task), ...limitItems(task)],
      command,
    }),
    prose({
      weight: WEIGHT.summary,
      title: `What ${inline(by.name)} did, round ${round}`,
      text: result.summary,
      command,
    }),
    items({ weight: WEIGHT.criteria, floor: FLOOR.criteria, items: notes, command }),
    items({
      weight: WEIGHT.files,
      items: fileItems(result.artifacts, task.boundaries, told),
      command,
    }),
    diffLine(result),
    ...verdictParts(`What round ${round - 1} found`, null, task, earlier),
    note
      ? prose({
          weight: WEIGHT.findings,
          floor: FLOOR.findings,
          title: `What ${inline(note.by)} said when granting another round`,
          text: note.text,
          command: COMMANDS.wholeTask,
        })
      : null,
  ];
}

/** What its reviser reads when it comes back. */
export function returnedBlocks(room: Room, task: Task, agentId: AgentId): Block[] {
  const { review } = task;
  if (!review?.submitted) return [continued(room, task, agentId)];
  const { by, result } = review.submitted;
  const isOwn = by.agentId === agentId;
  const command = showTaskCommand(task.id);
  return [
    isOwn ? null : continued(room, task, agentId),
    ...verdictParts(
      `What the reviewers found in round ${review.round}`,
      "Fix it, then run `done` again; everybody who reviewed it looks again.",
      task,
      review.verdicts.filter(({ passed }) => !passed),
    ),
    prose({
      weight: WEIGHT.summary,
      title: `What ${isOwn ? "you" : inline(by.name)} reported`,
      text: result.summary,
      command,
    }),
    isOwn
      ? null
      : items({
          weight: WEIGHT.files,
          items: fileItems(result.artifacts, task.boundaries, new Told()),
          command,
        }),
    isOwn ? null : diffLine(result),
  ];
}

/** Whose work this agent continues. */
export function continuedFrom(room: Room, task: Task, agentId: AgentId): DeliveryFacts["continues"] {
  if (task.reviewOf) return null;
  const out = lockedOut(room, task);
  const last: Doer | undefined = task.review?.submitted?.by ?? out.at(-1);
  if (!last || last.agentId === agentId) return null;
  return { from: last.name, rejected: out.map(({ name, times }) => ({ name, times })) };
}

/** Whoever continues another's work knows whose it is, and why it is no longer that agent's. */
function continued(room: Room, task: Task, agentId: AgentId): string | null {
  const of = continuedFrom(room, task, agentId);
  if (!of) return null;
  const why = of.rejected.map(
    ({ name, times }) =>
      `${inline(name)}'s work on it was rejected${times === 1 ? "" : ` ${times} times`}: the team has another agent revise it.`,
  );
  return section(
    `You continue ${inline(of.from)}'s work`,
    bullets([...why, "Start from what is there and from the findings, not from scratch; keep what they don't touch."]),
  );
}

/** A person's word to whoever works on it next. */
export function noteBlock({ review }: Task): Block {
  if (!review?.note) return null;
  return prose({
    weight: WEIGHT.findings,
    floor: FLOOR.findings,
    title: `What ${inline(review.note.by)} says`,
    text: review.note.text,
    command: COMMANDS.wholeTask,
  });
}

/** What each reviewer said and found: the summary is cut before the findings. */
function verdictParts(
  title: string,
  lead: string | null,
  { id }: Pick<Task, "id">,
  verdicts: readonly Verdict[],
): Part[] {
  const command = showTaskCommand(id);
  return verdicts.flatMap(({ role, by, summary, mustFix, findings }, i) => [
    prose({
      weight: WEIGHT.notes,
      ...(i === 0 ? { title } : {}),
      lead: [i === 0 ? lead : null, `${inline(by?.name ?? "A person")} (${role}):`].filter(Boolean).join("\n\n"),
      text: summary,
      command,
    }),
    items({
      weight: WEIGHT.findings,
      floor: FLOOR.findings,
      items: findingItems({ mustFix, findings }),
      command,
    }),
  ]);
}
