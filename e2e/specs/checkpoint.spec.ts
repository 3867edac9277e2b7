import type { Played } from "../fixtures/agent.ts";
import { expectAccessible } from "../fixtures/axe.ts";
import { answer, diffOf, openSession, present, REPLIES, submit } from "../fixtures/session.ts";
import { SessionPage } from "../fixtures/session-page.ts";
import { expect, test } from "../fixtures/test.ts";

test.describe.configure({ timeout: 240_000 });

const part = (title: string) => ({ title, description: `${title}, all of it.` });
const used = (costUsd?: number) => ({ inputTokens: 4_000, outputTokens: 200, costUsd });

/** Its author reports so many dollars, its reviewer none. */
async function doTask(builder: Played, reviewer: Played, costUsd?: number): Promise<void> {
  await submit(builder, diffOf(["src/drafts/entry.ts"]), { usage: used(costUsd) });
  await present(reviewer, "review");
}

test("a checkpoint says what it holds up, what was learned, and cost against estimate", async ({
  squad,
  page,
  person,
}) => {
  const { room, planner, builder, reviewer } = await squad();
  await openSession(person, room.name, "Offline drafts");
  await openSession(person, room.name, "Chargebacks");
  await openSession(person, room.name, "Reports");
  await present(planner, "scout");
  const batches = [part("Draft store"), part("Conflict rules"), part("Lost connection")];
  await present(planner, "triage", { batches });
  await answer(person, room.name, "scope", "accept", { part: "batches" });
  await answer(person, room.name, "triage", "agree");
  await present(planner, "questions");
  await answer(person, room.name, "questions", "done");
  await present(planner, "approaches");
  await answer(person, room.name, "approach", "choose:a2");
  await present(planner, "design");
  for (let i = 0; i < 3; i++) await answer(person, room.name, "design_section", "approve");
  await present(planner, "plan");
  await answer(person, room.name, "plan", "approve");
  await doTask(builder, reviewer, 0.4);
  await doTask(builder, reviewer, 0.6);
  await present(reviewer, "review");

  const screen = new SessionPage(page);
  await screen.open(room.name, 1, "Offline drafts");
  const costs = screen.work.locator(".cp-costs li");
  // The first batch of a room had nothing to be judged by; those to come have it.
  await expect(costs.nth(0)).toHaveText(/^1 Draft store\s*1\.00 USD$/);
  await expect(costs.nth(1)).toContainText("about 4 tasks, est. 2.00 USD");
  await expect(costs.nth(2)).toContainText("about 4 tasks, est. 2.00 USD");
  const held = page.getByRole("region", { name: "Held up by this" });
  await expect(held).toContainText("Batch 2about 4 tasks");
  await expect(held).toContainText("Builderfree");
  await expect(held).toContainText("Queued sessionChargebacks and 1 more");
  await expect(page.getByRole("region", { name: "Learned in this batch" })).toBeHidden();

  const again = await planner.take();
  await expect(held).toContainText(`Plannerat work on ${again.taskId}`);
  await planner.complete(again, { result: { summary: "looked" }, reply: REPLIES.scout });
  await expect(held).toContainText("Plannerfree");
  await screen.answer("Continue").click();
  await present(planner, "plan");
  await answer(person, room.name, "plan", "approve");
  const asking = await builder.take();
  const { taskId, fence } = asking;
  await builder.client.call("askIntervention", {
    params: { room: room.name, taskId },
    body: { fence, question: "Is 409 a failure?", reason: "The network says so." },
  });
  await answer(person, room.name, "intervention", "answer", { note: "409 means settled." });
  await submit(builder, diffOf(["a.ts", "b.ts"]), { task: asking, usage: used(1.5) });
  await present(reviewer, "review");
  await doTask(builder, reviewer);
  await present(reviewer, "review", {
    findings: [{ severity: "medium", file: "src/drafts/entry.ts", issue: "Retries have no cap." }],
  });

  await expect(screen.heading(/^Batch 2 of 3, Conflict rules, is done/)).toBeVisible();
  await expect(costs.nth(0)).toHaveText(/^1 Draft store\s*1\.00 USD$/);
  await expect(costs.nth(1)).toContainText("1.50 and more of 1.00 USD");
  const bar = costs.nth(1).locator(".cp-track i");
  await expect(bar).toHaveClass(["cp-spent", "cp-over", "cp-mark"]);
  await expect(costs.nth(2)).toContainText("about 5 tasks, est.");
  const tasks = screen.work.getByRole("table", { name: "Tasks of the plan" });
  await expect(tasks.getByRole("row").nth(1)).toHaveText(
    /DEV-003.*Builder.*1 round.*\+2 −0.*1\.50/,
  );
  await expect(tasks.getByRole("row").nth(2)).toHaveText(/DEV-004.*\+1 −0.*unknown/);
  const learned = page.getByRole("region", { name: "Learned in this batch" });
  await expect(learned.getByRole("listitem")).toHaveText([
    "Retries have no cap.carried over, mediumsrc/drafts/entry.ts",
    /^409 means settled\..*asked “Is 409 a failure\?”$/,
  ]);
  await expectAccessible(page, "a checkpoint with its rail", { isScreen: true });
  await held.getByRole("link", { name: "Chargebacks" }).click();
  await expect(page.getByRole("heading", { level: 1, name: "Chargebacks" })).toBeVisible();

  await page.setViewportSize({ width: 360, height: 740 });
  await screen.open(room.name, 1, "Offline drafts");
  await page.getByRole("button", { name: "Conversation" }).click();
  await expect(page.getByRole("dialog").getByText("Held up by this")).toBeVisible();
});
