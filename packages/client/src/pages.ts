import type { RouteId } from "@squadroom/core/contract/routes";
import type { Page } from "@squadroom/core/kernel/page";
import type { Call, CallOptions, Reply } from "./call.ts";

/** Routes that answer with a page of a list. */
export type ListId = {
  [Id in RouteId]: Reply<Id> extends Page<unknown> ? Id : never;
}[RouteId];
export type Row<Id extends ListId> = Reply<Id>["data"][number];

/** Every row of a list, page by page. */
export async function allRows<Id extends ListId>(
  call: Call,
  id: Id,
  options: Pick<CallOptions<Id>, "params" | "query">,
): Promise<Row<Id>[]> {
  const rows: Row<Id>[] = [];
  for (let cursor: string | undefined; ; ) {
    const query = { ...options.query, ...(cursor === undefined ? {} : { cursor }) };
    // Whether a list takes a cursor is a fact of each route, which no type of all of them expresses.
    const page = (await call(id, { ...options, query } as never)) as Page<Row<Id>>;
    rows.push(...page.data);
    if (page.next === null) return rows;
    cursor = page.next;
  }
}
