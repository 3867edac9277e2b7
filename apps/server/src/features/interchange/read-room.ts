import { createHash } from "node:crypto";
import { FACTS } from "@squadroom/core/fact/facts";
import {
  type CarriedAttachment,
  type CarriedEvent,
  createRoomFileReader,
  type RoomFileFault,
  type RoomFileHead,
} from "@squadroom/core/interchange/room-file";
import type { RoomEvent } from "@squadroom/core/kernel/event";
import type { RoomId } from "@squadroom/core/kernel/ids";
import { isThere, type Room } from "@squadroom/core/kernel/room";
import type { RoomView } from "@squadroom/core/kernel/view";
import { apply } from "@squadroom/core/log/apply";
import { emptyView } from "@squadroom/core/log/view";
import { redact } from "@squadroom/core/redaction/redact";
import type { ProjectedRow } from "../../db/projected.ts";
import { redactImported } from "../../platform/redaction/imported.ts";
import { createTurns } from "../../platform/room/folds.ts";
import type { Projection } from "../../platform/room/projection.ts";
import type { CheckEvent } from "./event-shapes.ts";
import { linesIn } from "./room-lines.ts";

/** How far ahead the other server's clock may be. */
const AHEAD_MS = 10 * 60_000;
/** How many events are written together. */
const CHUNK = 500;
const PEOPLE_SHOWN = 100;

/** Is told about a room's file as it is read; a preview keeps nothing of it. */
export interface RoomWriter {
  /** Its name and where it comes from, before anything else. */
  begin: (head: RoomFileHead) => Promise<void>;
  events: (events: readonly RoomEvent[], rows: readonly ProjectedRow[]) => Promise<void>;
  file: (file: CarriedAttachment, bytes: Uint8Array) => Promise<void>;
}

export interface ReadRoom {
  head: RoomFileHead;
  view: Room;
  files: number;
  people: string[];
  redacted: number;
}

interface Tools {
  roomId: RoomId;
  check: CheckEvent;
  project: Projection;
  now: number;
}

/**
 * Reads a whole room, folding its log from the first event as every reader of it will: what does not fit is found here
 * and not later.
 *
 * @throws RoomFileFault
 */
export async function readRoom(packed: Uint8Array, writer: RoomWriter, tools: Tools): Promise<ReadRoom> {
  const reader = createRoomFileReader(versionOf);
  const turn = createTurns();
  const people = new Set<string>();
  let view = emptyView(tools.roomId);
  let head: RoomFileHead | null = null;
  let events: RoomEvent[] = [];
  let rows: ProjectedRow[] = [];
  let files = 0;
  let redacted = 0;
  const flush = async (): Promise<void> => {
    if (events.length > 0) await writer.events(events, rows);
    events = [];
    rows = [];
  };
  for await (const line of linesIn(packed, reader)) {
    const part = reader.take(line);
    if (part.kind === "head") {
      head = part.head;
      await writer.begin(head);
    } else if (part.kind === "event") {
      const { event, isChanged } = clean(part.event, tools.roomId);
      const step = follow(view, event, tools, reader.fault);
      if (isChanged) redacted += 1;
      if (event.actor.kind === "person" && people.size < PEOPLE_SHOWN) people.add(event.actor.name);
      view = step.after;
      events.push(event);
      rows.push(...step.rows);
      if (events.length >= CHUNK) await flush();
    } else if (part.kind === "file") {
      await flush();
      const { bytes, isChanged } = await readContent(part.file, reader.fault);
      if (isChanged) redacted += 1;
      files += 1;
      await writer.file(part.file, bytes);
    }
    await turn();
  }
  reader.finish();
  await flush();
  if (!head || !isThere(view)) throw reader.fault("The room was removed, or never came to be.");
  if (view.demo) throw reader.fault("It is a demo room. Start a demo here instead.");
  return { head, view, files, people: [...people], redacted };
}

function versionOf(type: string): number | null {
  return Object.hasOwn(FACTS, type) ? (FACTS[type as RoomEvent["type"]].v ?? 1) : null;
}

/** Without secrets; what this server took out before stays as it is. */
function clean(carried: CarriedEvent, roomId: RoomId): { event: RoomEvent; isChanged: boolean } {
  const { seq, type, v, at } = carried;
  const { actor, data } = redact({ actor: carried.actor, data: carried.data });
  const isChanged = JSON.stringify([actor, data]) !== JSON.stringify([carried.actor, carried.data]);
  return { event: { type, data, roomId, seq, v, at, actor } as RoomEvent, isChanged };
}

function follow(
  view: RoomView,
  event: RoomEvent,
  { check, project, now }: Tools,
  fault: (message: string) => RoomFileFault,
): { after: RoomView; rows: ProjectedRow[] } {
  const which = `Event ${event.seq}, ${event.type},`;
  const wrong = check(event);
  if (wrong !== null) throw fault(`${which} is not what such an event is: ${wrong}.`);
  if (event.at > now + AHEAD_MS) throw fault(`${which} is of a time to come. Check the clocks of both servers.`);
  try {
    const after = apply(view, event);
    return { after, rows: project(event, view, after) };
  } catch {
    throw fault(`${which} does not fit the room as it was then.`);
  }
}

async function readContent(
  { id, size, sha256, content }: CarriedAttachment,
  fault: (message: string) => RoomFileFault,
): Promise<{ bytes: Uint8Array; isChanged: boolean }> {
  const bytes = Buffer.from(content, "base64");
  const isWhole = bytes.byteLength === size && createHash("sha256").update(bytes).digest("hex") === sha256;
  if (!isWhole) throw fault(`File ${id} is damaged: its size or its hash is another one.`);
  let text: string;
  try {
    text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    return { bytes, isChanged: false };
  }
  const without = await redactImported(text);
  return without === text ? { bytes, isChanged: false } : { bytes: Buffer.from(without), isChanged: true };
}
