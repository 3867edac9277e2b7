import { describe, expect, it } from "vitest";
import type { DecisionId } from "../decision/decision.ts";
import type { MessageId, RoleName } from "../kernel/ids.ts";
import { LEAD, SECOND } from "../testing/builders.fixture.ts";
import { Driver } from "../testing/driver.fixture.ts";

/** A duo with everyone there, whose builder holds DEV-001; PLAN-001 waits for it. */
function aBuilderAtWork() {
  const driver = Driver.room("duo");
  const pia = driver.join("Pia", "planner");
  const ada = driver.join("Ada", "builder");
  driver.run(
    driver.create(LEAD, [
      { ref: "a", role: "builder" },
      { role: "planner", requires: ["ref:a"] },
    ]),
  );
  const task = driver.claim(ada);
  return { driver, pia, ada, task };
}

describe("an agent's question to a person", () => {
  it("is a decision about its task, with its own answers and those that every question has", () => {
    const { driver, ada } = aBuilderAtWork();
    const options = [
      { label: "Keep the old one", consequence: "Nothing changes for clients." },
      { id: "new", label: "Take the new one", consequence: "Clients have to update." },
    ];
    const suggestedRole = "planner" as RoleName;
    const reply = driver.run(driver.ask(ada, { options, suggestedRole, urgency: "high" }));
    const decision = driver.decision("intervention");
    expect(decision).toMatchObject({
      id: reply.decisionId,
      subject: { taskId: "DEV-001" },
      urgency: "high",
      holdsUp: 2,
      askedBy: { name: "Ada", role: "builder" },
    });
    expect(decision.options.map(({ id, needsNote }) => [id, needsNote])).toEqual([
      ["option-1", false],
      ["new", false],
      ["answer", true],
      ["reassign:planner", false],
      ["cancel", false],
    ]);
    expect(driver.task("DEV-001").state).toBe("in_progress");
  });

  it("is asked one at a time for a task, under its fence, of a team that has the role", () => {
    const { driver, ada, pia, task } = aBuilderAtWork();
    const suggestedRole = "tester" as RoleName;
    expect(driver.refused(driver.ask(ada, { suggestedRole })).code).toBe("role_unknown");
    const fence = (task.lease.fence + 1) as typeof task.lease.fence;
    expect(driver.refused(driver.ask(ada, { fence })).code).toBe("lease_lost");
    expect(driver.refused(driver.ask(pia, { taskId: task.id, fence })).code).toBe("lease_lost");
    const twice = [
      { id: "cancel", label: "x", consequence: "" },
      { id: "b", label: "y", consequence: "" },
    ];
    expect(driver.refused(driver.ask(ada, { options: twice })).code).toBe("bad_request");
    driver.run(driver.ask(ada));
    expect(driver.refused(driver.ask(ada, { question: "Another?" }))).toMatchObject({
      code: "decision_pending",
      details: { question: "Which of the two?", by: "Ada" },
    });
  });

  it("lets its agent wait: a claim finds nothing until the answer comes, then task and answer", () => {
    const { driver, ada, task } = aBuilderAtWork();
    driver.run(driver.ask(ada));
    const before = driver.log.length;
    const nothing = { taskId: null, fence: null, again: false, mail: [] };
    expect(driver.run({ type: "claim", by: ada })).toEqual(nothing);
    expect(driver.log.length).toBe(before);
    const asked = driver.decision("intervention");
    driver.run(driver.answer(asked, "answer", { note: "The first." }));
    const message = driver.log.at(-1);
    expect(message).toMatchObject({
      type: "message.sent",
      actor: { name: "Lea" },
      data: { mailTo: [ada.id], message: { to: { agentId: ada.id }, taskId: "DEV-001" } },
    });
    const mail = driver.view.agents[ada.id]?.mail as MessageId[];
    expect(mail).toHaveLength(1);
    expect(driver.run({ type: "claim", by: ada })).toEqual({
      taskId: task.id,
      fence: task.lease.fence,
      again: true,
      mail,
    });
  });

  it("tells the agent the question, the answer, what it means, and the note", () => {
    const { driver, ada } = aBuilderAtWork();
    const options = [{ label: "Keep it", consequence: "Nothing changes." }];
    driver.run(driver.ask(ada, { options }));
    driver.run(driver.answer(driver.decision("intervention"), "option-1", { note: "For now." }));
    const sent = driver.log.at(-1);
    if (sent?.type !== "message.sent") throw new Error("no message");
    expect(sent.data.message.body).toBe(
      "You asked: Which of the two?\n\nAnswer: Keep it. Nothing changes.\n\nFor now.",
    );
  });

  it.each(["retry", "abort", "skip"])(
    "tells the agent which of its own answers was chosen, and does no more: %s",
    (id) => {
      const { driver, ada } = aBuilderAtWork();
      driver.run(driver.ask(ada, { options: [{ id, label: "Yes", consequence: "So be it." }] }));
      const before = driver.task("DEV-001");
      driver.run(driver.answer(driver.decision("intervention"), id));
      expect(driver.task("DEV-001")).toMatchObject({
        state: before.state,
        lease: { agentId: ada.id },
      });
      expect(driver.view.agents[ada.id]?.mail).toHaveLength(1);
    },
  );

  it.each(["reassign:planner", "cancel"])("tells the agent that its task is gone: %s", (option) => {
    const { driver, ada } = aBuilderAtWork();
    driver.run(driver.ask(ada, { suggestedRole: "planner" as RoleName }));
    driver.run(driver.answer(driver.decision("intervention"), option, { note: "Sorry." }));
    expect(driver.run({ type: "claim", by: ada })).toMatchObject({
      taskId: null,
      mail: [expect.any(String)],
    });
    if (option === "cancel") expect(driver.view.tasks).toEqual([]);
    // Whoever takes it next has what was done, and what was met at it.
    else
      expect(driver.task("DEV-001")).toMatchObject({
        role: "planner",
        lease: null,
        instruction: "do the part",
        lastEnd: { how: "put_back" },
      });
  });

  it("stays when its agent goes, so that the answer is there when it is back", () => {
    const { driver, ada } = aBuilderAtWork();
    driver.run(driver.ask(ada));
    driver.run({ type: "leaveRoom", by: ada, reason: "" });
    const asked = driver.decision("intervention");
    driver.pass(SECOND).run(driver.answer(asked, "answer", { note: "The first." }));
    driver.join("Ada", "builder");
    expect(driver.claim(ada)).toMatchObject({ id: "DEV-001", attempts: 0 });
    expect(driver.view.answered[0]).toMatchObject({ id: asked.id });
  });

  it("is moot once another agent took the task up, and once the task ended", () => {
    const { driver, ada, task } = aBuilderAtWork();
    driver.run(driver.ask(ada));
    driver.run({ type: "leaveRoom", by: ada, reason: "" });
    const bob = driver.join("Bob", "builder");
    expect(driver.decision("intervention").askedBy?.name).toBe("Ada");
    const { lease } = driver.claim(bob);
    expect(driver.log.at(-1)).toMatchObject({ data: { reason: "Bob took up DEV-001." } });
    driver.run(driver.ask(bob));
    const result = { summary: "ok" };
    const { fence } = lease;
    driver.run({ type: "complete", by: bob, taskId: task.id, fence, result, next: false });
    expect(driver.log.at(-1)).toMatchObject({ data: { reason: "DEV-001 has ended." } });
  });

  it("gives way to the question about the failed task", () => {
    const { driver, ada, task } = aBuilderAtWork();
    const fail = () => {
      const fence = driver.task("DEV-001").lease?.fence as typeof task.lease.fence;
      driver.run({ type: "fail", by: ada, taskId: task.id, fence, reason: "no" });
    };
    fail();
    driver.claim(ada);
    fail();
    driver.claim(ada);
    driver.run(driver.ask(ada));
    fail();
    expect(Object.values(driver.view.decisions).map(({ kind }) => kind)).toEqual(["task_failed"]);
    expect(driver.view.moot[0]).toMatchObject({ reason: "DEV-001 has failed." });
  });

  it("shows what waits behind its task, as that changes, without another version", () => {
    const { driver, ada } = aBuilderAtWork();
    driver.run(driver.ask(ada));
    driver.run(driver.create(LEAD, [{ role: "planner", requires: ["DEV-001"] }]));
    expect(driver.decision("intervention")).toMatchObject({ holdsUp: 3, version: 1 });
    const decisionId = driver.decision("intervention").id as DecisionId;
    expect(driver.log.at(-1)).toMatchObject({ type: "decision.revised", data: { decisionId } });
  });
});
