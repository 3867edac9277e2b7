import type { RoomView } from "../log/view.ts";
import type { Actor } from "./actor.ts";
import type { RoleName, RoomId, TaskId } from "./ids.ts";

/** What the log adds to a fact. `seq` counts 1, 2, 3 … in its room; `at` is epoch milliseconds, never below the one before. */
export interface Recorded {
  roomId: RoomId;
  seq: number;
  v: number;
  at: number;
  actor: Actor;
}

/** An event of a family; `Data`: the family's payloads by type. */
export type EventIn<Data, T extends keyof Data> = { type: T; data: Data[T] } & Recorded;

/** How each event of a family moves `next`, a copy that the caller owns at its first level only. */
export type ReducersOf<Data> = {
  readonly [T in keyof Data]: (next: RoomView, event: EventIn<Data, T>) => void;
};

/** Of what the room asks, and of what it no longer asks, only this can have changed. */
export interface Touched {
  /** Anything: who is there, what waits for what. */
  all: boolean;
  tasks: Set<TaskId>;
  roles: Set<RoleName>;
  /** What sessions ask is derived from them, and there is one of them that runs. */
  sessions: boolean;
}

/** What an event means for what the room asks. */
export interface RuleOf<E> {
  /** The version in which it is written now; left out: 1. A change of shape raises it and adds an upcaster. */
  v?: number;
  /** The room may ask afterwards what it did not ask before. */
  asks: boolean | ((event: E) => boolean);
  /** Of what is asked, only this can have changed; `null`: nothing. */
  touches: "all" | "sessions" | null | ((touched: Touched, step: StepOf<E>) => void);
  /** It may leave nobody who may revise what was rejected; left out: it never does. */
  locksOut?: (step: StepOf<E>) => boolean;
}

/** One for each event of a family. */
export type RulesOf<Data> = { readonly [T in keyof Data]: RuleOf<EventIn<Data, T>> };

interface StepOf<E> {
  event: E;
  before: RoomView;
  after: RoomView;
}

export const NOTHING = { asks: false, touches: null } as const;
/** Another role may take over, or nobody may; what waited is held up by something else, or by nothing. */
export const ANYTHING = { asks: false, touches: "all" } as const;
export const SESSIONS = { asks: false, touches: "sessions" } as const;
export const ASKED_OF_SESSIONS = { asks: true, touches: "sessions" } as const;
