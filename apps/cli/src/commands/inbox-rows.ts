import type { Call, Reply } from "@squadroom/client/call";
import type { InboxGroup } from "@squadroom/core/inbox/contract";

const PAGE = 200;

export type InboxRow = Reply<"listNeedsYou">["rows"][number];

/** All rows of a group of the inbox. */
export async function inboxRows(call: Call, group: InboxGroup): Promise<InboxRow[]> {
  const rows: InboxRow[] = [];
  for (let after: string | null | undefined; after !== null; ) {
    const page = await call("listNeedsYou", { query: { group, after, limit: PAGE } });
    rows.push(...page.rows);
    after = page.next;
  }
  return rows;
}
