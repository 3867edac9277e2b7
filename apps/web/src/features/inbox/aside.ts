import type { InboxItem } from "@squadroom/core/inbox/contract";
import type { Thing } from "@squadroom/core/inbox/thing";
import { thingsOf } from "@squadroom/core/inbox/things-of";
import { now } from "../../clock/now.ts";
import { clockOf, isSameDay } from "../../clock/since.ts";
import { call } from "../../live/api.ts";
import type { Outcome } from "../decision/index.ts";

/** A row was put aside: what is said in its place, and how it comes back. */
export interface PutAside {
  kind: "aside";
  text: string;
  undo: () => Promise<unknown>;
}

/** What became of a row while it was on the screen. */
export type Became = Outcome | PutAside;

/** Two ways of putting a row aside that ask something first. */
export type AsideKind = "snooze" | "hand over";

const DAY_MS = 24 * 3_600_000;
const DATE = new Intl.DateTimeFormat("en-GB", { weekday: "short", day: "numeric", month: "short" });

/** "14:30", "tomorrow, 09:00", or "Mon, 30 Nov, 09:00". */
export function momentOf(at: number): string {
  const clock = clockOf(at);
  if (isSameDay(at, now())) return clock;
  const day = isSameDay(at, now() + DAY_MS) ? "tomorrow" : DATE.format(at);
  return `${day}, ${clock}`;
}

/** Most rows per request; more take several. */
const MOST = 100;
async function inParts(things: readonly Thing[], send: (part: Thing[]) => Promise<unknown>): Promise<void> {
  for (let from = 0; from < things.length; from += MOST) await send(things.slice(from, from + MOST));
}

export function wakeUp(things: readonly Thing[]): Promise<void> {
  return inParts(things, (part) => call("wake", { body: { things: part } }));
}

export async function snooze(things: readonly Thing[], until: number | null): Promise<PutAside> {
  await inParts(things, (part) => call("snooze", { body: { things: part, until } }));
  const text = until === null ? "Out of your inbox until it changes." : `Snoozed until ${momentOf(until)}.`;
  return { kind: "aside", text, undo: () => wakeUp(things) };
}

/** `null`: whoever comes first. */
export function giveTo(things: readonly Thing[], to: string | null): Promise<void> {
  return inParts(things, (part) => call("handOver", { body: { things: part, to } }));
}

/** Until its cause changes, without a question. */
export function dismiss(item: InboxItem): Promise<PutAside> {
  return snooze(thingsOf(item), null);
}

/** Who could get all of these. */
export async function takersOf(things: readonly Thing[]): Promise<{ id: string; name: string }[]> {
  const parts: { id: string; name: string }[][] = [];
  await inParts(things, async (part) => {
    parts.push((await call("listTakers", { body: { things: part } })).data);
  });
  const [first = [], ...others] = parts;
  return first.filter(({ id }) => others.every((people) => people.some((one) => one.id === id)));
}
