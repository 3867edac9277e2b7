import { expectAccessible } from "../fixtures/axe.ts";
import { present, REPLIES } from "../fixtures/session.ts";
import { SessionPage } from "../fixtures/session-page.ts";
import { expect, test } from "../fixtures/test.ts";

test("a session is served what an agent found, until a lead wants it seen anew", async ({ squad, page }) => {
  const { room, planner, reviewer } = await squad();
  const reply = JSON.stringify({ ...REPLIES.scout, angle: "where drafts live" });
  await reviewer.client.call("saveScout", { params: { room: room.name }, body: { reply } });
  await page.goto(`/rooms/${room.name}/sessions`);
  await page.getByRole("button", { name: "New session" }).click();
  const form = page.getByRole("dialog", { name: "New session" });
  await form.getByLabel("Title").fill("Offline drafts");
  await form.getByText("Scout", { exact: true }).click();
  await form.getByLabel("Angle").fill("Where  drafts LIVE");
  await form.getByRole("button", { name: "Open the session" }).click();
  const screen = new SessionPage(page);
  await screen.expectStep("Triage");
  await expect(screen.work).toContainText("Reused from what Reviewer found");
  await expect(screen.panel).toContainText("Served from the room's scouts, of");
  await present(planner, "triage");
  await expect(screen.heading("This looks like exploration.")).toBeVisible();
  await expectAccessible(page, "a triage with a scout that was served", { isScreen: true });
  await screen.work.getByRole("button", { name: "Scout again" }).click();
  await expect(screen.heading("Scout is ready for Planner")).toBeVisible();
  expect((await planner.take()).text).toContain("A person wants a fresh look");
});
