import type { Command } from "@squadroom/core/kernel/command";
import type { RoomEvent } from "@squadroom/core/kernel/event";
import type { RoomId } from "@squadroom/core/kernel/ids";
import type { RoomView } from "@squadroom/core/kernel/view";
import { apply } from "@squadroom/core/log/apply";
import { emptyView } from "@squadroom/core/log/view";
import type { Remains, Scrubber } from "@squadroom/core/retention/scrub";
import type { ISql, Sql } from "postgres";
import { uuidv7 } from "uuidv7";
import { appendCall } from "../../db/append-sql.ts";
import type { ProjectedRow } from "../../db/projected.ts";
import { layOut, type RoomOutcome, rowKey } from "./batch.ts";
import type { Clock } from "./clock.ts";
import type { Deciding } from "./deciding.ts";
import type { Answer, Entry } from "./entry.ts";
import { createTurns } from "./folds.ts";
import type { Projection } from "./projection.ts";
import { createStore } from "./store.ts";

const PAGE = 500;
/** Letters of rewritten events that one statement carries. */
const LETTERS_MAX = 2_000_000;

export interface Erasure {
  command: Command & { type: "deleteSessions" };
  /** Entries of wisdom that are the room's. */
  promoted: readonly number[];
  /** Takes everything else that is kept of them out of the tables, in the same transaction. */
  forget: (tx: ISql, remains: Remains) => Promise<unknown>;
}

export type Erase = (deciding: Deciding, roomId: RoomId, erasure: Erasure) => Promise<Answer>;

/** The room rules that nothing is deleted: what was done so far is rolled back. */
class NothingDeleted extends Error {
  constructor(readonly answer: Answer) {
    super("nothing is deleted");
  }
}

/**
 * Removes sessions' texts from a room: from its log, its tables, its snapshot and what else is kept. One transaction
 * does all of it together with the event that says so: killed at any point, either nothing has happened, or everything.
 * The log is read and rewritten before the room is locked; what came in meanwhile follows under the lock. Processes
 * with the room in memory read it again when the event comes (`isOutdated`).
 */
export function createErasing(sql: Sql, clock: Clock, project: Projection): Erase {
  async function eraseIn(deciding: Deciding, roomId: RoomId, erasure: Erasure): Promise<Answer> {
    const { command, promoted, forget } = erasure;
    const ids = command.kept.map(({ sessionId }) => sessionId);
    const { createScrubber } = await import("./scrubber.ts");
    const bare = createBareRoom(roomId, createScrubber(ids, promoted), project);
    await bare.follow(createStore(sql).eventsAfter);
    return (await sql.begin(async (tx) => {
      await rewrite(tx, roomId, bare.take());
      await forget(tx, bare.remains);
      const [head] = await tx<{ seq: string; commitId: string }[]>`
        SELECT seq, commit_id AS "commitId" FROM rooms WHERE id = ${roomId} FOR NO KEY UPDATE`;
      if (!head) throw new Error(`room ${roomId} is gone`);
      const store = createStore(tx);
      await bare.follow(store.eventsAfter);
      await rewrite(tx, roomId, bare.take());
      const entry = entryOf(command);
      const decision = deciding.decide(bare.view(), entry);
      if (decision.events.length === 0) throw new NothingDeleted(decision.answer);
      entry.decision = { ...decision, rows: [...bare.rows(), ...decision.rows] };
      const bytes = layOut([
        {
          roomId,
          expected: { seq: Number(head.seq), commitId: head.commitId },
          next: { seq: decision.after.seq, commitId: uuidv7() },
          dueAt: deciding.deadlineOf(decision.after),
          entries: [entry],
        },
      ]);
      const [row] = await tx.unsafe<{ outcome: { rooms?: RoomOutcome[]; skew?: number } }[]>(appendCall, [
        String(clock.now()),
        ...bytes,
      ] as string[]);
      const outcome = row?.outcome.rooms?.[0]?.outcome ?? `clock skew ${row?.outcome.skew} ms`;
      if (outcome !== "ok") throw new Error(`sessions of room ${roomId} are not deleted: ${outcome}`);
      await store.saveSnapshot(decision.after);
      return decision.answer;
    })) as Answer;
  }

  return (deciding, roomId, erasure) =>
    eraseIn(deciding, roomId, erasure).catch((error: unknown) => {
      if (error instanceof NothingDeleted) return error.answer;
      throw error;
    });
}

/** The room folded without the sessions' texts, beside the room as it is: rows that differ have to be written. */
function createBareRoom(roomId: RoomId, { scrub, remains }: Scrubber, project: Projection) {
  const rows = new Map<string, ProjectedRow>();
  let events: RoomEvent[] = [];
  let view = emptyView(roomId);
  let bare = view;
  const turn = createTurns();

  function step(event: RoomEvent): void {
    const now = scrub(event, bare);
    const isSame = now === event && bare === view;
    const [before, bareBefore] = [view, bare];
    view = apply(view, event);
    bare = isSame ? view : apply(bare, now);
    if (now !== event) events.push(now);
    if (isSame) return;
    const old = new Map(project(event, before, view).map((row) => [nameOf(row), row]));
    for (const row of project(now, bareBefore, bare)) {
      const name = nameOf(row);
      if (JSON.stringify(old.get(name)) === JSON.stringify(row)) rows.delete(name);
      else rows.set(name, row);
    }
  }

  return {
    remains,
    view: () => bare,
    rows: () => [...rows.values()],
    /** Events rewritten since this was last asked. */
    take: () => {
      const taken = events;
      events = [];
      return taken;
    },
    async follow(eventsAfter: (roomId: RoomId, seq: number, limit: number) => Promise<RoomEvent[]>): Promise<void> {
      for (;;) {
        const page = await eventsAfter(roomId, view.seq, PAGE);
        if (page.length === 0) return;
        for (const event of page) {
          step(event);
          await turn();
        }
      }
    },
  };
}

const nameOf = ({ table, row }: ProjectedRow): string => `${table}\u0001${rowKey(table, row)}`;

async function rewrite(tx: ISql, roomId: RoomId, events: readonly RoomEvent[]): Promise<void> {
  let part: { seq: number; data: unknown }[] = [];
  let letters = 0;
  const write = async () => {
    if (part.length === 0) return;
    await tx`
      UPDATE events e SET data = x.data
      FROM json_to_recordset(${JSON.stringify(part)}::text::json) AS x(seq bigint, data json)
      WHERE e.room_id = ${roomId} AND e.seq = x.seq`;
    part = [];
    letters = 0;
  };
  for (const { seq, data } of events) {
    part.push({ seq, data });
    letters += JSON.stringify(data).length;
    if (letters > LETTERS_MAX) await write();
  }
  await write();
}

function entryOf(command: Command): Entry {
  return {
    command,
    key: null,
    credential: null,
    ended: {},
    earlier: [],
    decision: null,
    weight: 0,
    lost: 0,
    settle: () => undefined,
    fail: () => undefined,
  };
}

/** A view folded before an erasure that then followed it has texts that are gone: the room has to be read again. */
export function isOutdated({ retention }: RoomView, loadedSeq: number): boolean {
  return retention.erasedSeq > loadedSeq;
}
