import { expect, test } from "vitest";
import { runFuzz } from "./run.ts";

test("nothing that is sent makes the server fail, hang, grow or answer without a type", async () => {
  const report = await runFuzz({ requests: 3_000, seed: 5 });

  expect(report.violations).toEqual([]);
  // A fuzzer that never gets through proves nothing.
  expect(report.neverDone.writes.length).toBeLessThan(20);
  expect(report.operations.handOff?.done).toBeGreaterThan(0);
  expect(report.operations.answerDecision?.sent).toBeGreaterThan(0);
  expect(report.statuses["200"]).toBeGreaterThan(200);
  expect(report.statuses["400"]).toBeGreaterThan(200);
});
