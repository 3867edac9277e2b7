import { expectAccessible } from "../fixtures/axe.ts";
import { InboxPage } from "../fixtures/inbox-page.ts";
import { answer, openSession, present, REPLIES, submit, work } from "../fixtures/session.ts";
import { SessionPage } from "../fixtures/session-page.ts";
import { expect, test } from "../fixtures/test.ts";

const used = (costUsd?: number) => ({ inputTokens: 40_000, outputTokens: 2_000, costUsd });
const DIFF = "--- a/drafts.ts\n+++ b/drafts.ts\n@@ -1 +1,2 @@\n-two\n+one\n+more\n";
const part = (title: string) => ({ title, description: `${title}, all of it.` });

test("a budget is set, warned of, used and raised, and the session goes on", async ({ squad, page, person }) => {
  const { room, planner } = await squad();
  await page.goto(`/rooms/${room.name}/sessions`);
  await page.getByRole("button", { name: "New session" }).click();
  const form = page.getByRole("dialog", { name: "New session" });
  await form.getByLabel("Title").fill("Offline drafts");
  await form.getByText("Budget", { exact: true }).first().click();
  await form.getByLabel("Dollars").fill("none");
  await form.getByRole("button", { name: "Open the session" }).click();
  await expect(form.getByRole("alert")).toContainText("a number above 0");
  await form.getByLabel("Dollars").fill("2");
  await form.getByRole("button", { name: "Open the session" }).click();
  const screen = new SessionPage(page);
  await expect(page.getByRole("heading", { level: 1, name: "Offline drafts" })).toBeVisible();
  const cost = (text: string) => page.getByText(text, { exact: true });
  await expect(cost("0.00 of 2.00 USD")).toBeVisible();

  const scout = await planner.take();
  await planner.progress(scout, { usage: used(1.7) });
  await expect(cost("1.70 of 2.00 USD")).toHaveClass(/c-warn/);
  await planner.progress(scout, { usage: used(0.4) });
  await expect(screen.work).toContainText("has used its budget of 2.00 USD and is paused");
  await expectAccessible(page, "a session at its budget");

  const inbox = new InboxPage(page);
  await inbox.visit();
  await expect(inbox.open).toContainText("budget used");
  await expect(inbox.open).toContainText("2.10 USD so far");
  await screen.open(room.name, 1, "Offline drafts");
  await expect(page.getByRole("button", { name: "Resume", exact: true })).toBeHidden();
  await screen.work.getByRole("button", { name: "Another amount…" }).click();
  const dialog = page.getByRole("dialog", { name: "Budget of session 1" });
  await expect(dialog).toContainText("2.10 of 2.00 USD");
  await dialog.getByLabel("Dollars").fill("6.5");
  await dialog.getByRole("button", { name: "Set the budget" }).click();
  await expect(dialog).toBeHidden();
  await expect(cost("2.10 of 6.50 USD")).toBeVisible();
  await planner.complete(scout, {
    result: { summary: "the scout" },
    reply: REPLIES.scout,
    usage: used(4.4),
  });
  await expect(screen.work).toContainText("has used its budget of 6.50 USD");
  await inbox.visit();
  await inbox.answer("Raise to 9.75 USD").click();
  await expect(inbox.settled("has used its budget")).toContainText("Raise to 9.75 USD");
  await screen.open(room.name, 1, "Offline drafts");
  await screen.expectStep("Triage");
  await present(planner, "triage");
  await answer(person, room.name, "triage", "agree");
  await screen.expectStep("Questions");
  await page.goto(`/rooms/${room.name}`);
  await expect(page.getByText("Session 1 has used 1.70 USD of 2.00 USD").first()).toBeVisible();
});

test("what has no known price is unknown, and what was not reported is not there", async ({ squad, page, person }) => {
  const { room, planner } = await squad();
  await openSession(person, room.name, "Offline drafts");
  const screen = new SessionPage(page);
  await screen.open(room.name, 1, "Offline drafts");
  const scout = await planner.take();
  await expect(page.getByText(/USD|cost unknown/)).toBeHidden();
  await planner.progress(scout, { usage: used() });
  await expect(page.getByText("cost unknown", { exact: true })).toBeVisible();
  await planner.progress(scout, { usage: used(1.86) });
  await expect(page.getByText("at least 1.86 USD so far", { exact: true })).toBeVisible();
});

