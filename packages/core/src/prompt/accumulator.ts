import { type Accumulated, accumulatorOf } from "../context/accumulator.ts";
import type { Reported } from "../context/shared.ts";
import type { Room } from "../kernel/room.ts";
import { endSentence } from "../kernel/sentence.ts";
import { titleOf } from "../kernel/title.ts";
import { prefixOf } from "../pipeline/pipeline.ts";
import type { Task } from "../task/task.ts";
import { sharedContextCommand } from "./commands.ts";
import type { Part } from "./context/budget.ts";
import { items } from "./context/items.ts";
import { WEIGHT } from "./context/weights.ts";
import { inline } from "./markdown.ts";
import { limited } from "./wisdom.ts";

/** Most bytes that it takes of a delivery. */
export const ACCUMULATOR_BYTES = 2_400;
const SUMMARY_MAX = 300;

/**
 * What the loop that this task is in has made so far, the newest first: if it doesn't fit, the oldest goes.
 *
 * @param above tasks that this delivery already covers: only their discussions' results are given
 */
export function accumulatorPart(
  room: Room,
  task: Task,
  reported: readonly Reported[],
  isWhole: boolean,
  above: Above,
): Part | null {
  const all = accumulatorOf(room, task, reported);
  if (all.length === 0 || task.sessionId === null) return null;
  const part = items({
    weight: WEIGHT.results,
    title: `What your loop has made so far (${prefixOf(task)})`,
    lead: "Keep to it, or say in your summary what you change and why.",
    items: all.toReversed().map((one) => ({ kind: "task" as const, text: lineOf(one, above) })),
    command: sharedContextCommand(task.sessionId),
  });
  return limited(part, isWhole ? Infinity : ACCUMULATOR_BYTES);
}

interface Above {
  /** Tasks whose results are given elsewhere. */
  told: ReadonlySet<string>;
  /** A newer version takes its place; what it decided is beside that. */
  redone: ReadonlySet<string>;
}

function lineOf(
  { task, artifact, keyDecisions, consensus, rating, summary }: Accumulated,
  { told, redone }: Above,
): string {
  const judged = consensus && [consensusText(consensus), rating?.toFixed(1)].filter(Boolean).join(" ");
  const verdict = judged ? ` (${judged})` : "";
  if (told.has(task)) return `${task}${verdict}: as told above.`;
  if (redone.has(task))
    return `${task}${verdict}: done again${keyDecisions.length > 0 ? "; what it decided is told above" : ""}.`;
  const facts = [artifact && inline(artifact), judged].filter(Boolean).join("; ");
  const said = inline(titleOf(summary, SUMMARY_MAX));
  const text = keyDecisions.length === 0 ? said : `${endSentence(said)} Decided: ${inline(keyDecisions.join("; "))}`;
  return `${task}${facts === "" ? "" : ` (${facts})`}: ${text}`;
}

function consensusText({ outcome, severity }: NonNullable<Accumulated["consensus"]>): string {
  return outcome === "blocked" ? `blocked ${severity.toUpperCase()}` : outcome;
}
