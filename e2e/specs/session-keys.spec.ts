import { expectFocusSeen, tabTo } from "../fixtures/keyboard.ts";
import { answer, diffOf, present, submit } from "../fixtures/session.ts";
import { SessionPage } from "../fixtures/session-page.ts";
import { TITLE } from "../fixtures/session-places.ts";
import { expect, test } from "../fixtures/test.ts";

const part = (title: string) => ({ title, description: `${title}, all of it.` });
const FOUND = {
  passed: false,
  summary: "A crash loses an entry.",
  findings: [{ severity: "high", file: "src/drafts/entry.ts", line: 2, issue: "Not flushed." }],
};

test("plan, changes with findings, gates, budget and checkpoint are worked by keys alone", async ({
  squad,
  page,
  person,
}) => {
  const { room, planner, builder, reviewer } = await squad();
  await person.client.call("createSession", {
    params: { room: room.name },
    body: { title: TITLE, gatePreset: "production" },
  });
  await present(planner, "scout");
  await present(planner, "triage", {
    batches: [part("Draft store"), part("Conflict rules"), part("Lost connection")],
  });
  await answer(person, room.name, "triage", "skip");
  await present(planner, "plan");
  const screen = new SessionPage(page);
  const press = (key: string) => page.keyboard.press(key);
  await screen.open(room.name, 1, TITLE);

  await tabTo(page, page.getByRole("button", { name: "Graph" }));
  await press("Enter");
  await tabTo(page, page.getByRole("button", { name: /^t2/ }));
  await press("Enter");
  await expect(screen.work).toContainText("Keep drafts as entries.");
  await tabTo(page, page.getByRole("button", { name: "List" }), "Shift+Tab");
  await press("Enter");
  await tabTo(page, screen.answer("Approve"));
  await press("Enter");

  await screen.expectStep("Execute");
  await submit(builder, diffOf(["src/drafts/entry.ts", "src/drafts/index.ts"]));
  await present(reviewer, "review", FOUND);
  await tabTo(page, screen.work.getByRole("button", { name: /^DEV-001/ }));
  await press("Enter");
  const change = page.getByRole("region", { name: "What changed" });
  await tabTo(page, change.getByRole("button", { name: /^index\.ts/ }));
  await press("Enter");
  await expect(change.getByRole("region", { name: "src/drafts/index.ts" })).toBeVisible();
  await tabTo(page, change.getByRole("region", { name: "src/drafts/index.ts" }));
  const opens = screen.work.getByRole("button", { name: "Open DEV-001" });
  await tabTo(page, opens, "Shift+Tab");
  await press("Enter");
  await expect(page.getByRole("dialog", { name: "DEV-001" })).toBeVisible();
  await press("Escape");
  await expectFocusSeen(opens);

  for (const task of ["DEV-001", "DEV-002"]) {
    const { taskId } = await submit(builder, diffOf(["src/drafts/entry.ts"]));
    expect(taskId).toBe(task);
    await present(reviewer, "review");
  }
  await present(reviewer, "review");
  await expect(screen.heading("Batch 1 of 3: the quality gate isn't passed")).toBeVisible();
  const gate = page.getByRole("button", { name: "Quality: gate not passed, why" });
  await tabTo(page, gate, "Shift+Tab");
  await press("Enter");
  const why = page.getByRole("dialog", { name: "Quality: gate not passed" });
  await expect(why).toBeVisible();
  await press("Escape");
  await expectFocusSeen(gate);
  await press("Enter");
  await tabTo(page, why.getByRole("button", { name: "Override" }));
  await press("Enter");
  const dialog = page.getByRole("dialog", { name: "Override the quality gate" });
  await tabTo(page, dialog.getByLabel("Why it may continue"));
  await page.keyboard.type("Measured elsewhere.");
  await tabTo(page, dialog.getByRole("button", { name: "Override" }));
  await press("Enter");
  await expect(dialog).toBeHidden();
  await expect(screen.heading(/^Batch 1 of 3, Draft store, is done/)).toBeVisible();
  await expectFocusSeen(page.getByRole("button", { name: /^Quality: gate .*, why$/ }));

  const menu = page.getByRole("button", { name: `More: ${TITLE}` });
  await tabTo(page, menu, "Shift+Tab");
  await press("Enter");
  const entry = page.getByRole("menuitem", { name: /^Budget/ });
  await tabTo(page, entry, "ArrowDown");
  await press("Enter");
  const budget = page.getByRole("dialog", { name: "Budget of session 1" });
  await tabTo(page, budget.getByLabel("Dollars"));
  await page.keyboard.type("6");
  await press("Enter");
  await expect(budget).toBeHidden();
  await expectFocusSeen(menu);

  const title = page.getByLabel("Title of part 3");
  await tabTo(page, title);
  await press("Control+a");
  await page.keyboard.type("Cut cables");
  await tabTo(page, page.getByRole("button", { name: /^Move part 3 of/ }), "Shift+Tab");
  await press("ArrowUp");
  await tabTo(page, screen.answer("Adjust, then continue"));
  await press("Enter");
  await screen.expectStep("Plan 2 of 3");
  const { session } = await person.client.call("getSession", {
    params: { room: room.name, sessionId: 1 },
  });
  const titles = session?.batches?.map((batch) => batch.title);
  expect(titles).toEqual(["Draft store", "Cut cables", "Conflict rules"]);
});
