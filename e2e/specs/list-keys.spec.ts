import { answer, openSession } from "../fixtures/session.ts";
import { expect, test } from "../fixtures/test.ts";

test("keys lead from page to page of a room and through its sessions", async ({ makeRoom, person, page }) => {
  const room = await makeRoom("squad");
  for (const title of ["Offline drafts", "Refunds", "Receipts"]) await openSession(person, room.name, title);
  await page.goto(`/rooms/${room.name}`);
  // The name is there before the room is; its keys come with its pages.
  await expect(page.getByRole("link", { name: "Sessions", exact: true })).toBeVisible();
  await page.keyboard.press("]");
  await expect(page).toHaveURL(/\/work$/);
  await page.keyboard.press("[");
  await page.keyboard.press("[");
  await expect(page).toHaveURL(/\/settings$/);
  await page.keyboard.press("[");
  await expect(page).toHaveURL(/\/metrics$/);
  await page.keyboard.press("[");
  await expect(page).toHaveURL(/\/wisdom$/);
  await page.keyboard.press("[");
  await expect(page).toHaveURL(/\/sessions$/);
  await expect(page.getByRole("link", { name: "Receipts" })).toBeVisible();
  await page.keyboard.press("j");
  await expect(page.getByRole("link", { name: "Offline drafts" })).toBeFocused();
  await page.keyboard.press("j");
  await expect(page.getByRole("link", { name: "Refunds" })).toBeFocused();
  await page.keyboard.press("k");
  await page.keyboard.press("Enter");
  await expect(page.getByRole("heading", { level: 1 })).toHaveText("Offline drafts");
  await page.keyboard.press("]");
  await expect(page.getByRole("button", { name: "Decided", pressed: true })).toBeVisible();
  await page.keyboard.press("?");
  await expect(page.getByRole("dialog", { name: "Keys" })).toContainText("Next part of the side");
});

test("a session that its budget paused is answered by key", async ({ crewAt, page }) => {
  const { room } = await crewAt("budget");
  await page.goto(`/rooms/${room.name}/sessions/1`);
  const card = page.getByRole("region", { name: /has used its budget/ });
  await expect(card).toBeVisible();
  await page.keyboard.press("1");
  await expect(card).toBeHidden();
});

test("a batch that is over is opened while the next one runs, with each round of its reviews", async ({
  crewAt,
  page,
  person,
}) => {
  const crew = await crewAt("checkpoint");
  await page.goto(`/rooms/${crew.room.name}/sessions/1`);
  await answer(person, crew.room.name, "batch_checkpoint", "continue");
  const panel = page.getByRole("complementary", { name: "Conversation, versions and scout" });
  await panel.getByRole("button", { name: "Decided" }).click();
  const batch = panel.locator("summary", { hasText: "Batch 1: Draft store" });
  await batch.click();
  const over = panel.locator("details").filter({ hasText: "Batch 1: Draft store" }).first();
  await expect(over.getByRole("button", { name: "Entry format" })).toBeVisible();
  const round = over.locator("summary", { hasText: /The whole batch.*round 1.*passed/ }).first();
  await expect(round).toBeVisible();
  await round.click();
});
