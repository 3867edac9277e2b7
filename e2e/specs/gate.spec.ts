import { expectAccessible } from "../fixtures/axe.ts";
import type { Person } from "../fixtures/person.ts";
import { answer, present, work } from "../fixtures/session.ts";
import { SessionPage } from "../fixtures/session-page.ts";
import { expect, test } from "../fixtures/test.ts";

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

async function open(person: Person, room: string, gatePreset?: "production"): Promise<void> {
  const title = "Offline drafts";
  const description = "Drafts must survive a lost connection.";
  const body = { title, description, ...(gatePreset ? { gatePreset } : {}) };
  await person.client.call("createSession", { params: { room }, body });
}

test("a gate says why it is still closed, and lets nothing pass without its evidence", async ({
  squad,
  page,
  person,
}) => {
  const { room, planner, builder, reviewer } = await squad();
  await open(person, room.name, "production");
  await present(planner, "scout");
  await present(planner, "triage");
  const screen = new SessionPage(page);
  await screen.open(room.name, 1, "Offline drafts");
  const gate = (name: string) => page.getByRole("button", { name: new RegExp(`^${name}: gate`) });
  await expect(gate("Requirements")).toHaveText("gate still closed");
  await expect(gate("Quality")).toHaveText("gate pending");
  await gate("Requirements").click();
  const why = page.getByRole("dialog", { name: "Requirements: gate still closed" });
  await expect(why).toContainText("The scout has looked around.");
  await expect(why).toContainText("Triage is not answered.");
  await expectAccessible(page, "why a gate is still closed");
  await page.keyboard.press("Escape");
  await expect(gate("Requirements")).toBeFocused();

  await answer(person, room.name, "triage", "skip");
  await expect(gate("Requirements")).toHaveText("gate passed");
  await expect(gate("Design")).toHaveText("gate passed");
  await present(planner, "plan");
  await answer(person, room.name, "plan", "approve");
  await work(builder, reviewer, 2);
  await expect(gate("Implementation")).toHaveText("gate passed");
  await present(reviewer, "review");

  await expect(screen.heading("The quality gate isn't passed")).toBeVisible();
  await expect(gate("Quality")).toHaveText("gate not passed");
  await expect(screen.work).toContainText("Nobody reported tests.");
  await expectAccessible(page, "a gate that holds up");
  await screen.answer("Back to the work").click();
  await screen.expectStep("Execute");
  const task = await builder.take();
  const checks = [
    { name: "tests", passed: true },
    { name: "coverage", passed: true, value: 64 },
  ];
  await builder.complete(task, { result: { summary: "ran them", checks } });
  await present(reviewer, "review");
  await expect(screen.work).toContainText("reported coverage (64 %): not good enough");
  await gate("Quality").click();
  await page.getByRole("dialog").getByRole("button", { name: "Override" }).click();
  const dialog = page.getByRole("dialog", { name: "Override the quality gate" });
  await expect(dialog.getByRole("button", { name: "Override" })).toBeDisabled();
  await dialog.getByLabel("Why it may continue").fill("The rest is generated code.");
  await expectAccessible(page, "an override");
  await dialog.getByRole("button", { name: "Override" }).click();
  await expect(page.locator("header.top").getByText("Done", { exact: true })).toBeVisible();
  await expect(screen.work).toContainText("Quality: overridden");
  await expect(screen.work).toContainText("3 of 3 done");
  await page.goto(`/rooms/${room.name}`);
  await expect(page.getByText(/overrode the quality gate/)).toBeVisible();
});

test("a cancelled task of a plan holds the session up, and a person answers on a phone", async ({
  squad,
  person,
  page,
}) => {
  const { room, planner, builder, reviewer } = await squad();
  await open(person, room.name);
  await present(planner, "scout");
  await present(planner, "triage");
  await answer(person, room.name, "triage", "skip");
  await present(planner, "plan");
  await answer(person, room.name, "plan", "approve");
  await work(builder, reviewer, 1);
  await person.client.call("cancelTask", {
    params: { room: room.name, taskId: "DEV-002" },
    body: { reason: "Not needed." },
  });
  await page.setViewportSize(PHONE.viewport);
  const screen = new SessionPage(page);
  await screen.open(room.name, 1, "Offline drafts");
  await expect(screen.heading("The implementation gate isn't passed")).toBeVisible();
  await expect(page.getByRole("button", { name: /^Implementation: gate not passed/ })).toBeVisible();
  await expect(page.getByRole("button", { name: /^Quality: gate/ })).toBeHidden();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(PHONE.viewport.width);
  await screen.answer("More").click();
  await page.getByRole("menuitem", { name: /^Override the gate/ }).click();
  await screen.note("Read elsewhere.", "Override the gate");
  await screen.expectStep("Review");
});

