import { describe, expect, it } from "vitest";
import type { Command } from "../kernel/command.ts";
import type { TaskId } from "../kernel/ids.ts";
import { LEAD } from "../testing/builders.fixture.ts";
import { Driver } from "../testing/driver.fixture.ts";

const DEV = "DEV-001" as TaskId;

function aClaim() {
  const driver = Driver.room("duo");
  const ada = driver.join("Ada", "builder");
  driver.run(driver.create(LEAD, [{ role: "builder" }]));
  const { lease } = driver.claim(ada);
  const putBack = (more: object = {}): Command =>
    ({ type: "putBackTask", by: LEAD, taskId: DEV, fence: null, reason: "", ...more }) as Command;
  return { driver, ada, fence: lease.fence, putBack };
}

describe("putting a task back", () => {
  it("keeps what was reported, costs no attempt, and says who took it from whom", () => {
    const { driver, ada, fence, putBack } = aClaim();
    const artifacts = [{ path: "src/a.ts", status: "created" as const }];
    const progress = { percent: 40, completed: ["read"], remaining: ["write"], artifacts };
    driver.run({ type: "progress", by: ada, taskId: DEV, fence, progress });
    driver.run(putBack({ reason: "its laptop is gone" }));
    expect(driver.task(DEV)).toMatchObject({
      state: "pending",
      lease: null,
      attempts: 0,
      progress,
      lastEnd: {
        how: "put_back",
        reason: `${LEAD.name} put it back from Ada: its laptop is gone`,
      },
    });
    const bob = driver.join("Bob", "builder");
    expect(driver.claim(bob).lease.fence).toBeGreaterThan(fence);
    const late: Command = { type: "fail", by: ada, taskId: DEV, fence, reason: "x" };
    expect(driver.refused(late).code).toBe("lease_lost");
  });

  it("is an agent's too where nobody read what it claimed: no attempt, no trace on the task", () => {
    const { driver, ada, fence, putBack } = aClaim();
    driver.run(putBack({ by: ada, fence }));
    expect(driver.task(DEV)).toMatchObject({ state: "pending", attempts: 0, lastEnd: null });
  });

  it("is refused to an agent that holds it no more, not yet, or has begun it", () => {
    const { driver, ada, fence, putBack } = aClaim();
    const bob = driver.join("Bob", "builder");
    expect(driver.refused(putBack({ by: bob, fence })).code).toBe("lease_lost");
    expect(driver.refused(putBack({ by: ada, fence: fence + 1 })).code).toBe("lease_lost");
    expect(driver.refused(putBack({ by: ada })).code).toBe("lease_lost");
    driver.run({ type: "progress", by: ada, taskId: DEV, fence, progress: {} });
    expect(driver.refused(putBack({ by: ada, fence }))).toMatchObject({
      code: "task_state",
      allowed: ["fail"],
    });
  });
});

describe("an agent whose credential ended", () => {
  const dismiss = (agentId: string) => ({ type: "dismiss", by: LEAD, agentId, reason: "revoked" }) as Command;

  it("is gone at once, and its task waits for the next one without an attempt", () => {
    const { driver, ada } = aClaim();
    driver.run(dismiss(ada.id));
    expect(driver.view.agents[ada.id]).toMatchObject({ online: false, offlineReason: "left" });
    expect(driver.task(DEV)).toMatchObject({ state: "pending", attempts: 0 });
  });

  it("is told once, and one that never joined not at all", () => {
    const { driver, ada } = aClaim();
    driver.run(dismiss(ada.id));
    const before = driver.log.length;
    driver.run(dismiss(ada.id));
    driver.run(dismiss("01a20055-0000-7000-8000-00000000dead"));
    expect(driver.log.length).toBe(before);
  });
});
