import type { Page } from "@playwright/test";
import { expectAccessible } from "../fixtures/axe.ts";
import { expect, test } from "../fixtures/test.ts";

const scrubber = (page: Page) => page.getByRole("slider", { name: "Event" });
const pastLine = (page: Page) => page.getByRole("status").filter({ hasText: /event \d+ of/ });

test("a room is shown as it was at any event, with keys, pointer and a link to the moment", async ({
  squad,
  openRoom,
  visit,
}) => {
  const { room, planner, builder } = await squad();
  const screen = await openRoom(room);
  const { page } = screen;
  await screen.say("Build the cart");
  const task = await planner.take();
  await screen.say("Build the footer");
  await planner.handOff(task, { to: "builder", intent: "work", message: "Build the cart." });
  await builder.take();
  await expect(screen.row("Builder took DEV-001")).toBeVisible();

  await page.getByRole("link", { name: "Replay" }).click();
  await expect(page.getByText("The past", { exact: true })).toBeVisible();
  await expect(scrubber(page)).toBeVisible();
  await expect(screen.row("Builder took DEV-001")).toBeVisible();
  const head = Number(await scrubber(page).getAttribute("max"));
  await expect(pastLine(page)).toContainText(`event ${head} of ${head}`);

  await page.keyboard.press("ArrowLeft");
  await expect(pastLine(page)).toContainText(`event ${head - 1} of ${head}`);
  await expect(page.getByText("1 later event is hidden")).toBeVisible();
  await expect(screen.row("Builder took DEV-001")).toHaveCount(0);
  // The user's next message goes first.
  await screen.expectBall({ holder: "Planner has the ball.", why: "PLAN-002" });
  await page.keyboard.press("Home");
  await expect(pastLine(page)).toContainText(`event 1 of ${head}`);
  await screen.expectBall({ holder: "Nobody has the ball.", why: "No agent has joined yet." });

  // Where PLAN-001 was in hand and PLAN-002 waited.
  for (let at = 1; at < head - 2; at++) await page.keyboard.press("ArrowRight");
  await expect(page.getByRole("list", { name: "Messages waiting for Planner" })).toContainText(
    "PLAN-002 Build the footer",
  );
  const there = page.url();
  await expect(page).toHaveURL(new RegExp(`/replay\\?at=${head - 2}$`));
  await expect(page.getByRole("textbox", { name: "Message to the team" })).toHaveCount(0);
  await expect(page.getByRole("button", { name: /PLAN-002/ })).toHaveCount(1);
  await expectAccessible(page, "a room's past", { isScreen: true });

  const shared = await visit();
  await shared.goto(page.url());
  await expect(pastLine(shared)).toContainText(`event ${head - 2} of ${head}`);
  await expect(shared.getByText("2 later events are hidden")).toBeVisible();
  const panel = await shared.getByRole("complementary", { name: /as it was/ }).boundingBox();
  expect(panel?.x).toBeGreaterThan(1_000);
  await expect(scrubber(shared)).toBeInViewport();
  expect(there).not.toBe("");

  await page.getByRole("link", { name: "Back to now" }).click();
  await expect(screen.composer).toBeVisible();
  await expect(screen.row("Builder took DEV-001")).toBeVisible();
});

test("it plays to the end, and what happens meanwhile lengthens the line", async ({ squad, visit, person }) => {
  const { room } = await squad();
  const params = { room: room.name };
  await person.client.call("sendMessage", { params, body: { body: "Build the cart" } });
  const page = await visit();
  await page.goto(`/rooms/${room.name}/replay?at=1`);
  await expect(pastLine(page)).toContainText("event 1 of 5");
  await page.getByRole("button", { name: "16×" }).click();
  await page.getByRole("button", { name: "Play" }).click();
  await expect(pastLine(page)).toContainText("event 5 of 5");
  await expect(page.getByRole("button", { name: "Play" })).toBeVisible();
  await person.client.call("sendMessage", { params, body: { body: "Build the footer" } });
  await expect(pastLine(page)).toContainText("event 5 of 6");
  await page.keyboard.press("End");
  await expect(pastLine(page)).toContainText("event 6 of 6");
  await page.keyboard.press("Escape");
  await expect(page).toHaveURL(new RegExp(`/rooms/${room.name}$`));
});

test("on a phone the past fits, and is one touch away from now", async ({ squad, visit, person }) => {
  const { room } = await squad();
  const params = { room: room.name };
  await person.client.call("sendMessage", { params, body: { body: "Build the cart" } });
  const page = await visit({ viewport: { width: 360, height: 740 }, hasTouch: true });
  await page.goto(`/rooms/${room.name}/replay?at=4`);
  await expect(pastLine(page)).toContainText("event 4 of 5");
  await expect(scrubber(page)).toBeInViewport({ ratio: 1 });
  await page.getByRole("button", { name: "Next event" }).tap();
  await expect(pastLine(page)).toContainText("event 5 of 5");
  await page.getByRole("link", { name: "Back to now" }).tap();
  await expect(page.getByRole("textbox", { name: "Message to the team" })).toBeVisible();
});

test("the line shows how busy it was, and a press on it goes there", async ({ squad, visit, person }) => {
  const { room, planner } = await squad();
  const params = { room: room.name };
  await person.client.call("sendMessage", { params, body: { body: "Build the cart" } });
  await planner.handOff(await planner.take(), {
    to: "builder",
    intent: "work",
    message: "Build the cart.",
  });
  const { head, marks } = await person.client.call("getReplayOutline", { params });
  expect(marks.map(({ kind }) => kind)).toEqual(["handoff"]);
  const page = await visit();
  await page.goto(`/rooms/${room.name}/replay`);
  await expect(pastLine(page)).toContainText(`event ${head} of ${head}`);
  const mark = page.getByTitle("Handoff", { exact: true });
  await expect(mark).toHaveCount(1);
  await expect(mark).toHaveCSS("opacity", "1");
  const box = await mark.boundingBox();
  if (!box) throw new Error("the mark is not drawn");
  await page.mouse.click(box.x + box.width / 2, box.y + box.height / 2);
  await expect(pastLine(page)).toContainText(`event ${marks[0]?.seq} of ${head}`);
  // The lane of a mark begins where the line does.
  const lane = await mark.locator("..").boundingBox();
  await page.mouse.click((lane?.x ?? 0) + 1, box.y);
  await expect(pastLine(page)).toContainText(`event 1 of ${head}`);
  await expect(mark).toHaveCSS("opacity", "0.4");
});
