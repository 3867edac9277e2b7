import { expectAccessible } from "../fixtures/axe.ts";
import { expectFits } from "../fixtures/fit.ts";
import { expect, test } from "../fixtures/test.ts";

test("a team whose messages go by rule: set, tried, previewed while one types, and told why", async ({
  makeRoom,
  person,
  visit,
}, testInfo) => {
  const room = await makeRoom("squad");
  const page = await visit();
  await page.goto(`/rooms/${room.name}/settings`);
  const routing = page.getByRole("region", { name: "Who gets your messages" });
  await routing.getByRole("button", { name: "By rule" }).click();
  const rules = routing.getByRole("list", { name: "Rules" }).getByRole("listitem");
  await expect(rules).toHaveCount(3);
  await routing.getByRole("button", { name: "Rule", exact: true }).click();
  await rules.last().getByLabel("Words and phrases").fill("refund, does not add up");
  await rules.last().getByLabel("Goes to").selectOption("reviewer");
  const tried = routing.getByLabel("Try a message");
  await tried.fill("The total does not add up");
  await expect(routing.getByText("Reviewer gets it", { exact: false })).toBeVisible();
  await expect(routing.getByText("“does not add up”")).toBeVisible();
  await tried.fill("What about Friday?");
  await expect(routing.getByText("No rule is sure: Planner decides.")).toBeVisible();
  await tried.fill("fix the login bug, ok?");
  await expectFits(page, "the rules of a team");
  await expectAccessible(page, "the rules of a team");
  await page.setViewportSize({ width: 1440, height: 1000 });
  await routing.scrollIntoViewIfNeeded();
  await page.screenshot({ path: testInfo.outputPath("rules.png"), fullPage: true });
  await page.getByRole("button", { name: "Save…" }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^(Save|Change)/ })
    .click();
  await expect(page.getByText("Not saved")).toBeHidden();

  await page.goto(`/rooms/${room.name}`);
  await page.getByRole("textbox", { name: "Message to the team" }).fill("The refund is wrong");
  const line = page.getByRole("status", { name: "Where it goes" });
  await expect(line).toContainText("Reviewer");
  await expect(line).toContainText("“refund” (0.89)");
  await page.getByRole("button", { name: "Send" }).click();
  await expect
    .poll(async () => {
      const { data } = await person.client.call("listTasks", { params: { room: room.name } });
      return data.map(({ role }) => role);
    })
    .toEqual(["reviewer"]);
  await page.getByRole("textbox", { name: "Message to the team" }).fill("What's the status?");
  await expect(line).toContainText("Squadroom");
  await expect(line).toContainText("answers at once from the room; no agent works on it");
  await page.getByRole("button", { name: "Send" }).click();
  const feed = page.getByRole("list", { name: "What happens in this room" });
  const answer = feed.getByRole("listitem").filter({ hasText: "Queued: 1 task" });
  await expect(answer).toContainText("The refund is wrong: queued, but no Reviewer is connected");
  await page.screenshot({ path: testInfo.outputPath("status.png") });
  await answer.getByRole("button", { name: "REVIEW-001", exact: true }).click();
  await expect(page.getByRole("dialog")).toContainText("The refund is wrong");
  await page.keyboard.press("Escape");
  const tasks = await person.client.call("listTasks", { params: { room: room.name } });
  expect(tasks.data).toHaveLength(1);
  const row = feed.getByRole("listitem");
  await row
    .filter({ hasText: "The refund is wrong" })
    .first()
    .getByRole("button", { name: /^Details of event \d+/ })
    .click();
  const detail = page.getByRole("dialog", { name: /^Event \d+$/ });
  await expect(detail.getByText("Reviewer gets it", { exact: false })).toBeVisible();
});
