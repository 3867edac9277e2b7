import { expectAccessible } from "../fixtures/axe.ts";
import { expectFits } from "../fixtures/fit.ts";
import { shoot } from "../fixtures/shoot.ts";
import { expect, test } from "../fixtures/test.ts";

test("errors appear as they are reported, by task; the third stops its agent, and whoever decides sees why", async ({
  squad,
  person,
  visit,
}, testInfo) => {
  const { room, builder } = await squad();
  const params = { room: room.name };
  const tasks = ["Editor margins", "Draft banner"].map((title) => ({
    role: "builder",
    title,
    instruction: "Do it.",
  }));
  await person.client.call("createTasks", { params, body: { tasks } as never });
  const page = await visit();
  await page.goto(`/rooms/${room.name}/errors`);
  await expect(page.getByText("No errors yet")).toBeVisible();

  const report = (task: { taskId: string; fence: number }, more: object) =>
    builder.client.call("reportError", {
      params: { ...params, taskId: task.taskId },
      body: { fence: task.fence, ...more } as never,
    });
  const first = await builder.take();
  await report(first, {
    message: "Unused import “useRef”",
    severity: "warning",
    type: "lint",
    file: "src/editor/quick.tsx",
    line: 2,
    column: 8,
    attemptedFixes: [{ fix: "remove it", outcome: "worked", note: "lint passed" }],
  });
  const editor = page.getByRole("region", { name: /Editor margins/ });
  await expect(editor).toContainText("src/editor/quick.tsx:2:8");
  await expect(editor.getByRole("img", { name: "worked" })).toBeVisible();
  await report(first, {
    message: "Snapshot of the editor differs in 2 places",
    type: "test",
    file: "test/editor.snap",
    line: 118,
    attemptedFixes: [
      { fix: "update the snapshot", note: "Reviewer refused: the change was real" },
      { fix: "restore the margin", outcome: "worked", note: "41 tests passed" },
    ],
  });
  await builder.complete(first, { result: { summary: "Done." } });

  const second = await builder.take();
  await report(second, {
    message: "“DraftState” is not exported by src/drafts/store.ts",
    type: "build",
    file: "src/drafts/banner.tsx",
    line: 3,
    column: 10,
    suggestedAgent: "reviewer",
    attemptedFixes: [{ fix: "import it from the index file", note: "not exported there either" }],
  });
  const agents = page.getByRole("complementary").filter({ hasText: "Agents" });
  await expect(agents.getByRole("img", { name: "2 of 3 in this run" })).toBeVisible();
  await report(second, {
    message: "Type “DraftState” is not assignable to “BannerState”",
    severity: "critical",
    file: "src/drafts/banner.tsx",
    line: 31,
    column: 9,
    type: "type mismatch",
    attemptedFixes: [
      { fix: "widen BannerState to unknown", note: "breaks 4 other files" },
      { fix: "export DraftState from the store", outcome: "not_tried", note: "not its to change" },
    ],
  });
  const banner = page.getByRole("region", { name: /Draft banner/ }).last();
  await expect(banner.getByRole("listitem").first()).toContainText("stopped Builder");
  await expect(agents).toContainText("Stopped, waiting for you");
  const card = page.getByRole("region", { name: /Builder was stopped after 3 errors/ });
  await expect(card).toContainText("Snapshot of the editor differs");
  await expect(card).toContainText("Not tried: export DraftState from the store (not its to change).");
  await shoot(page, testInfo, "errors");
  await expectFits(page, "errors");
  await expectAccessible(page, "errors", { isScreen: true });
  await page.setViewportSize({ width: 1440, height: 900 });

  await page.getByRole("link", { name: "Inbox" }).first().click();
  await expect(page.getByText(/Builder was stopped after 3 errors/).first()).toBeVisible();
  await page.goto(`/rooms/${room.name}/errors?of=${second.taskId}`);
  await expect(page.getByText(`Only ${second.taskId}.`)).toBeVisible();
  await expect(page.getByRole("region", { name: /Editor margins/ })).toHaveCount(0);
  await card.getByRole("button", { name: /Retry with a note/ }).click();
  await page.getByRole("textbox").last().fill("Export the type first.");
  await page.keyboard.press("Control+Enter");
  await expect(card).toHaveCount(0);
  await expect(agents).toContainText("No agent has counted errors.");
  const again = await builder.take();
  expect(again.taskId).toBe(second.taskId);
  expect(again.text).toContain("Export the type first.");
});

test("a blocker is closed where it is read: its agent gets the note, and the task goes on", async ({
  squad,
  person,
  visit,
}, testInfo) => {
  const { room, builder } = await squad();
  const params = { room: room.name };
  const outputs = [{ name: "banner", path: "src/banner.tsx" }, "src/banner.test.tsx"];
  const task = { role: "builder", title: "Draft banner", instruction: "Do it.", outputs };
  await person.client.call("createTasks", { params, body: { tasks: [task] } as never });
  const held = await builder.take();
  await builder.progress(held, {
    artifacts: [{ path: "src/banner.tsx", status: "created" }],
    blockers: [{ description: "No key for the store.", requiresAgent: "planner" }],
  } as never);
  const page = await visit();
  await page.goto(`/rooms/${room.name}/work?task=${held.taskId}`);
  const sheet = page.getByRole("dialog", { name: held.taskId });
  const blockers = sheet.locator(".ts-blocker");
  await expect(blockers).toContainText("needs planner");
  await expect(sheet.getByRole("listitem").filter({ hasText: "banner.tsx" }).last()).toContainText("Reported");
  await blockers.getByRole("button", { name: /Close the blocker: No key/ }).click();
  await blockers.getByRole("textbox").fill("The key is in the vault.");
  await shoot(page, testInfo, "blocker", { widths: [360, 1440] });
  await expectFits(page, "a blocker that is being closed");
  await expectAccessible(page, "a blocker that is being closed", { isScreen: true });
  await page.setViewportSize({ width: 1440, height: 900 });
  // A sheet that became a page in between has kept what was written.
  await blockers.getByRole("button", { name: /Close the blocker: No key/ }).click();
  await expect(blockers.getByRole("textbox")).toHaveValue("The key is in the vault.");
  await blockers.getByRole("button", { name: "Close the blocker", exact: true }).click();
  await expect(blockers).toHaveCount(0);
  const { messages } = await builder.progress(held, { percent: 60 });
  expect(JSON.stringify(messages)).toContain("The key is in the vault.");
  const done = await builder.complete(held, { result: { summary: "Made." } });
  expect(done).toMatchObject({ missing: ["src/banner.test.tsx"] });
  await page.goto(`/rooms/${room.name}/work?task=${held.taskId}`);
  await expect(sheet.getByRole("listitem").filter({ hasText: "banner.test.tsx" })).toContainText("Missing");
});
