import type { Locator, Page } from "@playwright/test";
import { expectAccessible } from "../fixtures/axe.ts";
import { InboxPage } from "../fixtures/inbox-page.ts";
import { answer, finish, openSession, present, REPLIES, work } from "../fixtures/session.ts";
import { SessionPage } from "../fixtures/session-page.ts";
import { expect, test } from "../fixtures/test.ts";

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
const part = (title: string) => ({ title, description: `${title}, all of it. And its tests.` });
const BATCHES = [part("Draft store"), part("Conflict rules"), part("Lost connection")];

/** By the pointer, from the middle of one to that of the other. */
async function drag(from: Locator, to: Locator): Promise<void> {
  const mouse = from.page().mouse;
  const at = async (of: Locator): Promise<[number, number]> => {
    const { x = 0, y = 0, width = 0, height = 0 } = (await of.boundingBox()) ?? {};
    return [x + width / 2, y + height / 2];
  };
  await mouse.move(...(await at(from)));
  await mouse.down();
  await mouse.move(...(await at(to)), { steps: 4 });
  await mouse.up();
}

test("a triage is understood and answered in the inbox", async ({ squad, page, person }) => {
  const { room, planner } = await squad();
  await openSession(person, room.name, "Offline drafts");
  await present(planner, "scout");
  await present(planner, "triage");
  const inbox = new InboxPage(page);
  await inbox.visit();
  await expect(inbox.open).toContainText("Planner proposes exploration for “Offline drafts”");
  await expect(inbox.open).toContainText("Session 1: Offline drafts");
  await expect(inbox.open).toContainText("Two stores disagree about conflicts");
  await expect(inbox.open).toContainText("5 to 7 questions, 2 to 4 approaches");
  await expect(inbox.answer("Agree: exploration")).toBeVisible();
  await expect(inbox.open.getByRole("button", { name: "Open the session" })).toBeVisible();
  await inbox.answer("Override: complex").click();
  await expect(inbox.settled("Planner proposes exploration")).toContainText("Override: complex");
  const screen = new SessionPage(page);
  await screen.open(room.name, 1, "Offline drafts");
  await screen.expectStep("Questions");
  await expect(screen.panel).toContainText("Override: complex");
});

