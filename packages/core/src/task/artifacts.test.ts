import { describe, expect, it } from "vitest";
import { type ArtifactSource, artifactsOf } from "./artifacts.ts";

const DIFF = { id: "d", name: "a.diff", type: "text/x-diff", size: 1, sha256: "0" };
const changes = (...files: string[]) => ({ added: 1, removed: 0, files, fileCount: files.length });
const NONE = { criteria: [], keyDecisions: [], warnings: [], summary: "" };

function of(task: Partial<ArtifactSource>) {
  return artifactsOf({
    taskId: "DEV-001",
    title: "Make it",
    state: "in_progress",
    at: 1,
    agent: "Ada",
    progress: null,
    result: null,
    ...task,
  });
}
const progress = (...artifacts: NonNullable<ArtifactSource["progress"]>["artifacts"]) => ({
  completed: [],
  remaining: [],
  at: 1,
  artifacts,
});
const result = (artifacts: NonNullable<ArtifactSource["result"]>["artifacts"], ...files: string[]) => ({
  ...NONE,
  artifacts,
  ...(files.length > 0 ? { diff: DIFF, changes: changes(...files) } : {}),
});

describe("what a task made", () => {
  it("is what its agent says as it goes: drafts, until it says otherwise", () => {
    const said = progress(
      { path: "a.ts", status: "created", lines: 4, hash: "ab12cd34", size: 90, producer: "Kim" },
      { path: "b.ts", status: "modified", stage: "final" },
    );
    expect(of({ progress: said })).toEqual([
      {
        path: "a.ts",
        status: "created",
        stage: "draft",
        lines: 4,
        hash: "ab12cd34",
        contentId: null,
        size: 90,
        producer: "Kim",
        taskId: "DEV-001",
        at: 1,
        diff: null,
      },
      {
        path: "b.ts",
        status: "modified",
        stage: "final",
        lines: null,
        hash: null,
        contentId: null,
        size: null,
        producer: "Ada",
        taskId: "DEV-001",
        at: 1,
        diff: null,
      },
    ]);
  });

  it("is what its result says once it is handed in; hash and size stay where it is the same file", () => {
    const before = { status: "created" as const, lines: 4, hash: "ab12cd34", size: 90 };
    const said = progress({ path: "a.ts", ...before }, { path: "b.ts", ...before });
    const done = result([
      { path: "a.ts", status: "created", lines: 4 },
      { path: "b.ts", status: "created", lines: 5 },
    ]);
    for (const state of ["completed", "in_review"] as const) {
      const [a, b] = of({ state, progress: said, result: done });
      expect(a).toMatchObject({ lines: 4, hash: "ab12cd34", size: 90 });
      expect(b).toMatchObject({ lines: 5, hash: null, size: null });
      expect(a?.stage).toBe(state === "completed" ? "final" : "draft");
    }
  });

  it("is what its progress says where it is worked on again", () => {
    const again = progress({ path: "a.ts", status: "modified", lines: 9 });
    const first = result([{ path: "a.ts", status: "created", lines: 4 }]);
    expect(of({ progress: again, result: first })).toMatchObject([{ status: "modified", lines: 9 }]);
  });

  it("has the files that only its diff names", () => {
    const done = result([{ path: "a.ts", status: "modified" }], "a.ts", "b.ts");
    expect(of({ state: "completed", result: done })).toMatchObject([
      { path: "a.ts", status: "modified", diff: DIFF },
      { path: "b.ts", status: "changed", stage: "final", diff: DIFF, producer: "Ada" },
    ]);
  });
});