test("a plan is read as a list and as a graph, with what its preflight found", async ({ squad, person, page }) => {
  const { room, planner } = await squad();
  await open(person, room.name);
  await present(planner, "scout");
  await present(planner, "triage");
  await answer(person, room.name, "triage", "skip");
  const task = (id: string, title: string, requires: string[], files: string[]) => ({
    id,
    title,
    instruction: `Do ${title}.`,
    requires,
    files,
    role: "builder",
    successCriteria: ["it runs"],
  });
  await present(planner, "plan", {
    tasks: [
      task("t1", "Entry format", [], ["src/entry.ts"]),
      task("t2", "Crash-safe append", [], ["src/append.ts"]),
      task("t3", "Store on top of the log", ["t1", "t2"], ["src/store.ts"]),
      task("t4", "Move old drafts once", ["t1"], ["src/move.ts", "./src/store.ts"]),
      task("t5", "Both editors use the store", ["t3"], ["../shared/editor.ts"]),
    ],
  });
  const screen = new SessionPage(page);
  await screen.open(room.name, 1, "Offline drafts");
  const preflight = page.getByRole("region", { name: "Preflight" });
  await expect(preflight).toContainText("no blockers, 2 things to note");
  await expect(preflight).toContainText("t3 and t4 may run at once and change src/store.ts.");
  await expect(preflight).toContainText("../shared/editor.ts of t5 is not inside the repository.");
  await expect(preflight).toContainText("No cycles");
  await expect(screen.work).toContainText("critical path of 3 tasks, widest wave 2");
  await page.getByRole("button", { name: "Graph" }).click();
  const graph = page.getByRole("region", { name: "Tasks as a graph" });
  await expect(graph.getByRole("button")).toHaveCount(5);
  await graph.focus();
  await page.keyboard.press("Tab");
  await expect(graph.getByRole("button", { name: /^t1/ })).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await expect(graph.getByRole("button", { name: /^t2/ })).toHaveAttribute("aria-pressed", "true");
  await expect(screen.work).toContainText("Do Crash-safe append.");
  await expectAccessible(page, "a plan as a graph");
  await page.setViewportSize(PHONE.viewport);
  const fits = await graph.evaluate((box) => box.scrollWidth > box.clientWidth);
  expect(fits, "the graph scrolls in its own box").toBe(true);
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(PHONE.viewport.width);
  await page.getByRole("button", { name: "List" }).click();
  await expect(screen.work.getByRole("heading", { name: "Wave 3" })).toBeVisible();
});

test("a lead sets what the gates of new sessions ask for, and a session may differ", async ({ squad, page }) => {
  const { room, planner } = await squad();
  await page.goto(`/rooms/${room.name}/settings?section=gates`);
  const minimum = page.getByRole("radio", { name: /^Minimum/ });
  await expect(minimum).toBeChecked();
  await page.getByText("Gold", { exact: true }).click();
  await expect(page.getByRole("radio", { name: /^Gold/ })).toBeChecked();
  await expectAccessible(page, "gates in the settings");
  await page.goto(`/rooms/${room.name}/sessions`);
  await page.getByRole("button", { name: "New session" }).click();
  const form = page.getByRole("dialog", { name: "New session" });
  await expect(form.getByRole("button", { name: "Gold" })).toHaveAttribute("aria-pressed", "true");
  await form.getByRole("button", { name: "Production" }).click();
  await expect(form).toContainText("coverage of at least 70 %");
  await form.getByLabel("Title").fill("Offline drafts");
  await form.getByRole("button", { name: "Open the session" }).click();
  await present(planner, "scout");
  await present(planner, "triage", { level: "straightforward" });
  await page.getByRole("button", { name: "Skip to planning" }).click();
  await present(planner, "plan");
  await expect(page.getByText(/gates ask for: production/)).toBeVisible();
});