test("a piece of work goes from an idea to done by the page", async ({ squad, page, person }) => {
  const { room, planner, builder, reviewer } = await squad();
  await page.goto(`/rooms/${room.name}/sessions`);
  await expect(page.getByText('squadroom session add "A change"')).toBeVisible();
  await page.getByRole("button", { name: "New session" }).click();
  const form = page.getByRole("dialog", { name: "New session" });
  await form.getByLabel("Title").fill("Offline drafts");
  await form.getByLabel("What it is about").fill("Drafts survive a lost connection.");
  await form.getByRole("button", { name: "Open the session" }).click();
  const screen = new SessionPage(page);
  await expect(page.getByRole("heading", { level: 1, name: "Offline drafts" })).toBeVisible();
  await screen.expectStep("Scout");
  await expect(screen.heading("Scout is ready for Planner")).toBeVisible();
  await present(planner, "scout");
  await present(planner, "triage", { batches: BATCHES, splits: [part("Sync devices")] });

  const batches = page.getByRole("region", { name: "Batches" });
  await batches.getByLabel("Title of part 1").fill("One draft store");
  await batches.getByRole("button", { name: "Merge with next: Conflict rules" }).click();
  // One answer for the level, the batches as edited and the split.
  await screen.answer("Agree, with your edit").click();

  await screen.expectStep("Questions");
  const { data: sessions } = await person.client.call("listSessions", {
    params: { room: room.name },
  });
  expect(sessions.map(({ title }) => title)).toContain("Sync devices");
  await present(planner, "questions");
  await page.getByRole("radio", { name: "Monday" }).check();
  const own = page.getByRole("textbox", { name: "Who may move a draft by hand?" });
  await own.fill("Support, and nobody else.");
  await expect(screen.work).toContainText("Sent with the other answers.");
  await own.blur();
  await expect(screen.work.getByText(/^answered by/)).toHaveCount(2);
  await page.reload();
  await expect(own).toHaveValue("Support, and nobody else.");
  await expect(page.getByRole("radio", { name: "Monday" })).toBeChecked();
  await expect(screen.bar).toContainText("1 is left to the agents' judgement.");
  await screen.answer("Send 2 answers").click();

  await screen.expectStep("Approaches");
  await present(planner, "approaches");
  await expect(page.getByRole("radio", { name: /Replayed log/ })).toBeChecked();
  await page.getByRole("radio", { name: "Snapshot and merge" }).check();
  await screen.answer("Choose Snapshot and merge").click();

  await screen.expectStep("Design");
  await present(planner, "design");
  await expect(screen.heading("The log")).toBeVisible();
  await screen.answer("Revise").click();
  await screen.note("Name what happens to deleted paragraphs.", "Revise");
  await expect(
    screen.heading("is working on the design").or(screen.heading(/Design is (ready|waiting) for/)),
  ).toBeVisible();
  await expect(screen.work).toContainText("Name what happens to deleted paragraphs.");
  const [first, ...others] = REPLIES.design.sections;
  const revised = { ...first, content: `${first.content}\n\nA deleted paragraph stays.` };
  await present(planner, "design", { sections: [revised, ...others] });
  await expect(screen.work.locator("ins")).toContainText("A deleted paragraph stays.");
  for (const title of ["The log", "Moving old drafts", "When two sides moved"]) {
    await expect(screen.heading(title)).toBeVisible();
    await screen.answer("Approve").click();
  }

  await screen.expectStep("Plan 1 of 2");
  await present(planner, "plan");
  await expect(screen.heading("Batch 1 of 2, One draft store: 2 tasks in 2 waves")).toBeVisible();
  await screen.answer("Approve").click();
  await screen.expectStep("Execute 1 of 2");
  const task = await builder.take();
  await builder.progress(task, { percent: 40, action: "writing the format" });
  await expect(screen.work).toContainText("Builder is working on it: writing the format");
  await finish(builder, task);
  await expect(screen.work).toContainText("Reviewer is reviewing it, round 1");
  await present(reviewer, "review");
  await expect(screen.heading(/1 of 2 tasks are done/)).toBeVisible();
  await work(builder, reviewer, 1);

  await screen.expectStep("Review 1 of 2");
  await present(reviewer, "review", {
    passed: false,
    findings: [{ severity: "high", file: "src/drafts/entry.ts", line: 8, issue: "Sent twice." }],
  });
  await expect(screen.heading("The review found 1 thing")).toBeVisible();
  await expect(screen.work).toContainText("Sent twice.");
  await screen.answer("Fix and review again").click();
  await finish(builder, await builder.take());
  await present(reviewer, "review");
  await expect(screen.heading(/Batch 1 of 2, One draft store, is done/)).toBeVisible();
  await page.getByLabel("Title of part 2").fill("Rules and lost connections");
  await screen.answer("Adjust, then continue").click();
  await screen.expectStep("Plan 2 of 2");
  await present(planner, "scout");
  await present(planner, "plan");
  await expect(screen.heading(/Batch 2 of 2, Rules and lost connections/)).toBeVisible();
  await screen.answer("Approve").click();
  await work(builder, reviewer, 2);
  await present(reviewer, "review");
  await expect(page.locator("header.top").getByText("Done", { exact: true })).toBeVisible();
  // What each batch had of its own is told apart; the conversation says which section was approved.
  for (const title of ["Batch 1: One draft store", "Batch 2: Rules and lost connections"])
    await expect(screen.work.getByRole("heading", { name: title })).toBeVisible();
  await expect(page.getByText(/^Approve: /).first()).toBeAttached();
  await page.goto(`/rooms/${room.name}/sessions`);
  const running = page.getByRole("region", { name: "Running" });
  await expect(running.getByRole("link", { name: "Sync devices" })).toBeVisible();
  const ended = page.getByRole("region", { name: "Ended" });
  await expect(ended.getByRole("link", { name: "Offline drafts" })).toBeVisible();
});

