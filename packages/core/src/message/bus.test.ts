import { expect, it } from "vitest";
import { roleName } from "../kernel/ids.ts";
import { presetTeam } from "../team/presets.ts";
import { Driver } from "../testing/driver.fixture.ts";

function aLifecycle() {
  const driver = Driver.room(presetTeam("lifecycle"));
  const coordinator = driver.join("Cora", "coordinator");
  const analyst = driver.join("Ana", "analyst");
  const line = (type: string, ref?: string) =>
    ({
      type: "sendAgentMessage" as const,
      by: analyst,
      body: "12 requirements.",
      repliesTo: null,
      to: { kind: "role", role: roleName("coordinator") },
      log: { type, ref },
    }) as const;
  return { driver, coordinator, line };
}

it("logs a line by its type or by what that is for, with the tag of its role, and interrupts nobody", () => {
  const { driver, coordinator, line } = aLifecycle();
  for (const type of ["research_ready", "success"]) driver.run(line(type, "spec/research.md"));
  const sent = driver.log.filter(({ type }) => type === "message.sent");
  for (const { data } of sent)
    expect(data).toMatchObject({
      mailTo: [],
      message: {
        body: "[analyst] 12 requirements.",
        subject: "research_ready",
        to: { kind: "role", role: "coordinator" },
        about: { file: "spec/research.md" },
      },
    });
  expect(sent).toHaveLength(2);
  expect(driver.view.agents[coordinator.id]?.mail).toEqual([]);
  expect(driver.view.openMessages.open ?? []).toEqual([]);
});

it("refuses a type that the role's spec does not have, with those it has", () => {
  const { driver, line } = aLifecycle();
  expect(driver.refused(line("shipped"))).toMatchObject({
    code: "bad_request",
    allowed: expect.arrayContaining(["research_ready", "research_failed"]),
    message: expect.stringContaining("The spec of analyst has no message type shipped."),
  });
});

it("takes any type of a role whose spec names none, and keeps a tag that is there", () => {
  const driver = Driver.room("squad");
  driver.join("Pia", "planner");
  const by = driver.join("Bob", "builder");
  driver.run({
    type: "sendAgentMessage" as const,
    by,
    body: "[builder] Half done.",
    repliesTo: null,
    to: { kind: "role", role: roleName("planner") },
    log: { type: "half_done" },
  });
  const last = driver.log.findLast(({ type }) => type === "message.sent");
  expect(last?.data).toMatchObject({
    message: { body: "[builder] Half done.", subject: "half_done" },
  });
});
