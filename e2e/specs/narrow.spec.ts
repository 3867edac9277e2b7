import { misfits } from "../fixtures/fit.ts";
import { expect, test } from "../fixtures/test.ts";

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

test("on a phone a session has its answers where the dock would be: one, and the rest behind More", async ({
  crewAt,
  visit,
}) => {
  const { room } = await crewAt("questions");
  const page = await visit(PHONE);
  await page.goto(`/rooms/${room.name}/sessions/1`);
  const bar = page.getByRole("region", { name: "Answer" });
  await expect(bar).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Main" })).toBeHidden();
  const buttons = bar.getByRole("button");
  await expect(buttons).toHaveCount(2);
  expect(await misfits(page)).toEqual([]);
  const first = await buttons.first().boundingBox();
  expect(first?.width ?? 0).toBeGreaterThan(200);
  await bar.getByRole("button", { name: "More" }).tap();
  const menu = page.getByRole("menu");
  await expect(menu.getByRole("menuitem").first()).toBeVisible();
  expect(await menu.getByRole("menuitem").count()).toBeGreaterThan(1);
  const below = (await bar.boundingBox()) ?? { y: 0, height: 0 };
  expect(740 - below.y - below.height).toBeLessThan(2);
});

test("in a low window the conversation keeps half of the height", async ({ squad, person, visit }) => {
  const { room } = await squad();
  await person.client.call("sendMessage", {
    params: { room: room.name },
    body: { body: "Which shop is it?" },
  });
  const page = await visit({ viewport: { width: 720, height: 450 } });
  await page.goto(`/rooms/${room.name}`);
  const feed = page.getByRole("list", { name: "What happens in this room" });
  await expect(feed).toBeVisible();
  const height = await feed.locator("..").evaluate((box) => box.clientHeight);
  expect(height).toBeGreaterThanOrEqual(225);
});

test("rooms are rows on a phone, however many", async ({ makeRoom, visit }) => {
  for (let n = 0; n < 4; n++) await makeRoom("solo");
  const page = await visit(PHONE);
  await page.goto("/rooms");
  const links = page.getByRole("main").locator("[data-list-item]");
  await expect(links).toHaveCount(4);
  const [first, last] = [await links.first().boundingBox(), await links.last().boundingBox()];
  expect(((last?.y ?? 0) - (first?.y ?? 0)) / 3).toBeLessThan(110);
});