test("what is talked about, revised and gone back from is kept, and says so", async ({ squad, page, person }) => {
  const { room, planner } = await squad();
  await openSession(person, room.name, "Offline drafts");
  await present(planner, "scout");
  await present(planner, "triage");
  await answer(person, room.name, "triage", "agree");
  await present(planner, "questions");
  const screen = new SessionPage(page);
  await screen.open(room.name, 1, "Offline drafts");
  await screen.panel.getByRole("textbox", { name: "Say what should change" }).fill("Ask about zones.");
  await screen.panel
    .locator("form")
    .getByRole("button", { name: /^Discuss/ })
    .click();
  await expect(screen.panel.getByText("Ask about zones.")).toBeVisible();
  const [, second, third] = REPLIES.questions.questions;
  await present(planner, "questions", {
    questions: [
      { ...second, text: "Who may move a draft, and when?" },
      third,
      { id: "q4", text: "Which zone?", type: "choice", options: ["UTC", "Theirs"] },
    ],
  });
  await expect(screen.work).toContainText("Revised: 1 kept, 1 reworded, 1 new, 1 dropped.");
  await expect(screen.work).toContainText("Was: “Who may move a draft by hand?”");
  await answer(person, room.name, "questions", "done");
  await present(planner, "approaches");
  await screen.answer("Back to questions").click();
  await expect(screen.bar).toContainText("Marks the approaches outdated.");
  await screen.answer("Go back").click();
  await screen.expectStep("Questions");
  await page.getByRole("textbox", { name: /^Who may move a draft, and when/ }).fill("Nobody.");
  await screen.answer("Send 1 answer").click();
  await screen.expectStep("Approaches");
  await expect(screen.work).toContainText("Something it's based on changed");
  await screen.work.getByRole("button", { name: "Start over" }).click();
  await present(planner, "approaches");
  await expect(screen.work).not.toContainText("Something it's based on changed");
  await screen.panel.getByRole("button", { name: "Versions" }).click();
  await screen.panel.getByRole("button", { name: /^Questions Version 2/ }).click();
  await expect(screen.panel.locator("ins").first()).toContainText("draft, and when?");
  await screen.panel.getByRole("button", { name: "Scout", exact: true }).click();
  await expect(screen.panel).toContainText("No test loses the connection.");
});

test("a reply that cannot be used is said, and what was mended in one can be seen", async ({ squad, page, person }) => {
  const { room, planner } = await squad();
  await openSession(person, room.name, "Offline drafts");
  const screen = new SessionPage(page);
  await screen.open(room.name, 1, "Offline drafts");
  const task = await planner.take();
  await expect(screen.heading("Planner is working on the scout")).toBeVisible();
  const { state } = await planner.complete(task, {
    result: { summary: "no idea" },
    reply: "I found nothing.",
  });
  expect(state).toBe("reply_refused");
  await expect(screen.work).toContainText("One reply couldn't be used:");
  await expect(screen.work).toContainText("The agent was told why.");
  await present(planner, "scout");
  await present(planner, "triage");
  await answer(person, room.name, "triage", "skip");
  await screen.expectStep("Plan");
  await expect(page.getByText("Approaches, skipped")).toBeVisible();
  const [first, second] = REPLIES.plan.tasks;
  await present(planner, "plan", {
    tasks: [first, { ...second, role: "wizard" }, { ...first, id: "t3", title: "Once more" }],
  });
  await page.getByText("1 thing was fixed in the reply").click();
  await expect(screen.work.getByText(/The team has no role wizard/).first()).toBeVisible();
  const preflight = page.getByRole("region", { name: "Preflight" });
  await expect(preflight).toContainText("t1 and t3 may run at once and change src/drafts/entry.ts.");
  await expect(preflight).toContainText("Role not in the team");
});

