import { expectAccessible } from "../fixtures/axe.ts";
import { withRounds } from "../fixtures/discussion.ts";
import { expectFits } from "../fixtures/fit.ts";
import { InboxPage } from "../fixtures/inbox-page.ts";
import { SessionPage } from "../fixtures/session-page.ts";
import { shoot } from "../fixtures/shoot.ts";
import { expect, test } from "../fixtures/test.ts";

const PHONE = { width: 360, height: 740 };

test("a lead opens a document beside the answers of a checkpoint and approves it, in the room, the inbox and the session", async ({
  makeRoom,
  openRoom,
  person,
  anAgent,
}, testInfo) => {
  const room = await makeRoom("lifecycle");
  await withRounds(person, room.name);
  await person.client.call("createSession", {
    params: { room: room.name },
    body: { title: "Refunds", description: "Money back.", pipeline: "full-lifecycle" },
  });
  const write = async (role: string, ...paths: string[]) => {
    const agent = await anAgent({ room: room.name, role });
    for (const path of paths) {
      const content = `# ${path}\n\nRefunds are paid out **once**.\n`;
      const artifacts = [{ path, status: "created", lines: 3, content }];
      const warnings = role === "reviewer" ? ["Story 12 needs a number."] : [];
      const result = { summary: `Wrote ${path}.`, verdict: "passed", artifacts, warnings };
      await agent.complete(await agent.take(), { result } as never);
    }
  };
  await write("analyst", "spec/research.md");
  await write("writer", ...["brief", "requirements", "architecture", "epics"].map((name) => `spec/${name}.md`));
  await write("reviewer", "spec/readiness.md");

  // In the room.
  const { page } = await openRoom(room);
  const card = page.locator(".decision-card");
  await expect(card.getByRole("list", { name: "Warnings" })).toHaveText("QUALITY-001: Story 12 needs a number.");
  await card.getByRole("button", { name: /^spec\/epics\.md/ }).click();
  const reader = page.getByRole("region", { name: "spec/epics.md" });
  await expect(reader).toContainText("Refunds are paid out once.");
  await shoot(page, testInfo, "room");
  await expectAccessible(page, "a decision with a document beside it");

  // In the inbox: nothing is approved from a row that doesn't show it.
  const inbox = new InboxPage(page);
  await inbox.visit();
  const row = inbox.row("Start the implementation");
  const title = row.getByRole("heading").getByRole("button");
  await expect(title).toHaveAttribute("aria-expanded", "true");
  await title.click();
  await expect(row.getByRole("button", { name: /^Open: / })).toBeVisible();
  await expect(row.getByRole("button", { name: /^Continue/ })).toHaveCount(0);
  await title.click();
  await expect(row.getByRole("button", { name: /^spec\/epics\.md/ })).toBeVisible();
  await expectFits(page, "an open row with its grounds");
  await page.setViewportSize(PHONE);
  await page.reload();
  await expect(title).toHaveAttribute("aria-expanded", "true");
  for (const inSight of [
    row.getByRole("heading"),
    row.getByRole("list", { name: "Warnings" }),
    row.getByRole("list", { name: "Answers" }).getByRole("button").first(),
  ])
    await expect(inSight).toBeInViewport({ ratio: 1 });
  await shoot(page, testInfo, "inbox-phone");
  await page.setViewportSize(PHONE);
  await row.getByRole("button", { name: "Show 6 documents" }).click();
  await row.getByRole("button", { name: /^spec\/brief\.md/ }).click();
  const sheet = page.getByRole("dialog", { name: "spec/brief.md" });
  await expect(sheet).toContainText("Refunds are paid out once.");
  await shoot(page, testInfo, "reader-phone");
  await page.setViewportSize(PHONE);
  await page.keyboard.press("Escape");

  // On the page of the session, where it is approved.
  const session = new SessionPage(page);
  await session.open(room.name, 1, "Refunds");
  for (const inSight of [
    session.heading(/^Start the implementation/),
    session.work.getByRole("list", { name: "Warnings" }),
    session.bar.getByRole("button").first(),
  ])
    await expect(inSight).toBeInViewport({ ratio: 1 });
  await shoot(page, testInfo, "session-phone");
  await page.setViewportSize({ width: 1440, height: 900 });
  await session.work.getByRole("button", { name: /^spec\/readiness\.md/ }).click();
  await expect(page.getByRole("region", { name: "spec/readiness.md" })).toContainText("paid out once");
  await shoot(page, testInfo, "session");
  await expectFits(page, "a checkpoint with a document beside its answers");
  await page.setViewportSize({ width: 1440, height: 900 });
  await session.answer("Continue").click();
  await expect(session.heading(/^6 of 10 steps are done/)).toBeVisible();
});
