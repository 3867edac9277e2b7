import { expectAccessible } from "../fixtures/axe.ts";
import { InboxPage } from "../fixtures/inbox-page.ts";
import { answer, finish, openSession, present, REPLIES } from "../fixtures/session.ts";
import { SessionPage } from "../fixtures/session-page.ts";
import { expect, test } from "../fixtures/test.ts";

const FOUND = {
  passed: false,
  summary: "It loses writes.",
  findings: [{ severity: "high", file: "src/drafts/entry.ts", line: 3, issue: "It loses writes." }],
};

test("rejected work goes to another builder, and a person is asked where none is left", async ({
  squad,
  anAgent,
  person,
  openRoom,
}) => {
  const { room, planner, builder, reviewer } = await squad();
  const second = await anAgent({ room: room.name, role: "builder", name: "Ada" });
  const { page } = await openRoom(room);
  await page.getByRole("link", { name: "Settings", exact: true }).click();
  const setting = page.getByRole("region", { name: "Rejected work" });
  await expect(setting).toContainText("The author revises rejected work.");
  await setting.getByRole("button", { name: "After a limit" }).click();
  await setting.getByLabel("Rejections until somebody else revises it").selectOption("3");
  await expect(setting).toContainText("After 3 rejections, another agent");
  await expectAccessible(page, "a team with a lockout", { isScreen: true });
  await setting.getByRole("button", { name: "To another" }).click();
  await page.getByLabel("Always ask a person about").fill("Anything about prices.");
  await page.getByRole("button", { name: "Save…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Change the team" }).click();
  await expect(page.getByText("The team was changed.")).toBeVisible();
  const { team } = await person.client.call("getTeam", { params: { room: room.name } });
  expect(team).toMatchObject({ lockout: "strict", involve: "Anything about prices." });

  const id = await openSession(person, room.name, "Offline drafts");
  await present(planner, "scout");
  await present(planner, "triage");
  await answer(person, room.name, "triage", "skip");
  await present(planner, "plan", { tasks: REPLIES.plan.tasks.slice(0, 1) });
  await answer(person, room.name, "plan", "approve");
  const screen = new SessionPage(page);
  await screen.open(room.name, id, "Offline drafts");
  await finish(builder, await builder.take());
  await present(reviewer, "review", FOUND);
  await expect(screen.work).toContainText("goes to another Builder");
  const task = await second.take();
  expect(task.text).toContain("## You continue Builder's work");
  await finish(second, task);
  await present(reviewer, "review", FOUND);

  const inbox = new InboxPage(page);
  await inbox.visit();
  await expect(inbox.open).toContainText("Every connected Builder has had DEV-001 “Entry format” rejected");
  await expectAccessible(page, "a lockout of everybody", { isScreen: true });
  await inbox.page.getByRole("button", { name: "Let Ada do it" }).click();
  expect((await second.take()).text).toContain("answered");
});
