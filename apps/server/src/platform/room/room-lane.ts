import type { RoomView } from "@squadroom/core/kernel/view";
import type { Decision, Entry } from "./entry.ts";
import type { Head } from "./store.ts";

/**
 * The way of a room's commands into its log. Views are immutable, so that going back to the committed one
 * is dropping the other.
 *
 * | State     | Under way      | In line                          | What ends it |
 * |-----------|----------------|----------------------------------|--------------|
 * | `open`    | –              | decided, each on the one before  | `take`: flying; `lock`: locked |
 * | `flying`  | a decided batch| decided, on top of the batch     | `committed`: open; `narrow`: flying, with one; `lock`: locked |
 * | `locked`  | –              | undecided                        | `unlock`: open, what was in line is decided again |
 *
 * `abandon` empties it from any state. While it is locked, whoever locked it moves the committed view on,
 * with `moveTo`, and takes single entries out of line. There is never more than one batch under way, what
 * was decided on an outdated view is never sent, and an entry leaves the lane exactly once: committed,
 * settled by the outcome of its batch, taken out, or handed back to whoever unlocks or abandons the lane.
 */
export class RoomLane {
  #head: Head;
  #view: RoomView;
  #pending: RoomView;
  #queue: Entry[] = [];
  #flight: Entry[] = [];
  #lock: { released: Promise<void>; release: () => void } | null = null;

  constructor(at: { head: Head; view: RoomView }) {
    this.#head = at.head;
    this.#view = at.view;
    this.#pending = at.view;
  }

  get head(): Head {
    return this.#head;
  }

  /** The committed view, at the head. */
  get view(): RoomView {
    return this.#view;
  }

  /** The view after everything that is decided but not yet committed. */
  get pending(): RoomView {
    return this.#pending;
  }

  /** The batch under way; empty if there is none. */
  get flight(): readonly Entry[] {
    return this.#flight;
  }

  /** Entries in line, behind the batch under way. */
  get inLine(): number {
    return this.#queue.length;
  }

  get isFlying(): boolean {
    return this.#flight.length > 0;
  }

  /** Resolves when the lane is unlocked; `null` if it is not locked. */
  get locked(): Promise<void> | null {
    return this.#lock?.released ?? null;
  }

  get isBusy(): boolean {
    return this.#queue.length > 0 || this.isFlying || this.#lock !== null;
  }

  /**
   * The entry goes to the end of the line: decided on the result of all before it or, while the lane is locked,
   * undecided. If `decide` throws, nothing has happened.
   */
  put(entry: Entry, decide: (view: RoomView) => Decision): void {
    entry.decision = this.#lock === null ? decide(this.#pending) : null;
    this.#pending = entry.decision?.after ?? this.#pending;
    this.#queue.push(entry);
  }

  /** Sends off the first ones in line, up to this many, unless a batch is under way or the lane is locked. */
  take(most: number): readonly Entry[] {
    if (this.isFlying || this.#lock !== null) return [];
    this.#flight = this.#queue.slice(0, most);
    this.#queue = this.#queue.slice(this.#flight.length);
    return this.#flight;
  }

  /** The batch was not written and is sent again with its first entry alone. */
  narrow(): void {
    const [first, ...others] = this.#flight;
    if (first === undefined) throw new Error("there is no batch to narrow");
    this.#flight = [first];
    this.#queue = [...others, ...this.#queue];
  }

  /** The batch is durable: the room is at its result. */
  committed(head: Head): void {
    const last = this.#flight.at(-1)?.decision;
    if (!last) throw new Error("there is no batch to commit");
    this.#flight = [];
    this.#view = last.after;
    this.#head = head;
  }

  /**
   * Stops the lane, to catch up with the log. What is under way goes back to the front of the line, except for what the
   * outcome of the batch has settled; nothing in line counts as decided any more.
   */
  lock(isSettled: (entry: Entry) => boolean = () => false): void {
    if (this.#lock !== null) throw new Error("the lane is locked already");
    const again = this.#flight.filter((entry) => !isSettled(entry));
    this.#flight = [];
    this.#queue = [...again, ...this.#queue];
    for (const entry of this.#queue) entry.decision = null;
    this.#pending = this.#view;
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    this.#lock = { released, release };
  }

  /** What others, or the holder of the lock, have committed. */
  moveTo(head: Head, view: RoomView): void {
    if (this.#lock === null) throw new Error("only a locked lane is moved on from outside");
    this.#head = head;
    this.#view = view;
    this.#pending = view;
  }

  /** Takes the first such entry out of a locked lane's line. */
  takeOut(isWanted: (entry: Entry) => boolean): Entry | undefined {
    if (this.#lock === null) throw new Error("only a locked lane gives away single entries");
    const entry = this.#queue.find(isWanted);
    if (entry) this.#queue = this.#queue.filter((other) => other !== entry);
    return entry;
  }

  /** Opens the lane; the entries that waited have to be put into it again, in this order. */
  unlock(): readonly Entry[] {
    const again = this.#queue;
    this.#queue = [];
    this.#lock?.release();
    this.#lock = null;
    return again;
  }

  /** Empties the lane: nothing in it will be tried again. */
  abandon(): { flight: readonly Entry[]; line: readonly Entry[] } {
    const flight = this.#flight;
    this.#flight = [];
    this.#pending = this.#view;
    return { flight, line: this.unlock() };
  }
}
