import type { Locator } from "@playwright/test";
import { shoot } from "../fixtures/shoot.ts";
import { expect, test } from "../fixtures/test.ts";

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
/** The smallest target under a finger, px. */
const FINGER = 44;

test("on a phone: from the rooms into one, a message, an answer", async ({ visit, makeRoom, anAgent, person }) => {
  const room = await makeRoom("solo");
  await makeRoom("duo");
  const solo = await anAgent({ room: room.name, role: "solo" });
  const page = await visit(PHONE);
  await page.goto("/rooms");
  const dock = page.getByRole("navigation", { name: "Main" }).filter({ visible: true });
  for (const entry of await dock.getByRole("link").or(dock.getByRole("button")).all()) {
    const box = await entry.boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(FINGER);
    expect(box?.width).toBeGreaterThanOrEqual(FINGER);
  }
  await page.getByRole("main").getByRole("link", { name: room.name }).tap();
  await expect(page.getByRole("heading", { level: 1, name: room.name })).toBeVisible();

  const feed = page.getByRole("list", { name: "What happens in this room" });
  const composer = page.getByRole("textbox", { name: "Message to the team" });
  const send = page.getByRole("button", { name: "Send" }).filter({ visible: true });
  expect((await send.boundingBox())?.height).toBeGreaterThanOrEqual(FINGER);
  await composer.tap();
  await composer.fill("Choose a colour for the door");
  await send.tap();
  await expect(feed).toContainText("Choose a colour for the door");
  await expect(page.getByRole("region", { name: "Whose turn it is" })).toContainText("Solo has the ball.");

  await solo.handOff(await solo.take(), {
    to: "user",
    intent: "question",
    message: "Inside or outside?",
  });
  await expect(page.getByRole("region", { name: "Whose turn it is" })).toContainText("You have the ball.");
  const answer = feed.getByRole("button", { name: "Answer" });
  expect((await answer.boundingBox())?.height).toBeGreaterThanOrEqual(FINGER);
  await answer.tap();
  await expect(page.getByText("Answers Solo: Inside or outside?")).toBeVisible();
  await expect(composer).toBeFocused();
  await composer.fill("Outside");
  await send.tap();
  await expect(feed).toContainText("answers a question");
  await solo.handOff(await solo.take(), {
    to: "user",
    intent: "deliver",
    message: "The door is green outside.",
  });
  await expect(feed).toContainText("The door is green outside.");

  await page.getByRole("button", { name: "Team and work" }).tap();
  const sheet = page.getByRole("dialog", { name: "Team" });
  await expect(sheet).toContainText("online, idle");
  await expect(sheet).toContainText("TASK-002 Outside");
  await sheet.getByRole("button", { name: "Close" }).tap();
  await expect(sheet).toBeHidden();

  await page.getByRole("link", { name: "Back to rooms" }).tap();
  await expect(page.getByRole("heading", { level: 1, name: "Rooms" })).toBeVisible();
  await dock.getByRole("button", { name: "Search" }).tap();
  await page.getByRole("option", { name: new RegExp(room.name) }).tap();
  await expect(page.getByRole("heading", { level: 1, name: room.name })).toBeVisible();
  await page.getByRole("link", { name: "Back to rooms" }).tap();
  await dock.getByRole("button", { name: "Your menu" }).tap();
  await expect(page.getByText(`Signed in as ${person.name}`)).toBeVisible();
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(sideways).toBeLessThanOrEqual(0);
});

test("on a phone: what a room does has at least 400 px, in a demo with a pipeline too", async ({ visit }, info) => {
  const page = await visit(PHONE);
  await page.goto("/rooms");
  await page.getByRole("button", { name: "Watch a pipeline instead" }).tap();
  await expect(page.getByRole("list", { name: "Pipelines" })).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: "Next:" })).toBeVisible();
  const feed = page.getByRole("list", { name: "What happens in this room" });
  const heightOf = (list: Locator) =>
    list.evaluate((at) => {
      let box: Element | null = at;
      while (box && getComputedStyle(box).overflowY === "visible") box = box.parentElement;
      return box?.clientHeight ?? 0;
    });
  await expect.poll(() => heightOf(feed)).toBeGreaterThanOrEqual(400);
  await shoot(page, info, "demo", { widths: [360], height: 740 });
});

test("on a phone: the columns of the backlog's board stand below each other, whole", async ({
  visit,
  makeRoom,
  person,
}) => {
  const room = await makeRoom("duo");
  const titles = ["Fix anchors", "Split the install page where it explains two things", "Search"];
  await person.client.call("addItems", {
    params: { room: room.name },
    body: { items: titles.map((title) => ({ title })) },
  });
  const page = await visit(PHONE);
  await page.goto(`/rooms/${room.name}/backlog`);
  await page.getByText("Board", { exact: true }).tap();
  const open = page.getByRole("region", { name: "Open" });
  await expect(open).toContainText("Search");
  const column = await open.boundingBox();
  const next = await page.getByRole("region", { name: "Picked" }).boundingBox();
  if (!column || !next) throw new Error("Both columns are there.");
  for (const title of titles) {
    const card = await open.getByRole("listitem").filter({ hasText: title }).boundingBox();
    expect((card?.y ?? 0) + (card?.height ?? 0), title).toBeLessThanOrEqual(column.y + column.height);
  }
  expect(next.y).toBeGreaterThanOrEqual(column.y + column.height);
  const last = page.getByRole("region", { name: "Closed" });
  await last.scrollIntoViewIfNeeded();
  await expect(last).toBeInViewport({ ratio: 0.9 });
});

test("on a phone: work begins with its tasks; what narrows it is behind a button, and gone with it", async ({
  visit,
  makeRoom,
  person,
}) => {
  const room = await makeRoom("duo");
  await person.client.call("sendMessage", { params: { room: room.name }, body: { body: "Go." } });
  await person.client.call("createTasks", {
    params: { room: room.name },
    body: { tasks: [{ role: "builder", title: "Build it", instruction: "now" }] },
  });
  const page = await visit(PHONE);
  await page.goto(`/rooms/${room.name}/work`);
  const tasks = page.getByRole("list", { name: "Tasks of this room" }).getByRole("button");
  await expect(tasks).toHaveCount(2);
  const role = page.getByRole("combobox", { name: "Role" });
  await expect(role).toBeHidden();
  const toggle = page.getByRole("button", { name: "Filter and find" });
  await toggle.tap();
  await role.selectOption("Builder");
  await expect(tasks).toHaveCount(1);
  await page.reload();
  await expect(role).toBeVisible();
  await expect(toggle).toHaveAttribute("aria-pressed", "true");
  await toggle.tap();
  await expect(role).toBeHidden();
  await expect(tasks).toHaveCount(2);
});

test("on a phone: the teams of a new room are words that are not broken", async ({ visit }) => {
  const page = await visit(PHONE);
  await page.goto("/rooms");
  await page.getByRole("button", { name: "New room" }).tap();
  const dialog = page.getByRole("dialog", { name: "New room" });
  for (const word of ["solo", "custom"]) {
    const lines = await dialog.getByText(word, { exact: true }).evaluate((at) => at.getClientRects().length);
    expect(lines, word).toBe(1);
  }
  // Both at one moment: the dialog still moves in.
  const tops = await dialog
    .getByRole("button", { name: /^(Cancel|Create room)$/ })
    .evaluateAll((buttons) => buttons.map((button) => button.getBoundingClientRect().top));
  expect(tops).toHaveLength(2);
  expect(tops[0]).toBe(tops[1]);
});