test("a triage and questions are answered on a phone", async ({ squad, visit, person }) => {
  const { room, planner } = await squad();
  await openSession(person, room.name, "Offline drafts");
  await present(planner, "scout");
  await present(planner, "triage", { batches: BATCHES });
  const page = await visit(PHONE);
  const screen = new SessionPage(page);
  await screen.open(room.name, 1, "Offline drafts");
  await expect(page.getByText("step 2 of 9")).toBeVisible();
  await expect(page.getByText("Execute", { exact: true })).toBeHidden();
  for (const button of await screen.bar.getByRole("button").all())
    expect((await button.boundingBox())?.height).toBeGreaterThanOrEqual(44);
  await page.getByRole("button", { name: "One piece, no batches" }).tap();
  await expect(screen.work).toContainText("One piece, no batches.");
  await page.getByText("Complex", { exact: true }).tap();
  await expect(screen.work).toContainText("5 to 7");
  await screen.answer("Make it complex, with your edit").tap();
  await screen.expectStep("Questions");
  await present(planner, "questions", {
    questions: Array.from({ length: 5 }, (_, i) => ({
      id: `q${i + 1}`,
      text: `Question number ${i + 1}, with averyveryverylongwordthatmustnotmakethepagewiderthanitis?`,
      type: "input",
    })),
  });
  await page.getByRole("textbox", { name: /^Question number 5/ }).fill("Yes.");
  await screen.answer("Send 1 answer").tap();
  await screen.expectStep("Approaches");
  await page.getByRole("button", { name: "Conversation" }).tap();
  await expect(page.getByRole("dialog", { name: "Conversation" })).toContainText("Planner");
});

/** As fast as a key can be: in the moment in which the button is on the page and answers rest no more. */
function pressOnSight(page: Page, key: string, button: string): Promise<void> {
  return page.evaluate(
    ([key, button]) => {
      const press = new KeyboardEvent("keydown", { key, bubbles: true });
      const sight = new MutationObserver(() => {
        const buttons = [...document.querySelectorAll("button")];
        if (!buttons.some(({ textContent }) => textContent?.trim() === button)) return;
        if (document.documentElement.dataset.resting) return;
        sight.disconnect();
        document.body.dispatchEvent(press);
      });
      sight.observe(document, { childList: true, subtree: true, attributes: true });
    },
    [key, button] as const,
  );
}

test("the keyboard answers; keys and the pointer order the queue", async ({ squad, page, person }) => {
  const { room, planner } = await squad();
  for (const title of ["Offline drafts", "Second", "Third"]) await openSession(person, room.name, title);
  await page.goto(`/rooms/${room.name}/sessions`);
  const queue = page.getByRole("region", { name: "Queue" }).getByRole("listitem");
  await expect(queue).toHaveCount(2);
  await page.getByRole("button", { name: "Session 3, place 2 of 2" }).focus();
  await page.keyboard.press("ArrowUp");
  await expect(queue.first()).toContainText("Third");
  await drag(page.getByRole("button", { name: "Session 2, place 2 of 2" }), queue.first());
  await expect(queue.first()).toContainText("Second");
  await present(planner, "scout");
  await present(planner, "triage");
  const screen = new SessionPage(page);
  await screen.open(room.name, 1, "Offline drafts");
  await expect(screen.answer("Agree")).toBeVisible();
  await page.keyboard.press("d");
  await page.keyboard.type("Is it really that much?");
  await page.keyboard.press("Control+Enter");
  await expect(screen.heading(/the triage|Triage is (ready|waiting) for/)).toBeVisible();
  await present(planner, "triage", { level: "straightforward" });
  await expect(screen.heading("This looks like straightforward.")).toBeVisible();
  await page.keyboard.press("a");
  await screen.expectStep("Design");
  await pressOnSight(page, "b", "Back to triage");
  await present(planner, "design", { sections: REPLIES.design.sections.slice(0, 1) });
  await expect(screen.bar).toContainText("Back to triage?");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await page.keyboard.press("a");
  await screen.expectStep("Plan");
});

