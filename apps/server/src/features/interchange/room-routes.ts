import { createHash } from "node:crypto";
import {
  type CarriedAttachment,
  PART_LETTERS,
  ROOM_FILE_FORMAT,
  RoomFileFault,
  roomFileLine,
} from "@squadroom/core/interchange/room-file";
import type { RoomEvent } from "@squadroom/core/kernel/event";
import type { RoomId } from "@squadroom/core/kernel/ids";
import { refuse } from "@squadroom/core/kernel/refusal";
import { RoomName } from "@squadroom/core/kernel/text";
import { VERSION } from "@squadroom/core/kernel/version";
import type { ISql, Sql } from "postgres";
import { uuidv7 } from "uuidv7";
import * as z from "zod";
import { upsertFrom } from "../../db/append-sql.ts";
import { type ProjectedRow, type ProjectedTable, projected } from "../../db/projected.ts";
import { noteServerAct } from "../../platform/auth/audit.ts";
import { pagesOf, placeText } from "../../platform/http/page.ts";
import type { FeatureRoutes } from "../../platform/http/route.ts";
import { rowKey } from "../../platform/room/batch.ts";
import { decideOn } from "../../platform/room/entry.ts";
import { personCaller, personOf, readRoom as readView, roomOf } from "../agent/index.ts";
import { type RoomTools, takeIn } from "../room/index.ts";
import type { CheckEvent } from "./event-shapes.ts";
import { type ReadRoom, type RoomWriter, readRoom } from "./read-room.ts";

/** Who stored the files of an imported room: nobody who could send them again. */
const NOBODY = "00000000-0000-0000-0000-000000000000";

/** Events in one part: while it is written, nobody else gets the processor. */
const EVENTS = 200;
/** The log's head, the last event and the last file so far, and the number of files so far. */
const parts = pagesOf("exportRoom", z.tuple([z.int(), z.int(), placeText, z.int()]));

const DISCARD: RoomWriter = {
  begin: async () => {},
  events: async () => {},
  file: async () => {},
};

type Tools = Pick<RoomTools, "addOwner"> & { project: Parameters<typeof decideOn>[3] };

/** Whole rooms, out of one server and into another. */
export const roomFileRoutes =
  ({ addOwner, project }: Tools): FeatureRoutes =>
  ({ route, rooms, store, sql, folds, clock, newId, leaseS }) => {
    route("exportRoom", async (call) => {
      const roomId = roomOf(call);
      const place = parts.after(call.query.part);
      if (place === null) {
        const { name, seq } = await readView(rooms, call);
        await noteServerAct(sql, {
          by: personCaller(call),
          act: "room_exported",
          subject: name,
          roomId,
        });
        const release = VERSION;
        const head = { squadroom: "room" as const, format: ROOM_FILE_FORMAT, release };
        const lines = roomFileLine.head({ ...head, room: name, roomId });
        return { lines, nextPart: parts.cursorOf([seq, 0, "", 0]) };
      }
      const [seq, after, file, count] = place;
      if (after < seq) {
        return folds.run("export", roomId, async () => {
          const events = await store.eventsAfter(roomId, after, Math.min(EVENTS, seq - after));
          const last = events.at(-1)?.seq ?? seq;
          return {
            lines: events.map(roomFileLine.event).join(""),
            nextPart: parts.cursorOf([seq, last, file, count]),
          };
        });
      }
      const files = await filesAfter(sql, roomId, file);
      const last = files.at(-1);
      if (!last) return { lines: roomFileLine.end({ events: seq, files: count }), nextPart: null };
      return {
        lines: files.map(roomFileLine.file).join(""),
        nextPart: parts.cursorOf([seq, after, last.id, count + files.length]),
      };
    });

    let checking: Promise<CheckEvent> | null = null;
    // The shapes of all events are large, and a room rarely comes from elsewhere.
    const eventCheck = () => (checking ??= import("./event-shapes.ts").then((shapes) => shapes.createEventCheck()));

    route("importRoom", async (call) => {
      const { name: wanted, content, preview } = call.body;
      const packed = Buffer.from(content, "base64");
      const roomId = newId() as RoomId;
      const tools = { roomId, check: await eventCheck(), project, now: clock.now() };
      const by = personCaller(call);
      const person = personOf(call);
      let name = wanted ?? "";
      const named = (room: string): void => {
        name = wanted ?? room;
        if (!RoomName.safeParse(name).success)
          throw refuse("bad_request", `Give the room a name: it can't be called ${name} here.`, {
            field: "body.name",
          });
      };
      return folds
        .run("verification", roomId, async () => {
          if (preview) {
            const read = await readRoom(packed, DISCARD, tools);
            return {
              contents: contentsOf(read),
              name: wanted ?? read.head.room,
              roomId: null,
              seq: 0,
            };
          }
          const takenBy = `${person.id} ${call.key?.key ?? uuidv7()} ${call.key?.requestHash ?? ""}`;
          const done = await sql.begin(async (tx) => {
            let made: { roomId: RoomId; seq: number } | null = null;
            const read = await readRoom(
              packed,
              {
                async begin({ room }) {
                  named(room);
                  const taken = await takeIn(tx, name, takenBy, clock.now(), roomId);
                  if (taken.isAbandoned)
                    throw refuse("name_taken", `There is already a room called ${name}.`, { name });
                  if (taken.roomId !== roomId) made = taken;
                },
                events: async (events, rows) => {
                  if (!made) await writeEvents(tx, events, rows);
                },
                file: async (file, bytes) => {
                  if (!made) await writeFile(tx, roomId, file, bytes);
                },
              },
              tools,
            );
            if (made) return { read, ...(made as { roomId: RoomId; seq: number }), isNew: false };
            const { head, view } = read;
            const from = { name: head.room, roomId: head.roomId, release: head.release };
            const given = {
              now: clock.now(),
              newId,
              leaseS,
              ended: {},
              earlier: [],
              seenAt: {},
              graceUntil: 0,
            };
            const command = { type: "importRoom" as const, by, name, from };
            const { events, rows, after } = decideOn(view, command, given, project);
            await writeEvents(tx, events, rows);
            await writeHead(tx, roomId, after.seq, rooms.deadlineOf(after));
            await noteServerAct(tx, { by, act: "room_imported", subject: name, roomId });
            return { read, roomId, seq: after.seq, isNew: true };
          });
          if (!done.isNew) call.key?.onReplay?.();
          await addOwner(done.roomId, person.id);
          return { contents: contentsOf(done.read), name, roomId: done.roomId, seq: done.seq };
        })
        .catch(refuseFault);
    });
  };

