import { expect, it } from "vitest";
import { LEAD } from "../../testing/builders.fixture.ts";
import { PipelineDriver } from "../../testing/pipeline-driver.fixture.ts";
import { ruledText } from "./ruled-text.ts";

function latest({ session }: PipelineDriver): string {
  const [ruled] = session.dispatch?.rulings ?? [];
  if (!ruled) throw new Error("nothing was ruled");
  return ruledText(ruled, session);
}

function implemented(): PipelineDriver {
  const room = new PipelineDriver();
  room.begin("impl-only");
  room.endNext("planner");
  expect(latest(room)).toBe("After PLAN-001: IMPL-001 can start");
  room.endNext("executor");
  return room;
}

it("what follows from a revision follows from that, not from what it cancelled", () => {
  const room = implemented();
  room.run({
    type: "reviseSteps",
    by: LEAD,
    sessionId: 1,
    taskIds: ["IMPL-001"] as never,
    note: "Partial refunds.",
    dryRun: false,
  });
  expect(latest(room)).toBe("After the revision: IMPL-001-R1 can start");
});

it("what a person cancelled is said to be cancelled", () => {
  const room = implemented();
  room.cancel("TEST-001");
  expect(latest(room)).toMatch(/^After TEST-001 was cancelled: /);
});
