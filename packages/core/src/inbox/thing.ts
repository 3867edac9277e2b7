/**
 * How the inbox calls one thing that waits in a room: `decision:ID`, `question:ID` of its message, `review:N` of a
 * backlog item, `stuck:TASK`, `paused`. It stays the same for as long as the thing waits.
 */
export const THING = /^(?:(?:decision|question):[0-9a-f-]{36}|review:\d{1,9}|stuck:[A-Z0-9-]{1,40}|paused)$/;
/** Most things that one request hands over or snoozes. */
export const THINGS_MAX = 100;
/** Longest snooze: a year, ms. */
export const SNOOZE_MAX_MS = 366 * 24 * 3600 * 1000;

/**
 * What of all that waits in these rooms. `waiting`: for oneself; what one snoozed, or somebody else takes care of, is not
 * among it. `mine`: of that, what was handed to oneself. `snoozed`: by oneself. `others`: handed to somebody else.
 */
export const INBOX_GROUPS = ["waiting", "mine", "snoozed", "others"] as const;
export type InboxGroup = (typeof INBOX_GROUPS)[number];

/** A thing, and the id of the room that it waits in. */
export interface Thing {
  room: string;
  item: string;
}

/** A person's card of what is asked; the room is where they go when it is asked no more. */
export function cardPath(id: string, roomName: string): string {
  return `/inbox?item=${id}&room=${encodeURIComponent(roomName)}`;
}
