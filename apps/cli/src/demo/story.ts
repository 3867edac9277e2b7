import type { RoomView } from "@squadroom/core/kernel/view";
import { AGENDA } from "./topics.ts";

/**
 * What happens besides serving the requests:
 *
 * | request | what it shows                                                                     |
 * |---------|-----------------------------------------------------------------------------------|
 * | 1       | a question to the user, the full chain, findings; afterwards the reviewer leaves   |
 * | 2       | without a reviewer the builder's work is rerouted to the planner, who reviews      |
 * | 3       | the builder dies half-way, the work is resumed; afterwards the reviewer is back    |
 * | later   | the full chain, every third time with findings                                     |
 */
export class Story {
  /** By the id of the task that began it. */
  private readonly acts = new Map<string, number>();
  private readonly delivered = new Set<number>();
  hasAsked = false;
  hasKilled = false;

  /** The request's place in the story; the same for all tasks made from it. */
  actOf(rootId: string): number {
    const act = this.acts.get(rootId) ?? this.acts.size + 1;
    this.acts.set(rootId, act);
    return act;
  }

  get begun(): number {
    return this.acts.size;
  }

  noteDelivery(rootId: string): void {
    this.delivered.add(this.actOf(rootId));
  }

  hasFindings(rootId: string): boolean {
    const act = this.actOf(rootId);
    return act === 1 || (act > 3 && act % 3 === 1);
  }

  /** True once, for the builder of the third request. */
  shouldDie(rootId: string): boolean {
    return !this.hasKilled && this.actOf(rootId) === 3;
  }

  /** What to do about the reviewer now. */
  reviewerMove(view: RoomView, isHere: boolean): "leave" | "return" | null {
    const waits = view.tasks.some(({ role }) => role === "reviewer");
    if (isHere) return this.delivered.has(1) && this.delivered.size === 1 && !waits ? "leave" : null;
    return waits || this.delivered.has(3) || this.begun > 3 ? "return" : null;
  }

  /** The second request waits until the first is known to be done: the reviewer leaves in between. */
  get isBetween(): boolean {
    return this.begun !== 1 || this.delivered.has(1);
  }

  /** The next item of the squad's own list while it is short of requests, except those already known. */
  nextItem(known: readonly string[] = []): string | null {
    return AGENDA.slice(this.begun).find((item) => !known.includes(item)) ?? null;
  }

  get isTold(): boolean {
    return this.delivered.size >= AGENDA.length;
  }
}

/** No task is held and none waits. */
export function isIdle(view: RoomView): boolean {
  return view.tasks.every(({ state }) => state === "failed");
}
