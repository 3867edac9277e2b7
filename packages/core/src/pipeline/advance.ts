import type { Word } from "../kernel/ids.ts";
import { prefixOf } from "./pipeline.ts";

/** Where a pipeline is once tasks of it have ended, or it continues for another reason. */
export interface Standing<Id extends string> {
  /** What has just ended; empty if a person let it continue. */
  ended: readonly Id[];
  /** What has become ready since then; `loops`: its role keeps a prefix, always or if several could start. */
  fresh: readonly { id: Id; loops: boolean | "dynamic" }[];
  /** What was ready before, and waits for the coordinator; `isLeft`: the coordinator said so. */
  waiting: readonly { id: Id; isLeft: boolean }[];
  /** What agents have, or could take. */
  running: number;
  /** Checkpoints whose turn it is. */
  checkpoints: readonly string[];
}

/** What the room does about it. */
export type Advance<Id extends string> =
  /** The agent that did the last one continues in its loop. */
  | { rule: "continues"; taskIds: Id[] }
  /** Nothing else could start: it goes to its role at once. */
  | { rule: "dispatched"; taskIds: Id[] }
  /** Several could start: the coordinator says which go, and in which order. */
  | { rule: "coordinator"; taskIds: Id[] }
  /** A person answers. */
  | { rule: "checkpoint"; checkpoints: Word[] }
  /** Others are working; nobody is woken for that. */
  | { rule: "status"; running: number; waiting: number }
  /** Nothing could start, and nobody is working: it may be complete. */
  | { rule: "complete" };

/**
 * What comes next in a pipeline. A loop continues beside the rest, which is ruled on separately.
 *
 * | could start | rule |
 * |---|---|
 * | the same prefix, of a role that loops | `continues` |
 * | exactly one other | `dispatched` |
 * | two or more others | `coordinator` |
 * | a checkpoint's turn | `checkpoint` |
 * | nothing, others run | `status` |
 * | nothing, nobody runs | `complete` |
 *
 * @source 004, Fast-Advance Rules; domain.md § 10
 */
export function fastAdvance<Id extends string>(standing: Standing<Id>): Advance<Id>[] {
  const { ended, fresh, waiting, running, checkpoints } = standing;
  const counts = new Map<string, number>(ended.map((id) => [prefixOf({ id }), 0]));
  for (const { id } of fresh) {
    const before = counts.get(prefixOf({ id }));
    if (before !== undefined) counts.set(prefixOf({ id }), before + 1);
  }
  const kept: Id[] = [];
  const others: Id[] = [];
  for (const { id, loops } of fresh) {
    const alike = counts.get(prefixOf({ id })) ?? 0;
    const stays = alike > 0 && (loops === true || (loops === "dynamic" && alike > 1));
    (stays ? kept : others).push(id);
  }
  // What the coordinator left comes up again with the next thing that could start, or when everything else has ended.
  const comesUp = others.length > 0 || (kept.length === 0 && running === 0 && waiting.some(({ isLeft }) => isLeft));
  const ready = comesUp ? [...waiting.map(({ id }) => id), ...others] : [];
  const advances: Advance<Id>[] = [];
  if (kept.length > 0) advances.push({ rule: "continues", taskIds: kept });
  if (ready.length > 0) advances.push({ rule: ready.length === 1 ? "dispatched" : "coordinator", taskIds: ready });
  if (checkpoints.length > 0) advances.push({ rule: "checkpoint", checkpoints: [...checkpoints] });
  if (advances.length > 0) return advances;
  return running + waiting.length > 0 ? [{ rule: "status", running, waiting: waiting.length }] : [{ rule: "complete" }];
}
