import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { criticalPath } from "../../pipeline/graph.ts";
import { sharedFiles, wavesOf } from "./waves.ts";

const task = (id: string, requires: string[] = [], files: string[] = []) => ({
  id,
  requires,
  files,
});

describe("the waves of a plan", () => {
  it("puts a task behind the last one that it requires", () => {
    const waves = wavesOf([task("t4", ["t2", "t3"]), task("t1"), task("t2", ["t1"]), task("t3", ["t2"])]);
    expect([...waves].sort()).toEqual([
      ["t1", 1],
      ["t2", 2],
      ["t3", 3],
      ["t4", 4],
    ]);
  });

  it("ends on plans that require what is not there, or each other", () => {
    expect(wavesOf([task("t1", ["t9"])]).get("t1")).toBe(1);
    expect(wavesOf([task("t1", ["t2"]), task("t2", ["t1"])]).size).toBe(2);
  });

  it("finds files that tasks change which may run at once, however they are written", () => {
    const plan = [
      task("t1", [], ["./src/store.ts"]),
      task("t2", [], ["src//store.ts"]),
      task("t3", ["t1"], ["src/b.ts", "src/c.ts"]),
      task("t4", ["t3"], ["src/c.ts"]),
      task("t5", ["t1"]),
      task("t6", ["t5"], ["src/b.ts"]),
    ];
    expect(sharedFiles(plan)).toEqual([
      { file: "src/store.ts", ids: ["t1", "t2"], groups: [["t1", "t2"]] },
      { file: "src/b.ts", ids: ["t3", "t6"], groups: [["t3", "t6"]] },
    ]);
  });

  it("holds in any plan without cycles: no task is in a wave with what it waits for", () => {
    const plans = fc.array(fc.array(fc.nat(30), { maxLength: 4 }), { maxLength: 30 });
    fc.assert(
      fc.property(plans, (rows) => {
        const plan = rows.map((requires, i) =>
          task(
            `t${i}`,
            requires.filter((other) => other < i).map((other) => `t${other}`),
            ["src/a.ts"],
          ),
        );
        const waves = wavesOf(plan);
        for (const { id, requires } of plan)
          for (const other of requires) expect(waves.get(id)).toBeGreaterThan(waves.get(other) ?? 0);
        const path = criticalPath(plan).ids;
        expect(path).toHaveLength(Math.max(0, ...waves.values()));
        for (const [i, id] of path.entries())
          if (i > 0) expect(plan.find((one) => one.id === id)?.requires).toContain(path[i - 1]);
        const isChain = path.length === plan.length;
        expect(sharedFiles(plan)).toHaveLength(isChain || plan.length < 2 ? 0 : 1);
      }),
    );
  });
});
