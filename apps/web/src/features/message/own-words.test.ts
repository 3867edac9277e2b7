import { expect, it } from "vitest";
import type { Outgoing } from "./outbox.ts";
import { unshown } from "./own-words.ts";

const message = (key: string, more: Partial<Outgoing> = {}): Outgoing => ({
  key,
  roomId: "r1",
  body: "Go on",
  repliesTo: null,
  interrupt: false,
  files: [],
  at: 0,
  afterSeq: 10,
  state: { kind: "sending" },
  ...more,
});
const keys = (outgoing: readonly Outgoing[]) => outgoing.map(({ key }) => key);

it("hides what the log shows before its answer is here", () => {
  const said = [{ seq: 12, body: "Go on" }];
  expect(keys(unshown([message("a")], said))).toEqual([]);
  expect(keys(unshown([message("a", { body: "Stop" })], said))).toEqual(["a"]);
});

it("takes nothing for it that was said before, and no message for two", () => {
  const said = [
    { seq: 9, body: "Go on" },
    { seq: 12, body: "Go on" },
  ];
  expect(keys(unshown([message("a"), message("b")], said))).toEqual(["b"]);
  const sent = message("a", { state: { kind: "sent", seq: 12 } });
  expect(keys(unshown([sent, message("b")], said))).toEqual(["a", "b"]);
});

it("goes on showing what was refused", () => {
  const refused = message("a", { state: { kind: "failed", why: "No." } });
  expect(keys(unshown([refused], [{ seq: 12, body: "Go on" }]))).toEqual(["a"]);
});
