import { expect, it } from "vitest";
import { draftOf, teamOf } from "../team/draft.ts";
import { presetTeam } from "../team/presets.ts";
import { Driver } from "../testing/driver.fixture.ts";

/** Somebody who may call these subagents has a task in hand. */
function working(subagents: string) {
  const draft = draftOf(presetTeam("solo"));
  const spec = `---\nsubagents: ${subagents}\n---\nWork.`;
  const { team } = teamOf({ ...draft, roles: draft.roles.map((role) => ({ ...role, spec })) });
  if (!team) throw new Error("no team");
  const driver = Driver.room(team);
  const by = driver.join("Sol", "solo");
  driver.say("Find out what it costs.");
  const { id: taskId, lease } = driver.claim(by);
  const fence = lease?.fence;
  if (!fence) throw new Error("no lease");
  const report = (subagent: string | undefined, failed?: string) =>
    ({ type: "progress", by, taskId, fence, progress: { subagent, failed } }) as const;
  return { driver, report, by, taskId, fence };
}

it("refuses a report that names a subagent which the spec does not declare, with those it does", () => {
  const { driver, report, taskId } = working("[explore, discuss]");
  expect(driver.refused(report("hacker"))).toMatchObject({
    code: "bad_request",
    allowed: ["explore", "discuss"],
    message: expect.stringContaining("hacker is no subagent of solo: its spec has explore and discuss."),
  });
  expect(driver.refused(report(undefined, "it timed out"))).toMatchObject({
    allowed: ["explore", "discuss"],
    message: expect.stringContaining("Say which subagent failed: the spec of solo has explore"),
  });
  expect(driver.view.tasks.find(({ id }) => id === taskId)?.progress).toBeNull();
  const none = working("[]");
  expect(none.driver.refused(none.report("explore"))).toMatchObject({ allowed: [] });
});

it("retries a failed subagent once with an alternative, then warns, and the result says so", () => {
  const { driver, report, by, taskId, fence } = working("[explore, discuss]");
  expect(driver.run(report("explore", "it timed out"))).toMatchObject({
    retryWith: "discuss",
    warning: null,
  });
  const second = driver.run(report("discuss", "no answer"));
  const warning = "Subagents failed: explore (it timed out), discuss (no answer). The work went on without.";
  expect(second).toMatchObject({ retryWith: null, warning });
  const result = { summary: "It costs 5." };
  driver.run({ type: "complete", by, taskId, fence, result, reply: null, next: false } as never);
  const done = driver.log.findLast(({ data }) => "result" in data);
  expect(done?.data).toMatchObject({ result: { warnings: [warning] } });
});

it("forgets a failure that the alternative made up for, and retries the same where there is no other", () => {
  const { driver, report } = working("[explore, discuss]");
  driver.run(report("explore", "it timed out"));
  expect(driver.run(report("discuss"))).toMatchObject({ retryWith: null, warning: null });
  expect(driver.run(report("discuss", "no answer"))).toMatchObject({
    retryWith: "explore",
  });
  const alone = working("[explore]");
  expect(alone.driver.run(alone.report("explore", "x"))).toMatchObject({
    retryWith: "explore",
  });
});
