import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "../fixtures/axe.ts";
import { InboxPage } from "../fixtures/inbox-page.ts";
import { SessionPage } from "../fixtures/session-page.ts";
import { PLACES, TITLE } from "../fixtures/session-places.ts";
import { expect, test } from "../fixtures/test.ts";

test.describe.configure({ timeout: 180_000 });

const undoIn = (page: Page): Locator =>
  page.locator(".toast").getByRole("button", { name: "Undo", exact: true });

/** The first row is open from the start. */
async function openRow(inbox: InboxPage, text: RegExp): Promise<void> {
  await expect(inbox.row(text)).toBeVisible();
  const title = inbox.row(text).locator(".dec-title");
  if ((await title.getAttribute("aria-expanded")) !== "true") await title.click();
  await expect(inbox.open).toContainText(text);
}

test("a design section is taken back on its page; once an agent acted, it says who did", async ({
  squad,
  page,
  person,
  allowErrors,
}) => {
  allowErrors(/409 \(Conflict\)/);
  const { room, ...crew } = await squad();
  await PLACES["first section"]({ person, room, ...crew });
  const screen = new SessionPage(page);
  await screen.open(room.name, 1, TITLE);
  await expect(screen.heading("The log")).toBeVisible();
  await screen.answer("Approve").click();
  await expect(screen.heading("Moving old drafts")).toBeVisible();
  await undoIn(page).click();
  await expect(screen.heading("The log")).toBeVisible();
  await expect(page.getByText("Taken back. It is asked again.")).toBeVisible();
  await expect(screen.panel.getByRole("listitem").last()).toContainText("Took back “Approve”.");

  for (const next of ["Moving old drafts", "When two sides moved"]) {
    await screen.answer("Approve").click();
    await expect(screen.heading(next)).toBeVisible();
  }
  await screen.answer("Approve").click();
  await expect(screen.heading("Plan waits for Planner to take it")).toBeVisible();
  const { taskId } = await crew.planner.take();
  await undoIn(page).last().click();
  const why = `“Approve” was acted on; it cannot be taken back any more. Planner took up ${taskId}.`;
  await expect(page.getByText(why)).toBeVisible();
  await screen.expectStep("Plan");
});

test("what becomes of batches is taken back on its page, and the level stands", async ({
  squad,
  page,
  person,
}) => {
  const { room, ...crew } = await squad();
  await PLACES["batches to settle"]({ person, room, ...crew });
  const screen = new SessionPage(page);
  await screen.open(room.name, 1, TITLE);
  await screen.answer("These batches").click();
  await screen.expectStep("Questions");
  await undoIn(page).click();
  await screen.expectStep("Triage");
  await expect(screen.answer("These batches")).toBeVisible();
  await expect(screen.panel.getByRole("listitem").last()).toContainText("Took back “");
});

test("from the inbox, z takes back a section and a scope, and says who acted on one", async ({
  squad,
  page,
  person,
  allowErrors,
}) => {
  allowErrors(/409 \(Conflict\)/);
  const { room, ...crew } = await squad();
  await PLACES["last section"]({ person, room, ...crew });
  const other = await squad();
  await PLACES["batches to settle"]({ person, ...other });
  const inbox = new InboxPage(page);
  await inbox.visit();
  await expect(inbox.rows).toHaveCount(2);

  for (const asked of [/When two sides moved/, /batches/]) {
    await openRow(inbox, asked);
    await page.keyboard.press("a");
    await expect(inbox.settled(asked)).toBeVisible();
    await page.keyboard.press("z");
    // It stands open where it stood before.
    await expect(inbox.open).toContainText(asked);
    await expect(inbox.settled(asked)).toBeHidden();
  }
  // The second one was opened by hand, so the person was in the list.
  await expect(inbox.open.locator(".dec-title")).toBeFocused();
  await expect(inbox.decided).not.toContainText("batches");
  await expectAccessible(page, "an inbox with undone answers", { isScreen: true });

  await inbox.visit();
  await openRow(inbox, /When two sides moved/);
  await page.keyboard.press("a");
  await expect(inbox.settled(/When two sides moved/)).toBeVisible();
  const { taskId } = await crew.planner.take();
  await page.keyboard.press("z");
  await expect(page.getByText(`Planner took up ${taskId}.`).first()).toBeVisible();
  await expect(inbox.settled(/When two sides moved/)).not.toContainText("Taken back");
});
