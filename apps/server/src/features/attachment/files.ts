import { createHash } from "node:crypto";
import {
  ATTACHMENT_MAX,
  type Attachment,
  ROOM_ATTACHMENTS_MAX,
  sizeText,
  UNSENT_ATTACHMENTS_MAX,
} from "@squadroom/core/attachment/attachment";
import type { NewId, RoomId, Word } from "@squadroom/core/kernel/ids";
import { refuse } from "@squadroom/core/kernel/refusal";
import { countDiff } from "@squadroom/core/task/diff-lines";
import type { Sql } from "postgres";
import type { Redact, RouteTools } from "../../platform/http/route.ts";
import type { Forget } from "../../platform/room/retention.ts";

interface NewFile {
  name: string;
  type: string;
  content: Uint8Array;
  /** Person or agent. */
  storedBy: string;
  now: number;
  redact: Redact;
  /** Largest size in bytes; by default that of a message's file. */
  max?: number;
}

/** Stores a file. @throws `payload_too_large`, `limit_reached` */
export async function storeFile(sql: Sql, newId: NewId, roomId: RoomId, file: NewFile): Promise<Attachment> {
  const content = redactedContent(file.content, file.redact);
  const { max: limit = ATTACHMENT_MAX } = file;
  if (content.byteLength > limit) {
    throw refuse("payload_too_large", `A file has ${sizeText(limit)} at most.`, {
      size: content.byteLength,
      limit,
    });
  }
  const sha256 = createHash("sha256").update(content).digest("hex");
  const name = file.redact(nameOf(file.name));
  // The same file again, after a lost answer, is the file that is already there.
  const [same] = await sql<Attachment[]>`
    UPDATE attachments SET stored_at = ${file.now}
    WHERE room_id = ${roomId} AND stored_by = ${file.storedBy} AND sha256 = ${sha256}
      AND name = ${name} AND type = ${file.type}
    RETURNING id, name, type, size, sha256`;
  if (same) return same;
  const [room] = await sql<{ stored: number; unsent: number }[]>`
    SELECT coalesce(sum(size), 0)::float8 AS stored,
      coalesce(sum(size) FILTER (WHERE NOT kept AND stored_by = ${file.storedBy}), 0)::float8 AS unsent
    FROM attachments WHERE room_id = ${roomId}`;
  if ((room?.unsent ?? 0) + content.byteLength > UNSENT_ATTACHMENTS_MAX) {
    const [limit, hours] = [UNSENT_ATTACHMENTS_MAX, UNSENT_MS / 3_600_000];
    const message = `You stored ${sizeText(limit)} of files that no message carries. Send messages with them; what isn't sent is forgotten after ${hours} hours.`;
    throw refuse("limit_reached", message, { limit });
  }
  if ((room?.stored ?? 0) + content.byteLength > ROOM_ATTACHMENTS_MAX) {
    const limit = sizeText(ROOM_ATTACHMENTS_MAX);
    throw refuse("limit_reached", `The files of a room have ${limit} at most.`, {
      limit: ROOM_ATTACHMENTS_MAX,
    });
  }
  const { type } = file;
  const size = content.byteLength;
  const attachment: Attachment = { id: newId(), name, type, size, sha256 };
  await sql`
    INSERT INTO attachments (room_id, id, name, type, size, sha256, stored_by, stored_at, content)
    VALUES (${roomId}, ${attachment.id}, ${name}, ${type}, ${size}, ${sha256}, ${file.storedBy}, ${file.now}, ${Buffer.from(content)})`;
  return attachment;
}

/**
 * Files that a message is about to carry, kept from now on, in the order of the ids. Only whoever stored a file sends
 * it.
 *
 * @throws `attachment_unknown`
 */
export async function keepFiles(
  sql: Sql,
  roomId: RoomId,
  storedBy: string,
  ids: readonly string[],
): Promise<Attachment[]> {
  if (ids.length === 0) return [];
  const rows = await sql<Attachment[]>`
    UPDATE attachments SET kept = true
    WHERE room_id = ${roomId} AND id = ANY(${[...ids]}::uuid[]) AND stored_by = ${storedBy}
    RETURNING id, name, type, size, sha256`;
  return [...new Set(ids)].map((id) => {
    const found = rows.find((row) => row.id === id);
    if (!found) throw unknownFile(id);
    return found;
  });
}

