/**
 * The inbox's name for one thing that waits in a room: `decision:ID`, `question:ID` of its message, `review:N` of a
 * backlog item, `stuck:TASK`, `paused`. It stays the same for as long as the thing waits.
 */
export const THING = /^(?:(?:decision|question):[0-9a-f-]{36}|review:\d{1,9}|stuck:[A-Z0-9-]{1,40}|paused)$/;
/** Most things that one request hands over or snoozes. */
export const THINGS_MAX = 100;
/** Longest snooze: a year, ms. */
export const SNOOZE_MAX_MS = 366 * 24 * 3600 * 1000;

/**
 * A part of everything that waits in these rooms. `waiting`: for the caller; what the caller snoozed, or somebody else
 * takes care of, is left out. `mine`: of that, what was handed to the caller. `snoozed`: by the caller. `others`:
 * handed to somebody else.
 */
export const INBOX_GROUPS = ["waiting", "mine", "snoozed", "others"] as const;
export type InboxGroup = (typeof INBOX_GROUPS)[number];

/** A thing, and the id of the room that it waits in. */
export interface Thing {
  room: string;
  item: string;
}

/** The page on which a person answers; if the question is gone, they go to the room. */
export function cardPath(id: string, roomName: string): string {
  return `/inbox?item=${id}&room=${encodeURIComponent(roomName)}`;
}
