import { DEFAULT_LEASE_S } from "@squadroom/core/agent/agent";
import { membersOf } from "@squadroom/core/room/card";
import { anAgent } from "@squadroom/core/testing/builders.fixture";
import { expect, it } from "vitest";
import { PlayRoom } from "../../live/room.fixture.ts";
import { arrivalOf, harnessIn, roomInNeed, standingOf, standingOfRole } from "./arrival.ts";

it("takes an agent for connected once it has called again after its join", () => {
  const agent = anAgent({ joinedAt: 1_000, seenAt: 1_000 });
  const agents = { [agent.id]: agent };
  const member = (presence: object) =>
    ({
      agentId: agent.id,
      role: "builder",
      presence: { reach: "online", work: "idle", ...presence },
    }) as never;
  const standing = (presence: object) => standingOf(member(presence), agents);
  expect(standing({ reason: { kind: "seen", at: 1_000 } })).toBe("joined");
  expect(standing({ reason: { kind: "seen", at: 1_400 } })).toBe("connected");
  expect(standing({ reason: { kind: "waiting_poll" } })).toBe("connected");
  expect(standing({ work: "working", reason: { kind: "seen", at: 1_000 } })).toBe("connected");
  const gone = { reach: "offline", reason: { kind: "left", at: 2_000 } };
  expect(standing(gone)).toBe("open");
  expect(standingOf(undefined, agents)).toBe("open");

  const joined = { reason: { kind: "seen", at: 1_000 } };
  const of = (...all: object[]) => standingOfRole("builder", all.map(member), agents);
  expect(of(gone)).toBe("open");
  expect(of(gone, joined)).toBe("joined");
  expect(of(joined, { reason: { kind: "waiting_poll" } })).toBe("connected");
  expect(standingOfRole("planner", [member(joined)], agents)).toBe("open");
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
  const now = () => arrivalOf(room, membersOf(room.view, room.observations, room.at, DEFAULT_LEASE_S), id);
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

it("leads to a room whose work waits for an agent, then to the last one seen, and to a demo last", () => {
  const card = (name: string, why: object, demo = false) => ({ name, demo, ball: { why } }) as never;
  const quiet = { kind: "quiet" };
  const missing = { kind: "role_missing", role: "builder" };
  const asked = { kind: "decision", subject: { kind: "role", role: "builder" } };
  const demo = card("first-squad", missing, true);
  const name = (cards: never[], last: string | null) => roomInNeed(cards, last)?.name;
  expect(name([demo, card("a", quiet), card("b", quiet), card("c", missing)], "b")).toBe("c");
  expect(name([card("a", missing), card("b", asked)], "b")).toBe("b");
  expect(name([demo, card("a", quiet), card("b", quiet)], "b")).toBe("b");
  expect(name([demo, card("a", quiet)], "first-squad")).toBe("a");
  expect(name([demo], null)).toBe("first-squad");
  expect(name([], "gone")).toBeUndefined();
});
