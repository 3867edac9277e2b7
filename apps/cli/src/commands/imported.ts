import { importedText } from "@squadroom/core/report/imported";
import type { Door } from "../door.ts";

/** What the files of an imported session say, if the room has nothing of it; empty: it ran here, or has not ended. */
export async function importedNote(call: Door["call"], params: { room: string }, id: string | number): Promise<string> {
  const of = { params: { ...params, sessionId: String(id) } };
  const { row, session } = await call("getSession", of);
  if (row.endedAt === null || session !== null) return "";
  const { imported } = (await call("getReport", of)).report;
  return imported ? importedText(imported) : "";
}
