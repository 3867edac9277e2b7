import type { InboxItem } from "@squadroom/core/inbox/contract";
import { useNavigate } from "@tanstack/react-router";
import { useState } from "react";
import { idOf } from "../../live/inbox.ts";
import type { AsideKind } from "./aside.ts";
import { goToPlace } from "./place.ts";
import type { RowAsides } from "./row-foot.tsx";
import type { OpenRow } from "./use-open-row.ts";

type Asking = { kind: AsideKind; item: InboxItem; anchor: HTMLElement };

export interface Asides {
  /** What is asked before a row is put aside. */
  asking: Asking | null;
  close: () => void;
  of: (item: InboxItem) => RowAsides;
  /** For the open row, by key. */
  askOpen: (kind: AsideKind) => void;
  goOpen: () => void;
}

/** Ways out of a row that answer nothing. */
export function useAsides(row: OpenRow, pending: readonly InboxItem[], dismiss: (item: InboxItem) => void): Asides {
  const navigate = useNavigate();
  const [asking, setAsking] = useState<Asking | null>(null);
  const open = pending.find((item) => idOf(item) === row.id);
  const goTo = (item: InboxItem): void => goToPlace(navigate, item, idOf(item));
  return {
    asking,
    close: () => setAsking(null),
    of: (item) => ({
      ask: (kind, anchor) => setAsking({ kind, item, anchor }),
      dismiss: () => dismiss(item),
      goTo: () => goTo(item),
    }),
    askOpen: (kind) => {
      const element = open && row.elementOf(idOf(open));
      const anchor = element?.querySelector<HTMLElement>(`[data-aside="${kind}"]`);
      if (open && anchor) setAsking({ kind, item: open, anchor });
    },
    goOpen: () => {
      if (open && open.kind !== "empty_roles") goTo(open);
    },
  };
}
