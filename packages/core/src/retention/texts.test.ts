import { expect, it } from "vitest";
import { shapes } from "../contract/shapes.ts";
import { FACTS } from "../fact/facts.ts";
import type { EventData, EventType } from "../kernel/event.ts";
import { DELETED_TEXT, placeIn, withoutTexts } from "./texts.ts";

const without = <T extends EventType>(type: T, data: Partial<EventData[T]>) => withoutTexts(data, placeIn(type));

it("leaves ids, words of the protocol and the ids that stand for others", () => {
  const instead = { "QUALITY-001": "QUALITY-001-R1" };
  expect(without("session.revised", { how: "revise", instead, note: "Once more." })).toEqual({
    how: "revise",
    instead,
    note: DELETED_TEXT,
  });
});

it("takes a text by its type, not by its name: a reason that is a word stays", () => {
  expect(without("run.ended", { why: "crashed" })).toEqual({ why: "crashed" });
  expect(without("branch.merged", { why: "It was asked for." })).toEqual({ why: DELETED_TEXT });
});

it("takes what no type knows of, in whatever it stands, and leaves empty texts empty", () => {
  const stray = { sessionId: 4, stray: { of: ["somebody"], toString: "x", none: "" } };
  expect(withoutTexts(stray, placeIn("session.paused"))).toEqual({
    sessionId: 4,
    stray: { of: [DELETED_TEXT], toString: DELETED_TEXT, none: "" },
  });
});

it("knows every event, whoever adds it", () => {
  expect(Object.keys(shapes.texts.events).sort()).toEqual(Object.keys(FACTS).sort());
});
