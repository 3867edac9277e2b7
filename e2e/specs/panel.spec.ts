import type { Page } from "@playwright/test";
import { expectAccessible } from "../fixtures/axe.ts";
import { busyIn } from "../fixtures/busy.ts";
import { expectFits } from "../fixtures/fit.ts";
import { expect, test } from "../fixtures/test.ts";

const panel = (page: Page, name: string) => page.getByRole("dialog", { name, exact: true });

test("a task's panel stands beside the list, which the keys move on with it", async ({ makeRoom, person, page }) => {
  const room = await makeRoom("duo");
  await person.client.call("createTasks", {
    params: { room: room.name },
    body: {
      tasks: [1, 2, 3].map((n) => ({
        role: "builder",
        title: `Dig hole number ${n}`,
        instruction: "Two metres.",
      })),
    },
  });
  await page.goto(`/rooms/${room.name}/work`);
  const row = (id: string) => page.locator(`[data-task="${id}"]`);
  await expect(row("DEV-001")).toBeVisible();
  await page.keyboard.press("j");
  await expect(row("DEV-001")).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(panel(page, "DEV-001")).toBeVisible();
  await expect(page).toHaveURL(/\?task=DEV-001$/);
  await expect(row("DEV-001")).toBeFocused();
  await page.keyboard.press("j");
  await expect(panel(page, "DEV-002")).toBeVisible();
  await expect(row("DEV-002")).toBeFocused();
  await row("DEV-003").click();
  await expect(panel(page, "DEV-003")).toContainText("Dig hole number 3");
  await page.keyboard.press("k");
  await expect(panel(page, "DEV-002")).toBeVisible();

  // Once more leads into it, Escape out of a field, then out of the panel, and back to the row as it is now.
  await expect(row("DEV-002")).toBeFocused();
  await page.keyboard.press("e");
  await expect(panel(page, "DEV-002")).toBeFocused();
  await panel(page, "DEV-002").getByRole("button", { name: "Cancel" }).click();
  await page.keyboard.type("Not j");
  await page.keyboard.press("Escape");
  await expect(panel(page, "DEV-002")).toBeFocused();
  await panel(page, "DEV-002").getByRole("button", { name: "Keep as is" }).click();
  await expect(panel(page, "DEV-002").locator(":focus")).toHaveCount(1);
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(row("DEV-002")).toBeFocused();

  // However many were looked at, going back closes it; and the address opens it again.
  await page.keyboard.press("e");
  await page.keyboard.press("j");
  await expect(panel(page, "DEV-003")).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page).toHaveURL(/\/work$/);
  await page.goForward();
  await expect(panel(page, "DEV-003")).toBeVisible();
  await page.reload();
  await expect(panel(page, "DEV-003")).toBeVisible();
  await expectFits(page, "work with a panel");
  await page.setViewportSize({ width: 1024, height: 768 });
  await expectAccessible(page, "work with a panel", { isScreen: true });
});

test("below the width for two a panel covers the page, and going back closes it", async ({
  makeRoom,
  person,
  visit,
}) => {
  const room = await makeRoom("solo");
  const params = { room: room.name };
  await person.client.call("addItems", { params, body: { items: [{ title: "Refund button" }] } });
  const page = await visit({ viewport: { width: 360, height: 740 }, hasTouch: true });
  await page.goto(`/rooms/${room.name}/backlog`);
  await page.getByRole("button", { name: "Refund button" }).tap();
  await expect(panel(page, "Item 1")).toBeVisible();
  await page.goBack();
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(page).toHaveURL(/\/backlog$/);
});

