import type { Locator } from "@playwright/test";
import type { Played } from "../fixtures/agent.ts";
import { expectAccessible } from "../fixtures/axe.ts";
import { expectFocusSeen, tabTo } from "../fixtures/keyboard.ts";
import { answer, diffOf, openSession, present, REPLIES, submit } from "../fixtures/session.ts";
import { SessionPage } from "../fixtures/session-page.ts";
import { TITLE } from "../fixtures/session-places.ts";
import { expect, test } from "../fixtures/test.ts";

const used = (costUsd?: number) => ({ inputTokens: 4_000, outputTokens: 200, costUsd });

/** Its author reports so many dollars, its reviewer none. */
async function doTask(builder: Played, reviewer: Played, costUsd?: number): Promise<void> {
  await submit(builder, diffOf(["src/drafts/entry.ts"]), { usage: used(costUsd) });
  await present(reviewer, "review");
}

test("a checkpoint says what it holds up, what was learned, and cost against estimate", async ({
  crewAtBatch,
  page,
  person,
}) => {
  const { room, planner, builder, reviewer } = await crewAtBatch("a2");
  for (const title of ["Chargebacks", "Reports"]) await openSession(person, room.name, title);
  await doTask(builder, reviewer, 0.4);
  await doTask(builder, reviewer, 0.6);
  await present(reviewer, "review");

  const screen = new SessionPage(page);
  await screen.open(room.name, 1, TITLE);
  const costs = screen.work.getByRole("list", { name: "Cost against estimate" }).getByRole("listitem");
  // The first batch of a room had nothing to be judged by; those to come have it.
  await expect(costs.nth(0)).toHaveText(/^1 Draft store\s*1\.00 USD$/);
  await expect(costs.nth(1)).toContainText("about 4 tasks, est. 2.00 USD");
  await expect(costs.nth(2)).toContainText("about 4 tasks, est. 2.00 USD");
  const left = screen.work.getByRole("list", { name: "What is left" }).getByRole("listitem");
  await expect(left.nth(0)).toContainText("about 4 tasksest. 2.00 USD, 17 k tokens");
  const figures = screen.work.locator("dl");
  await expect(figures).toContainText("no findingsin 1 round of review");
  // The three sums of this page say what they are of.
  await expect(figures).toContainText(
    /1\.00 USDthis batch, with its plan and review; its tasks 1\.00; the whole session 1\.00/,
  );
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
  await expect(costs.nth(1)).toContainText("at least 1.50 of 1.00 USD");
  await expect(costs.nth(2)).toContainText("about 5 tasks, est.");
  const tasks = screen.work.getByRole("table", { name: "Tasks of the plan" });
  await expect(tasks.getByRole("row").nth(1)).toHaveText(/DEV-003.*Builder.*1 round.*\+2 −0.*1\.50/);
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
  await screen.open(room.name, 1, TITLE);
  await page.getByRole("button", { name: "Conversation" }).click();
  await expect(page.getByRole("dialog").getByText("Held up by this")).toBeVisible();
});

test("its three answers are tiles that say what they do, and no edit gets lost by one of them", async ({
  crewAtBatch,
  page,
}) => {
  const crew = await crewAtBatch("a2");
  await doTask(crew.builder, crew.reviewer, 0.4);
  await doTask(crew.builder, crew.reviewer, 0.6);
  await present(crew.reviewer, "review");
  const screen = new SessionPage(page);
  await screen.open(crew.room.name, 1, TITLE);
  const says = (name: string, words: string | RegExp) => expect(screen.answer(name)).toHaveAccessibleDescription(words);
  await says("Continue", /^“Conflict rules” is planned next\. .* About 4 tasks, est\. 2\.00 USD\.$/);
  await says("Adjust, then continue", "Nothing edited yet: takes you to what is left.");
  await says("Stop here", "What is done stays. The 2 batches that are left are dropped.");

  const first = page.getByLabel("Title of part 2");
  await page.keyboard.press("r");
  await expect(first).toBeFocused();
  await page.keyboard.press("Control+a");
  await page.keyboard.type("Rules of two");
  const left = screen.work.getByRole("list", { name: "What is left" }).getByRole("listitem");
  await expect(left.nth(0)).toContainText("no estimate");
  await expect(left.nth(1)).toContainText("est. 2.00 USD");
  await says("Continue", /^You edited what is left\./);
  await expect(screen.answer("Continue")).toHaveAttribute("aria-disabled", "true");
  await says("Adjust, then continue", /“Rules of two” first\.$/);
  await expectAccessible(page, "a checkpoint whose rest is edited", { isScreen: true });

  for (const part of ["Rules of two", "Lost connection"])
    await page.getByRole("button", { name: `Remove: ${part}` }).click();
  await says("Adjust, then continue", /^Nothing is left to continue with/);
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("a");
  await screen.expectStep("Checkpoint 1 of 3");
  await screen.work.getByRole("button", { name: "As proposed" }).click();

  await page.setViewportSize({ width: 360, height: 740 });
  const stop = screen.answer("Stop here");
  // The whole tile answers, its words too.
  await screen.bar.getByText("The 2 batches that are left are dropped.").click({ force: true });
  await expect(screen.bar.getByRole("textbox")).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(stop).toBeVisible();
  await page.getByRole("button", { name: "Merge with next: Conflict rules" }).click();
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole("heading", { level: 1 }).click();
  await page.keyboard.press("a");
  await screen.expectStep("Plan 2 of 2");
});

