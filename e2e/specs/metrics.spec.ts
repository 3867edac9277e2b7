import { readFile } from "node:fs/promises";
import { expectAccessible } from "../fixtures/axe.ts";
import { expectFits } from "../fixtures/fit.ts";
import { shoot } from "../fixtures/shoot.ts";
import { expect, test } from "../fixtures/test.ts";

test("a room's metrics tell what was used by day and group, lead to the events, and are saved as CSV", async ({
  makeRoom,
  anAgent,
  openRoom,
  person,
}, testInfo) => {
  const room = await makeRoom("duo");
  const planner = await anAgent({ room: room.name, role: "planner" });
  const builder = await anAgent({ room: room.name, role: "builder" });
  const tasks = ["planner", "builder"].map((role) => ({
    role,
    title: `Dig as ${role}`,
    instruction: "Two metres.",
  }));
  const params = { room: room.name };
  await person.client.call("createTasks", { params, body: { tasks } });
  await person.client.call("limitUse", {
    params,
    body: { scope: { kind: "room" }, budget: { costUsd: 5 } },
  });
  const [plan, dig] = [await planner.take(), await builder.take()];
  const usage = { inputTokens: 30_000, outputTokens: 8_000, model: "large" };
  await planner.progress(plan, { percent: 10, usage: { ...usage, costUsd: 1.86 } });
  await planner.complete(plan, { result: { summary: "It is planned." }, next: false });
  await builder.progress(dig, {
    percent: 10,
    usage: { ...usage, costUsd: 0.4, basis: "estimated", model: "small" },
  });
  await builder.progress(dig, { percent: 20, usage: { inputTokens: 500, outputTokens: 0 } });

  const { page } = await openRoom(room);
  await page.getByRole("link", { name: "Metrics" }).click();
  const stats = page.getByRole("definition");
  await expect(stats.filter({ hasText: "1.86 USD" })).toBeVisible();
  await expect(stats.filter({ hasText: "0.40 USD" })).toBeVisible();
  await expect(stats.filter({ hasText: "500" })).toBeVisible();
  await expect(page.getByText("1 of 2")).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Budgets" })).toContainText("2.26 of 5.00 USD");

  const groups = page.getByRole("region", { name: "Group" });
  await expect(groups.getByRole("listitem")).toHaveText(["large1.86", "small0.40", "No model namedunknown"]);
  await groups.getByRole("button", { name: "Agent" }).click();
  await expect(groups.getByRole("listitem").first()).toContainText("Planner");
  await groups.getByRole("button", { name: "Model" }).click();
  await groups.getByRole("button", { name: /^small/ }).click();
  const sheet = page.getByRole("dialog", { name: "Events: small" });
  await expect(sheet.getByRole("listitem")).toHaveCount(1);
  await expect(sheet).toContainText("0.40 USD (estimated)");
  await sheet.getByRole("button", { name: "Close" }).click();

  const chart = page.getByRole("slider", { name: "Cost by day" });
  await expect(chart).toHaveAttribute("aria-valuetext", /: 2\.26 USD$/);
  await chart.press("ArrowLeft");
  await expect(chart).toHaveAttribute("aria-valuetext", /: 0\.00 USD$/);
  await chart.press("ArrowRight");
  await chart.press("Enter");
  const day = page.getByRole("dialog");
  await expect(day.getByRole("listitem")).toHaveCount(3);
  await day.getByRole("button", { name: "Close" }).click();

  const saved = page.waitForEvent("download");
  await page.getByRole("button", { name: "Save the usage as CSV" }).click();
  const csv = await readFile(await (await saved).path(), "utf8");
  expect(csv.trim().split("\r\n")).toHaveLength(4);
  expect(csv).toMatch(/,500,0,0,0,0,,unknown,0\r\n/);

  await expectAccessible(page, "a room's metrics");
  await expectFits(page, "a room's metrics");
  await shoot(page, testInfo, "metrics", { height: 1000 });

  await page.getByRole("button", { name: "Work log" }).click();
  const log = page.getByRole("region", { name: "Work log" });
  await expect(log.getByRole("listitem")).toHaveCount(2);
  const planned = log.getByRole("listitem").filter({ hasText: "Dig as planner" });
  await expect(planned).toContainText("Completed");
  await expect(planned).toContainText("Planner: created by");
  await expect(planned).toContainText("large · 38 k tokens · 1.86 USD");
  await log.getByLabel("Outcome").selectOption("open");
  await expect(log.getByRole("listitem")).toHaveText([/Dig as builder/]);
  const written = page.waitForEvent("download");
  await log.getByRole("button", { name: "Save the work log as Markdown" }).click();
  expect(await readFile(await (await written).path(), "utf8")).toContain("Dig as builder");
  await log.getByLabel("Role").selectOption("planner");
  await expect(log.getByText("No tasks in this period.")).toBeVisible();
  await log.getByLabel("Role").selectOption("");
  await log.getByLabel("Outcome").selectOption("");
  await expect(log.getByRole("listitem")).toHaveCount(2);
  await expectAccessible(page, "a room's work log");
  await expectFits(page, "a room's work log");
  await shoot(page, testInfo, "log", { widths: [360, 768, 1440], height: 700 });
  await planned.getByRole("button").click();
  await expect(page.getByRole("dialog")).toContainText("Dig as planner");
  // The task is shown with the room's work.
  await page.goto(`/rooms/${room.name}/metrics`);

  const completed = page.getByRole("slider", { name: "Tasks completed" });
  const { width = 0, height = 0 } = (await completed.boundingBox()) ?? {};
  await completed.click({ position: { x: width - 3, y: height / 2 } });
  await page
    .getByRole("dialog")
    .getByRole("link", { name: /Dig as planner/ })
    .click();
  await expect(page).toHaveURL(/at=\d+/);
});