type Tools = Pick<RouteTools, "sql" | "newId" | "clock" | "redactIn">;

interface Work {
  diff?: string | undefined;
  artifacts?: readonly { path: string; content?: string | undefined }[] | undefined;
}
type Stored<A> = Omit<A, "content"> & { contentId?: Word };
/** With files of the room in place of texts and of ids, and with what the diff changes. */
type Kept<R extends Work> = Omit<R, "diff" | "artifacts"> & {
  artifacts?: Stored<NonNullable<R["artifacts"]>[number]>[];
  diff?: Attachment;
} & Partial<Omit<ReturnType<typeof countDiff>, "fault">>;

/**
 * Reported work whose diff and contents are kept with it from now on, and everything that the diff changes.
 *
 * @throws `attachment_unknown`, `limit_reached`; `diff_unreadable`: nobody could compare its changes with boundaries
 */
export async function keepWork<R extends Work>(
  tools: Tools,
  roomId: RoomId,
  storedBy: string,
  { diff: id, artifacts, ...work }: R,
): Promise<Kept<R>> {
  const { sql } = tools;
  const contents = artifacts && { artifacts: await keepContents(tools, roomId, storedBy, artifacts) };
  const kept = { ...work, ...contents } as Kept<R>;
  const [diff] = await keepFiles(sql, roomId, storedBy, id === undefined ? [] : [id]);
  if (!diff) return kept;
  const { content } = await readFile(sql, roomId, diff.id);
  const { fault, ...read } = countDiff(content.toString("utf8"));
  if (fault !== null) throw refuse("diff_unreadable", FAULTS[fault](diff.name), { name: diff.name });
  return { ...kept, diff, ...read };
}

async function keepContents<A extends NonNullable<Work["artifacts"]>[number]>(
  { sql, newId, clock, redactIn }: Tools,
  roomId: RoomId,
  storedBy: string,
  artifacts: readonly A[],
): Promise<Stored<A>[]> {
  const redact = await redactIn(roomId);
  const made: Stored<A>[] = [];
  for (const { content, ...one } of artifacts) {
    const file = { name: one.path, type: "text/plain", storedBy, now: clock.now(), redact };
    const stored = content && (await storeFile(sql, newId, roomId, { ...file, content: Buffer.from(content) }));
    made.push({ ...one, ...(stored && { contentId: stored.id }) });
  }
  const ids = made.flatMap(({ contentId }) => contentId ?? []);
  await keepFiles(sql, roomId, storedBy, ids);
  return made;
}

const FAULTS = {
  cut: (name: string) => `${name} ends in the middle of a file, so nobody can tell what else it changes.`,
  unreadable: (name: string) =>
    `${name} isn't a diff as \`git diff\` writes it, or another program wrote part of it, so nobody can tell which files it changes.`,
};

/** A file with its bytes. @throws `attachment_unknown` */
export async function readFile(sql: Sql, roomId: RoomId, id: string): Promise<Attachment & { content: Buffer }> {
  const [row] = await sql<(Attachment & { content: Buffer })[]>`
    SELECT id, name, type, size, sha256, content FROM attachments
    WHERE room_id = ${roomId} AND id = ${id}`;
  if (!row) throw unknownFile(id);
  return row;
}

/** A file that no message carries is forgotten after this time, ms. */
const UNSENT_MS = 24 * 3_600_000;

export const forgetUnsent =
  (sql: Sql): Forget =>
  (rooms, now) =>
    sql`
    DELETE FROM attachments WHERE room_id = ANY(${[...rooms]}::uuid[])
      AND NOT kept AND stored_at < ${now - UNSENT_MS}`;

function unknownFile(attachmentId: string) {
  return refuse("attachment_unknown", "The room has no such file for you.", { attachmentId });
}

/** The last part of what may be a path on the sender's machine. */
function nameOf(name: string): string {
  return name.split(/[/\\]/).at(-1)?.trim() || "file";
}

/** Texts lose their secrets like any other text of a room; other bytes stay as they are. */
function redactedContent(content: Uint8Array, redact: Redact): Uint8Array {
  try {
    const text = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(content);
    const redacted = redact(text);
    return redacted === text ? content : new TextEncoder().encode(redacted);
  } catch (error) {
    if (error instanceof TypeError) return content;
    throw error;
  }
}
