import { Readable } from "node:stream";
import { pipeline } from "node:stream/promises";
import { createUuidv7 } from "@squadroom/client/uuidv7";
import { DEFAULT_LEASE_S } from "@squadroom/core/agent/agent";
import type { AgentCaller, PersonCaller } from "@squadroom/core/kernel/actor";
import type { Command } from "@squadroom/core/kernel/command";
import type { RoomEvent } from "@squadroom/core/kernel/event";
import type { NewId } from "@squadroom/core/kernel/ids";
import type { RoomView } from "@squadroom/core/kernel/view";
import { decide } from "@squadroom/core/room/decide";
import { REPLIES, type ReplyName } from "@squadroom/core/testing/replies.fixture";
import type { Sql } from "postgres";
import { columnsOf } from "../../apps/server/src/db/append-sql.ts";
import { type ProjectedTable, projected } from "../../apps/server/src/db/projected.ts";
import { projectAll } from "../../apps/server/src/features/projections.ts";
import { rowKey } from "../../apps/server/src/platform/room/batch.ts";
import { chunks, storeSnapshot } from "./long-room.ts";
import type { Seat } from "./squad.ts";

/** Between two events: a log may not tell of the far future. */
const STEP_MS = 1;
const ROWS_PER_INSERT = 2_000;
/** Events after the snapshot: a server stores one every 200. */
const TAIL = 100;

/** What a room has then. */
export interface Held {
  sessions: number;
  decisions: number;
  events: number;
}

/**
 * Has many sessions done in a room, from scout to done, each with eleven decisions, and leaves the last ones open.
 * Every event is core's own ruling on a command; events, tables and snapshot are what a server would have
 * written. No server may have the room open meanwhile.
 */
export async function holdSessions(
  sql: Sql,
  seats: readonly Seat[],
  start: RoomView,
  { sessions, open }: { sessions: number; open: number },
): Promise<Held> {
  const room = new FullRoom(start, seats);
  for (let n = 1; n <= sessions - open; n++) room.wholeSession(n);
  for (let n = sessions - open + 1; n <= sessions; n++) room.create(n);
  await room.write(sql);
  return { sessions, decisions: room.decisions, events: room.events.length };
}

/** A room that is filled in memory, and then written at once. */
export class FullRoom {
  view: RoomView;
  readonly events: RoomEvent[] = [];
  decisions = 0;
  /** When the next command comes at the earliest. */
  protected now = 0;
  protected readonly rows = new Map<ProjectedTable, Map<string, Record<string, unknown>>>();
  protected readonly newId = createUuidv7() as NewId;
  protected readonly lead: PersonCaller;
  protected readonly agents: Record<string, AgentCaller>;
  private snapshot: RoomView;

  constructor(start: RoomView, seats: readonly Seat[]) {
    this.view = start;
    this.snapshot = start;
    this.lead = { id: this.newId(), name: "Pat" };
    this.agents = Object.fromEntries(
      seats.map(({ role, agentId }) => [
        role,
        { id: agentId as never, name: `${role} 1`, roles: [role as never], connection: null },
      ]),
    );
  }

  create(n: number): void {
    const title = `Change ${n}: ${TOPICS[n % TOPICS.length]}`;
    this.run({ type: "createSession", by: this.lead, title, description: title, itemId: null });
  }

  wholeSession(n: number): void {
    this.create(n);
    this.present("scout");
    this.present("triage");
    this.answer("discuss", "Is it that much?");
    this.present("triage");
    this.answer("agree");
    this.present("questions");
    this.answer("discuss", "Which of them matter?");
    this.present("questions");
    this.answer("done");
    this.present("approaches");
    this.answer("discuss", "What of the other one?");
    this.present("approaches");
    this.answer("choose:a2");
    this.present("design");
    for (let section = 0; section < 3; section++) this.answer("approve");
    this.present("plan");
    this.answer("revise", "Smaller.");
    this.present("plan");
    this.answer("approve");
    // The second task waits until the first has passed its review.
    for (const _task of REPLIES.plan.tasks) {
      this.complete("builder", undefined);
      this.present("review");
    }
    this.present("review");
  }

  protected present(name: ReplyName): void {
    this.complete(name === "review" ? "reviewer" : "planner", JSON.stringify(REPLIES[name]));
  }

  private complete(role: string, reply: string | undefined): void {
    const by = this.agents[role] as AgentCaller;
    this.run({ type: "claim", by });
    const task = this.view.tasks.find(({ lease }) => lease?.agentId === by.id);
    if (!task?.lease) throw new Error(`the ${role} has no task`);
    const of = { by, taskId: task.id, fence: task.lease.fence, next: false };
    const result = { summary: "as asked" };
    this.run({ type: "complete", ...of, result, ...(reply === undefined ? {} : { reply }) });
  }

  private answer(optionId: string, note = ""): void {
    const [decision] = Object.values(this.view.decisions);
    if (!decision) throw new Error(`nothing asks for ${optionId}`);
    const of = { by: this.lead, decisionId: decision.id, version: null };
    this.run({ type: "answerDecision", ...of, optionId, note });
    this.decisions += 1;
  }

  protected run(command: Command): void {
    const now = Math.max(this.now, this.view.at + STEP_MS);
    const ruling = decide(this.view, command, {
      now,
      newId: this.newId,
      leaseS: DEFAULT_LEASE_S,
      ended: {},
      seenAt: {},
      graceUntil: 0,
    });
    if (!ruling.ok) throw new Error(`${command.type}: ${ruling.refusal.message}`);
    for (const { event, before, after } of ruling.steps) {
      for (const { table, row } of projectAll(event, before, after)) {
        const known = this.rows.get(table) ?? new Map();
        known.set(rowKey(table, row), row);
        this.rows.set(table, known);
      }
      this.events.push(event);
      this.view = after;
      if (this.events.length % TAIL === 0) this.snapshot = after;
    }
  }

  async write(sql: Sql): Promise<void> {
    const copy = await sql`COPY events (room_id, seq, type, v, at, actor, data) FROM STDIN`.writable();
    await pipeline(Readable.from(chunks(this.events)), copy);
    for (const [table, rows] of this.rows) await upsert(sql, table, [...rows.values()]);
    await storeSnapshot(sql, this.snapshot);
    const { seq, roomId } = this.view;
    await sql`UPDATE rooms SET seq = ${seq}, commit_id = ${this.newId()} WHERE id = ${roomId}`;
  }
}

async function upsert(sql: Sql, table: ProjectedTable, rows: Record<string, unknown>[]): Promise<void> {
  const { name, key, columns } = columnsOf(projected[table]);
  const list = columns.map(({ column }) => `"${column}"`).join(", ");
  const record = columns.map(({ property, type }) => `"${property}" ${type}`).join(", ");
  const values = columns.map(({ property }) => `x."${property}"`).join(", ");
  const rest = columns.filter(({ column }) => !key.includes(column));
  const change = rest.map(({ column }) => `"${column}" = excluded."${column}"`).join(", ");
  const then = change === "" ? "NOTHING" : `UPDATE SET ${change}`;
  for (let at = 0; at < rows.length; at += ROWS_PER_INSERT) {
    const text = JSON.stringify(rows.slice(at, at + ROWS_PER_INSERT));
    await sql.unsafe(
      `INSERT INTO ${name} (${list}) SELECT ${values} FROM json_to_recordset($1::text::json) AS x(${record})
       ON CONFLICT (${key.map((column) => `"${column}"`).join(", ")}) DO ${then}`,
      [text],
    );
  }
}

const TOPICS = ["the login", "the totals", "the export", "the search", "the colours"];
