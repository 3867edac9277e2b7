import { NO_USAGE, sumUsage, tokensOf, type Usage } from "../usage/usage.ts";

/** What usage is grouped by. */
export const USAGE_GROUPS = ["model", "agent", "role", "session", "room", "person", "run"] as const;
export type UsageGroupKind = (typeof USAGE_GROUPS)[number];

/** What was reported on one day, with everything that it is grouped by except its run. */
export interface UsageRow extends Usage {
  /** Counts the days of the period from 0. */
  day: number;
  roomId: string;
  agentId: string;
  role: string | null;
  sessionId: number | null;
  model: string | null;
  /** Who asked for it; `null`: nobody known. */
  personId: string | null;
}

/** Usage that is shown as one. */
export interface UsageGroup {
  /** `null`: for usage that nobody attributed, and for the rest. */
  key: string | null;
  /** How many groups are shown as one because there are many; 0: it is a single one. */
  rest: number;
  usage: Usage;
  /** Known cost in millionths of a dollar, day by day. */
  costs: number[];
  tokens: number[];
}

/** Most groups of a kind that are shown separately. */
export const GROUPS_MAX = 12;

/** A session and a run are numbered in their room. */
export function roomKey(roomId: string, number: number | string): string {
  return `${roomId}/${number}`;
}

export function keyOf(row: UsageRow, kind: Exclude<UsageGroupKind, "run">): string | null {
  switch (kind) {
    case "model":
      return row.model;
    case "agent":
      return row.agentId;
    case "role":
      return row.role;
    case "session":
      return row.sessionId === null ? null : roomKey(row.roomId, row.sessionId);
    case "room":
      return row.roomId;
    case "person":
      return row.personId;
  }
}

export function sumOfUsage(rows: readonly Usage[]): Usage {
  return rows.reduce<Usage>((sum, row) => sumUsage(sum, row), NO_USAGE);
}

/** By key, the most expensive first, then by usage; if there are many, the smallest together. */
export function groupUsage(
  rows: readonly UsageRow[],
  days: number,
  keyOfRow: (row: UsageRow) => string | null,
  max = GROUPS_MAX,
): UsageGroup[] {
  const groups = new Map<string | null, UsageGroup>();
  for (const row of rows) {
    const key = keyOfRow(row);
    const group = groups.get(key) ?? emptyGroup(key, days);
    groups.set(key, group);
    group.usage = sumUsage(group.usage, row);
    group.costs[row.day] = (group.costs[row.day] ?? 0) + row.costUsdMicros;
    group.tokens[row.day] = (group.tokens[row.day] ?? 0) + tokensOf(row);
  }
  const sorted = [...groups.values()].sort(byWeight);
  if (sorted.length <= max) return sorted;
  const least = sorted.slice(max - 1);
  const rest = least.reduce(merged, { ...emptyGroup(null, days), rest: least.length });
  return [...sorted.slice(0, max - 1), rest];
}

function emptyGroup(key: string | null, days: number): UsageGroup {
  const zeros = () => new Array<number>(days).fill(0);
  return { key, rest: 0, usage: NO_USAGE, costs: zeros(), tokens: zeros() };
}

function byWeight(a: UsageGroup, b: UsageGroup): number {
  return (
    b.usage.costUsdMicros - a.usage.costUsdMicros ||
    tokensOf(b.usage) - tokensOf(a.usage) ||
    ((a.key ?? "") < (b.key ?? "") ? -1 : 1)
  );
}

function merged(all: UsageGroup, one: UsageGroup): UsageGroup {
  const plus = (a: readonly number[], b: readonly number[]) => a.map((n, i) => n + (b[i] ?? 0));
  return {
    ...all,
    usage: sumUsage(all.usage, one.usage),
    costs: plus(all.costs, one.costs),
    tokens: plus(all.tokens, one.tokens),
  };
}
