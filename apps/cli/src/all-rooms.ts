import type { Call } from "@squadroom/client/call";
import { allRows, type Row } from "@squadroom/client/pages";

/** Every room that the caller may see, page by page. */
export function allRooms(call: Call): Promise<Row<"listRooms">[]> {
  return allRows(call, "listRooms", { query: { limit: 100 } });
}
