import * as z from "zod";
import { RoomParam, routesOf } from "../kernel/route.ts";
import { line, RoomName, text, Uuid } from "../kernel/text.ts";
import { SESSION_ENDS } from "../session/record/session.ts";
import type { SessionDraft } from "./draft.ts";
import { ENTRY_KINDS } from "./draft.ts";
import { LEVELS, PROBLEMS } from "./problem.ts";
import { RECORD_FORMATS, RECORDS } from "./records.ts";
import { ROOM_FILE_LIMITS } from "./room-file.ts";

const defineRoute = routesOf("interchange");

const SessionParam = RoomParam.extend({ sessionId: z.coerce.number().int().min(1).max(1e9) });

/** A zip: its bytes in base64, and the number of its files. */
const Archive = z.object({
  /** The name of a file that holds it. */
  name: z.string(),
  files: z.number(),
  content: z.string(),
});

export const exportSession = defineRoute("GET /rooms/:room/sessions/:sessionId/export", {
  summary:
    "A session as a zip of files that people and other tools read: status, tasks, progress, messages, errors, locks, artifacts, and what was presented and decided.",
  access: { who: "room", persons: "viewer", agents: false },
  params: SessionParam,
  refuses: ["session_unknown"],
  reply: Archive,
});

/** Largest input, bytes: the files of a folder, or a zip of them. */
const SOURCE_BYTES_MAX = 20_000_000;
const base64Of = (bytes: number) => 4 * Math.ceil(bytes / 3);

const Problem = z.object({
  /** Within the folder; empty: all of it. */
  file: z.string(),
  /** From 1. */
  line: z.number().nullable(),
  /** `error`: it can't become an entry and stays a file; `warning`: it comes in repaired; `note`: nothing is lost. */
  level: z.enum(LEVELS),
  code: z.enum(PROBLEMS),
  message: z.string(),
  /** What comes of it. */
  outcome: z.string(),
});

const Count = z.object({
  kind: z.enum(ENTRY_KINDS),
  found: z.number(),
  asIs: z.number(),
  repaired: z.number(),
  left: z.number(),
});

export const importSession = defineRoute("POST /rooms/:room/sessions/import", {
  summary:
    "Reads a session from files, as an export writes them, and adds it as one that has ended; with `preview`, only says what would come in.",
  access: { who: "room", persons: "lead", agents: false },
  body: z.strictObject({
    /** Its name where it comes from: the folder's or the file's. */
    name: line(200),
    /** A zip, in base64; or `files`. */
    archive: z.string().max(base64Of(SOURCE_BYTES_MAX)).base64().optional(),
    files: z
      .array(
        z.strictObject({
          path: text(500, 1),
          /** Its bytes, in base64. */
          content: z.string().max(base64Of(1_000_000)).base64(),
        }),
      )
      .max(2_000)
      .optional(),
    preview: z.boolean().default(false),
  }),
  bodyLimit: base64Of(SOURCE_BYTES_MAX) + 1_000_000,
  keyed: true,
  refuses: ["import_invalid", "payload_too_large", "limit_reached"],
  reply: z.object({
    /** `null`: no session can come in. */
    session: z
      .object({
        title: z.string(),
        ref: z.string(),
        end: z.enum(SESSION_ENDS),
        startedAt: z.number().nullable(),
        endedAt: z.number().nullable(),
      })
      .nullable(),
    counts: z.array(Count),
    problems: z.array(Problem),
    /** Problems beyond those that are listed. */
    more: z.number(),
    files: z.number(),
    /** `null`: nothing was added. */
    sessionId: z.number().nullable(),
    seq: z.number(),
  }),
});

export const getImportedSession = defineRoute("GET /rooms/:room/sessions/:sessionId/record", {
  summary: "What the files of an imported session say: its tasks, messages and errors, and the names of its files.",
  access: { who: "room", persons: "viewer", agents: false },
  params: SessionParam,
  refuses: ["session_unknown"],
  reply: z.object({
    /** `null`: the session was not imported. */
    record: z.custom<SessionDraft>().nullable(),
    source: z.string(),
    files: z.array(z.object({ path: z.string(), size: z.number() })),
    problems: z.array(Problem),
  }),
});

export const exportRoom = defineRoute("GET /rooms/:room/export", {
  summary:
    "A whole room as the lines of one file, part by part: its log, byte for byte, and its files. Credentials, links and accounts stay.",
  access: { who: "room", persons: "lead", agents: false },
  query: z.strictObject({
    /** `nextPart` of the previous part; left out: the first. */
    part: z.string().max(500).optional(),
  }),
  refuses: ["cursor_invalid"],
  reply: z.object({
    /** Whole lines; all parts in order, gzipped, are the file. */
    lines: z.string(),
    /** `null`: that was the last part. */
    nextPart: z.string().nullable(),
  }),
});

/** What an import of a room brings, or would. */
const RoomContents = z.object({
  /** Its name where it comes from. */
  room: z.string(),
  release: z.string(),
  events: z.number(),
  files: z.number(),
  tasks: z.number(),
  sessions: z.number(),
  /** Agents that have to connect again. */
  agents: z.number(),
  /** Names of people in its log; none of them gets an account or a right. */
  people: z.array(z.string()),
  /** Lines from which redaction took something out. */
  redacted: z.number(),
  lastAt: z.number(),
});

export const importRoom = defineRoute("POST /imports/rooms", {
  summary:
    "Creates a room from a room's file, with its whole log and its files; whoever imports it owns it. With `preview`, only says what would come in.",
  access: { who: "admin" },
  body: z.strictObject({
    /** Left out: its name where it comes from. */
    name: RoomName.optional(),
    /** The file, in base64. */
    content: z.string().max(base64Of(ROOM_FILE_LIMITS.packedBytes)).base64(),
    preview: z.boolean().default(false),
  }),
  bodyLimit: base64Of(ROOM_FILE_LIMITS.packedBytes) + 1_000_000,
  keyed: true,
  refuses: ["import_invalid", "name_taken", "payload_too_large", "overloaded"],
  reply: z.object({
    contents: RoomContents,
    name: z.string(),
    /** `null`: nothing was created. */
    roomId: Uuid.nullable(),
    seq: z.number(),
  }),
});

export const exportRecords = defineRoute("GET /rooms/:room/records", {
  summary:
    "All tasks, messages or decisions of a room, or each report of what was used, as one table, the oldest first.",
  access: { who: "room", persons: "viewer", agents: false },
  query: z.strictObject({
    of: z.enum(RECORDS),
    format: z.enum(RECORD_FORMATS).default("csv"),
  }),
  refuses: ["limit_reached"],
  reply: z.object({ format: z.enum(RECORD_FORMATS), count: z.number(), content: z.string() }),
});
