import { PRIORITIES, type Priority } from "@squadroom/core/task/task";

/** What the page can be narrowed to; the columns of the board in the order in which work moves. */
export const STANDINGS = ["blocked", "ready", "inHand", "failed", "ended"] as const;
export type Standing = (typeof STANDINGS)[number];

/** As in the address; anything absent lets everything pass. */
export interface WorkFilter {
  view?: "board" | undefined;
  standing?: Standing | undefined;
  role?: string | undefined;
  agent?: string | undefined;
  priority?: Priority | undefined;
  text?: string | undefined;
}

/** Everything passes; the way it is shown stays. */
export const NO_FILTER: WorkFilter = {
  standing: undefined,
  role: undefined,
  agent: undefined,
  priority: undefined,
  text: undefined,
};

/** From an address, whatever it contains. */
export function filterOf(search: Record<string, unknown>): WorkFilter {
  const text = (value: unknown) => (typeof value === "string" && value !== "" ? value : undefined);
  const oneOf = <T extends string>(all: readonly T[], value: unknown) => all.find((one) => one === value);
  return {
    view: search.view === "board" ? "board" : undefined,
    standing: oneOf(STANDINGS, search.standing),
    role: text(search.role),
    agent: text(search.agent),
    priority: oneOf(PRIORITIES, search.priority),
    text: text(search.text),
  };
}

export function isFiltered({ view: _, ...filter }: WorkFilter): boolean {
  return Object.values(filter).some((value) => value !== undefined);
}
