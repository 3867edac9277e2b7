import type { CarriedFile } from "@squadroom/core/interchange/carried";
import { sessionFolder, stamp } from "@squadroom/core/interchange/document-ids";
import type { SessionDraft } from "@squadroom/core/interchange/draft";
import type { Problem } from "@squadroom/core/interchange/problem";
import { IMPORT_LIMITS } from "@squadroom/core/interchange/read-zip";
import { RECORD_ROWS_MAX, writeRecords } from "@squadroom/core/interchange/records";
import { writeSession } from "@squadroom/core/interchange/write-session";
import { packZip } from "@squadroom/core/interchange/zip";
import { refuse } from "@squadroom/core/kernel/refusal";
import type { FeatureRoutes } from "../../platform/http/route.ts";
import { personCaller, readRoom, roomOf, run } from "../agent/index.ts";
import { keepFiles, storeFile } from "../attachment/index.ts";
import { archiveOf, readingOf } from "../report/index.ts";
import { readSource } from "./import.ts";
import { recordsOf } from "./records.ts";
import { sessionDataOf } from "./session-data.ts";

const ZIP_TYPE = "application/zip";

/** Sessions that are carried out of one room and into another. */
export const interchangeRoutes: FeatureRoutes = (tools) => {
  const { route, rooms, db, sql, redactIn, newId, clock } = tools;

  route("exportSession", async (call) => {
    const view = await readRoom(rooms, call);
    const { sessionId } = call.params;
    const imported = await archiveOf(sql, view.roomId, sessionId);
    const files = imported?.files ?? (await written(view, sessionId));
    const content = Buffer.from(packZip(files)).toString("base64");
    return { name: `${view.name}-session-${sessionId}.zip`, files: files.length, content };
  });

  async function written(view: Parameters<typeof sessionDataOf>[1], sessionId: number): Promise<CarriedFile[]> {
    const data = await sessionDataOf({ db, sql }, view, sessionId);
    return inFolder(sessionFolder(data.row), writeSession(data));
  }

  route("importSession", async (call) => {
    const { name, archive, files, preview } = call.body;
    const roomId = roomOf(call);
    const reading = await readSource({ archive, files }, await redactIn(roomId));
    const { draft, problems, more, counts } = reading;
    const told = {
      counts,
      problems,
      more,
      files: reading.files.length,
      session: draft && {
        title: draft.title,
        ref: draft.ref,
        end: draft.end,
        startedAt: draft.startedAt,
        endedAt: draft.endedAt,
      },
    };
    const same = draft && (await sameSession(roomId, draft, reading.files.length));
    if (same) told.problems = [alreadyHere(same), ...problems];
    if (preview) {
      const { seq } = await readRoom(rooms, call);
      return { ...told, sessionId: null, seq };
    }
    if (!draft) {
      const first = problems.find(({ level }) => level === "error");
      const said = problems.map(({ file, line, message }) => {
        return { path: file || undefined, line: line ?? undefined, message };
      });
      throw refuse("import_invalid", first?.message ?? "It holds no session.", { problems: said });
    }
    const folder = draft.folder || stamp(draft.startedAt ?? 0);
    const by = personCaller(call);
    const stored = await storeFile(sql, newId, roomId, {
      name: `${folder}.zip`,
      type: ZIP_TYPE,
      storedBy: by.id,
      now: clock.now(),
      content: packZip(inFolder(folder, reading.files)),
      redact: (value) => value,
      max: IMPORT_LIMITS.bytes,
    });
    const [kept = stored] = await keepFiles(sql, roomId, by.id, [stored.id]);
    const { title, description, end, startedAt, endedAt, phase, gates } = draft;
    const { tasksTotal, tasksCompleted } = draft;
    const done = await run(rooms, call, {
      type: "importSession",
      by,
      session: {
        title,
        description,
        end,
        startedAt,
        endedAt,
        source: name,
        archive: kept,
        progress: { phase, tasksTotal, tasksCompleted, gates },
        files: reading.files.length,
      },
    });
    return { ...told, ...done };
  });

  /** The same session in this room, by its title and times, whoever has added files since; `null`: there is none. */
  async function sameSession(roomId: string, draft: SessionDraft, files: number) {
    const { title, startedAt, endedAt } = draft;
    // A title may have been cut when it was read; without times only the number of files distinguishes folders.
    const [row] = await sql<{ id: number }[]>`
      SELECT s.id FROM sessions s LEFT JOIN session_imports i ON i.room_id = s.room_id AND i.session_id = s.id
      WHERE s.room_id = ${roomId} AND starts_with(s.title, ${title}) AND (
        CASE WHEN i.session_id IS NULL THEN s.started_at = ${startedAt}
        ELSE i.started_at IS NOT DISTINCT FROM ${startedAt} AND i.ended_at IS NOT DISTINCT FROM ${endedAt}
          AND (i.started_at IS NOT NULL OR i.files = ${files}) END)
      ORDER BY s.id LIMIT 1`;
    return row?.id ?? null;
  }

  route("exportRecords", async (call) => {
    const { of, format } = call.query;
    const rows = await recordsOf(sql, await readRoom(rooms, call), of, RECORD_ROWS_MAX + 1);
    if (rows.length > RECORD_ROWS_MAX) throw refuse("limit_reached", `These are more than ${RECORD_ROWS_MAX} rows.`);
    return { format, count: rows.length, content: writeRecords(of, format, rows) };
  });

  route("getImportedSession", async (call) => {
    const { sessionId } = call.params;
    const found = await archiveOf(sql, roomOf(call), sessionId);
    if (!found) return { record: null, source: "", files: [], problems: [] };
    const { draft, files, problems } = await readingOf(found.files);
    return {
      record: draft,
      source: found.source,
      problems,
      files: files.map(({ path, bytes }) => ({ path, size: bytes.byteLength })),
    };
  });
};

function alreadyHere(session: number): Problem {
  const message = `Session ${session} is the same one: it has the same title and times.`;
  return {
    file: "",
    line: null,
    level: "note",
    code: "already_here",
    message,
    outcome: "Comes in once more.",
  };
}

function inFolder(folder: string, files: readonly CarriedFile[]): CarriedFile[] {
  return files.map(({ path, bytes }) => ({ path: `${folder}/${path}`, bytes }));
}
