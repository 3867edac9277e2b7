import { describe, expect, it } from "vitest";
import { appendEvents, emptyFeed, prependEvents, trimFeed } from "./feed.ts";
import type { FeedItem } from "./feed-item.ts";
import { PlayRoom } from "./room.fixture.ts";

const NOON = Date.UTC(2026, 10, 21, 12);

function squad(): PlayRoom {
  return new PlayRoom("checkout", "squad", NOON).join("Planner", "planner").join("Builder", "builder");
}

/** Each row by its first event. */
const kinds = (items: readonly FeedItem[]) =>
  items.map((item) => (item.kind === "day" ? item.kind : item.events[0]?.type));

describe("the feed", () => {
  it("begins a day once and again after midnight", () => {
    const room = squad();
    room.later(24 * 60).message("hello");
    expect(kinds(appendEvents(emptyFeed, room.events).items)).toEqual([
      "day",
      "room.created",
      "agent.joined",
      "day",
      "message.sent",
    ]);
  });

  it("is the same in one piece and event by event", () => {
    const room = squad().message("Build it.");
    room.claim("Planner");
    room
      .tasks("Planner", [{ role: "builder", title: "A" }])
      .progress("Planner", 10, "thinks")
      .progress("Planner", 20, "thinks on");
    const whole = appendEvents(emptyFeed, room.events);
    const pieces = room.events.reduce((feed, event) => appendEvents(feed, [event]), emptyFeed);
    expect(pieces).toEqual(whole);
  });

  it("leaves out what is already in", () => {
    const { events } = squad();
    const feed = appendEvents(emptyFeed, events);
    expect(appendEvents(feed, events)).toBe(feed);
  });

  it("keeps every fact of work that goes on and on, and begins another row before that grows without end", () => {
    const room = squad().message("Build it.");
    room.claim("Planner");
    for (let n = 0; n < 1_200; n++) room.progress("Planner", n % 100, `step ${n}`);
    const feed = appendEvents(emptyFeed, room.events);
    const rows = feed.items.filter((item) => item.kind === "row").slice(-2);
    expect(rows.map(({ events }) => events.length)).toEqual([995, feed.lastSeq - 999]);
    expect(trimFeed(feed, 1, 1)).toMatchObject({ firstSeq: 1_000, events: feed.lastSeq - 999 });
  });

  it("shows handed-on work as a line, words to somebody in full", () => {
    const room = squad().message("Build it.");
    room.claim("Planner");
    room.hand("Planner", "builder", "Please build.");
    room.claim("Builder");
    room.hand("Builder", "planner", "How?", "question");
    const { items } = appendEvents(emptyFeed, room.events);
    const handoffs = items.filter((item) => item.kind !== "day" && item.events[0]?.type === "handoff.delivered");
    expect(handoffs.map((item) => item.kind)).toEqual(["row", "message"]);
  });

  it("takes an older page in front without a second day line", () => {
    const { events } = squad().message("a").message("b");
    const feed = prependEvents(appendEvents(emptyFeed, events.slice(3)), events.slice(0, 3));
    expect(feed).toMatchObject({ firstSeq: 1, lastSeq: events.length, events: events.length });
    expect(kinds(feed.items).filter((kind) => kind === "day")).toHaveLength(1);
    expect(prependEvents(feed, events.slice(0, 3))).toBe(feed);
  });

  it("cuts old rows at once and knows what is left", () => {
    const room = squad();
    for (let n = 0; n < 50; n++) room.message(`m${n}`);
    const feed = appendEvents(emptyFeed, room.events);
    expect(trimFeed(feed, 100, 10)).toBe(feed);
    const cut = trimFeed(feed, 40, 10);
    expect(cut.items[0]?.kind).toBe("day");
    expect(cut).toMatchObject({ firstSeq: 44, lastSeq: 53, events: 10 });
  });
});
