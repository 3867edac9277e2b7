import { describe, expect, it } from "vitest";
import { anAgent, SECOND, T0 } from "../testing/builders.fixture.ts";
import { DEFAULT_LEASE_S } from "./agent.ts";
import { derivePresence, type PresenceFacts } from "./presence.ts";

const TTL_MS = DEFAULT_LEASE_S.managed * SECOND;

function facts(more: Partial<PresenceFacts> = {}): PresenceFacts {
  return {
    agent: anAgent({ class: "managed" }),
    seenAt: T0,
    waiting: false,
    held: null,
    standsStillSince: null,
    queued: 0,
    askedAt: null,
    ...more,
  };
}

const at = (ms: number, more: Partial<PresenceFacts> = {}) => derivePresence(facts(more), T0 + ms, DEFAULT_LEASE_S);

describe("reachability", () => {
  it("is online up to half the time-out, unstable from there on", () => {
    expect(at(TTL_MS / 2 - 1)).toMatchObject({ reach: "online", reason: { kind: "seen", at: T0 } });
    expect(at(TTL_MS / 2)).toMatchObject({
      reach: "unstable",
      reason: { kind: "quiet", sinceAt: T0, offlineAt: T0 + TTL_MS },
    });
  });

  it("stays unstable past the time-out until the log says that it is offline", () => {
    for (const ms of [TTL_MS - 1, TTL_MS, 10 * TTL_MS]) expect(at(ms).reach).toBe("unstable");
  });

  it("is offline when the log says so, whatever was seen since", () => {
    const agent = anAgent({
      class: "managed",
      online: false,
      offlineSince: T0 + 9,
      offlineReason: "silent",
      seenAt: T0 + 5,
    });
    expect(at(10, { agent, seenAt: T0 + 8, waiting: true })).toEqual({
      reach: "offline",
      work: "idle",
      reason: { kind: "silent", sinceAt: T0 + 8, afterS: DEFAULT_LEASE_S.managed },
      sinceAt: T0 + 9,
    });
    const gone = { ...agent, offlineReason: "left" as const };
    expect(at(10, { agent: gone })).toMatchObject({
      reach: "offline",
      reason: { kind: "left", at: T0 + 9 },
    });
  });

  it("takes the newest of the log's and the observed sign of life", () => {
    const agent = anAgent({ class: "managed", seenAt: T0 + TTL_MS });
    expect(at(TTL_MS, { agent, seenAt: T0 })).toMatchObject({
      reach: "online",
      reason: { at: T0 + TTL_MS },
    });
    expect(at(TTL_MS, { seenAt: T0 + TTL_MS })).toMatchObject({ reach: "online" });
    expect(at(TTL_MS, { seenAt: null })).toMatchObject({ reach: "unstable" });
  });

  it("is proved by an open poll", () => {
    expect(at(10 * TTL_MS, { waiting: true })).toMatchObject({
      reach: "online",
      reason: { kind: "waiting_poll" },
    });
  });

  it("has the patience of the connection's class", () => {
    for (const connectionClass of ["managed", "hooked", "manual"] as const) {
      const agent = anAgent({ class: connectionClass });
      const half = (DEFAULT_LEASE_S[connectionClass] * SECOND) / 2;
      expect(at(half - 1, { agent }).reach).toBe("online");
      expect(at(half, { agent }).reach).toBe("unstable");
    }
  });
});

describe("workload", () => {
  const held = { taskId: "DEV-001", state: "in_progress" as const, sinceAt: T0 + 3 };

  it("is working with a task in hand, since its claim", () => {
    expect(at(5, { held, queued: 2, askedAt: T0 })).toMatchObject({
      work: "working",
      sinceAt: T0 + 3,
    });
  });

  it("is waiting on a human with a question open and nothing in hand", () => {
    expect(at(5, { askedAt: T0 + 1, queued: 2 })).toMatchObject({
      work: "waiting_on_human",
      sinceAt: T0 + 1,
    });
  });

  it("is never working while its task waits for a person's answer, since it asked", () => {
    expect(at(9, { held, standsStillSince: T0 + 7, queued: 2, askedAt: T0 })).toMatchObject({
      work: "waiting_on_human",
      sinceAt: T0 + 7,
    });
  });

  it("is queued with ready tasks of its role, else idle", () => {
    expect(at(5, { queued: 1 })).toMatchObject({ work: "queued", sinceAt: null });
    expect(at(5)).toMatchObject({ work: "idle", sinceAt: null });
  });

  it("does not depend on reachability", () => {
    const agent = anAgent({
      class: "managed",
      online: false,
      offlineSince: T0,
      offlineReason: "silent",
    });
    for (const more of [{ held }, { queued: 1 }, { askedAt: T0 }, {}]) {
      const works = [at(0, more), at(TTL_MS / 2, more), at(0, { ...more, agent })].map((presence) => presence.work);
      expect(new Set(works).size).toBe(1);
    }
  });
});
