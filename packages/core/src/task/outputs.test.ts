import { describe, expect, it } from "vitest";
import { roleName, taskId } from "../kernel/ids.ts";
import { LEAD } from "../testing/builders.fixture.ts";
import { Driver } from "../testing/driver.fixture.ts";
import { countDiff } from "./diff-lines.ts";

const ENDPOINT = { name: "endpoint", path: "./src//users.ts" };
const outputs = [ENDPOINT, { name: "tests", path: "src/users.test.ts" }, "docs/users.md"];

function working(team: "duo" | "squad" = "duo") {
  const driver = Driver.room(team);
  driver.join("Pia", "planner");
  driver.join("Rhea", team === "squad" ? "reviewer" : "planner");
  const ada = driver.join("Ada", "builder");
  const { warnings } = driver.run(
    driver.create(LEAD, [{ role: "builder", outputs, boundaries: { allowed: ["src/**"], forbidden: [] } }]),
  );
  const { fence } = driver.claim(ada).lease;
  const of = { by: ada, taskId: taskId("DEV-001"), fence, next: false };
  return { driver, of, warnings };
}

describe("named outputs", () => {
  it("are held against the boundaries at their creation, by their paths", () => {
    expect(working().warnings).toEqual(["DEV-001: the output docs/users.md is outside its boundaries"]);
  });

  it("are named by a completion that has nothing of them; reported, in progress or in the diff is enough", () => {
    const { driver, of } = working();
    driver.run({
      type: "progress",
      by: of.by,
      taskId: of.taskId,
      fence: of.fence,
      progress: { artifacts: [{ path: "src/users.ts", status: "created" }] },
    });
    const diff = "--- /dev/null\n+++ b/src/users.test.ts\n@@ -0,0 +1 @@\n+x\n";
    const result = { summary: "ok", ...countDiff(diff) };
    expect(driver.run({ type: "complete", ...of, result })).toMatchObject({
      state: "completed",
      missing: ["docs/users.md"],
    });
  });

  it("are missing where they were deleted, and none is named where all are there", () => {
    const deleted = { path: "src/users.ts", status: "deleted" as const };
    const { driver, of } = working();
    const reply = driver.run({
      type: "complete",
      ...of,
      result: { summary: "ok", artifacts: [deleted] },
    });
    expect(reply.missing).toEqual(["endpoint (./src//users.ts)", "tests (src/users.test.ts)", "docs/users.md"]);
    const other = Driver.room("duo");
    other.join("Pia", "planner");
    const ben = other.join("Ben", "builder");
    other.run(other.create(LEAD, [{ role: "builder", outputs: [ENDPOINT] }]));
    const { fence } = other.claim(ben).lease;
    const artifacts = [{ path: "src/users.ts", status: "created" as const }];
    const done = other.run({
      type: "complete",
      by: ben,
      taskId: of.taskId,
      fence,
      next: false,
      result: { summary: "ok", artifacts },
    });
    expect(done).not.toHaveProperty("missing");
  });

  it("are told of where work is handed on without them", () => {
    const { driver, of } = working("squad");
    const result = {
      summary: "ok",
      artifacts: [{ path: "src/users.ts", status: "created" as const }],
    };
    const handoff = { to: roleName("reviewer"), intent: "work" as const, message: "Look", result };
    const { warnings } = driver.run({ type: "handOff", ...of, handoff });
    expect((warnings as string[]).slice(0, 2)).toEqual([
      "DEV-001: not in your result: tests (src/users.test.ts)",
      "DEV-001: not in your result: docs/users.md",
    ]);
  });
});
