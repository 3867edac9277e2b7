import { expectAccessible } from "../fixtures/axe.ts";
import { expectFits } from "../fixtures/fit.ts";
import { answer, diffOf, present, submit } from "../fixtures/session.ts";
import { SessionPage } from "../fixtures/session-page.ts";
import { TITLE } from "../fixtures/session-places.ts";
import { expect, test } from "../fixtures/test.ts";

const used = { inputTokens: 4_000, outputTokens: 200, costUsd: 0.4 };
const FINDING = {
  severity: "high",
  file: "src/drafts/entry.ts",
  line: 12,
  issue: "An entry without a clock is taken as the newest.",
};

test("an ended session has a report that says what it came to, reads on paper and can be taken along", async ({
  crewAtBatch,
  page,
  person,
}) => {
  const { room, builder, reviewer } = await crewAtBatch("a2");
  const diff = diffOf(["src/drafts/entry.ts"]);
  await submit(builder, diff, { usage: used });
  await present(reviewer, "review", { passed: false, findings: [FINDING], summary: "Not yet." });
  await submit(builder, diff, { usage: used });
  await present(reviewer, "review");
  await submit(builder, diff, { usage: used });
  await present(reviewer, "review");
  await present(reviewer, "review");
  await answer(person, room.name, "batch_checkpoint", "stop");

  const screen = new SessionPage(page);
  await screen.open(room.name, 1, TITLE);
  const parts = page.getByRole("navigation", { name: "Parts of the session" });
  await parts.getByRole("link", { name: "Report" }).click();
  await expect(parts.locator("[aria-current=page]")).toHaveText(["Report"]);
  const paper = page.getByRole("article");
  await expect(paper.getByRole("heading", { level: 2 })).toHaveText(TITLE);
  await expect(paper).toContainText("2 of 2tasks passed");
  await expect(paper).toContainText("1 finding1 fixed");
  const part = (name: string) => paper.locator("section", { has: page.getByRole("heading", { level: 3, name }) });
  await expect(part("Asked")).toContainText("Drafts must survive a lost connection.");
  await expect(part("Decided")).toContainText("Snapshot and merge");
  await expect(part("Findings")).toContainText(`fixed${FINDING.issue} ${FINDING.file}:12`);
  await expect(part("Who did what").getByRole("row")).toHaveCount(1 + 3 + 1 + 2);
  await expect(part("Open")).toContainText("Batch");
  await expectAccessible(page, "a report");
  await expectFits(page, "a report");

  await page.setViewportSize({ width: 1440, height: 900 });
  const saving = page.waitForEvent("download");
  await page.getByRole("button", { name: "Markdown" }).click();
  expect((await saving).suggestedFilename()).toBe(`${room.name}-session-1.md`);
  await page.emulateMedia({ media: "print" });
  await expect(page.getByRole("button", { name: "Print" })).toBeHidden();
  await expect(page.getByRole("navigation", { name: "Main" })).toBeHidden();
  await expect(parts).toBeHidden();
  await expect(paper).toBeVisible();
  await page.emulateMedia({ media: "screen" });

  // The last word about the session, in the room's conversation, leads there too.
  await page.goto(`/rooms/${room.name}`);
  await page.getByRole("link", { name: "Read the report" }).click();
  await expect(part("Asked")).toBeVisible();
});