test("the next session waits for a person's word where the room asks", async ({ squad, page, person }) => {
  const { room } = await squad();
  await page.goto(`/rooms/${room.name}/settings?section=sessions`);
  await page.getByLabel("Ask before the next session starts").check();
  await expect(page.getByText("The room asks before the next session starts.")).toBeVisible();
  await expectAccessible(page, "the settings of sessions");
  for (const title of ["One", "Two", "Three"]) await openSession(person, room.name, title);
  const params = { room: room.name, sessionId: "1" };
  await person.client.call("stopSession", { params: params as never });

  await page.goto(`/rooms/${room.name}/sessions`);
  const card = page.getByRole("region", { name: "Start “Two” next?" });
  await expect(card).toBeVisible();
  await expectAccessible(page, "a queue that asks", { isScreen: true });
  await card.getByRole("button", { name: /Not now/ }).click();
  await expect(page.getByText(/Nothing starts by itself/)).toBeVisible();
  await page.getByRole("button", { name: "More: Three" }).click();
  await page.getByRole("menuitem", { name: /^Start/ }).click();
  const running = page.getByRole("region", { name: "Running" });
  await expect(running.getByRole("link", { name: "Three" })).toBeVisible();
});

test("a checkpoint shows what the batch cost and what the new scout says", async ({ crewAtBatch, page }) => {
  const { room, planner, builder, reviewer } = await crewAtBatch("a1");
  const first = await builder.take();
  await builder.progress(first, { usage: used(0.91) });
  await submit(builder, DIFF, { task: first, usage: used(0.2) });
  await present(reviewer, "review");
  await work(builder, reviewer, 1);
  await present(reviewer, "review");

  const screen = new SessionPage(page);
  await screen.open(room.name, 1, "Offline drafts");
  await expect(screen.heading("Batch 1 of 3, Draft store, is done. What next?")).toBeVisible();
  await expect(screen.work.locator("dl")).toContainText("1.11 USD");
  await expect(screen.work.locator("dl")).toContainText("12 estimated for all batches");
  await expect(screen.work.locator("dl")).toContainText("1 file+2 −1, by 1 of 2 tasks");
  await expect(screen.work.locator("dl")).toContainText("of it waiting for people");
  await expect(screen.work).toContainText("It's looking at what the batch changed.");
  await expect(page.getByText("1.11 USD so far", { exact: true })).toBeVisible();
  const again = await planner.take();
  expect(again.text).toContain("Batch 1 is done: Draft store");
  await planner.complete(again, {
    result: { summary: "looked again" },
    reply: {
      ...REPLIES.scout,
      angle: "what the draft store moved",
      top5: ["The conflict rules can use the entries as they are."],
    },
    usage: used(0.05),
  });
  await expect(screen.work).toContainText("The conflict rules can use the entries as they are.");
  await expect(screen.work.getByLabel("Title of part 2")).toBeVisible();
  await expectAccessible(page, "a checkpoint with its scout", { isScreen: true });
  await screen.answer("Continue").click();
  const plan = await planner.take();
  expect(plan.text).toContain("The scout looked again after batch 1");
  expect(plan.text).toContain("what the draft store moved");
  await planner.complete(plan, { result: { summary: "the plan" }, reply: REPLIES.plan });
  await expect(screen.work).toContainText("based on the last 2 tasks here");
  await expect(screen.work).toContainText("about 2.22 USD");
});

test("a plan waits for the scout, and the page says so", async ({ squad, page, person }) => {
  const { room, planner, builder, reviewer } = await squad();
  await openSession(person, room.name, "Offline drafts");
  await present(planner, "scout");
  await present(planner, "triage", {
    level: "straightforward",
    batches: [part("Draft store"), part("Conflict rules")],
  });
  await answer(person, room.name, "triage", "skip");
  await present(planner, "plan");
  await answer(person, room.name, "plan", "approve");
  await work(builder, reviewer, 2);
  await present(reviewer, "review");
  const screen = new SessionPage(page);
  await screen.open(room.name, 1, "Offline drafts");
  await screen.answer("Continue").click();
  await expect(screen.heading("Scout is ready for Planner")).toBeVisible();
  await expect(screen.work).toContainText("It looks at what the last batch changed, for the plan of the next one.");
  await present(planner, "scout");
  await expect(screen.heading("Plan is ready for Planner")).toBeVisible();
});
