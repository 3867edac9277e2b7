import { routes } from "@squadroom/core/contract/routes";
import { expect, test } from "vitest";
import { LEFT_OUT } from "./requests.ts";
import { runFuzz } from "./run.ts";

test("nothing that is sent makes the server fail, hang, grow or answer without a type", async () => {
  const report = await runFuzz({ requests: 3_000, seed: 5 });

  expect(report.violations).toEqual([]);
  // A fuzzer that never gets through proves nothing.
  expect(report.neverDone).toEqual({ writes: [], reads: [] });
  expect(Object.keys(report.operations).concat(Object.keys(LEFT_OUT)).sort()).toEqual(Object.keys(routes).sort());
  expect(report.statuses["200"]).toBeGreaterThan(200);
  expect(report.statuses["400"]).toBeGreaterThan(200);
});
