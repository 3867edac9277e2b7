import type { Call } from "@squadroom/client/call";
import { allRows, type Row } from "@squadroom/client/pages";
import type { InboxGroup } from "@squadroom/core/inbox/thing";

export type InboxRow = Row<"listNeedsYou">;

/** All rows of a group of the inbox. */
export function inboxRows(call: Call, group: InboxGroup): Promise<InboxRow[]> {
  return allRows(call, "listNeedsYou", { query: { group, limit: 200 } });
}
