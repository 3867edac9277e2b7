import { describe, expect, it } from "vitest";
import { appendEvents, emptyFeed, prependEvents, trimFeed } from "./feed.ts";
import type { FeedItem } from "./feed-item.ts";
import { PlayRoom } from "./room.fixture.ts";

const NOON = Date.UTC(2026, 10, 21, 12);

function squad(): PlayRoom {
  return new PlayRoom("checkout", "squad", NOON).join("Planner", "planner").join("Builder", "builder");
}

const kinds = (items: readonly FeedItem[]) =>
  items.map((item) => (item.kind === "day" || item.kind === "fold" ? item.kind : item.event.type));
/** The rows, the lines of folds in place of them. */
const lines = (items: readonly FeedItem[]): FeedItem[] =>
  items.flatMap((item) => (item.kind === "fold" ? [...item.lines] : [item]));

describe("the feed", () => {
  it("begins a day once and again after midnight", () => {
    const room = squad();
    room.later(24 * 60).message("hello");
    expect(kinds(appendEvents(emptyFeed, room.events).items)).toEqual([
      "day",
      "room.created",
      "agent.joined",
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

  it("keeps reports about one task in one line, with all facts behind it", () => {
    const room = squad().message("Build it.");
    room.claim("Planner");
    room.progress("Planner", 10, "a").progress("Planner", 20, "b").progress("Planner", 30, "c");
    const last = lines(appendEvents(emptyFeed, room.events).items).at(-1);
    expect(last).toMatchObject({
      kind: "line",
      event: { type: "task.progressed", data: { progress: { percent: 30 } } },
    });
    expect(last?.kind === "line" && last.events).toHaveLength(3);
  });

  it("keeps the newest facts of a line that goes on and on, and where it began", () => {
    const room = squad().message("Build it.");
    room.claim("Planner");
    for (let n = 0; n < 200; n++) room.progress("Planner", n % 100, `step ${n}`);
    const feed = appendEvents(emptyFeed, room.events);
    const last = lines(feed.items).at(-1);
    const newest = room.events.slice(-50);
    expect(last).toMatchObject({ kind: "line", fromSeq: feed.lastSeq - 199, seq: feed.lastSeq });
    expect(last?.kind === "line" && last.events).toEqual(newest);
    expect(trimFeed(feed, 1, 1)).toMatchObject({ firstSeq: feed.lastSeq - 201, events: 202 });
  });

  it("tells the first sign of work with the claim, also when something stands between them", () => {
    const room = squad().message("Build it.");
    room.says("Builder", "hi", "planner");
    room.claim("Planner");
    room.progress("Planner", 10, "a");
    const feed = appendEvents(emptyFeed, room.events);
    expect(kinds(lines(feed.items))).not.toContain("task.started");
    const claim = lines(feed.items).find((item) => item.kind === "line" && item.event.type === "task.claimed");
    expect(claim?.kind === "line" && claim.events.map((event) => event.type)).toEqual(["task.claimed", "task.started"]);
    expect(feed.events).toBe(room.events.length);
  });

  it("shows handed-on work as a line, words to somebody in full", () => {
    const room = squad().message("Build it.");
    room.claim("Planner");
    room.hand("Planner", "builder", "Please build.");
    room.claim("Builder");
    room.hand("Builder", "planner", "How?", "question");
    const { items } = appendEvents(emptyFeed, room.events);
    const handoffs = items.filter((item) => "event" in item && item.event.type === "handoff.delivered");
    expect(handoffs.map((item) => item.kind)).toEqual(["line", "message"]);
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
