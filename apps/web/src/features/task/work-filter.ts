import type { RoomView } from "@squadroom/core/kernel/view";
import { PRIORITIES, type Priority } from "@squadroom/core/task/task";

/** What the page can be narrowed to; the columns of the board in the order in which work moves. */
export const STANDINGS = ["planned", "blocked", "unmanned", "ready", "inHand", "failed", "ended"] as const;
export type Standing = (typeof STANDINGS)[number];

/** What the list can be ordered by within its sections; `-`: the other way round. */
export const SORTS = ["title", "who", "session", "state", "takes", "since"] as const;
export type Sort = (typeof SORTS)[number];

export const ORDERS = SORTS.flatMap((sort) => [sort, `-${sort}`] as const);

/** As in the address; anything absent lets everything pass. */
export interface WorkFilter {
  /** Left out: as a list. */
  view?: "board" | "graph" | undefined;
  sort?: (typeof ORDERS)[number] | undefined;
  group?: "session" | undefined;
  standing?: Standing | undefined;
  role?: string | undefined;
  agent?: string | undefined;
  priority?: Priority | undefined;
  session?: number | undefined;
  text?: string | undefined;
}

/** Everything passes; the way it is shown stays. */
export const NO_FILTER: WorkFilter = {
  standing: undefined,
  role: undefined,
  agent: undefined,
  priority: undefined,
  session: undefined,
  text: undefined,
};

/** From an address, whatever it contains. */
export function filterOf(search: Record<string, unknown>): WorkFilter {
  const text = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);
  const oneOf = <T extends string>(all: readonly T[], value: unknown) => all.find((one) => one === value);
  const session = Number(search.session);
  return {
    view: oneOf(["board", "graph"], search.view),
    sort: oneOf(ORDERS, search.sort),
    group: oneOf(["session"], search.group),
    standing: oneOf(STANDINGS, search.standing),
    role: text(search.role),
    agent: text(search.agent),
    priority: oneOf(PRIORITIES, search.priority),
    session: Number.isSafeInteger(session) && session > 0 ? session : undefined,
    text: text(search.text),
  };
}

export function isFiltered({ view: _, sort: _sort, group: _group, ...filter }: WorkFilter): boolean {
  return Object.values(filter).some((value) => value !== undefined);
}

/** The sessions that the room still knows, and the one that is asked for. */
export function sessionsOf({ sessions: { live, ended } }: RoomView, { session }: WorkFilter): number[] {
  const known = [...live, ...ended].map(({ id }): number => id);
  return [...new Set(session ? [...known, session] : known)];
}
