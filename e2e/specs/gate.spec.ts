import { expectAccessible } from "../fixtures/axe.ts";
import type { Person } from "../fixtures/person.ts";
import { answer, present, work } from "../fixtures/session.ts";
import { SessionPage } from "../fixtures/session-page.ts";
import { expect, test } from "../fixtures/test.ts";

test.describe.configure({ timeout: 240_000 });

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

async function open(person: Person, room: string, gatePreset?: "production"): Promise<void> {
  const title = "Offline drafts";
  const description = "Drafts must survive a lost connection.";
  const body = { title, description, ...(gatePreset ? { gatePreset } : {}) };
  await person.client.call("createSession", { params: { room }, body });
}

test("a gate says why it is open, and lets nothing pass without its evidence", async ({
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
  await expect(gate("Requirements")).toHaveText("gate open");
  await expect(gate("Quality")).toHaveText("gate pending");
  await gate("Requirements").click();
  const why = page.getByRole("dialog", { name: "Requirements: gate open" });
  await expect(why).toContainText("The scout has looked around.");
  await expect(why).toContainText("How much process it gets is not answered.");
  await expectAccessible(page, "a gate");
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

  await expect(screen.heading("The gate behind quality is not passed")).toBeVisible();
  await expect(gate("Quality")).toHaveText("gate not passed");
  await expect(screen.work).toContainText("Nobody reported tests: no checks is not passing.");
  await expectAccessible(page, "a gate");
  await screen.answer("Back to the work").click();
  await screen.expectStep("Execute");
  const task = await builder.take();
  const checks = [
    { name: "tests", passed: true },
    { name: "coverage", passed: true, value: 64 },
  ];
  await builder.complete(task, { result: { summary: "ran them", checks } });
  await present(reviewer, "review");
  await expect(screen.work).toContainText("reported coverage as not good enough (64 %)");
  await gate("Quality").click();
  await page.getByRole("dialog").getByRole("button", { name: "Override" }).click();
  const dialog = page.getByRole("dialog", { name: "Override the gate behind quality" });
  await expect(dialog.getByRole("button", { name: "Override" })).toBeDisabled();
  await dialog.getByLabel("Why it may go on").fill("The rest is generated code.");
  await expectAccessible(page, "a gate");
  await dialog.getByRole("button", { name: "Override" }).click();
  await expect(screen.work.getByText("Done", { exact: true })).toBeVisible();
  await page.goto(`/rooms/${room.name}`);
  await expect(page.getByText(/overrides the gate behind quality/)).toBeVisible();
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
  await expect(screen.heading("The gate behind implementation is not passed")).toBeVisible();
  await expect(
    page.getByRole("button", { name: /^Implementation: gate not passed/ }),
  ).toBeVisible();
  await expect(page.getByRole("button", { name: /^Quality: gate/ })).toBeHidden();
  const width = await page.evaluate(() => document.documentElement.scrollWidth);
  expect(width).toBeLessThanOrEqual(PHONE.viewport.width);
  await screen.answer("Override the gate").click();
  await screen.note("Read elsewhere.", "Override the gate");
  await screen.expectStep("Review");
});
