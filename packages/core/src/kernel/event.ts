import type { Actor } from "./actor.ts";
import type { RoleName, RoomId, TaskId } from "./ids.ts";
import type { RoomView } from "./view.ts";

/**
 * What the log adds to a fact. `seq` counts 1, 2, 3 … in its room; `at` is epoch milliseconds, never less than the
 * event before.
 */
export interface Recorded {
  roomId: RoomId;
  seq: number;
  v: number;
  at: number;
  actor: Actor;
}

/**
 * The payloads by event type. Names are dotted past tense; times are epoch milliseconds.
 * An event carries the judgement with its grounds, so that replay needs no outside knowledge.
 * Each feature adds its own, under its name.
 */
// biome-ignore lint/suspicious/noEmptyInterface: features add to it
export interface EventData {}

export type EventType = keyof EventData;

/** A fact before it has its place in the log. */
export type Fact = { [T in EventType]: { type: T; data: EventData[T] } }[EventType];

/** A fact in the log. */
export type RoomEvent = Fact & Recorded;

export type EventOf<T extends EventType> = Extract<RoomEvent, { type: T }>;

/** One event between the view before it and the view after it. */
export interface Step<E = RoomEvent> {
  event: E;
  before: RoomView;
  after: RoomView;
}

/** The payloads of a family: those whose types begin with its name. */
export type EventsOf<Family extends string> = Pick<EventData, Extract<EventType, `${Family}.${string}`>>;

/** An event of a family; `Data`: the family's payloads by type. */
export type EventIn<Data, T extends keyof Data> = { type: T; data: Data[T] } & Recorded;

/** Of what the room asks, or no longer asks, only these can have changed. */
export interface Touched {
  /** Anything: who is present, what waits for what. */
  all: boolean;
  tasks: Set<TaskId>;
  roles: Set<RoleName>;
  /** Sessions' questions are derived from them, and only one session runs. */
  sessions: boolean;
}

/** What an event means for what the room asks. */
export interface AskedOf<E> {
  /** The version in which it is written now; left out: 1. A change of shape raises it and adds an upcaster. */
  v?: number;
  /** The room may then ask what it did not ask before. */
  asks: boolean | ((event: E) => boolean);
  /** Of what is asked, only these can have changed; `null`: nothing. */
  touches: "all" | "sessions" | null | ((touched: Touched, step: Step<E>) => void);
  /** It may leave nobody who may revise rejected work; left out: it never does. */
  locksOut?: (step: Step<E>) => boolean;
  /** It shows nothing that its agent did for its task; left out: it does. */
  isIdle?: boolean;
}

/** What an event means, and how it changes `next`, a copy of the room that the caller owns at its first level only. */
export interface FactDef<E> extends AskedOf<E> {
  apply: (next: RoomView, event: E) => void;
}

/** The facts of a family. */
export type FactsOf<Data> = { readonly [T in keyof Data]: FactDef<EventIn<Data, T>> };

export function fact<E>(asked: NoInfer<AskedOf<E>>, apply: FactDef<E>["apply"]): FactDef<E> {
  return { ...asked, apply };
}

export const NOTHING = { asks: false, touches: null } as const;
export const NOTHING_DONE = { ...NOTHING, isIdle: true } as const;
/** Another role may take over, or nobody may; what waited may be held up by something else, or by nothing. */
export const ANYTHING = { asks: false, touches: "all" } as const;
export const SESSIONS = { asks: false, touches: "sessions" } as const;
export const ASKED_OF_SESSIONS = { asks: true, touches: "sessions" } as const;