function contentsOf({ head, view, files, people, redacted }: ReadRoom) {
  return {
    room: head.room,
    release: head.release,
    events: view.seq,
    files,
    people,
    redacted,
    tasks: Object.values(view.numbers).reduce((sum, number) => sum + number, 0),
    sessions: view.sessions.number,
    agents: Object.values(view.agents).filter(({ offlineReason }) => offlineReason !== "left").length,
    lastAt: view.at,
  };
}

/** Files that messages and sessions carry, by their ids; at least one if there are any. */
async function filesAfter(sql: Sql, roomId: RoomId, after: string) {
  const rows = await sql<
    {
      id: string;
      name: string;
      type: string;
      size: number;
      sha256: string;
      storedAt: number;
      content: Buffer;
    }[]
  >`
    SELECT id, name, type, size, sha256, stored_at::float8 AS "storedAt", content FROM (
      SELECT *, sum(size) OVER (ORDER BY id) - size AS before FROM attachments
      WHERE room_id = ${roomId} AND kept AND id > ${after || "00000000-0000-0000-0000-000000000000"}::uuid
      ORDER BY id LIMIT 100
    ) page WHERE before < ${PART_LETTERS} ORDER BY id`;
  return rows.map(({ content, ...row }) => ({ ...row, content: content.toString("base64") }));
}

/** A fault of the file is reported with its line, also one that the types allow and the tables don't, such as NUL. */
function refuseFault(cause: unknown): never {
  const isUnstorable = cause instanceof Error && "code" in cause && /^2[23]/.test(String(cause.code));
  if (isUnstorable) throw refuse("import_invalid", "The file has a text or number that can't be stored here.", {});
  if (!(cause instanceof RoomFileFault)) throw cause;
  const { line, message } = cause;
  throw refuse("import_invalid", line === null ? message : `Line ${line}: ${message}`, {
    problems: [{ path: undefined, line: line ?? undefined, message }],
  });
}

/** Events, and what they become in the tables; of each row the newest version. */
async function writeEvents(tx: ISql, events: readonly RoomEvent[], rows: readonly ProjectedRow[]): Promise<void> {
  await tx`
    INSERT INTO events (room_id, seq, type, v, at, actor, data)
    SELECT e."roomId", e.seq, e.type, e.v, e.at, e.actor, e.data
    FROM json_to_recordset(${JSON.stringify(events)}::text::json)
      AS e("roomId" uuid, seq bigint, type text, v smallint, at bigint, actor json, data json)`;
  const tables = new Map<ProjectedTable, Map<string, object>>();
  for (const { table, row } of rows) {
    const newest = tables.get(table) ?? new Map<string, object>();
    newest.set(rowKey(table, row), row);
    tables.set(table, newest);
  }
  for (const [table, newest] of tables)
    await tx.unsafe(upsertFrom("$1::text::json", projected[table]), [JSON.stringify([...newest.values()])]);
}

async function writeFile(
  tx: ISql,
  roomId: RoomId,
  { id, name, type, storedAt }: CarriedAttachment,
  bytes: Uint8Array,
): Promise<void> {
  const sha256 = createHash("sha256").update(bytes).digest("hex");
  await tx`
    INSERT INTO attachments (room_id, id, name, type, size, sha256, stored_by, stored_at, kept, content)
    VALUES (${roomId}, ${id}, ${name}, ${type}, ${bytes.byteLength}, ${sha256}, ${NOBODY}, ${storedAt}, true,
      ${Buffer.from(bytes)})`;
}

/** The head of its log: from now on the room is like any other. */
async function writeHead(tx: ISql, roomId: RoomId, seq: number, dueAt: number | null): Promise<void> {
  await tx`INSERT INTO rooms (id, seq, commit_id, due_at) VALUES (${roomId}, ${seq}, ${uuidv7()}, ${dueAt})`;
}