test("a room and a session show a task beside what is said there", async ({ crewAt, openRoom }) => {
  const { room } = await crewAt("failed review");
  const { page, composer } = await openRoom(room);
  await page.goto(`/rooms/${room.name}?task=DEV-001`);
  await expect(panel(page, "DEV-001")).toBeVisible();
  await composer.fill("Look at j");
  await expect(composer).toHaveValue("Look at j");
  await expectFits(page, "a room with a panel");
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/rooms/${room.name}/sessions/1?task=DEV-001`);
  await expect(panel(page, "DEV-001")).toBeVisible();
  await expect(page.getByRole("heading", { level: 1 })).toBeVisible();
  await expectFits(page, "a session with a panel");
});

test("the backlog is triaged by keys alone, each act with its consequence", async ({ makeRoom, person, page }) => {
  const room = await makeRoom("duo");
  const params = { room: room.name };
  const items = Array.from({ length: 300 }, (_, n) => ({
    title: `Item of row ${n + 1}`,
    priority: n % 2 ? ("low" as const) : ("high" as const),
  }));
  await person.client.call("importBacklog", {
    params,
    body: { format: "json", content: JSON.stringify(items) },
  });
  await page.goto(`/rooms/${room.name}/backlog`);
  const title = (n: number) => page.getByRole("button", { name: `Item of row ${n}`, exact: true });
  await expect(title(1)).toBeVisible();
  await page.keyboard.press("j");
  await expect(title(1)).toBeFocused();
  await page.keyboard.press("j");
  await page.keyboard.press("e");
  const open = (n: number) => panel(page, `Item ${n}`);
  await expect(open(3)).toContainText("Planner gets a task for it");
  await expect(open(3)).toContainText("It can be reopened");
  await expect(title(3)).toBeFocused();
  // Picked: the next one is there at once.
  await page.keyboard.press("1");
  await expect(open(5)).toBeVisible();
  await page.keyboard.press("2");
  await page.keyboard.type("in spring 1 j");
  await page.keyboard.press("Control+Enter");
  await expect(open(7)).toBeVisible();
  await expect(title(7)).toBeFocused();
  await expect(page.locator('[data-item="5"]')).toHaveCount(0);
  await page.keyboard.press("k");
  await expect(open(1)).toBeVisible();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("dialog")).toHaveCount(0);
  await expect(title(1)).toBeFocused();

  // The heads stay in sight, and what is found is seen from its first row.
  const list = page.getByRole("list", { name: "Items" });
  await list.hover();
  await page.mouse.wheel(0, 6_000);
  await expect(title(1)).not.toBeInViewport();
  await expect(page.getByRole("heading", { name: "Open", exact: true })).toBeInViewport();
  await expect(list.getByText("Priority", { exact: true })).toBeInViewport();
  await page.keyboard.press("/");
  await page.keyboard.type("row 2");
  await expect(list.getByRole("button", { name: /^Item of row 2/ }).first()).toBeInViewport();
  await page.keyboard.press("Escape");
  await expect(page.getByRole("region", { name: "Backlog mode" })).toContainText(/^Work through the backlog/);
  const busyMs = await busyIn(page);
  await page.getByRole("searchbox").fill("");
  await page.getByRole("searchbox").blur();
  for (let n = 0; n < 40; n++) await page.keyboard.press("j");
  const stepMs = (await busyMs()) / 40;
  expect(stepMs, "ms for a step").toBeGreaterThan(0);
  expect(stepMs, "ms for a step").toBeLessThan(250);
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keys" })).toContainText("Filter the items");
});

test("a row that is drawn late takes the focus from nobody who has begun to write", async ({
  makeRoom,
  person,
  page,
}) => {
  const room = await makeRoom("duo");
  await person.client.call("addItems", {
    params: { room: room.name },
    body: { items: [{ title: "First" }, { title: "Second" }] },
  });
  await page.goto(`/rooms/${room.name}/backlog?item=1`);
  await expect(panel(page, "Item 1")).toBeVisible();
  // The page draws nothing between the two keys, as it does when it is busy.
  await page.evaluate(() => {
    const held: FrameRequestCallback[] = [];
    const draw = window.requestAnimationFrame.bind(window);
    window.requestAnimationFrame = (run) => held.push(run);
    addEventListener("drawn", () => {
      window.requestAnimationFrame = draw;
      for (const run of held) draw(run);
    });
  });
  await page.keyboard.press("j");
  await expect(panel(page, "Item 2")).toBeVisible();
  await page.keyboard.press("2");
  const why = panel(page, "Item 2").getByRole("textbox", { name: /^Why/ });
  await expect(why).toBeFocused();
  await page.evaluate(async () => {
    dispatchEvent(new Event("drawn"));
    for (let frame = 0; frame < 4; frame++) await new Promise((resolve) => requestAnimationFrame(resolve));
  });
  await page.keyboard.type("later 1 n");
  await expect(why).toHaveValue("later 1 n");
});
