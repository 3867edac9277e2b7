import { expectAccessible } from "../fixtures/axe.ts";
import { expectFits } from "../fixtures/fit.ts";
import type { Person } from "../fixtures/person.ts";
import { shoot } from "../fixtures/shoot.ts";
import { expect, test } from "../fixtures/test.ts";

const LONG = `The timer and the answer meet in one transaction. ${"I would ship it behind a flag for a week: the old path stays reachable. ".repeat(12)}https://example.org/${"a".repeat(160)}`;

/** The same team, whose messages go by mention. */
async function routed({ client }: Person, room: string): Promise<void> {
  const params = { room };
  const { draft, version } = await client.call("getTeam", { params });
  const tiers = { full: { branchS: 600 } };
  const body = { version, team: { ...draft, routing: { rules: [], tiers } } } as never;
  await client.call("changeTeam", { params, body });
}

test("several are asked at once: each branch with its state, the failed one retried alone, the results joined", async ({
  squad,
  person,
  visit,
}, testInfo) => {
  const { room, planner, builder, reviewer } = await squad();
  await routed(person, room.name);
  const page = await visit();
  await page.goto(`/rooms/${room.name}`);
  const box = page.getByRole("textbox", { name: "Message to the team" });
  await box.fill("@builder @reviewer Is the refund flow ready to merge?");
  const line = page.getByRole("status", { name: "Where it goes" });
  await expect(line).toContainText("each answers apart, and Planner joins the results");
  await box.press("Escape");
  await page.getByRole("button", { name: "Send" }).click();

  const card = page.getByRole("region", { name: "Fan-out 1" });
  const branch = card.getByRole("list", { name: "Branches" }).getByRole("listitem");
  await expect(branch).toHaveCount(2);
  await expect(branch.first()).toContainText("Waiting");
  await expect(card).toContainText("0 of 2 answered");
  const build = await builder.take();
  await expect(branch.first()).toContainText("Working");
  await expect(branch.first()).toContainText(/\d+ s left/);
  await shoot(page, testInfo, "working");

  await builder.complete(build, { result: { summary: LONG } });
  await expect(branch.first()).toContainText("Fulfilled");
  await branch.first().getByRole("button", { name: "Show all" }).click();
  await expect(branch.first().getByRole("button", { name: "Show less" })).toBeVisible();
  await branch.first().getByRole("button", { name: "Show less" }).click();
  await reviewer.fail(await reviewer.take(), "The suite does not start: no database on this machine.");
  await expect(branch.last()).toContainText("Rejected");
  await expect(branch.last()).toContainText("no database on this machine");
  await expect(card).toContainText("Planner gets all results next, as PLAN-001.");
  await shoot(page, testInfo, "rejected");
  await expectFits(page, "a fan-out with a failed branch");
  await page.setViewportSize({ width: 1440, height: 900 });
  await expectAccessible(page, "a fan-out with a failed branch");

  const joining = await planner.take();
  await expect(card).toContainText("is joining the results in PLAN-001.");
  await planner.complete(joining, {
    result: { summary: "The design holds; nobody judged the tests." },
  });
  await expect(card).toContainText("No answer from Reviewer.");
  await branch.last().getByRole("button", { name: "Retry Reviewer" }).click();
  await expect(branch.last()).toContainText("Waiting");
  const again = await reviewer.take();
  await reviewer.complete(again, { result: { summary: "The tests prove it, in both orders." } });
  await expect(card).toContainText("2 of 2 answered");
  await expect(card).toContainText("Planner gets all results next, as PLAN-002.");
  await shoot(page, testInfo, "retried");
  const joinedAgain = await planner.take();
  expect(joinedAgain.fanout?.branches.map(({ outcome }) => outcome)).toEqual(["fulfilled", "fulfilled"]);

  const row = page.getByRole("list", { name: "What happens in this room" }).getByRole("listitem");
  await row
    .filter({ hasText: "asked Builder, Reviewer at once" })
    .getByRole("button", { name: /^Details of event \d+/ })
    .click();
  const sheet = page.getByRole("dialog", { name: /^Event \d+$/ });
  await expect(sheet).toContainText("fanout.opened");
  await expect(sheet.getByRole("button", { name: /^DEV-001/ })).toBeVisible();
});

test("an agent asks several: its fan-out is one thing in the conversation too", async ({ squad, visit }) => {
  const { room, planner } = await squad();
  const page = await visit();
  await page.goto(`/rooms/${room.name}`);
  await page.getByRole("textbox", { name: "Message to the team" }).fill("Is it safe to release?");
  await page.getByRole("button", { name: "Send" }).click();
  const { taskId, fence } = await planner.take();
  const branches = [
    { role: "builder", title: "Code", instruction: "Does it hold under retries?" },
    { role: "reviewer", title: "Money", instruction: "Can anyone be paid twice?" },
  ];
  const params = { room: room.name, taskId };
  await planner.client.call("fanOut", { params, body: { fence, branches } as never });
  const card = page.getByRole("region", { name: "Fan-out 1" });
  await expect(card.getByRole("list", { name: "Branches" })).toContainText("Money");
  await expect(card).toContainText("once 2 branches have ended");
});
