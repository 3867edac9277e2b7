import * as z from "zod";
import type { Recorded } from "../kernel/event.ts";
import { Uuid } from "../kernel/text.ts";

/** The form of the file. A change that older servers can't read raises it. */
export const ROOM_FILE_FORMAT = 1;

export const ROOM_FILE_LIMITS = {
  /** Packed, as sent. */
  packedBytes: 50_000_000,
  /** Unpacked. */
  bytes: 400_000_000,
  /** Longest line: one that carries a file. */
  lineBytes: 30_000_000,
};
/** Letters of files in one part of an export; a part has at least one file. */
export const PART_LETTERS = 4_000_000;

const Count = z.int().min(0);
const Head = z.strictObject({
  squadroom: z.literal("room"),
  format: z.int().min(1),
  /** The release that wrote it. */
  release: z.string().max(40),
  /** Name and id of the room as it was exported. */
  room: z.string().min(1).max(40),
  roomId: Uuid,
});
const Event = z.strictObject({
  seq: Count,
  type: z.string().max(60),
  v: z.int().min(1),
  at: Count,
  actor: z.looseObject({ kind: z.string() }),
  data: z.looseObject({}),
});
const File = z.strictObject({
  id: Uuid,
  name: z.string().min(1).max(255),
  type: z.string().min(1).max(127),
  size: Count,
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  storedAt: Count,
  /** Its bytes, in base64. */
  content: z.base64(),
});
const End = z.strictObject({ events: Count, files: Count });

const Line = z.union([
  z.strictObject({ head: Head }),
  z.strictObject({ event: Event }),
  z.strictObject({ file: File }),
  z.strictObject({ end: End }),
]);

export type RoomFileHead = z.infer<typeof Head>;
/** An event as the log has it, without its room. */
export type CarriedEvent = Omit<Recorded, "roomId" | "actor"> & {
  type: string;
  actor: unknown;
  data: unknown;
};
export type CarriedAttachment = z.infer<typeof File>;

/** One line of a room's file. The order of members is part of its form: the same room gives the same bytes. */
export const roomFileLine = {
  head: (head: RoomFileHead) => lineOf({ head }),
  event: ({ seq, type, v, at, actor, data }: CarriedEvent) => lineOf({ event: { seq, type, v, at, actor, data } }),
  file: ({ id, name, type, size, sha256, storedAt, content }: CarriedAttachment) =>
    lineOf({ file: { id, name, type, size, sha256, storedAt, content } }),
  end: (end: z.infer<typeof End>) => lineOf({ end }),
};

function lineOf(value: object): string {
  return `${JSON.stringify(value)}\n`;
}

/** What is wrong with a room's file, and where. */
export class RoomFileFault extends Error {
  override readonly name = "RoomFileFault";
  constructor(
    /** From 1; `null`: the file as a whole. */
    readonly line: number | null,
    message: string,
  ) {
    super(message);
  }
}

export type RoomFilePart =
  | { kind: "head"; head: RoomFileHead }
  | { kind: "event"; event: CarriedEvent }
  | { kind: "file"; file: CarriedAttachment }
  | { kind: "end" };

/**
 * Reads a room's file line by line: its head, its whole log in order, its files, and its end with the counts. Whatever the
 * lines are, each is a part or a fault; a file that breaks off has no end.
 *
 * @param versionOf the version in which a type of event is written here; `null`: it is not known
 */
export function createRoomFileReader(versionOf: (type: string) => number | null) {
  const ids = new Set<string>();
  let line = 0;
  let isBegun = false;
  let isEnded = false;
  let events = 0;
  let at = 0;

  function take(text: string): RoomFilePart {
    line += 1;
    const read = parsed(text);
    if (!isBegun && !("head" in read)) throw fault("It does not begin with a room's head.");
    if (isEnded) throw fault("It goes on after its end.");
    if ("head" in read) return begin(read.head);
    if ("event" in read) return follow(read.event as CarriedEvent);
    if ("file" in read) return keep(read.file);
    if (read.end.events !== events || read.end.files !== ids.size)
      throw fault(
        `It should have ${read.end.events} events and ${read.end.files} files, and has ${events} and ${ids.size}.`,
      );
    isEnded = true;
    return { kind: "end" };
  }

  function begin(head: RoomFileHead): RoomFilePart {
    if (isBegun) throw fault("It has a second head.");
    if (head.format > ROOM_FILE_FORMAT)
      throw fault(
        `It was written by release ${head.release}, which is newer than this server. Update the server, then import it again.`,
      );
    isBegun = true;
    return { kind: "head", head };
  }

  function follow(event: CarriedEvent): RoomFilePart {
    const { seq, type, v } = event;
    if (ids.size > 0) throw fault("An event comes after the files.");
    if (seq !== events + 1) throw fault(`Event ${seq} does not follow event ${events}.`);
    if (event.at < at) throw fault(`Event ${seq} is earlier than the one before.`);
    const known = versionOf(type);
    if (known === null || v > known)
      throw fault(
        `Event ${seq}, ${type}, is of a newer release than this server. Update the server, then import it again.`,
      );
    if ((seq === 1) !== (type === "room.created"))
      throw fault(`Event ${seq} can't be ${type}: a room is created once, by its first event.`);
    events = seq;
    at = event.at;
    return { kind: "event", event };
  }

  function keep(file: CarriedAttachment): RoomFilePart {
    if (events === 0) throw fault("A file comes before the log.");
    if (ids.has(file.id)) throw fault(`File ${file.id} comes twice.`);
    ids.add(file.id);
    return { kind: "file", file };
  }

  function parsed(text: string): z.infer<typeof Line> {
    let value: unknown;
    try {
      value = JSON.parse(text);
    } catch {
      throw fault("The line is no JSON.");
    }
    const read = Line.safeParse(value);
    if (!read.success) throw fault("The line is no head, event, file or end of a room.");
    // As parsed: a schema's copy may have its members in another order.
    return value as z.infer<typeof Line>;
  }

  function fault(message: string): RoomFileFault {
    return new RoomFileFault(line, message);
  }

  /** No more lines come. @throws RoomFileFault */
  function finish(): void {
    if (!isEnded) throw new RoomFileFault(null, "The file breaks off: its end is missing.");
  }

  return { take, finish, fault };
}
