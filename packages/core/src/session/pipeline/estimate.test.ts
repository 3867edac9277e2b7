import fc from "fast-check";
import { expect, it } from "vitest";
import { shareOf } from "../../testing/property-runs.fixture.ts";
import { estimatePipeline, tookByPrefix } from "./estimate.ts";
import type { StepKind, StepStanding } from "./standing.ts";

const MINUTE = 60_000;
const STEPS = [
  { id: "DRAFT-001", title: "Draft", requires: [] },
  { id: "DRAFT-002", title: "More", requires: ["DRAFT-001"] },
  { id: "CHECK", title: "Go on?", requires: ["DRAFT-002"], isCheckpoint: true },
  { id: "IMPL-001", title: "Code", requires: ["CHECK"] },
  { id: "TEST-001", title: "Tests", requires: ["CHECK"] },
];
const taken = (...all: [string, number][]) =>
  all.map(([taskId, minutes]) => ({ taskId, workMs: minutes * MINUTE })) as never;
const estimate = (kinds: Record<string, StepKind>, took: ReturnType<typeof taken>) =>
  estimatePipeline(
    { pipeline: { steps: STEPS } } as never,
    new Map(Object.entries(kinds).map(([id, kind]) => [id, { kind } as StepStanding])),
    took,
  );

it("takes the median of what tasks of a prefix took, revisions among them", () => {
  const took = tookByPrefix(
    taken(["DRAFT-007", 1], ["DRAFT-008-R1", 9], ["DRAFT-009", 3], ["IMPL-1", 2], ["IMPL-2", 4]),
  );
  expect(took.get("DRAFT")).toBe(3 * MINUTE);
  expect(took.get("IMPL")).toBe(3 * MINUTE);
});

it("is what the longest way takes, not all together, and a checkpoint takes nothing", () => {
  const took = taken(["DRAFT-9", 10], ["IMPL-9", 30], ["TEST-9", 5]);
  expect(estimate({}, took)).toEqual({
    leftMs: 50 * MINUTE,
    unknown: 0,
    path: ["DRAFT-001", "DRAFT-002", "CHECK", "IMPL-001"],
  });
});

it("leaves out what is done, and what was done again", () => {
  const took = taken(["DRAFT-9", 10], ["IMPL-9", 30], ["TEST-9", 5]);
  const kinds = { "DRAFT-001": "replaced", "DRAFT-002": "done", "IMPL-001": "done" } as const;
  expect(estimate(kinds, took)).toMatchObject({ leftMs: 5 * MINUTE, unknown: 0 });
});

it("counts what it knows nothing of, and says nothing where it knows nothing at all", () => {
  expect(estimate({}, taken(["IMPL-9", 30]))).toMatchObject({ leftMs: 30 * MINUTE, unknown: 3 });
  expect(estimate({}, taken())).toMatchObject({ leftMs: null, unknown: 4 });
  const over = { "DRAFT-001": "done", "DRAFT-002": "done", "IMPL-001": "done" } as const;
  expect(estimate({ ...over, "TEST-001": "done" }, taken())).toMatchObject({
    leftMs: 0,
    unknown: 0,
  });
});

it("never gets longer by a step that ends, nor longer than all steps one by one", () => {
  const kind = fc.constantFrom<StepKind>("done", "replaced", "working", "ready", "blocked");
  const minutes = fc.integer({ min: 1, max: 90 });
  fc.assert(
    fc.property(
      fc.array(kind, { minLength: STEPS.length, maxLength: STEPS.length }),
      fc.tuple(minutes, minutes, minutes),
      fc.nat(STEPS.length - 1),
      (all, [draft, impl, tests], at) => {
        const took = taken(["DRAFT-9", draft], ["IMPL-9", impl], ["TEST-9", tests]);
        const kinds = Object.fromEntries(STEPS.map(({ id }, i) => [id, all[i] ?? "ready"]));
        const before = estimate(kinds, took).leftMs ?? 0;
        const after = estimate({ ...kinds, [STEPS[at]?.id ?? ""]: "done" }, took).leftMs ?? 0;
        expect(after).toBeLessThanOrEqual(before);
        expect(before).toBeLessThanOrEqual((2 * draft + impl + tests) * MINUTE);
      },
    ),
    { numRuns: shareOf(150) },
  );
});
