import { describe, expect, it } from "vitest";
import { sharedFiles, wavesOf } from "./plan-waves.ts";

const task = (id: string, requires: string[] = [], files: string[] = []) => ({
  id,
  requires,
  files,
});

describe("the waves of a plan", () => {
  it("puts a task behind the last one that it requires", () => {
    const waves = wavesOf([
      task("t4", ["t2", "t3"]),
      task("t1"),
      task("t2", ["t1"]),
      task("t3", ["t2"]),
    ]);
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

  it("finds files that two tasks of one wave change, however they are written", () => {
    const plan = [
      task("t1", [], ["./src/store.ts"]),
      task("t2", [], ["src//store.ts", "src/b.ts"]),
      task("t3", ["t1"], ["src/store.ts", "src/b.ts"]),
    ];
    expect(sharedFiles(plan)).toEqual([{ file: "src/store.ts", ids: ["t1", "t2"] }]);
  });
});
