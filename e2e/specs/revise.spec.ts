import { expectAccessible } from "../fixtures/axe.ts";
import { expectFits } from "../fixtures/fit.ts";
import { finish } from "../fixtures/session.ts";
import { SessionPage } from "../fixtures/session-page.ts";
import { shoot } from "../fixtures/shoot.ts";
import { expect, test } from "../fixtures/test.ts";

test("a lead revises finished steps of a running pipeline after seeing what it costs", async ({
  makeRoom,
  person,
  visit,
  anAgent,
}, testInfo) => {
  const room = await makeRoom("lifecycle");
  const [planner, executor, coordinator] = await Promise.all(
    ["planner", "executor", "coordinator"].map((role) => anAgent({ room: room.name, role })),
  );
  await person.client.call("createSession", {
    params: { room: room.name },
    body: { title: "Refunds", description: "Money back.", pipeline: "impl-only" },
  });
  for (const agent of [planner, executor]) if (agent) await finish(agent, await agent.take());
  const page = await visit();
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/rooms/${room.name}/sessions/1`);
  const screen = new SessionPage(page);
  const node = (id: string) => screen.work.getByRole("button", { name: new RegExp(`^${id} `) }).first();
  const panel = (id: string) => page.getByRole("dialog", { name: id, exact: true });

  await node("PLAN-001").click();
  await expect(panel("PLAN-001")).toBeVisible();
  await screen.work.getByRole("button", { name: "Revise steps" }).click();
  const dialog = page.getByRole("dialog", { name: "Revise finished steps" });
  await expect(dialog.getByRole("checkbox", { name: /^PLAN-001/ })).toBeChecked();
  await expect(dialog.getByRole("checkbox", { name: /^IMPL-001/ })).not.toBeChecked();
  await dialog.getByRole("button", { name: "Cancel" }).click();
  await panel("PLAN-001").getByRole("button", { name: "Close" }).click();
  await screen.work.getByRole("button", { name: "Revise steps" }).click();
  await expect(dialog.getByRole("button", { name: "Revise 0 steps" })).toBeDisabled();
  await dialog.getByRole("checkbox", { name: /^PLAN-001/ }).check();
  const cost = dialog.getByRole("region", { name: "What it costs" });
  await expect(cost).toContainText("PLAN-001-R1, IMPL-001-R1");
  await expect(cost).toContainText("Earlier versions stay readable.");
  await dialog.getByRole("checkbox", { name: /^IMPL-001/ }).check();
  await dialog.getByRole("checkbox", { name: /^PLAN-001/ }).uncheck();
  await expect(cost).not.toContainText("PLAN-001-R1");
  await dialog.getByRole("checkbox", { name: /^PLAN-001/ }).check();
  await expect(dialog.getByRole("button", { name: "Revise 2 steps" })).toBeDisabled();
  await dialog.getByLabel("What is to be different?").fill("Two parts are enough.");
  await shoot(page, testInfo, "revise");
  await expectAccessible(page, "the sheet to revise steps");
  await expectFits(page, "the sheet to revise steps");
  await page.setViewportSize({ width: 1440, height: 900 });

  await dialog.getByRole("button", { name: "Revise 2 steps" }).click();
  await expect(dialog).toBeHidden();
  await expect(node("PLAN-001-R1")).toContainText("ready for Planner");
  await expect(node("PLAN-001")).toContainText("replaced by PLAN-001-R1");
  const delivery = await planner?.take();
  expect(JSON.stringify(delivery)).toContain("Do it again: Two parts are enough.");
  await shoot(page, testInfo, "revised");

  await node("PLAN-001").click();
  await expect(panel("PLAN-001")).toContainText("Other versions");
  await panel("PLAN-001").getByRole("button", { name: "Open PLAN-001-R1" }).click();
  await panel("PLAN-001-R1").getByRole("button", { name: "Open PLAN-001", exact: true }).click();
  await expect(panel("PLAN-001")).toContainText("completed");
  await panel("PLAN-001").getByRole("button", { name: "Close" }).click();

  // From the third revision on a person decides, and the pipeline continues meanwhile.
  const params = { room: room.name, sessionId: "1" };
  const revise = (taskId: string, by = person.client) =>
    by.call("reviseSteps", { params, body: { taskIds: [taskId], note: "R-14 is missing." } });
  if (!planner || !delivery || !coordinator) throw new Error("nobody is there");
  await finish(planner, delivery);
  await revise("PLAN-001-R1");
  await finish(planner, await planner.take());
  await revise("PLAN-001-R2", coordinator.client);
  const card = page.getByText(/^Redo PLAN-001-R2 as PLAN-001-R3/);
  await expect(card.first()).toBeVisible();
  await expect(screen.work).toContainText("The pipeline continues meanwhile.");
  await expect(page.getByRole("region", { name: "Whose turn it is" })).toHaveText("ExecutorImplementation");
  await shoot(page, testInfo, "third");
  await expectFits(page, "a third revision");
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/rooms/${room.name}/sessions`);
  await expect(page.getByRole("listitem").filter({ hasText: "Implementation" })).toContainText("1 of 4 steps done");
  await page.goto("/");
  await expect(page.getByText("1 thing needs you.")).toBeVisible();
  await expect(page.getByText(/holds? up \d/i)).toHaveCount(0);
});
