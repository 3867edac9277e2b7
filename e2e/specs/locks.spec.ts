import { expectAccessible } from "../fixtures/axe.ts";
import { expectFits } from "../fixtures/fit.ts";
import { shoot } from "../fixtures/shoot.ts";
import { expect, test } from "../fixtures/test.ts";

test("who holds what and who waits is seen as it happens; a deadlock is answered, and a lock released", async ({
  squad,
  person,
  openRoom,
}, testInfo) => {
  const { room, planner, builder } = await squad();
  const params = { room: room.name };
  const tasks = ["planner", "builder"].map((role) => ({
    role,
    title: "A part",
    instruction: "Do it.",
  }));
  await person.client.call("createTasks", { params, body: { tasks } });
  await planner.take();
  await builder.take();
  const { page } = await openRoom(room);
  await page.getByRole("link", { name: "Work", exact: true }).click();
  await page.getByRole("link", { name: "Locks", exact: true }).click();
  await expect(page.getByText("Nothing is locked")).toBeVisible();
  await expectFits(page, "no locks");

  const lock = (by: typeof planner, pattern: string, wait = false) =>
    by.client.call("takeLock", { params, body: { patterns: [pattern], wait } });
  await lock(planner, "src/refund/**");
  await lock(builder, "src/ledger/**");
  const held = page.getByRole("region", { name: "Held" });
  await expect(held.getByRole("listitem")).toHaveCount(2);
  await lock(planner, "src/ledger/money.ts", true);
  await expect(held.locator(".lk-waiter")).toContainText("Planner");
  await lock(builder, "src/refund/webhook.ts", true);
  const asked = page.getByRole("region", { name: /are waiting for each other/ });
  await expect(asked).toBeVisible();
  await expectFits(page, "a deadlock");
  await expectAccessible(page, "a deadlock", { isScreen: true });
  await shoot(page, testInfo, "locks", { height: 1100 });
  await asked.getByRole("button", { name: "Builder yields" }).click();
  await expect(asked).toBeHidden();
  await expect(held).toContainText("src/ledger/money.ts");

  await page.getByRole("button", { name: "Take a lock" }).click();
  const dialog = page.getByRole("dialog");
  await dialog.getByRole("textbox").fill("docs/");
  await dialog.getByRole("button", { name: "Take a lock" }).click();
  await expect(held).toContainText("docs/**");
  await held.getByRole("button", { name: "Planner" }).first().click();
  const detail = page.getByRole("complementary", { name: "The selected lock" });
  await detail.getByRole("link", { name: "PLAN-001" }).click();
  await expect(page).toHaveURL(/\/work\?task=PLAN-001$/);
  await page.goBack();
  await held.getByRole("button", { name: "Planner" }).first().click();
  await detail.getByRole("button", { name: "Release" }).click();
  await dialog.getByRole("textbox").fill("It holds up the release.");
  await dialog.getByRole("button", { name: "Release" }).click();
  await expect(held).not.toContainText("src/refund/**");

  await page.getByText("Do two patterns overlap?").click();
  await page.getByRole("textbox", { name: "Second" }).fill("docs/**");
  await expect(page.getByText("no path matches both")).toBeVisible();
});
