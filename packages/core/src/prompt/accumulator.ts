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

/** Bytes that it takes of a delivery at most. */
export const ACCUMULATOR_BYTES = 2_400;
const SUMMARY_MAX = 300;

/**
 * What the loop that this task is in has made so far, the newest first: what doesn't fit is the oldest.
 *
 * @param told tasks whose results stand in this delivery already: of them only what discussions came to is said
 */
export function accumulatorPart(
  room: Room,
  task: Task,
  reported: readonly Reported[],
  isWhole: boolean,
  told: ReadonlySet<string>,
): Part | null {
  const all = accumulatorOf(room, task, reported);
  if (all.length === 0 || task.sessionId === null) return null;
  const part = items({
    weight: WEIGHT.results,
    title: `What your loop has made so far (${prefixOf(task)})`,
    lead: "Keep to it, or say in your summary what you change and why.",
    items: all.toReversed().map((one) => ({ kind: "task" as const, text: lineOf(one, told) })),
    command: sharedContextCommand(task.sessionId),
  });
  return limited(part, isWhole ? Infinity : ACCUMULATOR_BYTES);
}

function lineOf(
  { task, artifact, keyDecisions, consensus, rating, summary }: Accumulated,
  told: ReadonlySet<string>,
): string {
  const judged =
    consensus && [consensusText(consensus), rating?.toFixed(1)].filter(Boolean).join(" ");
  if (told.has(task)) return `${task}${judged ? ` (${judged})` : ""}: as told above.`;
  const facts = [artifact && inline(artifact), judged].filter(Boolean).join("; ");
  const said = inline(titleOf(summary, SUMMARY_MAX));
  const text =
    keyDecisions.length === 0
      ? said
      : `${endSentence(said)} Decided: ${inline(keyDecisions.join("; "))}`;
  return `${task}${facts === "" ? "" : ` (${facts})`}: ${text}`;
}

function consensusText({ outcome, severity }: NonNullable<Accumulated["consensus"]>): string {
  return outcome === "blocked" ? `blocked ${severity.toUpperCase()}` : outcome;
}
