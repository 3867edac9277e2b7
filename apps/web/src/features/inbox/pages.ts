import type { DecidedRow, WorkingRow } from "@squadroom/core/inbox/contract";
import { useState } from "react";
import { call, explain } from "../../live/api.ts";
import { toast } from "../../ui/toasts.ts";

type Rows = { working: WorkingRow; decided: DecidedRow };

interface More<T> {
  rows: readonly T[];
  /** `null` when there is no further page. */
  fetch: (() => void) | null;
}

/** The first page, which is kept live, and the later ones that the person asked for. */
export function useMore<G extends keyof Rows>(
  group: G,
  first: readonly Rows[G][],
  next: string | null,
  idOf: (row: Rows[G]) => string,
): More<Rows[G]> {
  const [later, setLater] = useState<{ rows: Rows[G][]; next: string | null } | null>(null);
  const after = later ? later.next : next;
  const fetch = (): void => {
    if (after === null) return;
    const query = { after, limit: 50 };
    const page =
      group === "working" ? call("listWorking", { query }) : call("listDecided", { query });
    page
      .then(({ rows, next: further }) => {
        const known = later?.rows ?? [];
        setLater({ rows: [...known, ...(rows as Rows[G][])], next: further });
      })
      .catch((error: unknown) => toast(explain(error).message, { tone: "bad" }));
  };
  const seen = new Set(first.map(idOf));
  const rows = [...first, ...(later?.rows ?? []).filter((row) => !seen.has(idOf(row)))];
  return { rows, fetch: after === null ? null : fetch };
}
