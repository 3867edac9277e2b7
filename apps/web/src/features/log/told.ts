import type { EventIn } from "@squadroom/core/kernel/event";
import type { Names } from "../../live/names.ts";
import type { Line } from "./sentence.ts";

export const FEED_FILTERS = ["all", "messages", "handoffs", "tasks", "machinery"] as const;
/** What a person may want to see by itself. Every event belongs to "all" or to "machinery". */
export type FeedFilter = (typeof FEED_FILTERS)[number];
type Filters = readonly Exclude<FeedFilter, "all" | "machinery">[];

/** How the feed reports an event. */
export interface Told<E> {
  shown: Filters | ((event: E) => Filters);
  /** @param who did it */
  line: (event: E, names: Names, who: string) => Line;
}

/** One for each event of a family. */
export type ToldOf<Data> = { readonly [T in keyof Data]: Told<EventIn<Data, T>> };

export const NOWHERE: Filters = [];
export const MESSAGES: Filters = ["messages"];
export const TASKS: Filters = ["tasks"];
