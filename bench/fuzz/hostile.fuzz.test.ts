import { expect, test } from "vitest";
import { runHostile, SHORT } from "./hostile.ts";

test("whoever takes all it may is told where it ends, and another room is served meanwhile", async () => {
  const results = await runHostile(SHORT);
  const of = (name: string) => results.find((one) => one.name === name)?.answers ?? {};

  for (const { name, bystander } of results) {
    expect([name, bystander.failed]).toEqual([name, 0]);
    expect(bystander.calls, name).toBeGreaterThan(0);
    // Generous: it says that nobody stands still, not how fast this machine is.
    expect(bystander.max, name).toBeLessThan(30_000);
    expect(bystander.memoryMb, name).toBeLessThan(1_000);
  }
  expect(Object.keys(of("an agent fills everything")).sort()).toEqual(["done", "limit_reached"]);
  expect(of("large reports and a slow viewer")).toEqual({ done: SHORT.reports + 1 });
  const { done = 0, overloaded = 0, ...other } = of("verifications at once");
  expect({ all: done + overloaded, other }).toEqual({ all: SHORT.verifications, other: {} });
  expect(done).toBeGreaterThan(0);
  // One that the tarpit lets go in time makes room for another.
  const { done: tested = 0, limit_reached: refused = 0, ...more } = of("webhook tests into a tarpit");
  expect({ all: tested + refused, more }).toEqual({ all: 81, more: {} });
  expect(tested).toBeGreaterThanOrEqual(61);
  expect(refused).toBeGreaterThan(0);
  expect(of("sockets of one credential").done).toBe(51);
});
