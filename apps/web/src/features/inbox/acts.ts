import { useState } from "react";
import type { Outcome } from "../decision/index.ts";

/** What keys do with the open row. */
interface RowActs {
  first: () => void;
  reject: () => void;
  nth: (n: number) => void;
}

export interface Acts {
  /** Returns a function that ends it. */
  register: (id: string, acts: RowActs) => () => void;
  of: (id: string | null) => RowActs | undefined;
}

/** What a row that can be answered tells its list. */
export interface Answered {
  acts: Acts;
  /** An answer is on its way. */
  onSend: () => void;
  onOutcome: (outcome: Outcome) => void;
}

/** Rows report what can be done with them; the list's keys find it here. */
export function useActs(): Acts {
  const [acts] = useState((): Acts => {
    const rows = new Map<string, RowActs>();
    return {
      register: (id, of) => {
        rows.set(id, of);
        return () => {
          if (rows.get(id) === of) rows.delete(id);
        };
      },
      of: (id) => (id === null ? undefined : rows.get(id)),
    };
  });
  return acts;
}
