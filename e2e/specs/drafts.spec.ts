import type { Page } from "@playwright/test";
import { InboxPage } from "../fixtures/inbox-page.ts";
import { signInBy } from "../fixtures/person.ts";
import { Server } from "../fixtures/server.ts";
import { SessionPage } from "../fixtures/session-page.ts";
import { TITLE } from "../fixtures/session-places.ts";
import { expect, test } from "../fixtures/test.ts";

const stored = (page: Page) => page.evaluate(() => JSON.stringify({ ...localStorage }));

test("a message that is being written is there after a reload, elsewhere and in another tab, until it is sent", async ({
  makeRoom,
  openRoom,
}) => {
  const room = await makeRoom("duo");
  const screen = await openRoom(room);
  const { page } = screen;
  await screen.composer.fill("Refunds first, then");
  await page.reload();
  await expect(screen.composer).toHaveValue("Refunds first, then");

  const tab = await page.context().newPage();
  await tab.goto(`/rooms/${room.name}`);
  const other = tab.getByRole("textbox", { name: "Message to the team" });
  await expect(other).toHaveValue("Refunds first, then");
  await other.press("End");
  await other.pressSequentially(" invoices");
  await expect(screen.composer).toHaveValue("Refunds first, then invoices");

  await page.getByRole("link", { name: "Settings" }).first().click();
  await page.goto(`/rooms/${room.name}`);
  await expect(screen.composer).toHaveValue("Refunds first, then invoices");
  await screen.composer.press("Control+Enter");
  await expect(screen.row("Refunds first, then invoices")).toHaveCount(1);
  await expect(other).toHaveValue("");
  await page.reload();
  await expect(screen.composer).toHaveValue("");
  expect(await stored(page)).not.toContain("invoices");
});

test("a message that the page closed on is sent by the next one, once", async ({ openRoom, visit, allowErrors }) => {
  allowErrors(/WebSocket connection|net::ERR_|Failed to fetch/);
  const server = await Server.start();
  const person = await signInBy(server, server.firstLink ?? "", "Ada");
  await person.client.call("createRoom", { body: { name: "quay", preset: "solo" } });
  const screen = await openRoom({ id: "", name: "quay" }, { as: person, server });
  const context = screen.page.context();
  await server.kill();
  await screen.say("written in the storm");
  await expect(screen.page.getByText("waiting for the connection")).toBeVisible();
  await screen.page.close();

  await server.resume();
  const page = await context.newPage();
  await page.goto("/inbox");
  const read = await visit({ as: person, server });
  await read.goto("/rooms/quay");
  const feed = read.getByRole("list", { name: "What happens in this room" });
  await expect(feed.getByText("written in the storm")).toHaveCount(1);
  await expect.poll(() => stored(page)).not.toContain("storm");
  await page.goto("/rooms/quay");
  const here = page.getByRole("list", { name: "What happens in this room" });
  await expect(here.getByText("written in the storm")).toHaveCount(1);
  await expect(page.getByText("sending")).toHaveCount(0);
  await server.stop();
});

test("a dialog that is closed over its words opens with them, and lets go of them when asked", async ({
  makeRoom,
  page,
}) => {
  const room = await makeRoom("duo");
  await page.goto(`/rooms/${room.name}/sessions?new=true`);
  const dialog = page.getByRole("dialog", { name: "New session" });
  const text = dialog.getByLabel("What it is about");
  await expect(dialog.getByLabel("Title")).toBeFocused();
  await dialog.getByLabel("Title").fill("Offline drafts");
  await text.fill("What is typed is never lost.");
  await expect(dialog.getByText("Draft kept")).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(dialog).toHaveCount(0);

  await page.getByRole("button", { name: "New session" }).first().click();
  await expect(text).toHaveValue("What is typed is never lost.");
  await expect(dialog.getByText("Draft kept")).toBeVisible();
  await page.mouse.click(5, 5);
  await expect(dialog).toHaveCount(0);
  await page.reload();
  await page.getByRole("button", { name: "New session" }).first().click();
  await expect(text).toHaveValue("What is typed is never lost.");
  await dialog.getByRole("button", { name: "Discard" }).click();
  await expect(text).toHaveValue("");
  await expect(dialog.getByLabel("Title")).toBeFocused();
  await expect(dialog.getByText("Draft kept")).toHaveCount(0);
});

test("answers and comments in a session outlive the page", async ({ crewAt, page }) => {
  const { room } = await crewAt("questions");
  const screen = new SessionPage(page);
  await screen.open(room.name, 1, TITLE);
  const own = screen.work.getByRole("textbox").nth(1);
  await own.fill("Only when the network is gone");
  const comment = screen.panel.getByRole("textbox");
  await comment.fill("Ask less, please");
  await page.reload();
  await expect(own).toHaveValue("Only when the network is gone");
  await expect(comment).toHaveValue("Ask less, please");
});

test("edits of a triage wait for whoever answers it, wherever that is, and are gone once it is answered", async ({
  crewAt,
  page,
}) => {
  const { room } = await crewAt("batches to settle");
  const screen = new SessionPage(page);
  await screen.open(room.name, 1, TITLE);
  await page.getByLabel("Title of part 2").fill("Rules of two");
  const inbox = new InboxPage(page);
  await inbox.visit();
  const row = inbox.row(TITLE);
  await expect(row).toContainText("Your edits in the session aren't sent yet.");
  await expect(row.getByRole("button", { name: /^Agree:/ }).first()).toBeVisible();
  await row
    .getByRole("button", { name: /^Finish your edits/ })
    .first()
    .click();
  await expect(page.getByLabel("Title of part 2")).toHaveValue("Rules of two");
  expect(await stored(page)).toContain(":triage");
  await screen.answer("Agree").click();
  await screen.expectStep("Questions");
  expect(await stored(page)).not.toContain(":triage");
});

test("a note that was begun for an answer is there, at its answer, when the session is opened again", async ({
  crewAt,
  page,
}) => {
  const { room } = await crewAt("triage");
  const screen = new SessionPage(page);
  await screen.open(room.name, 1, TITLE);
  await screen.answer("Discuss").click();
  const note = screen.bar.getByRole("textbox");
  await note.fill("Why not in one");
  await page.goto("/inbox");
  await screen.open(room.name, 1, TITLE);
  await expect(note).toHaveValue("Why not in one");
  await expect(screen.bar.getByText("Draft kept")).toBeVisible();
  await expect(note).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(note).toHaveCount(0);
});

test("the address of a webhook is a secret: never stored, and there while the page lives", async ({
  makeRoom,
  page,
}) => {
  const room = await makeRoom("duo");
  const open = async () => {
    await page.getByRole("button", { name: /^More/ }).first().click();
    await page.getByRole("menuitem", { name: /Webhooks/ }).click();
  };
  await page.goto(`/rooms/${room.name}`);
  await open();
  const url = page.getByLabel("Address");
  await url.fill("https://hooks.example/T0/B0/secret");
  await page.keyboard.press("Escape");
  expect(await stored(page)).not.toContain("hooks.example");
  await page.getByRole("link", { name: "Conversation" }).click();
  await expect(url).toBeHidden();
  await open();
  await expect(url).toHaveValue("https://hooks.example/T0/B0/secret");
});
