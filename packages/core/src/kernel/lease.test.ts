import { expect, it } from "vitest";
import type { AgentId, Fence } from "./ids.ts";
import { heldForAt, heldMs, isHeldUnder, type Lease, resumed } from "./lease.ts";

const ADA = "ada" as AgentId;
const lease: Lease = { agentId: ADA, fence: 7 as Fence, claimedAt: 1000, pausedMs: 200, ttlS: 60 };

it("lets only its holder write, and only under its own fence", () => {
  expect(isHeldUnder(lease, ADA, 7 as Fence)).toBe(true);
  expect(isHeldUnder(lease, "ben" as AgentId, 7 as Fence)).toBe(false);
  for (const fence of [6, 8]) expect(isHeldUnder(lease, ADA, fence as Fence)).toBe(false);
  expect(isHeldUnder(lease, ADA, null)).toBe(false);
  expect(isHeldUnder(null, ADA, 7 as Fence)).toBe(false);
});

it("has been held for so long at the time that it names, pauses not counted", () => {
  expect(heldMs(lease, heldForAt(lease, 3))).toBe(3000);
});

it("stands still from the question to the answer, and from its claim where that was later", () => {
  expect(resumed(lease, [1500], 1800).pausedMs).toBe(500);
  expect(resumed(lease, [0], 1800).pausedMs).toBe(1000);
});

it("counts what it stood still for several at once, once", () => {
  const one = resumed(lease, [1500, 1600], 1800, true);
  expect(one.pausedMs).toBe(500);
  expect(resumed(one, [1600], 2000).pausedMs).toBe(700);
});
