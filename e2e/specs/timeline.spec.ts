import { expectAccessible } from "../fixtures/axe.ts";
import { withRounds } from "../fixtures/discussion.ts";
import { expectFits } from "../fixtures/fit.ts";
import { finish } from "../fixtures/session.ts";
import { shoot } from "../fixtures/shoot.ts";
import { expect, test } from "../fixtures/test.ts";

test("who worked when in a pipeline: nobody yet, under way, at a checkpoint, and when it has ended", async ({
  makeRoom,
  person,
  visit,
  anAgent,
}, testInfo) => {
  const room = await makeRoom("lifecycle");
  await withRounds(person, room.name);
  const roles = ["analyst", "writer", "planner", "executor", "tester", "reviewer"] as const;
  const agents = await Promise.all(roles.map((role) => anAgent({ room: room.name, role })));
  const by = Object.fromEntries(roles.map((role, i) => [role, agents[i]]));
  const as = (role: (typeof roles)[number]) => {
    const agent = by[role];
    if (!agent) throw new Error(`there is no ${role}`);
    return agent;
  };
  const work = async (...turns: (typeof roles)[number][]) => {
    for (const role of turns) await finish(as(role), await as(role).take());
  };
  const params = { room: room.name };
  const body = { title: "Refunds", description: "Money back.", pipeline: "full-lifecycle" };
  await person.client.call("createSession", { params, body });
  const page = await visit();

  await page.goto(`/rooms/${room.name}/sessions/1`);
  await expect(page.getByRole("heading", { level: 1, name: "Refunds" })).toBeVisible();
  await page.keyboard.press("}");
  await expect(page.getByText("Nobody has worked on it yet")).toBeVisible();
  await shoot(page, testInfo, "empty");

  await work("analyst", "writer");
  const writer = as("writer");
  await writer.fail(await writer.take(), "The disk is full.");
  const second = await writer.take();
  const chart = page.getByText(/^Who worked when, .* 6 roles/);
  await expect(chart).toBeVisible();
  await expect(page.getByText("2 of 10 steps done")).toBeVisible();
  const waits = page.getByRole("region", { name: "Waits" });
  await expect(waits.getByRole("row", { name: /DRAFT-002 another attempt/ })).toContainText("The disk is full.");
  await shoot(page, testInfo, "under-way");
  await page.getByRole("button", { name: "List" }).press("Enter");
  await expect(chart).toBeHidden();
  const now = page.getByRole("region", { name: "Now" });
  await expect(now.getByRole("listitem")).toContainText("Writer");
  await expect(now.getByRole("listitem")).toContainText("attempt 2");
  const before = page.getByRole("region", { name: "Before" });
  await expect(before.getByRole("listitem").first()).toContainText("failed");
  await before.getByRole("button", { name: "DRAFT-001" }).press("Enter");
  await expect(page.getByRole("dialog")).toContainText("DRAFT-001");
  await page.keyboard.press("Escape");
  await shoot(page, testInfo, "list");
  await expectAccessible(page, "a timeline as a list");

  await finish(writer, second);
  await work("writer", "writer", "reviewer");
  await expect(now.getByRole("listitem")).toContainText("Start the implementation of “Refunds”?");
  await page.keyboard.press("v");
  await expect(before).toBeHidden();
  await expect(waits.getByRole("row", { name: /the whole session a person/ })).toBeVisible();
  await page.getByRole("button", { name: "15 min" }).click();
  await page.getByRole("button", { name: "Zoom in" }).click();
  const all = page.getByRole("button", { name: "All", exact: true });
  await page.keyboard.press("0");
  await expect(all).toHaveAttribute("aria-pressed", "true");
  // Five seconds are never shown in part, and a fast run has hardly more.
  await expect(async () => {
    await page.keyboard.press("+");
    expect(await all.getAttribute("aria-pressed")).toBe("false");
  }).toPass();
  await expect(async () => {
    await page.keyboard.press("-");
    expect(await all.getAttribute("aria-pressed")).toBe("true");
  }).toPass();
  await shoot(page, testInfo, "checkpoint");
  await expectAccessible(page, "a timeline at a checkpoint");
  await expectFits(page, "a timeline at a checkpoint");

  const { data } = await person.client.call("listDecisions", {
    params,
    query: { state: "pending" },
  });
  const [asked] = data;
  if (!asked) throw new Error("nobody is asked");
  await person.client.call("answerDecision", {
    params: { ...params, decisionId: asked.id },
    body: { optionId: asked.options[0]?.id ?? "", version: asked.version, note: "" },
  });
  await work("planner", "executor", "tester", "reviewer");
  await expect(page.getByText(/^took /)).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(page.getByText("10 of 10 steps done")).toBeVisible();
  // Tester and reviewer could both start, and no coordinator was there to say which.
  await expect(page.getByText("Coordinator", { exact: true })).toBeVisible();
  await shoot(page, testInfo, "ended");
  await expectAccessible(page, "the timeline of an ended pipeline");
});
