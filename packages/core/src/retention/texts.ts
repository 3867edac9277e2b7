import { shapes } from "../contract/shapes.ts";
import type { EventType } from "../kernel/event.ts";

/** Stands where a text was. An empty text stays empty, so that checks for whether there is one agree. */
export const DELETED_TEXT = "[deleted]";

/** A place in an event's data, by its number in `shapes`: the types of events say there what is a text. */
export type Place = number;

const { events, places } = shapes.texts;
/** Whatever no type knows about is a text. */
const TEXT: Place = 0;

export function placeIn(type: EventType): Place {
  return events[type] ?? TEXT;
}

/** The place of a member; entries of a list have the list's place. */
export function placeOf(member: string, within: Place): Place {
  const { members = {}, rest } = places[within] ?? {};
  return (Object.hasOwn(members, member) ? members[member] : rest) ?? TEXT;
}

/** What people and agents wrote in it is gone; ids, words of the protocol, numbers and its shape are as they were. */
export function withoutTexts(value: unknown, place: Place): unknown {
  if (typeof value === "string") {
    const { words } = places[place] ?? {};
    return value === "" || !words || words.includes(value) ? value : DELETED_TEXT;
  }
  if (typeof value !== "object" || value === null) return value;
  if (Array.isArray(value)) return value.map((one) => withoutTexts(one, place));
  const members = Object.entries(value);
  return Object.fromEntries(members.map(([name, one]) => [name, withoutTexts(one, placeOf(name, place))]));
}
