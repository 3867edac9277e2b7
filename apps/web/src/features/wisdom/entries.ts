import type { Reply } from "@squadroom/client/call";
import { WISDOM_KINDS, type WisdomKind } from "@squadroom/core/delivery/wisdom-kinds";
import type { WisdomEntry } from "@squadroom/core/wisdom/wisdom";

export type Entry = Reply<"listWisdom">["data"][number];

/** What selects entries; empty: all. */
export interface Wanted {
  text: string;
  kind: WisdomKind | "";
  /** `room`: the room's own; a number: what comes from that session. */
  scope: "" | "room" | number;
}

export const ALL: Wanted = { text: "", kind: "", scope: "" };

/** An entry in force, as the tables have it. */
export function entryOf({ by, ...entry }: WisdomEntry): Entry {
  return {
    ...entry,
    files: [...entry.files],
    labels: [...entry.labels],
    roles: [...entry.roles],
    by: { kind: by.kind, name: by.name, role: by.kind === "agent" ? by.role : null },
    state: "live",
    stateAt: entry.promoted?.at ?? entry.at,
    ended: null,
  };
}

export function isWanted(entry: Entry, { text, kind, scope }: Wanted): boolean {
  if (kind !== "" && entry.kind !== kind) return false;
  if (scope === "room" ? entry.scope !== "room" : scope !== "" && entry.sessionId !== scope) return false;
  const hay = [entry.text, ...entry.files, ...entry.labels].join("\n").toLowerCase();
  const words = text.toLowerCase().split(/\s+/);
  return words.every((word) => hay.includes(word));
}

export interface EntryGroup {
  name: WisdomKind | "past";
  entries: readonly Entry[];
}

/** By kind, the newest first; after them what is no longer in force. */
export function groupsOf(live: readonly Entry[], past: readonly Entry[]): EntryGroup[] {
  const newest = live.toSorted((a, b) => b.id - a.id);
  const groups: EntryGroup[] = WISDOM_KINDS.map((name) => ({
    name,
    entries: newest.filter(({ kind }) => kind === name),
  }));
  return [...groups, { name: "past" as const, entries: past }].filter(({ entries }) => entries.length > 0);
}

/** Sessions with any entry, the newest first. */
export function sessionsIn(live: readonly Entry[]): number[] {
  const ids = live.flatMap(({ sessionId }) => (sessionId === null ? [] : [sessionId]));
  return [...new Set(ids)].sort((a, b) => b - a);
}
