import type { Locator } from "@playwright/test";
import type { Played } from "../fixtures/agent.ts";
import { expectAccessible } from "../fixtures/axe.ts";
import { InboxPage } from "../fixtures/inbox-page.ts";
import type { Person } from "../fixtures/person.ts";
import { answer, openSession, present, submit } from "../fixtures/session.ts";
import { SessionPage } from "../fixtures/session-page.ts";
import { expect, test } from "../fixtures/test.ts";

const DIFF = `diff --git a/src/payouts/retry-guard.ts b/src/payouts/retry-guard.ts
--- a/src/payouts/retry-guard.ts
+++ b/src/payouts/retry-guard.ts
@@ -18,6 +18,8 @@ import
 export async function guardRetry(req: PayoutRequest) {
-  const key = req.id
+  const body = canonical(req.body)
+  const key = sha256(body)
   const seen = await store.find(key)
   if (seen?.settled) return seen.answer
+  if (seen) return waitFor(seen, { timeoutS: 30 })
   return store.claim(key, req, async () => {
     return pay(req)
@@ -38,3 +40,3 @@
 function canonical(body: unknown) {
-  return stable(body)
+  return stable(omit(body, ["meta"]))
 }
diff --git a/src/payouts/payout-key.ts b/src/payouts/payout-key.ts
--- a/src/payouts/payout-key.ts
+++ b/src/payouts/payout-key.ts
@@ -1,2 +1,2 @@
-export type Key = number
+export type Key = string
 // end
`;
const FOUND = {
  passed: false,
  summary: "Two retries of one payout can pay twice.",
  mustFix: ["Take the caller's key, refuse without one."],
  findings: [
    {
      severity: "high",
      file: "src/payouts/retry-guard.ts",
      line: 20,
      issue: "The key comes from the request body: retries that differ only in `requestedAt` pay twice.",
      suggestion: "take `Idempotency-Key`",
    },
    { severity: "medium", file: "retry-guard.ts", line: 23, issue: "The wait has no cap." },
    { severity: "low", file: "README.md", issue: "It does not say so." },
  ],
};

/** A session whose plan of two tasks is approved. */
async function execution(person: Person, room: string, planner: Played): Promise<void> {
  await openSession(person, room, "Idempotent payouts");
  await present(planner, "scout");
  await present(planner, "triage");
  await answer(person, room, "triage", "skip");
  await present(planner, "plan");
  await answer(person, room, "plan", "approve");
}

/** What ends the session stands last, in red words without an edge; what may be chosen without harm has one. */
async function expectEndIsQuiet(answers: Locator): Promise<void> {
  const looks = await answers.evaluateAll((buttons) =>
    buttons.map((button) => {
      const { borderTopColor, backgroundColor, color } = getComputedStyle(button);
      const [red = 0, green = 0, blue = 0] = (color.match(/\d+/g) ?? []).map(Number);
      const isClear = (paint: string) => paint === "rgba(0, 0, 0, 0)";
      return {
        name: button.textContent?.replace(/\s*\d$/, ""),
        isEdged: !isClear(borderTopColor) || !isClear(backgroundColor),
        isRed: red > 2 * Math.max(green, blue),
      };
    }),
  );
  expect(looks.at(-1)).toEqual({ name: "Abort the session", isEdged: false, isRed: true });
  expect(looks.slice(0, -1).filter(({ isEdged, isRed }) => !isEdged || isRed)).toEqual([]);
}

