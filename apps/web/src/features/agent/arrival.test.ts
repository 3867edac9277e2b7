import { DEFAULT_LEASE_S } from "@squadroom/core/agent/agent";
import { membersOf } from "@squadroom/core/room/card";
import { anAgent } from "@squadroom/core/testing/builders.fixture";
import { expect, it } from "vitest";
import { PlayRoom } from "../../live/room.fixture.ts";
import { arrivalOf, harnessIn, hasCalledSince } from "./arrival.ts";

it("takes an agent for connected once it has called again after its join", () => {
  const agent = anAgent({ joinedAt: 1_000, seenAt: 1_000 });
  const member = (presence: object) =>
    ({ presence: { reach: "online", work: "idle", ...presence } }) as never;
  expect(hasCalledSince(member({ reason: { kind: "seen", at: 1_000 } }), agent)).toBe(false);
  expect(hasCalledSince(member({ reason: { kind: "seen", at: 1_400 } }), agent)).toBe(true);
  expect(hasCalledSince(member({ reason: { kind: "waiting_poll" } }), agent)).toBe(true);
  const busy = { work: "working", reason: { kind: "seen", at: 1_000 } };
  expect(hasCalledSince(member(busy), agent)).toBe(true);
  const gone = { reach: "offline", reason: { kind: "left", at: 2_000 } };
  expect(hasCalledSince(member(gone), agent)).toBe(false);
});

it("knows a client by whatever it calls itself", () => {
  expect(["claude", "claude-code", "codex-mcp-client", "Gemini-CLI"].map(harnessIn)).toEqual([
    "claude",
    "claude",
    "codex",
    "gemini",
  ]);
  expect([null, "script"].map(harnessIn)).toEqual([null, null]);
});

it("follows an agent from its link to its first task", () => {
  const room = new PlayRoom("checkout", "solo", Date.UTC(2026, 10, 21, 12)).join("Solo", "solo");
  const { id } = room.caller("Solo");
  const now = () =>
    arrivalOf(room, membersOf(room.view, room.observations, room.at, DEFAULT_LEASE_S), id);
  const joined = room.view;

  room.view = { ...joined, agents: {} };
  room.observations.seenAt = {};
  expect(now()).toEqual({ usedAt: null, agent: null, hasCalled: false, taskId: null });
  room.observations.seenAt = { [id]: room.at };
  expect(now()).toMatchObject({ usedAt: room.at, agent: null, hasCalled: false });
  room.view = joined;
  expect(now()).toMatchObject({ agent: { name: "Solo" }, hasCalled: false, taskId: null });
  room.later(1).seen("Solo");
  expect(now()).toMatchObject({ hasCalled: true, taskId: null });
  room.message("Fix the timer.");
  const taskId = room.claim("Solo");
  expect(taskId).not.toBeNull();
  expect(now()).toMatchObject({ hasCalled: true, taskId });
});
