import type { Page } from "@playwright/test";
import { expectAccessible } from "../fixtures/axe.ts";
import { expect, test } from "../fixtures/test.ts";

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

const items = (page: Page) => page.getByRole("list", { name: "Items" });
/** What opens an item; the grip beside it moves it. */
const TITLE = { name: /^(?!Move item )/ };
const titles = (page: Page) => items(page).getByRole("button", TITLE);

async function openBacklog(page: Page, room: string): Promise<void> {
  await page.goto(`/rooms/${room}`);
  await page.getByRole("link", { name: "Work", exact: true }).click();
  await page.getByRole("link", { name: "Backlog", exact: true }).click();
  await expect(page.getByRole("region", { name: "Backlog mode" })).toBeVisible();
}

test("items are added, moved by pointer and keys, filtered, edited, dropped on the board", async ({
  page,
  makeRoom,
}) => {
  const room = await makeRoom("duo");
  await openBacklog(page, room.name);
  await expect(page.getByRole("heading", { name: "The backlog is empty" })).toBeVisible();
  await expect(page.getByText(`squadroom backlog add "An idea" --room ${room.name}`)).toBeVisible();
  await expectAccessible(page, "an empty backlog", { isScreen: true });
  const quick = page.getByRole("textbox", { name: "Title of a new item" });
  for (const title of ["Fix broken anchors", "Split the install page", "Rewrite the guide"]) {
    await quick.fill(title);
    await quick.press("Enter");
    await expect(titles(page).filter({ hasText: title })).toBeVisible();
    await expect(quick).toHaveValue("");
  }

  const grip = (item: number) => page.getByRole("button", { name: new RegExp(`^Move item ${item},`) });
  await grip(3).focus();
  await page.keyboard.press("ArrowUp");
  await expect(titles(page)).toHaveText(["Fix broken anchors", "Rewrite the guide", "Split the install page"]);
  await expect(grip(3)).toBeFocused();

  await grip(2).hover();
  await page.mouse.down();
  const first = await page.locator('[data-item="1"]').boundingBox();
  await page.mouse.move((first?.x ?? 0) + 40, (first?.y ?? 0) + 6, { steps: 5 });
  await expect(page.locator('[data-item="1"]')).toHaveAttribute("data-over", "before");
  await page.mouse.up();
  await expect(titles(page)).toHaveText(["Split the install page", "Fix broken anchors", "Rewrite the guide"]);

  await titles(page).filter({ hasText: "Fix broken anchors" }).click();
  const sheet = page.getByRole("dialog", { name: "Item 1" });
  await sheet.getByRole("combobox", { name: "Priority" }).selectOption("high");
  await sheet.getByRole("textbox", { name: "Labels" }).fill("bug, guide");
  await sheet.getByRole("group", { name: "Value" }).getByRole("button", { name: "4" }).click();
  await sheet.getByRole("group", { name: "Complexity" }).getByRole("button", { name: "2" }).click();
  await expectAccessible(page, "an item being edited");
  await sheet.getByRole("button", { name: "Save" }).click();
  await expect(titles(page).first()).toHaveText("Fix broken anchors");
  await expect(page.locator('[data-item="1"]')).toContainText("2.0");

  await page.getByRole("combobox", { name: "Label" }).selectOption("bug");
  await expect(titles(page)).toHaveText(["Fix broken anchors"]);
  await page.getByRole("combobox", { name: "Label" }).selectOption("");
  await page.getByRole("searchbox").fill("guide");
  await expect(titles(page)).toHaveText(["Rewrite the guide"]);
  await page.getByRole("searchbox").fill("");
  await expectAccessible(page, "a backlog", { isScreen: true });

  await page.getByRole("button", { name: "Board" }).click();
  const column = (name: string) => page.getByRole("region", { name, exact: true });
  await page.getByRole("button", { name: "Move item 2 to another column" }).hover();
  await page.mouse.down();
  const aside = await column("Deferred").boundingBox();
  await page.mouse.move((aside?.x ?? 0) + 60, (aside?.y ?? 0) + 90, { steps: 6 });
  await page.mouse.up();
  await page
    .getByRole("dialog")
    .getByRole("textbox", { name: /Why, or until when/ })
    .fill("in spring");
  await page.getByRole("dialog").getByRole("button", { name: "Defer" }).click();
  await expect(column("Deferred")).toContainText("Split the install page");
  // However long it is, each title begins where the others do.
  await quick.fill("averyveryverylongnamewithoutanyspaceinit".repeat(3));
  await quick.press("Enter");
  const open = column("Open").getByRole("button", TITLE);
  await expect(open).toHaveCount(3);
  const lefts = await open.evaluateAll((all) => all.map((one) => one.getBoundingClientRect().left));
  expect(new Set(lefts).size).toBe(1);
  await expectAccessible(page, "a board", { isScreen: true });
});

