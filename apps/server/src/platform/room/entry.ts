import type { Refusal } from "@squadroom/core/kernel/refusal";
import { apply } from "@squadroom/core/log/apply";
import { EVENT_VERSIONS, type RoomEvent } from "@squadroom/core/log/event";
import type { RoomView } from "@squadroom/core/log/view";
import type { Command, Context } from "@squadroom/core/room/command";
import { decide } from "@squadroom/core/room/decide";
import type { ProjectedRow } from "../../db/projected.ts";
import type { CredentialRef } from "../auth/principal.ts";
import type { Projection } from "./projection.ts";

/** Under which key a command runs, and the keyed hash of its request. */
export interface CommandKey {
  credentialId: string;
  key: string;
  requestHash: string;
}

/** What a command was answered, as it is stored under its key. */
export type Answer =
  | { ok: true; reply: Record<string, unknown>; seq: number }
  | { ok: false; refusal: Refusal; seq: number };

/** What one decision came to, on the state that it was made on. */
export interface Decision {
  events: RoomEvent[];
  rows: ProjectedRow[];
  after: RoomView;
  answer: Answer;
  bytes: number;
}

/** A command on its way through the room. */
export interface Entry {
  command: Command;
  key: CommandKey | null;
  credential: CredentialRef | null;
  /** Requirements that are not live, as the tables had them. */
  ended: Context["ended"];
  decision: Decision | null;
  /** Lost swaps so far. */
  lost: number;
  settle: (answer: Answer) => void;
  fail: (error: unknown) => void;
}

/** Decides an entry on `view`, applies and projects: all of it before anything is written. Throws only for bugs. */
export function decideOn(
  view: RoomView,
  command: Command,
  context: Context,
  project: Projection,
): Decision {
  const ruling = decide(view, command, context);
  if (!ruling.ok) {
    const answer: Answer = { ok: false, refusal: ruling.refusal, seq: view.seq };
    return { events: [], rows: [], after: view, answer, bytes: 200 };
  }
  const events: RoomEvent[] = [];
  const rows: ProjectedRow[] = [];
  let after = view;
  for (const fact of ruling.events) {
    const event = {
      ...fact,
      roomId: view.roomId,
      seq: after.seq + 1,
      v: EVENT_VERSIONS[fact.type],
      at: Math.max(after.at, context.now),
    } as RoomEvent;
    const next = apply(after, event);
    rows.push(...project(event, after, next));
    events.push(event);
    after = next;
  }
  const reply = (ruling.reply ?? {}) as Record<string, unknown>;
  return {
    events,
    rows,
    after,
    answer: { ok: true, reply, seq: after.seq },
    bytes: 600 * events.length + 200,
  };
}
