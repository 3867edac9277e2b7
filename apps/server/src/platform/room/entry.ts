import type { Command, Given } from "@squadroom/core/kernel/command";
import type { RoomEvent, Step } from "@squadroom/core/kernel/event";
import type { Refusal } from "@squadroom/core/kernel/refusal";
import type { RoomView } from "@squadroom/core/kernel/view";
import { decide } from "@squadroom/core/room/decide";
import type { ProjectedRow } from "../../db/projected.ts";
import type { CredentialRef } from "../auth/principal.ts";
import type { Projection } from "./projection.ts";

/** The key under which a command runs, and the keyed hash of its request. */
export interface CommandKey {
  credentialId: string;
  /** The hash of what the client sent. */
  key: string;
  requestHash: string;
  /** Called if the answer is the one given to an earlier request under this key. */
  onReplay?: () => void;
}

/** The answer to a command, as stored under its key. */
export type Answer<R = unknown> = { ok: true; reply: R; seq: number } | { ok: false; refusal: Refusal; seq: number };

/** The outcome of one decision, on the state that it was made on. */
export interface Decision {
  events: RoomEvent[];
  steps: readonly Step[];
  rows: ProjectedRow[];
  after: RoomView;
  answer: Answer;
}

/** A command on its way through the room. */
export interface Entry {
  command: Command;
  key: CommandKey | null;
  credential: CredentialRef | null;
  /** Requirements that are not live, as the tables had them. */
  ended: Given["ended"];
  /** What came before the task in hand, as the tables had it. */
  earlier: NonNullable<Given["earlier"]>;
  decision: Decision | null;
  /** Rough size in memory and on its way to the database, bytes. */
  weight: number;
  /** Lost swaps so far. */
  lost: number;
  /** Called with its outcome once this process has committed it. */
  onCommit?: ((steps: readonly Step[]) => void) | undefined;
  settle: (answer: Answer) => void;
  fail: (error: unknown) => void;
}

/** Bytes of an empty command: its entry, its decision, its rows. */
const WEIGHT_MIN = 800;
/** A text is in the command, in an event, and in the rows that it becomes. */
const TEXT_COPIES = 4;

/** Rough size of a command with everything that it becomes, bytes. */
export function weightOf(command: Command): number {
  let letters = 0;
  const count = (value: unknown): void => {
    if (typeof value === "string") letters += value.length;
    else if (typeof value === "object" && value !== null) for (const part of Object.values(value)) count(part);
  };
  count(command);
  return WEIGHT_MIN + TEXT_COPIES * letters;
}

/** Decides an entry on `view`, applies and projects: all of it before anything is written. Throws only for bugs. */
export function decideOn(view: RoomView, command: Command, given: Given, project: Projection): Decision {
  const ruling = decide(view, command, given);
  if (!ruling.ok) {
    const answer: Answer = { ok: false, refusal: ruling.refusal, seq: view.seq };
    return { events: [], steps: [], rows: [], after: view, answer };
  }
  const { steps } = ruling;
  const events = steps.map(({ event }) => event);
  const rows = steps.flatMap(({ event, before, after }) => project(event, before, after));
  const after = steps.at(-1)?.after ?? view;
  return { events, steps, rows, after, answer: { ok: true, reply: ruling.reply, seq: after.seq } };
}
