import { expectAccessible } from "../fixtures/axe.ts";
import { expect, test } from "../fixtures/test.ts";

const LONG_LINE = `const refund = ${"await adapter.refund(order.id, order.cents) && ".repeat(20)}true;`;

test("code and tables that are too wide for a message are reached by key, and scroll by it", async ({
  squad,
  openRoom,
  person,
}) => {
  const { room } = await squad();
  const cells = Array.from({ length: 30 }, (_, n) => `column-${n}`);
  const table = [cells, cells.map(() => "---"), cells].map((row) => `| ${row.join(" | ")} |`);
  const body = `Look:\n\n\`\`\`ts\n${LONG_LINE}\n\`\`\`\n\n${table.join("\n")}`;
  await person.client.call("sendMessage", { params: { room: room.name }, body: { body } });
  const { page, feed } = await openRoom(room);
  await expect(feed.locator("pre")).toBeVisible();
  for (const part of [feed.locator("pre"), feed.getByRole("table")]) {
    await part.focus();
    await expect(part).toBeFocused();
    // A short press that comes before the first frame of the part moves nothing.
    await expect(async () => {
      await page.keyboard.press("ArrowRight", { delay: 50 });
      expect(await part.evaluate((element) => element.scrollLeft)).toBeGreaterThan(0);
    }).toPass();
  }
  await expectAccessible(page, "a message of wide code", { isScreen: true });
  await page.goto(`/rooms/${room.name}/replay`);
  await expect(page.locator("pre")).toBeVisible();
  await expectAccessible(page, "wide code in a replay");
});

test("what opens above a screen or beside it is accessible", async ({ squad, openRoom }) => {
  const { room, planner } = await squad();
  const { page } = await openRoom(room);
  await page.getByRole("button", { name: "More", exact: true }).first().click();
  await expect(page.getByRole("menu").first()).toBeVisible();
  await expectAccessible(page, "a room's menu");
  await page.keyboard.press("Escape");
  await page.setViewportSize({ width: 1440, height: 400 });
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keys" })).toBeVisible();
  await expectAccessible(page, "the keys of a room");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Your menu" }).first().click();
  await expectAccessible(page, "one's menu in a room");
  await page.keyboard.press("Escape");
  await page.keyboard.press("Control+k");
  await page.keyboard.type("work");
  await expect(page.getByRole("option").first()).toBeVisible();
  await expectAccessible(page, "the palette in a room");
  await page.keyboard.press("Escape");
  await planner.client.call("createTasks", {
    params: { room: room.name },
    body: { tasks: [{ role: "builder", title: "Dig", instruction: "Two metres." }] },
  });
  await page.goto(`/rooms/${room.name}/work?task=DEV-001`);
  await expect(page.getByRole("dialog", { name: "DEV-001" })).toBeVisible();
  await expectAccessible(page, "a task beside the list");
});