test("sessions that wait are edited, parked and stopped by a lead; a viewer reads", async ({
  squad,
  page,
  visit,
  person,
  anotherPerson,
}) => {
  const { room, planner } = await squad();
  await openSession(person, room.name, "Offline drafts");
  await openSession(person, room.name, "Second");
  await present(planner, "scout");
  await present(planner, "triage");
  await page.goto(`/rooms/${room.name}/sessions`);
  await page.getByRole("button", { name: "Edit: Second" }).click();
  const form = page.getByRole("dialog", { name: "Session 2" });
  await form.getByLabel("Title").fill("Refunds in parts");
  await form.getByRole("button", { name: "Save" }).click();
  const queue = page.getByRole("region", { name: "Queue" });
  await expect(queue.getByRole("link", { name: "Refunds in parts" })).toBeVisible();
  const viewer = await anotherPerson("Vera");
  await person.client.call("setRoomPerson", {
    params: { room: room.name, personId: viewer.id },
    body: { role: "viewer" },
  });
  const readerPage = await visit({ as: viewer });
  const reader = new SessionPage(readerPage);
  await reader.open(room.name, 1, "Offline drafts");
  await expect(reader.work).toContainText("Only approvers of this room can answer.");
  await expect(reader.bar).toHaveCount(0);
  await expect(readerPage.getByRole("button", { name: "Pause" })).toHaveCount(0);

  await page.getByRole("button", { name: "More: Offline drafts" }).click();
  await page.getByRole("menuitem", { name: /^Park/ }).click();
  await expect(
    page.getByRole("region", { name: "Parked" }).getByRole("link", { name: "Offline drafts" }),
  ).toBeVisible();
  const running = page.getByRole("region", { name: "Running" });
  await expect(running.getByRole("link", { name: "Refunds in parts" })).toBeVisible();
  await page.getByRole("button", { name: "More: Refunds in parts" }).click();
  await page.getByRole("menuitem", { name: /^Stop/ }).click();
  const dialog = page.getByRole("dialog", { name: /Stop/ });
  await dialog.getByLabel("Why").fill("Not now.");
  await dialog.getByRole("button", { name: "Stop" }).click();
  await expect(page.getByRole("region", { name: "Ended" })).toContainText("Not now.");
});

