import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "../fixtures/axe.ts";
import { InboxPage } from "../fixtures/inbox-page.ts";
import { SessionPage } from "../fixtures/session-page.ts";
import { type Crew, TITLE } from "../fixtures/session-places.ts";
import { expect, test } from "../fixtures/test.ts";

const undoIn = (page: Page): Locator =>
  page.getByRole("status").or(page.getByRole("alert")).getByRole("button", { name: "Undo", exact: true });

/** The first row is open from the start. */
async function openRow(inbox: InboxPage, text: RegExp): Promise<void> {
  await expect(inbox.row(text)).toBeVisible();
  const title = inbox.title(inbox.row(text));
  if ((await title.getAttribute("aria-expanded")) !== "true") await title.click();
  await expect(inbox.open).toContainText(text);
}

/** The page of the session at this place, open. */
async function openAt(crew: Crew, page: Page): Promise<SessionPage> {
  const screen = new SessionPage(page);
  await screen.open(crew.room.name, 1, TITLE);
  return screen;
}

test("a design section is taken back on its page; once an agent acted, it says who did", async ({
  crewAt,
  page,
  allowErrors,
}) => {
  allowErrors(/409 \(Conflict\)/);
  const crew = await crewAt("first section");
  const screen = await openAt(crew, page);
  await expect(screen.heading("The log")).toBeVisible();
  await screen.answer("Approve").click();
  await expect(screen.heading("Moving old drafts")).toBeVisible();
  await undoIn(page).click();
  await expect(screen.heading("The log")).toBeVisible();
  await expect(page.getByText("Taken back. You're asked again.")).toBeVisible();
  await expect(screen.panel.getByRole("listitem").last()).toContainText("Took back “Approve”.");

  for (const next of ["Moving old drafts", "When two sides moved"]) {
    await screen.answer("Approve").click();
    await expect(screen.heading(next)).toBeVisible();
  }
  await screen.answer("Approve").click();
  await expect(screen.heading("Plan is ready for Planner")).toBeVisible();
  const { taskId } = await crew.planner.take();
  await undoIn(page).last().click();
  const why = `“Approve” has been acted on and can no longer be taken back. Planner took up ${taskId}.`;
  await expect(page.getByText(why)).toBeVisible();
  await screen.expectStep("Plan");
});

const SCOPES = [
  { of: "batches", place: "batches to settle", settle: "Agree", queued: [] },
  { of: "splits", place: "splits to settle", settle: "Agree", queued: ["Sync devices"] },
] as const;

for (const { of, place, settle, queued } of SCOPES)
  test(`what becomes of ${of} is taken back on its page with the level`, async ({ crewAt, page }) => {
    const crew = await crewAt(place);
    const { client } = crew.person;
    const params = { room: crew.room.name };
    const inQueue = async () => {
      const { data: sessions } = await client.call("listSessions", {
        params,
        query: { status: "queued" },
      });
      return sessions.map(({ title }) => title);
    };
    const screen = await openAt(crew, page);
    await screen.answer(settle).click();
    await screen.expectStep("Questions");
    expect(await inQueue()).toEqual(queued);
    await undoIn(page).click();
    await screen.expectStep("Triage");
    await expect(screen.answer(settle)).toBeVisible();
    await expect(screen.panel.getByRole("listitem").last()).toContainText("Took back “");
    // What was split off is gone with it, and all of it is one question again.
    expect(await inQueue()).toEqual([]);
    const { session } = await client.call("getSession", { params: { ...params, sessionId: 1 } });
    expect(session).toMatchObject({ complexity: null, batches: null, splits: null });
    expect(session?.description).toBe("Drafts must survive a lost connection.");
    await screen.answer(settle).click();
    await screen.expectStep("Questions");
    expect(await inQueue()).toEqual(queued);
  });

test("from the inbox, z takes back a section and an assessment, and says who acted on one", async ({
  crewAt,
  page,
  allowErrors,
}) => {
  allowErrors(/409 \(Conflict\)/);
  const { planner } = await crewAt("last section");
  await crewAt("batches to settle");
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
  await expect(inbox.title()).toBeFocused();
  await expect(inbox.decided).not.toContainText("batches");
  await expectAccessible(page, "an inbox with undone answers", { isScreen: true });

  await inbox.visit();
  await openRow(inbox, /When two sides moved/);
  await page.keyboard.press("a");
  await expect(inbox.settled(/When two sides moved/)).toBeVisible();
  const { taskId } = await planner.take();
  await page.keyboard.press("z");
  await expect(page.getByText(`Planner took up ${taskId}.`).first()).toBeVisible();
  await expect(inbox.settled(/When two sides moved/)).not.toContainText("Taken back");
});
