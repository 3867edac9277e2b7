import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { shareOf } from "../testing/property-runs.fixture.ts";
import { NO_USAGE } from "../usage/usage.ts";
import { groupUsage, keyOf, sumOfUsage, USAGE_GROUPS, type UsageRow } from "./usage-groups.ts";

const DAYS = 5;
const micros = fc.integer({ min: 0, max: 10_000_000_000 });
const row: fc.Arbitrary<UsageRow> = fc
  .record({
    day: fc.nat(DAYS - 1),
    roomId: fc.constantFrom("r1", "r2"),
    agentId: fc.integer({ min: 1, max: 30 }).map((n) => `a${n}`),
    role: fc.constantFrom("planner", "builder", null),
    sessionId: fc.option(fc.integer({ min: 1, max: 3 })),
    model: fc.option(fc.integer({ min: 1, max: 40 }).map((n) => `m${n}`)),
    personId: fc.constantFrom("p1", null),
    inputTokens: fc.nat(1_000_000_000),
    outputTokens: fc.nat(1_000_000_000),
    cost: fc.option(micros),
    isEstimated: fc.boolean(),
  })
  .map(({ cost, isEstimated, ...one }) => ({
    ...NO_USAGE,
    ...one,
    costUsdMicros: cost ?? 0,
    ...(isEstimated && cost ? { estimatedUsdMicros: cost } : {}),
    unpricedTokens: cost === null ? one.inputTokens + one.outputTokens : 0,
  }));

describe("usage by group", () => {
  it("sums to what was reported, by whatever it is told, day by day", () => {
    fc.assert(
      fc.property(fc.array(row, { maxLength: 120 }), (rows) => {
        const total = sumOfUsage(rows);
        for (const kind of USAGE_GROUPS) {
          if (kind === "run") continue;
          const groups = groupUsage(rows, DAYS, (one) => keyOf(one, kind));
          expect(sumOfUsage(groups.map(({ usage }) => usage))).toEqual(total);
          for (let day = 0; day < DAYS; day++) {
            const onDay = sumOfUsage(rows.filter((one) => one.day === day));
            const sum = (of: "costs" | "tokens") => groups.reduce((all, group) => all + (group[of][day] ?? 0), 0);
            expect(sum("costs")).toBe(onDay.costUsdMicros);
            expect(sum("tokens")).toBe(onDay.inputTokens + onDay.outputTokens);
          }
        }
      }),
      { numRuns: shareOf(150) },
    );
  });

  it("tells the ones that cost most, and how many the rest are", () => {
    const rows = Array.from({ length: 30 }, (_, i) => ({
      ...NO_USAGE,
      day: 0,
      roomId: "r",
      agentId: `a${i}`,
      role: null,
      sessionId: null,
      personId: null,
      model: null,
      costUsdMicros: i,
    }));
    const groups = groupUsage(rows, 1, ({ agentId }) => agentId, 3);
    expect(groups.map(({ key, rest }) => [key, rest])).toEqual([
      ["a29", 0],
      ["a28", 0],
      [null, 28],
    ]);
  });
});
