import type { RoomEvent } from "@squadroom/core/log/event";
import { expect, it } from "vitest";
import { checkMessages } from "./check-messages.ts";
import type { Evidence } from "./evidence.ts";

const from = { kind: "agent", id: "a", name: "Bo", role: "builder" };
const to = { kind: "role", role: "reviewer" };
const message = { id: "m", from, to, repliesTo: null, priority: "critical", responseBy: 30_000 };
const sent = { type: "message.sent", at: 0, data: { message, mailTo: ["r"] } };
const delivered = (at: number) => ({
  ...{ type: "message.delivered", at, data: { agentId: "r", messageIds: ["m"] } },
});
const late = (at: number) => ({ type: "message.late", at, data: { messageIds: ["m"] } });
const raised = (at: number) => ({ type: "message.raised", at, data: { messageId: "m" } });
const end = { type: "room.options_set", at: 120_000, data: {} };

function found(...events: object[]): string[] {
  const room = { roomId: "room", events: events as RoomEvent[] };
  const evidence = { rooms: [room], history: { told: [] }, clockStepMs: 0 };
  return checkMessages(evidence as unknown as Evidence).map(({ what }) => what);
}

it("takes what was told once and in time for right", () => {
  expect(found(sent, late(15_000), raised(30_000), delivered(31_000), end)).toEqual([]);
  expect(found(sent, delivered(1_000), raised(30_000), delivered(31_000), end)).toEqual([]);
});

it("finds what was lost, told twice or too early, and what was given again", () => {
  expect(found(sent, raised(30_000), end)).toEqual(["message m: late was never told"]);
  expect(found(sent, delivered(1_000), end)).toEqual(["message m: raised was never told"]);
  expect(found(sent, late(15_000), late(16_000), raised(30_000), end)).toEqual([
    "message m: message.late was told 2 times",
  ]);
  expect(found(sent, late(14_000), raised(30_000), end)).toEqual([
    "message m: late was told before its time",
  ]);
  expect(found(sent, delivered(1_000), delivered(2_000), raised(30_000), end)).toEqual([
    expect.stringContaining("was delivered again"),
  ]);
});
