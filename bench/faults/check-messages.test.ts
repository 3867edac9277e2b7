import type { RoomEvent } from "@squadroom/core/kernel/event";
import { expect, it } from "vitest";
import { checkMessages } from "./check-messages.ts";
import type { Evidence } from "./evidence.ts";

const from = { kind: "agent", id: "a", name: "Bo", role: "builder" };
const to = { kind: "role", role: "reviewer" };
const message = { id: "m", from, to, repliesTo: null, priority: "critical", responseBy: 30_000 };
const sent = { type: "message.sent", at: 0, data: { message, mailTo: ["r"] } };
const delivered = (at: number) => ({
  type: "message.delivered",
  at,
  data: { agentId: "r", messageIds: ["m"] },
});
const late = (at: number) => ({ type: "message.late", at, data: { messageIds: ["m"] } });
const raised = (at: number) => ({ type: "message.raised", at, data: { messageId: "m" } });
const agent = (type: string, at: number) => ({
  type: `agent.${type}`,
  at,
  data: { agentId: "r", role: "reviewer" },
});
const joined = agent("joined", 0);
const overdue = (at: number) => ({ type: "message.overdue", at, data: { messageId: "m" } });
const end = { type: "room.options_set", at: 120_000, data: {} };

function found(...events: object[]): string[] {
  const room = { roomId: "room", events: events as RoomEvent[] };
  const evidence = { rooms: [room], history: { told: [] }, clockStepMs: 0 };
  return checkMessages(evidence as unknown as Evidence).map(({ what }) => what);
}

it("takes what was told once and in time for right", () => {
  expect(found(joined, sent, late(15_000), raised(30_000), delivered(31_000), end)).toEqual([]);
  expect(found(joined, sent, delivered(1_000), raised(30_000), delivered(31_000), end)).toEqual([]);
});

it("finds what was lost, told twice or too early, and what was given again", () => {
  expect(found(joined, sent, raised(30_000), end)).toEqual(["message m: late was never told"]);
  expect(found(joined, sent, delivered(1_000), end)).toEqual(["message m: raised was never told"]);
  expect(found(joined, sent, late(15_000), late(16_000), raised(30_000), end)).toEqual([
    "message m: message.late was told 2 times",
  ]);
  expect(found(joined, sent, late(14_000), raised(30_000), end)).toEqual(["message m: late was told before its time"]);
  expect(found(joined, sent, delivered(1_000), delivered(2_000), raised(30_000), end)).toEqual([
    expect.stringContaining("was delivered again"),
  ]);
});

it("asks a person, and nobody again, while nobody fills the role", () => {
  const away = agent("went_offline", 1_000);
  const back = agent("came_online", 100_000);
  const late15 = late(15_000);
  const last = { ...end, at: 600_000 };
  expect(found(joined, sent, away, late15, back, raised(100_000), last)).toEqual([]);
  expect(found(joined, sent, away, late15, overdue(121_000), last)).toEqual([]);
  expect(found(joined, sent, away, late15, overdue(121_000))).toEqual([]);
  expect(found(joined, sent, away, late15, back, last)).toEqual(["message m: raised was never told"]);
  expect(found(joined, sent, away, late15, last)).toEqual([
    "message m: raised was never told, and no person was asked",
  ]);
  expect(found(joined, sent, delivered(1_000), late15, overdue(121_000), last)).toEqual([
    "message m: overdue, and never raised",
  ]);
});

it("lets a message go with whoever it is for, and follows one that waits for a role's first agent", () => {
  const me = { kind: "agent", agentId: "r", name: "Ro", role: "reviewer" };
  const told = { ...message, to: me, responseBy: undefined };
  const toMe = { ...sent, data: { message: told, mailTo: ["r"] } };
  expect(found(joined, toMe, agent("left", 5_000), end)).toEqual([]);
  expect(found(joined, agent("left", 0), toMe, end)).toEqual([]);
  expect(found(joined, toMe, end)).toEqual(["message m: late was never told"]);
  expect(found(joined, agent("left", 0), joined, toMe, end)).toEqual(["message m: late was never told"]);
  const forNobody = { ...sent, data: { message, mailTo: [] } };
  const first = agent("joined", 1_000);
  const [one, again] = [delivered(1_000), delivered(31_000)];
  expect(found(forNobody, first, one, raised(30_000), again, end)).toEqual([]);
  expect(found(forNobody, first, one, again, raised(40_000), end)).toEqual([
    expect.stringContaining("was delivered again"),
  ]);
});