test("a file is previewed with its problems, then added; and comes out again", async ({ page, makeRoom }) => {
  const room = await makeRoom("solo");
  await openBacklog(page, room.name);
  await page.getByRole("button", { name: "Import" }).click();
  const dialog = page.getByRole("dialog", { name: "Import items" });
  const paste = dialog.getByRole("textbox", { name: "Or paste it" });
  await paste.fill("title,priority\nFine,high\nBad,urgent\n");
  await dialog.getByRole("button", { name: "Preview" }).click();
  await expect(dialog).toContainText("Line 3, priority:");
  await expectAccessible(page, "an import with a problem");
  await paste.fill("title,priority\nFine,high\nAlso fine,low\n");
  await dialog.getByRole("button", { name: "Preview" }).click();
  await dialog.getByRole("button", { name: "Add 2 items" }).click();
  await expect(titles(page)).toHaveText(["Fine", "Also fine"]);
  const download = page.waitForEvent("download");
  await page.getByRole("button", { name: "As CSV" }).click();
  expect((await download).suggestedFilename()).toBe(`${room.name}-backlog.csv`);
});

test("the room clears its backlog, pauses on a decision, and a person reviews what is done", async ({
  page,
  makeRoom,
  anAgent,
  person,
}) => {
  const room = await makeRoom("solo");
  const solo = await anAgent({ room: room.name, role: "solo" });
  await person.client.call("addItems", {
    params: { room: room.id },
    body: { items: [{ title: "First", priority: "high" }, { title: "Second" }] },
  });
  await openBacklog(page, room.name);
  await page.getByRole("switch", { name: "Work through the backlog" }).click();
  await expect(page.getByRole("switch")).toBeChecked();
  await expect(page.locator('[data-item="1"]')).toContainText("picked");
  await solo.handOff(await solo.take(), {
    to: "user",
    intent: "deliver",
    message: "First is done.",
  });
  await expect(page.locator('[data-item="1"]')).toContainText("in review, waiting for you");
  await expect(page.locator('[data-item="2"]')).toContainText("picked");
  for (let attempt = 0; attempt < 3; attempt++) await solo.fail(await solo.take(), "no luck");
  const mode = page.getByRole("region", { name: "Backlog mode" });
  await expect(mode).toContainText("paused for");
  await expect(mode).toContainText("A person has to decide first");
  await expect(page.locator('[data-item="2"]')).toContainText("failed");
  await expectAccessible(page, "a paused backlog", { isScreen: true });

  await mode.getByRole("link", { name: "Review 1 item" }).click();
  await expect(page.getByRole("heading", { name: "Item 1 is finished: First" })).toBeVisible();
  await page.getByRole("heading", { name: "Item 1 is finished: First" }).click();
  await expect(page.getByRole("button", { name: "Open the backlog" })).toBeVisible();
  await expectAccessible(page, "a finished item, open in the inbox");
  await page.getByRole("button", { name: /^Close(?! with)/ }).click();
  await expect(page.getByRole("main")).toContainText("closed");
  await page.goto(`/rooms/${room.name}/backlog`);
  await mode.getByRole("button", { name: "Resume anyway" }).click();
  await expect(mode).toContainText("Working through the backlog");
  await expect(mode).not.toContainText("paused for");
});

