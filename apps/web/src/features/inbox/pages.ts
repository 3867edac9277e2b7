import type { DecidedRow, WorkingRow } from "@squadroom/core/inbox/contract";
import type { Page } from "@squadroom/core/kernel/page";
import { useState } from "react";
import { call, explain } from "../../live/api.ts";
import { toast } from "../../ui/toasts.ts";

type Rows = { working: WorkingRow; decided: DecidedRow };

interface More<T> {
  rows: readonly T[];
  /** `null` if there is no further page. */
  fetch: (() => void) | null;
}

/** The first page, which is kept live, and the later ones that the person asked for. */
export function useMore<G extends keyof Rows>(
  group: G,
  first: Page<Rows[G]>,
  idOf: (row: Rows[G]) => string,
): More<Rows[G]> {
  const [later, setLater] = useState<Page<Rows[G]> | null>(null);
  const cursor = (later ?? first).next;
  const fetch = (): void => {
    if (cursor === null) return;
    const query = { cursor, limit: 50 };
    const page = group === "working" ? call("listWorking", { query }) : call("listDecided", { query });
    page
      .then(({ data, next }) => {
        setLater({ data: [...(later?.data ?? []), ...(data as Rows[G][])], next });
      })
      .catch((error: unknown) => toast(explain(error).message, { tone: "bad" }));
  };
  const seen = new Set(first.data.map(idOf));
  const rows = [...first.data, ...(later?.data ?? []).filter((row) => !seen.has(idOf(row)))];
  return { rows, fetch: cursor === null ? null : fetch };
}
