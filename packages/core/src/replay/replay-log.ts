import type { RoomEvent } from "../kernel/event.ts";
import type { RoomView } from "../kernel/view.ts";
import { apply } from "../log/apply.ts";

/** Where the past comes from. */
export interface ReplaySource {
  /** The room as it was at this seq. */
  base(seq: number): Promise<RoomView>;
  /** Contiguous events after it, at most `limit`, oldest first. */
  events(after: number, limit: number): Promise<readonly RoomEvent[]>;
}

/** The room at one event of its log, with the latest events until then. */
export interface Moment {
  view: RoomView;
  events: readonly RoomEvent[];
}

/** Events of one page, fetched together. */
const PAGE = 1_000;
/** Within a page a view is kept every so many events: a step back folds no more than these. */
const MARK_EVERY = 100;
/** Most latest events that a moment shows. */
const SHOWN = 400;

interface Page {
  /** The view before the first event. */
  base: RoomView;
  events: RoomEvent[];
  /** `marks[n]` is the view after `n * markEvery` events of the page. */
  marks: RoomView[];
}

/** The room at any event, by the same reducer as live: from the nearest known view. */
export function createReplayLog(source: ReplaySource, { page = PAGE, markEvery = MARK_EVERY, shown = SHOWN } = {}) {
  const pages = new Map<number, Promise<Page>>();

  /** @param seq from 1 to the head */
  async function momentAt(seq: number): Promise<Moment> {
    const index = Math.floor((seq - 1) / page);
    const [now, before] = await Promise.all([
      pageWith(index, seq),
      index > 0 && seq - index * page < shown ? pageWith(index - 1, index * page) : null,
    ]);
    const count = seq - now.base.seq;
    const events = [...(before?.events ?? []), ...now.events.slice(0, count)];
    return { view: viewIn(now, count), events: events.slice(-shown) };
  }

  function viewIn({ marks, events }: Page, count: number): RoomView {
    const mark = Math.floor(count / markEvery);
    let view = marks[mark] as RoomView;
    for (const event of events.slice(mark * markEvery, count)) view = apply(view, event);
    return view;
  }

  /** The page, with its events up to `seq` at least. One load at a time; a failed one is tried again. */
  function pageWith(index: number, seq: number): Promise<Page> {
    const known = pages.get(index);
    const loaded = known ? known.then((one) => extend(one, seq)) : load(index, seq);
    pages.set(index, loaded);
    loaded.catch(() => {
      if (pages.get(index) !== loaded) return;
      if (known) pages.set(index, known);
      else pages.delete(index);
    });
    return loaded;
  }

  async function load(index: number, seq: number): Promise<Page> {
    const base = await source.base(index * page);
    return extend({ base, events: [], marks: [base] }, seq);
  }

  async function extend(known: Page, seq: number): Promise<Page> {
    if (known.base.seq + known.events.length >= seq) return known;
    const events = [...known.events];
    const marks = [...known.marks];
    while (known.base.seq + events.length < seq) {
      const after = known.base.seq + events.length;
      const more = await source.events(after, page - events.length);
      if (more.length === 0) throw new Error(`the log ends at ${after}`);
      events.push(...more);
    }
    for (let n = marks.length; n * markEvery <= events.length; n++) {
      let view = marks[n - 1] as RoomView;
      for (const event of events.slice((n - 1) * markEvery, n * markEvery)) view = apply(view, event);
      marks.push(view);
    }
    return { base: known.base, events, marks };
  }

  return { momentAt };
}