test("a session's screens are accessible at every step", async ({ squad, page, person }) => {
  const { room, planner, builder, reviewer } = await squad();
  const list = `/rooms/${room.name}/sessions`;
  await page.goto(list);
  await expect(page.getByRole("heading", { name: "No session yet" })).toBeVisible();
  await expectAccessible(page, "no session");
  await openSession(person, room.name, "Offline drafts");
  await openSession(person, room.name, "Second");
  await expect(page.getByRole("link", { name: "Second" })).toBeVisible();
  await expectAccessible(page, "sessions", { isScreen: true });
  const screen = new SessionPage(page);
  await screen.open(room.name, 1, "Offline drafts");
  await expect(screen.heading(/Scout is (ready|waiting) for/)).toBeVisible();
  await expectAccessible(page, "an agent at work");
  await present(planner, "scout");
  await present(planner, "triage", { batches: BATCHES, splits: [part("Sync devices")] });
  await expect(screen.answer("Agree")).toBeVisible();
  await expectAccessible(page, "a triage", { isScreen: true });
  await answer(person, room.name, "triage", "agree", { detail: { splits: [] } });
  await present(planner, "questions");
  await expect(screen.answer("Send without answers")).toBeVisible();
  await expectAccessible(page, "questions");
  await answer(person, room.name, "questions", "done");
  await present(planner, "approaches");
  await expect(screen.answer(/^Choose/)).toBeVisible();
  await expectAccessible(page, "approaches");
  await answer(person, room.name, "approach", "choose:a1");
  await present(planner, "design");
  await answer(person, room.name, "design_section", "revise", { note: "Shorter." });
  const sections = REPLIES.design.sections.map((one) => ({ ...one, content: "It is short." }));
  await present(planner, "design", { sections });
  await expect(screen.work.locator("ins").first()).toBeVisible();
  await expectAccessible(page, "a revised design");
  for (let i = 0; i < 3; i++) await answer(person, room.name, "design_section", "approve");
  await present(planner, "plan");
  await expect(screen.heading(/2 tasks in 2 waves/)).toBeVisible();
  await expectAccessible(page, "a plan");
  await answer(person, room.name, "plan", "approve");
  const task = await builder.take();
  await builder.progress(task, { percent: 40, action: "writing" });
  await expect(screen.work).toContainText("Builder is working on it");
  await expectAccessible(page, "an execution");
  await finish(builder, task);
  await present(reviewer, "review");
  await work(builder, reviewer, 1);
  await present(reviewer, "review");
  await expect(screen.answer("Continue")).toBeVisible();
  await expectAccessible(page, "a checkpoint");
  await answer(person, room.name, "batch_checkpoint", "stop");
  await expect(page.locator("header.top").getByText("Stopped", { exact: true })).toBeVisible();
  for (const kept of [
    "Questions and answers",
    "Chosen approach: ",
    "It is short.",
    "Batch 1: ",
    "DEV-002",
    "gate passed",
  ])
    await expect(screen.work).toContainText(kept);
  await expectAccessible(page, "an ended session");
});

test("long words and long lists stay in their place", async ({ squad, page, person }) => {
  const { room, planner, builder, reviewer } = await squad();
  const long = "averyveryverylongwordwithoutanyspace".repeat(8);
  const title = long.slice(0, 190);
  await openSession(person, room.name, title);
  await present(planner, "scout");
  const batches = Array.from({ length: 12 }, () => ({ title, description: long }));
  await present(planner, "triage", { reasoning: long, batches });
  const screen = new SessionPage(page);
  await screen.open(room.name, 1, title);
  await expect(screen.answer("Agree")).toBeVisible();
  await expectAccessible(page, "a long triage");
  await answer(person, room.name, "triage", "agree");
  const questions = Array.from({ length: 30 }, (_, i) => ({
    id: `q${i}`,
    text: `${long}?`,
    type: "choice",
    options: ["one", long],
  }));
  // So many are sent back once; asked again, they are shown with that remark.
  await expect(present(planner, "questions", { questions })).rejects.toThrow(/30 questions/);
  await present(planner, "questions", { questions });
  await expect(screen.answer("Send without answers")).toBeVisible();
  await expectAccessible(page, "long questions");
  await answer(person, room.name, "questions", "done");
  await present(planner, "approaches");
  await answer(person, room.name, "approach", "skip");
  const content = `# Head\n\n${long}\n\n\`\`\`\n${long}\n\`\`\`\n\n| a | b |\n|---|---|\n| ${long} | b |`;
  const sections = Array.from({ length: 5 }, (_, i) => ({ id: `s${i}`, title, content }));
  await present(planner, "design", { sections });
  await expect(screen.answer("Approve")).toBeVisible();
  await expectAccessible(page, "a long design");
  for (const _ of sections) await answer(person, room.name, "design_section", "approve");
  const task = { id: "t1", title, instruction: long, files: [`src/${long}.ts`], role: "builder" };
  await present(planner, "plan", { tasks: [task] });
  await answer(person, room.name, "plan", "approve");
  await work(builder, reviewer, 1);
  const issue = { severity: "low", file: `src/${long}.ts`, issue: long };
  await present(reviewer, "review", { summary: long, findings: [issue] });
  await present(planner, "scout", { angle: title, top5: [`Batch 2 ${long}`], notes: long });
  await expect(screen.work).toContainText("new from the scout");
  await expectAccessible(page, "a long checkpoint", { isScreen: true });
});