test("findings stand beside the change; after three rounds a person decides", async ({ squad, page, person }) => {
  const { room, planner, builder, reviewer } = await squad();
  await execution(person, room.name, planner);
  const screen = new SessionPage(page);
  await screen.open(room.name, 1, "Idempotent payouts");
  await submit(builder, DIFF);
  const task = screen.work.getByRole("region", { name: "DEV-001", exact: true });
  await expect(task.getByRole("row", { name: /Round 1 Reviewer pending/ })).toBeVisible();
  await present(reviewer, "review", FOUND);
  await expect(screen.work).toContainText("goes back to Builder");
  const change = task.getByRole("region", { name: "What changed" });
  const lines = change.getByRole("region", { name: "src/payouts/retry-guard.ts" });
  await expect(lines.getByText("const key = sha256(body)")).toBeVisible();
  await expect(lines).toContainText("20+added  const key = sha256(body)highline 20The key comes");
  await expect(task.getByText("It does not say so.")).toBeVisible();
  await change.getByRole("button", { name: "payout-key.ts" }).click();
  await expect(change.getByText("export type Key = string")).toBeVisible();
  await expectAccessible(page, "findings beside a change");

  for (let round = 2; round <= 3; round++) {
    await submit(builder, DIFF);
    await present(reviewer, "review", FOUND);
  }
  await expect(task.getByRole("heading", { name: /DEV-001 was rejected/ })).toBeVisible();
  await expect(task.getByRole("row")).toHaveCount(3);
  await expectAccessible(page, "a rejected task", { isScreen: true });
  await expectEndIsQuiet(screen.bar.locator("[data-option]"));
  await task.getByRole("button", { name: "Open DEV-001" }).click();
  const rounds = page.getByRole("dialog", { name: "DEV-001" }).getByRole("row");
  await expect(rounds).toHaveText([/^Round 3/, /^Round 2/, /^Round 1/]);
  await expect(rounds.first()).toContainText("4 things to change");
  await page.keyboard.press("Escape");

  const inbox = new InboxPage(page);
  await inbox.visit();
  await expect(inbox.open).toContainText("DEV-001 “Entry format” was rejected in round 3");
  await expect(inbox.open).toContainText("Two retries of one payout can pay twice.");
  await expectEndIsQuiet(inbox.open.getByRole("list", { name: "Answers" }).getByRole("button"));

  await screen.open(room.name, 1, "Idempotent payouts");
  await screen.answer("Another round").click();
  await page.getByRole("textbox").last().fill("Ask the caller for a key.");
  await page.getByRole("button", { name: "Another round" }).click();
  await expect(screen.work).toContainText("goes back to Builder");
  const again = await builder.take();
  expect(again.taskId).toBe("DEV-001");
  expect(again.text).toContain("Ask the caller for a key.");
  await builder.complete(again, {
    result: {
      summary: "Took the caller's key.",
      criteria: again.successCriteria.map((criterion) => ({ criterion, met: true })),
    },
  });
  await present(reviewer, "review", { ...FOUND, mustFix: ["Still."] });
  await expect(screen.answer("Let it go on")).toBeVisible();
  await screen.answer("Let it go on").click();
  await page.getByRole("textbox").last().fill("Known, and written down.");
  await page.getByRole("button", { name: "Let it go on" }).click();
  await expect(screen.work).toContainText("continues without passing");
  await expect(screen.work).toContainText("ready for Builder");

  await submit(builder, DIFF);
  for (const times of [1, 2]) {
    const result = { summary: `no word, ${times}` };
    await reviewer.complete(await reviewer.take(), { result, reply: "It is fine." });
  }
  const card = screen.work.getByRole("region", {
    name: /^REVIEW-\d+ .* ended without a usable reply/,
  });
  const second = screen.work.getByRole("button", { name: /^DEV-002/ });
  await expect(second).toContainText("its review failed, waiting for you");
  await expect(page.getByRole("region", { name: "Whose turn it is" })).toContainText("You");
  await card.getByRole("button", { name: "Waive this review" }).click();
  await card.getByRole("button", { name: "Waive this review" }).click();
  await expect(card.getByRole("alert")).toBeVisible();
  await card.getByRole("textbox").fill("Read by two people.");
  await card.getByRole("button", { name: "Waive this review" }).click();
  await expect(second).toContainText("done, unreviewed");
  await second.click();
  const sheet = page.getByRole("dialog", { name: "DEV-002" });
  await expect(sheet.getByRole("row", { name: /Round 1 Reviewer waived/ })).toBeVisible();
});

test("a rejected task is rolled back, from a phone", async ({ squad, page, person }) => {
  await page.setViewportSize({ width: 360, height: 740 });
  const { room, planner, builder, reviewer } = await squad();
  await execution(person, room.name, planner);
  for (let round = 1; round <= 3; round++) {
    await submit(builder, DIFF);
    await present(reviewer, "review", FOUND);
  }
  const screen = new SessionPage(page);
  await screen.open(room.name, 1, "Idempotent payouts");
  await expect(screen.answer("More")).toBeVisible();
  await expectAccessible(page, "a rejected task on a phone", { isScreen: true });
  await page.setViewportSize({ width: 360, height: 740 });
  await screen.answer("More").click();
  await page.getByRole("menuitem", { name: /^Roll back/ }).click();
  await page.getByRole("button", { name: "Roll back" }).click();
  await expect(screen.work).toContainText("Take back DEV-001");
  await expect(screen.work).toContainText("rolled back");
  await submitPlain(builder);
  await expect(screen.heading("The implementation gate isn't passed")).toBeVisible();
  await expect(screen.work).toContainText("DEV-001 was rolled back: not passed.");
  await screen.answer("More").click();
  await page.getByRole("menuitem", { name: /^Override the gate/ }).click();
  await screen.note("It is not needed any more.", "Override the gate");
  await expect(screen.heading(/Review is (ready|waiting) for/)).toBeVisible();
});

/** No task of the plan itself: the review of the whole looks at it. */
async function submitPlain(agent: Played): Promise<void> {
  const task = await agent.take();
  const { state } = await agent.complete(task, { result: { summary: "It is as it was." } });
  expect(state).toBe("completed");
}
