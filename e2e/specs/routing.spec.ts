import { expectAccessible } from "../fixtures/axe.ts";
import { expectFits } from "../fixtures/fit.ts";
import { shoot } from "../fixtures/shoot.ts";
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
  await shoot(page, testInfo, "rules", { fullPage: true });
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
  await shoot(page, testInfo, "status");
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

test("a route is corrected at its message with one click, and corrections suggest a rule that is tried before it is saved", async ({
  makeRoom,
  person,
  visit,
}, testInfo) => {
  const room = await makeRoom("squad");
  const params = { room: room.name };
  const { draft, version } = await person.client.call("getTeam", { params });
  const routing = { rules: [{ phrases: ["fix"], to: "builder" }] };
  await person.client.call("changeTeam", {
    params,
    body: { team: { ...draft, routing } as never, version },
  });
  for (const body of ["The totals of March look odd", "The export has wrong totals"])
    await person.client.call("sendMessage", { params, body: { body } });
  const page = await visit();
  await page.goto(`/rooms/${room.name}`);
  const feed = page.getByRole("list", { name: "What happens in this room" });
  for (const body of ["The totals of March look odd", "The export has wrong totals"]) {
    const row = feed.getByRole("listitem").filter({ hasText: body }).first();
    await row.getByRole("button", { name: "Why" }).click();
    await expect(row).toContainText("No rule is sure: Planner decides.");
    await row.getByRole("button", { name: "Reviewer", exact: true }).click();
    await expect(row).toContainText("said it should have gone to Reviewer.");
    await expect(row.getByRole("status")).toHaveText(/^PLAN-00\d moved to Reviewer\.$/);
  }
  await expect(feed).toContainText("moved PLAN-001 from Planner to Reviewer");
  const newer = page.getByRole("button", { name: /\d+ new/ });
  if (await newer.isVisible()) await newer.click();
  await expectFits(page, "why a message went there");
  await expectAccessible(page, "why a message went there");
  await page.setViewportSize({ width: 1440, height: 1000 });
  await shoot(page, testInfo, "why");

  await page.goto(`/rooms/${room.name}/settings`);
  const rules = page.getByRole("region", { name: "Who gets your messages" });
  await expect(rules).toContainText("No rule was sure of 2: the entry point decided.");
  const proposals = rules.getByRole("list", { name: "Proposed rules" });
  await expect(proposals).toContainText("totals goes to Reviewer after 2 corrections");
  await proposals.getByRole("button", { name: "Add this rule" }).click();
  const effect = rules.getByRole("region", { name: "If you save this" });
  await expect(effect).toContainText("Of the room’s last 2 messages, 2 would go elsewhere.");
  await expect(effect.getByRole("listitem").first()).toContainText("Planner to Reviewer");
  await rules.getByText("Limits by size of work").click();
  const standard = rules.getByRole("listitem").filter({ hasText: "Standard work" });
  await standard.getByLabel("Minutes").fill("30");
  await standard.getByLabel("Minutes").blur();
  await standard.getByLabel("Models").selectOption("Premium");
  await expectFits(page, "what edited rules change");
  await page.setViewportSize({ width: 1440, height: 1000 });
  await rules.scrollIntoViewIfNeeded();
  await shoot(page, testInfo, "effect", { fullPage: true });
  await page.getByRole("button", { name: "Save…" }).click();
  await page
    .getByRole("dialog")
    .getByRole("button", { name: /^(Save|Change)/ })
    .click();
  await expect(page.getByText("Not saved")).toBeHidden();
  const { team } = await person.client.call("getTeam", { params });
  expect(team.routing).toMatchObject({
    rules: [{ to: "builder" }, { phrases: ["totals"], to: "reviewer" }],
    tiers: { standard: { timeoutS: 1800, model: "premium" } },
  });
});
