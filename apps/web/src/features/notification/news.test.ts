import type { InboxItem } from "@squadroom/core/inbox/contract";
import { describe, expect, it } from "vitest";
import { askedId, newsIn } from "./use-notifications.ts";

const place = {
  room: { id: "r", name: "shop" },
  sinceAt: 1,
  urgency: "medium",
  heldBy: null,
  snoozed: null,
} as const;
const decision = (id: string) =>
  ({ kind: "decision", ...place, decision: { id, question: "?" } }) as unknown as InboxItem;
const question = (messageId: string) => ({ kind: "question", ...place, messageId, text: "?" }) as unknown as InboxItem;
const stuck = { kind: "stuck", ...place } as unknown as InboxItem;
const ids = (items: ReturnType<typeof newsIn>["news"]) => items.map(askedId);

describe("what a person is told of", () => {
  it("is nothing that was there before the page", () => {
    expect(newsIn(null, [decision("a"), question("b")]).news).toEqual([]);
  });

  it("is each decision and question once, and no silent agent", () => {
    const first = newsIn(null, [decision("a")]);
    const second = newsIn(first.known, [decision("a"), question("b"), decision("c"), stuck]);
    expect(ids(second.news)).toEqual(["b", "c"]);
    expect(newsIn(second.known, [decision("c")]).news).toEqual([]);
  });

  it("is not what left the list and came back with another page", () => {
    const first = newsIn(null, [decision("a"), decision("b")]);
    const second = newsIn(first.known, [decision("b")]);
    expect(newsIn(second.known, [decision("a"), decision("b")]).news).toEqual([]);
  });

  it("is what somebody hands over, and what is back from its snooze, once each", () => {
    const [me, ben] = [
      { id: "me", name: "Dana" },
      { id: "ben", name: "Ben" },
    ];
    const first = newsIn(null, [decision("a"), decision("b"), decision("c")]);
    const items = [
      { ...decision("a"), heldBy: { person: me, by: ben, at: 7 } },
      { ...decision("b"), heldBy: { person: me, by: me, at: 7 } },
      { ...decision("c"), snoozed: { until: 9, at: 8, isOver: true } },
    ];
    const second = newsIn(first.known, items);
    expect(ids(second.news)).toEqual(["a", "c"]);
    expect(newsIn(second.known, [...items, decision("a")]).news).toEqual([]);
  });
});