test("what was found and fixed is counted, and what the new scout changed stands at its batch", async ({
  crewAtBatch,
  page,
  person,
}) => {
  const { room, planner, builder, reviewer } = await crewAtBatch("a2");
  const finding = { severity: "high", file: "src/drafts/entry.ts", line: 2 };
  await submit(builder, diffOf(["src/drafts/entry.ts"]));
  const findings = ["Not flushed.", "Sent twice."].map((issue) => ({ ...finding, issue }));
  await present(reviewer, "review", { passed: false, findings });
  await doTask(builder, reviewer);
  await doTask(builder, reviewer);
  await present(reviewer, "review", {
    findings: [{ severity: "medium", file: "src/drafts/entry.ts", issue: "Retries have no cap." }],
  });
  const screen = new SessionPage(page);
  await screen.open(room.name, 1, TITLE);
  const figures = screen.work.locator("dl");
  await expect(figures).toContainText("3 findings2 fixed, 1 carried over");

  const about = "The conflict rules can use the entries as they are.";
  await present(planner, "scout", { top5: ["src/editor/history.ts", about] });
  const left = screen.work.getByRole("list", { name: "What is left" }).getByRole("listitem");
  await expect(left.nth(0)).toContainText(`new from the scout${about}`);
  await expect(screen.work.getByText("new from the scout")).toHaveCount(1);
  await expect(screen.work.getByRole("insertion")).toHaveText([about]);
  await expect(screen.work.getByRole("deletion")).toHaveText(["src/drafts/store.ts"]);

  await screen.answer("Continue").click();
  await present(planner, "plan");
  await answer(person, room.name, "plan", "approve");
  await doTask(builder, reviewer);
  await doTask(builder, reviewer);
  await present(reviewer, "review");
  await expect(figures).toContainText("no findings");
  // The same again: nothing is news, and no batch is marked.
  await present(planner, "scout", { top5: ["src/editor/history.ts", about] });
  await expect(screen.work).toContainText("Nothing new since the last scout.");
  await expect(screen.work.getByText("new from the scout")).toBeHidden();
});

for (const width of [360, 1440])
  test(`its tiles are walked and pressed by keys alone, ${width} px wide`, async ({ crewAt, page }) => {
    const { room } = await crewAt("checkpoint");
    await page.setViewportSize({ width, height: width === 360 ? 740 : 900 });
    const screen = new SessionPage(page);
    await screen.open(room.name, 1, TITLE);
    const press = (key: string) => page.keyboard.press(key);
    const [goOn, adjust, stop] = ["Continue", "Adjust, then continue", "Stop here"].map((name) =>
      screen.answer(name),
    ) as [Locator, Locator, Locator];
    const first = page.getByLabel("Title of part 2");
    await expect(goOn).toHaveAccessibleDescription(/^“Conflict rules” is planned next\./);
    await expect(adjust).toHaveAccessibleDescription("Nothing edited yet: takes you to what is left.");
    await expect(stop).toHaveAccessibleDescription(/^What is done stays\./);

    // In the order in which they stand, there and back.
    await tabTo(page, goOn);
    for (const tile of [adjust, stop]) {
      await press("Tab");
      await expectFocusSeen(tile);
    }
    await expectAccessible(page, `the last tile of ${width} px has the focus`);
    await page.setViewportSize({ width, height: width === 360 ? 740 : 900 });
    await press("Shift+Tab");
    await expectFocusSeen(adjust);
    await press("Space");
    await expectFocusSeen(first);
    await page.getByRole("heading", { level: 1 }).click();
    await press("r");
    await expectFocusSeen(first);

    // Stopping asks; whoever leaves that is where they were.
    await tabTo(page, stop);
    await press("Enter");
    await expect(screen.bar.getByRole("textbox")).toBeFocused();
    await press("Escape");
    await expectFocusSeen(stop);

    // An answer that cannot be given now says why, is reached all the same, and keeps its place.
    await tabTo(page, first, "Shift+Tab");
    await page.keyboard.type("Rules of two");
    await tabTo(page, goOn);
    await expect(goOn).toHaveAccessibleDescription(/^You edited what is left\./);
    await press("Enter");
    await screen.expectStep("Checkpoint 1 of 3");
    await press("Tab");
    await expectFocusSeen(adjust);
    const [before, here] = [await goOn.boundingBox(), await adjust.boundingBox()];
    expect(before && here && (before.y < here.y || before.x < here.x)).toBe(true);
    await press("Enter");
    await screen.expectStep("Plan 2 of 3");
  });
