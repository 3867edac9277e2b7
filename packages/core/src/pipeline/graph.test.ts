import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { unownedPrefixes } from "../team/pipelines.ts";
import { presetTeam } from "../team/presets.ts";
import { circleIn, criticalPath, downstreamOf, inOrder, reachable, taskRequires, upstreamOf } from "./graph.ts";
import type { PipelineStep } from "./pipeline.ts";
import { PIPELINES } from "./presets.ts";

/** Graphs without a circle: a step requires some of those before it; every fourth or so is a checkpoint. */
const graphs = fc
  .array(fc.record({ cut: fc.nat(), isCheckpoint: fc.nat({ max: 3 }) }), { maxLength: 25 })
  .map((all) =>
    all.map(({ cut, isCheckpoint }, i): PipelineStep => {
      const requires = all.flatMap((_, j) => (j < i && (cut >> (j % 20)) & 1 ? [`S-${j}`] : []));
      const step = { id: `S-${i}`, title: `Step ${i}`, requires };
      return isCheckpoint === 0 ? { ...step, isCheckpoint: true } : step;
    }),
  )
  .chain((steps) => fc.shuffledSubarray(steps, { minLength: steps.length }));

const idsOf = (steps: readonly PipelineStep[]) => steps.map(({ id }) => id);

describe("the graph of a pipeline", () => {
  it("is in an order in which each step comes behind what it requires", () => {
    fc.assert(
      fc.property(graphs, (steps) => {
        const ordered = inOrder(steps);
        expect(idsOf(ordered).sort()).toEqual(idsOf(steps).sort());
        const seen = new Set<string>();
        for (const { id, requires } of ordered) {
          for (const one of requires) expect(seen).toContain(one);
          seen.add(id);
        }
        expect(circleIn(steps)).toBeNull();
      }),
    );
  });

  it("names a circle, wherever one is closed", () => {
    fc.assert(
      fc.property(graphs, fc.nat(), fc.nat(), (steps, a, b) => {
        const ordered = inOrder(steps);
        const first = ordered[a % Math.max(1, ordered.length)];
        const behind = first && downstreamOf(steps, first.id);
        const last = behind?.[b % behind.length];
        if (!first || !last) return;
        const closed = steps.map((step) =>
          step.id === first.id ? { ...step, requires: [...step.requires, last] } : step,
        );
        const circle = circleIn(closed) ?? [];
        expect(circle.length).toBeGreaterThan(1);
        expect(circle[0]).toBe(circle.at(-1));
        for (const [i, id] of circle.slice(0, -1).entries())
          expect(closed.find((step) => step.id === id)?.requires).toContain(circle[i + 1]);
      }),
    );
  });

  it("has a step in front of another exactly when that one is behind it", () => {
    fc.assert(
      fc.property(graphs, (steps) => {
        for (const { id } of steps) {
          const before = upstreamOf(steps, id);
          for (const other of steps)
            if (other.id !== id) expect(before.has(other.id)).toBe(downstreamOf(steps, other.id).includes(id));
        }
      }),
    );
  });

  it("reaches a step exactly when no open checkpoint is in front of it", () => {
    fc.assert(
      fc.property(graphs, fc.nat(), (steps, mask) => {
        const checkpoints = steps.filter(({ isCheckpoint }) => isCheckpoint);
        const passed = new Set(idsOf(checkpoints.filter((_, i) => (mask >> (i % 20)) & 1)));
        const held = new Set(checkpoints.flatMap(({ id }) => (passed.has(id) ? [] : downstreamOf(steps, id))));
        expect([...reachable({ steps }, passed)].sort()).toEqual(
          idsOf(steps)
            .filter((id) => !held.has(id))
            .sort(),
        );
      }),
    );
  });

  it("requires tasks only, through any number of checkpoints", () => {
    fc.assert(
      fc.property(graphs, (steps) => {
        for (const step of steps)
          for (const id of taskRequires(steps, step)) {
            expect(steps.find((one) => one.id === id)?.isCheckpoint).toBeUndefined();
            expect(downstreamOf(steps, id)).toContain(step.id);
          }
      }),
    );
  });

  it("has a longest way that nothing exceeds", () => {
    fc.assert(
      fc.property(graphs, fc.array(fc.nat({ max: 9 }), { minLength: 25, maxLength: 25 }), (steps, takes) => {
        const time = ({ id }: PipelineStep) => takes[Number(id.slice(2))] ?? 0;
        const { ids, total } = criticalPath(steps, time);
        const byId = new Map(steps.map((step) => [step.id, step]));
        expect(ids.reduce((sum, id) => sum + time(byId.get(id) as PipelineStep), 0)).toBe(total);
        for (const [i, id] of ids.slice(1).entries()) expect(byId.get(id)?.requires).toContain(ids[i]);
        const longest = new Map<string, number>();
        for (const step of inOrder(steps))
          longest.set(step.id, time(step) + Math.max(0, ...step.requires.map((id) => longest.get(id) ?? 0)));
        expect(total).toBe(Math.max(0, ...longest.values()));
      }),
    );
  });
});

describe("the pipelines that every team has", () => {
  it.each(PIPELINES)("$name has no circle, no unknown requirement and no step twice", ({ steps }) => {
    expect(circleIn(steps)).toBeNull();
    expect(new Set(idsOf(steps)).size).toBe(steps.length);
    for (const { requires } of steps) for (const id of requires) expect(idsOf(steps)).toContain(id);
  });

  it.each(PIPELINES)("$name says at each step what to do", ({ steps }) => {
    for (const { id, isCheckpoint, instruction = "" } of steps)
      expect([id, isCheckpoint === true || instruction.length > 40]).toEqual([id, true]);
  });

  it.each(PIPELINES)("$name fits the lifecycle team", (pipeline) => {
    expect(unownedPrefixes(presetTeam("lifecycle"), pipeline)).toEqual([]);
  });

  it("are the six of the source, as they are written there", () => {
    const edges = Object.fromEntries(
      PIPELINES.map(({ name, steps }) => [
        name,
        steps.map(({ id, requires }) => `${requires.join("+")}>${id}`).join(" "),
      ]),
    );
    const spec =
      ">RESEARCH-001 RESEARCH-001>DRAFT-001 DRAFT-001>DRAFT-002 DRAFT-002>DRAFT-003 DRAFT-003>DRAFT-004 DRAFT-004>QUALITY-001";
    const impl = "PLAN-001>IMPL-001 IMPL-001>TEST-001";
    const both = `${impl} PLAN-001>DEV-FE-001 DEV-FE-001>QA-FE-001 TEST-001+QA-FE-001>REVIEW-001`;
    const start = "QUALITY-001>CHECKPOINT-1 CHECKPOINT-1>PLAN-001";
    expect(edges).toEqual({
      "spec-only": spec,
      "impl-only": `>PLAN-001 ${impl} IMPL-001>REVIEW-001`,
      "fe-only": ">PLAN-001 PLAN-001>DEV-FE-001 DEV-FE-001>QA-FE-001",
      fullstack: `>PLAN-001 ${both}`,
      "full-lifecycle": `${spec} ${start} ${impl} IMPL-001>REVIEW-001`,
      "full-lifecycle-fe": `${spec} ${start} ${both}`,
    });
  });
});