test("clearing that pauses after three failed items gives the ball to a person, who lets it go on", async ({
  page,
  makeRoom,
  anAgent,
  person,
}) => {
  const room = await makeRoom("solo");
  const solo = await anAgent({ room: room.name, role: "solo" });
  const params = { room: room.id };
  const items = ["One", "Two", "Three", "Four"].map((title) => ({ title }));
  await person.client.call("addItems", { params, body: { items } });
  await person.client.call("setMode", { params, body: { workflowMode: "backlog_clearing" } });
  for (let item = 1; item <= 3; item++) {
    for (let attempt = 0; attempt < 3; attempt++) await solo.fail(await solo.take(), "no luck");
    const { data: decisions } = await person.client.call("listDecisions", {
      params,
      query: { state: "pending" },
    });
    const asked = decisions.find(({ kind }) => kind === "task_failed");
    if (!asked) throw new Error("A decision waits.");
    await person.client.call("answerDecision", {
      params: { ...params, decisionId: asked.id },
      body: { optionId: "cancel", version: asked.version },
    });
  }
  await page.goto(`/rooms/${room.name}`);
  const main = page.getByRole("main");
  await expect(main).toContainText("You have the ball.");
  await expect(main).toContainText("items 1, 2, 3 failed, one after the other");
  await expectAccessible(page, "clearing paused after failures", { isScreen: true });
  await page.getByRole("button", { name: "Resume" }).click();
  await expect(main).toContainText("Solo has the ball.");
  await expect(page.getByRole("button", { name: "Resume" })).toBeHidden();
});

test("a thousand items stay a few rows on the page", async ({ page, makeRoom, person }) => {
  const room = await makeRoom("solo");
  const rows = Array.from({ length: 1000 }, (_, i) => ({ title: `Item of row ${i}` }));
  await person.client.call("importBacklog", {
    params: { room: room.id },
    body: { format: "json", content: JSON.stringify(rows) },
  });
  await openBacklog(page, room.name);
  await expect(titles(page).first()).toHaveText("Item of row 0");
  expect(await items(page).getByRole("listitem").count()).toBeLessThan(80);
  await page.getByRole("searchbox").fill("row 999");
  await expect(titles(page)).toHaveText(["Item of row 999"]);
});

test("on a phone what filters the list is folded away until it is wanted", async ({ visit, makeRoom, person }) => {
  const room = await makeRoom("solo");
  await person.client.call("addItems", {
    params: { room: room.name },
    body: { items: [{ title: "Refund button" }, { title: "Receipts" }] },
  });
  const page = await visit(PHONE);
  await page.goto(`/rooms/${room.name}/backlog`);
  await expect(titles(page)).toHaveText(["Refund button", "Receipts"]);
  const search = page.getByRole("searchbox");
  await expect(search).toBeHidden();
  const toggle = page.getByRole("button", { name: "Filter and find" });
  await toggle.tap();
  await search.fill("receipt");
  await expect(titles(page)).toHaveText(["Receipts"]);
  await toggle.tap();
  await expect(search).toBeHidden();
  await expect(titles(page)).toHaveText(["Refund button", "Receipts"]);
});

test("on a phone an item is added and picked", async ({ visit, makeRoom }) => {
  const room = await makeRoom("solo");
  const page = await visit(PHONE);
  await page.goto(`/rooms/${room.name}/backlog`);
  const quick = page.getByRole("textbox", { name: "Title of a new item" });
  await quick.fill("Something with a rather long title that takes several lines on a small screen");
  await quick.press("Enter");
  await titles(page).first().tap();
  await page.getByRole("dialog").getByRole("button", { name: "Pick now" }).tap();
  await expect(page.locator('[data-item="1"]')).toContainText("picked");
});
