import type { Page } from "@playwright/test";
import { expectAccessible } from "../fixtures/axe.ts";
import { expectFits } from "../fixtures/fit.ts";
import { answer, openSession, present } from "../fixtures/session.ts";
import { shoot } from "../fixtures/shoot.ts";
import { expect, test } from "../fixtures/test.ts";

const TASKS = ["Entry format", "Store", "Editor"].map((title, i) => ({
  id: `t${i}`,
  title,
  instruction: `Make it: ${title}.`,
  role: "builder",
}));
const part = (page: Page, name: string) => page.getByRole("region", { name, exact: true });
const aside = (page: Page) => page.getByRole("complementary").filter({ hasText: "one worker" });

test("a session's page shows what all who work in it share, live, and what one of them receives", async ({
  squad,
  anAgent,
  openRoom,
  person,
}, testInfo) => {
  const { room, planner, builder, reviewer } = await squad();
  const kim = await anAgent({ room: room.name, role: "builder", name: "Kim" });
  await openSession(person, room.name, "Drafts offline");
  const { page } = await openRoom(room);
  await page.goto(`/rooms/${room.name}/sessions/1`);
  const parts = page.getByRole("navigation", { name: "Parts of the session" });
  await parts.getByRole("link", { name: "Context" }).click();
  await expect(parts.locator("[aria-current=page]")).toHaveText(["Context"]);
  await expect(part(page, "Tasks pending")).toContainText("Planner");
  await expectAccessible(page, "a session that has just begun", { isScreen: true });

  await present(planner, "scout");
  await present(planner, "triage");
  await answer(person, room.name, "triage", "skip");
  await present(planner, "plan", { tasks: TASKS });
  await answer(person, room.name, "plan", "approve", { note: "Keep old drafts readable." });
  await expect(part(page, "Decisions")).toContainText("Keep old drafts readable.");
  const [first, second] = [await builder.take(), await kim.take()];
  await kim.progress(second, { percent: 40, blockers: [{ description: "No key for the store." }] });
  await expect(part(page, "Blockers")).toContainText("No key for the store.");
  await kim.client.call("takeLock", {
    params: { room: room.name },
    body: { patterns: ["src/store/**"] },
  });
  await expect(part(page, "Locks")).toContainText("src/store/**");
  await kim.client.call("addWisdom", {
    params: { room: room.name },
    body: {
      entries: [
        { kind: "issue", text: "Keys end at midnight." },
        { kind: "convention", text: "Times are in UTC.", files: ["src/**/time.ts"] },
        { kind: "issue", text: "Planners only.", roles: ["planner"] },
      ],
    },
  });
  await builder.complete(first, {
    result: { summary: "done", keyDecisions: ["Entries are never changed."] },
  });
  await present(reviewer, "review");
  await expect(part(page, "Decisions").getByRole("listitem").first()).toContainText("Entries are never changed.");
  await expect(part(page, "Tasks completed")).toContainText("Entry format");

  // What whoever has the second task gets of it.
  await expect(aside(page)).toContainText("of 600 words");
  await expect(part(page, "In")).toContainText("Entries are never changed.");
  await expect(part(page, "In")).toContainText("this session");
  await expect(part(page, "Left out")).toContainText("for other roles only");
  await aside(page).getByRole("combobox").selectOption({ index: 1 });
  await expect(aside(page)).toContainText("of 600 words");

  await part(page, "Conventions").getByRole("button", { name: "Promote" }).click();
  await expect(part(page, "Conventions")).toContainText("in the room too");
  await page.getByRole("button", { name: "Dismiss" }).click();
  await page.getByRole("searchbox").fill("midnight");
  await expect(page.locator(".cx-main").getByRole("region")).toHaveCount(1);
  await page.getByRole("searchbox").fill("nothing like it");
  await page.getByRole("button", { name: "Show all", exact: true }).click();
  await page.getByRole("group", { name: "What to show" }).getByRole("button", { name: "Tasks" }).click();
  await expect(part(page, "Decisions")).toHaveCount(0);
  await page.getByRole("group", { name: "What to show" }).getByRole("button", { name: "All" }).click();

  await page.getByRole("button", { name: "Keys end at midnight." }).click();
  await expect(page.getByRole("dialog", { name: "Issue 1" })).toContainText("Kim");
  await page.keyboard.press("Escape");
  await expectAccessible(page, "what a session shares", { isScreen: true });
  await expectFits(page, "what a session shares");
  await shoot(page, testInfo, "context");

  // A thousand entries are a page like any other.
  for (let at = 0; at < 480; at += 20)
    await person.client.call("addWisdom", {
      params: { room: room.name },
      body: {
        session: 1,
        entries: Array.from({ length: 20 }, (_, i) => ({
          kind: "learning" as const,
          text: `Learning ${at + i} of this session.`,
        })),
      },
    });
  const more = part(page, "Learnings and issues").getByRole("button", { name: /more$/ });
  await expect(more).toHaveText(/^4\d\d more$/);
  await more.click();
  await expect(part(page, "Learnings and issues").getByRole("listitem")).toHaveCount(112);
});

test("a session that there is not says so", async ({ makeRoom, openRoom, allowErrors }) => {
  allowErrors(/status of 404/);
  const room = await makeRoom("squad");
  const { page } = await openRoom(room);
  await page.goto(`/rooms/${room.name}/sessions/9/context`);
  await expect(page.getByRole("heading", { name: "This session does not exist" })).toBeVisible();
});
