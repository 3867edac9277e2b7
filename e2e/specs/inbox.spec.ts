import type { Played } from "../fixtures/agent.ts";
import { expectAccessible } from "../fixtures/axe.ts";
import { InboxPage } from "../fixtures/inbox-page.ts";
import type { Person } from "../fixtures/person.ts";
import { expect, test } from "../fixtures/test.ts";

const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };
/** The smallest target under a finger, px. */
const FINGER = 44;

/** Tasks of a role, of which the agent then fails as many for good. */
async function fail(person: Person, agent: Played, room: string, titles: string[]): Promise<void> {
  const role = agent.joined.role;
  const tasks = titles.map((title) => ({ role, title, instruction: "Do it." }));
  await person.client.call("createTasks", { params: { room }, body: { tasks } });
  for (let i = 0; i < 3 * titles.length; i++) await agent.fail(await agent.take(), "No way.");
}

test("home is the inbox: what needs a person, who works, what was decided; one row answers on the spot", async ({
  page,
  squad,
  person,
}) => {
  const { room, planner, builder, reviewer } = await squad();
  const params = { room: room.name };
  await person.client.call("markVisited");
  await fail(person, reviewer, room.name, ["Weigh the anchor"]);
  await person.client.call("sendMessage", { params, body: { body: "Sail to the island" } });
  await planner.handOff(await planner.take(), {
    to: "user",
    intent: "question",
    message: "There are two.\n\nThe green one or the white one?",
  });
  await person.client.call("createTasks", {
    params,
    body: { tasks: [{ role: "builder", title: "Mend the sail", instruction: "Sew." }] },
  });
  await builder.progress(await builder.take(), { percent: 30, action: "threading the needle" });

  // As if the visit had been long before: who was there a moment ago was not away.
  await page.route(
    "**/inbox?**",
    async (route) => {
      const response = await route.fetch();
      const inbox = await response.json();
      inbox.away.sinceAt -= 42 * 60_000;
      await route.fulfill({ response, json: inbox });
    },
    { times: 1 },
  );
  await page.goto("/");
  await expect(page).toHaveURL(/\/inbox$/);
  const inbox = new InboxPage(page);
  await expect(inbox.rows).toHaveCount(2);
  await expect(inbox.count).toHaveText("2");
  await expect(inbox.open).toContainText("REVIEW-001 “Weigh the anchor” failed after 3 attempts.");
  await expect(inbox.open).toContainText("No way.");
  await expect(inbox.open).toContainText("Three more attempts, with everything done so far.");
  await expect(inbox.working).toContainText("Builder has DEV-001 Mend the sail");
  await expect(inbox.working).toContainText("30 %");
  const away = page.getByRole("region", { name: "While you were away" });
  await expect(away).toContainText("1task failed");
  await expect(away).toContainText("1question asked");

  await inbox.open.getByRole("button", { name: "Retry" }).click();
  await expect(inbox.settled("REVIEW-001")).toContainText("You chose “Retry”.");
  await expect(inbox.count).toHaveText("1");
  await expect(inbox.decided).toContainText("Retry");
  await inbox
    .row("The green one or the white one?")
    .getByRole("button", { name: /^Answer/ })
    .click();
  await inbox.open.getByRole("textbox", { name: "Your answer" }).fill("The white one.");
  await inbox.open.getByRole("button", { name: "Send" }).click();
  await expect(inbox.settled("The green one")).toContainText("You chose “The white one”.");
  expect(await planner.take()).toMatchObject({ instruction: expect.stringContaining("white") });
  await expect(inbox.count).toHaveCount(0);

  // What was acted on stands; what nobody took up is taken back.
  await inbox.decided.getByRole("button", { name: /^Undo: Retry/ }).click();
  await expect(inbox.row("REVIEW-001")).toBeVisible();
  await inbox.row("REVIEW-001").getByRole("button", { name: "Retry" }).first().click();
  await expect(inbox.settled("REVIEW-001")).toContainText("You chose “Retry”.");
  await reviewer.take();
  await expect(inbox.decided).toContainText("already acted on");
});

test("twenty decisions by keyboard, one press each; notes with r, undo with z", async ({
  page,
  makeRoom,
  anAgent,
  person,
}) => {
  const rooms = [await makeRoom("solo"), await makeRoom("solo")];
  const titles = Array.from({ length: 11 }, (_, i) => `Stone ${i + 1}`);
  for (const room of rooms) {
    const solo = await anAgent({ room: room.name, role: "solo" });
    await fail(person, solo, room.name, titles);
  }
  const inbox = new InboxPage(page);
  await inbox.visit();
  await expect(inbox.rows).toHaveCount(22);
  await page.keyboard.press("j");
  await expect(inbox.title()).toBeFocused();
  await page.keyboard.press("j");
  await page.keyboard.press("k");
  const last = (await inbox.title(inbox.rows.nth(19)).textContent()) ?? "";
  for (let i = 1; i <= 20; i++) {
    await page.keyboard.press("a");
    await expect(inbox.done).toHaveCount(i);
    await expect(inbox.title()).toBeFocused();
  }
  await expect(inbox.count).toHaveText("2");

  await page.keyboard.press("z");
  await expect(page.getByText("1 answer taken back.")).toBeVisible();
  await expect(inbox.count).toHaveText("3");
  await expect(inbox.title()).toHaveText(last);
  await expect(inbox.title()).toBeFocused();

  await page.keyboard.press("r");
  const why = inbox.open.getByRole("textbox", { name: "Why" });
  await expect(why).toBeFocused();
  await page.keyboard.press("Control+Enter");
  await expect(inbox.open.getByRole("alert")).toHaveText("Write a note first: it's part of this answer.");
  await page.keyboard.type("It is on the sea bed.");
  await page.keyboard.press("Control+Enter");
  await expect(inbox.settled("You chose “Cancel the task”.")).toHaveCount(1);
  await expect(inbox.count).toHaveText("2");

  const { decided } = await person.client.call("getInbox");
  expect(decided.data.filter(({ decision }) => decision.answer?.label === "Retry")).toHaveLength(19);
  expect(decided.data[0]?.decision.answer).toMatchObject({
    label: "Cancel the task",
    note: "It is on the sea bed.",
    by: { id: person.id },
  });
  await page.keyboard.press("?");
  const keys = page.getByRole("dialog", { name: "Keys" });
  await expect(keys).toContainText("First answer");
  await expect(keys).toContainText("Undo your last answer");
});

test("several get one answer; what was decided before is said, with who did it", async ({
  page,
  makeRoom,
  anAgent,
  person,
  anotherPerson,
}) => {
  const room = await makeRoom("solo");
  const solo = await anAgent({ room: room.name, role: "solo" });
  await fail(person, solo, room.name, ["One", "Two", "Three"]);
  const max = await anotherPerson("Max");
  await person.client.call("setRoomPerson", {
    params: { room: room.name, personId: max.id },
    body: { role: "approver" },
  });
  const inbox = new InboxPage(page);
  await inbox.visit();
  await expect(inbox.rows).toHaveCount(3);
  await page.getByRole("button", { name: "Select" }).click();
  await page.getByRole("button", { name: "All 3" }).click();
  const bar = page.getByRole("toolbar", { name: "Select" });
  await expect(bar).toContainText("3 selected");
  await expect(bar.getByRole("button", { name: "Retry" })).toBeVisible();

  // Between the look and the click somebody else decides one of them.
  let isMax = false;
  await page.route("**/api/v1/decisions/answers", async (route) => {
    if (!isMax) {
      isMax = true;
      const { needsYou } = await max.client.call("getInbox");
      const [first] = needsYou.data;
      if (first?.kind !== "decision") throw new Error("there is no decision");
      await max.client.call("answerDecision", {
        params: { room: room.id, decisionId: first.decision.id },
        body: { optionId: "cancel" },
      });
    }
    await route.continue();
  });
  await bar.getByRole("button", { name: "Retry" }).click();
  await expect(page.getByText(`Your bulk answer: 2 applied, 1 was already decided by ${max.name}.`)).toBeVisible();
  await expect(inbox.settled(`${max.name} chose “Cancel the task” before you.`)).toHaveCount(1);
  await page.getByRole("button", { name: "Undo 2" }).click();
  await expect(page.getByText("2 answers taken back.")).toBeVisible();
  await expect(inbox.count).toHaveText("2");
});

test("new things announce themselves and nothing moves under the pointer", async ({
  page,
  makeRoom,
  anAgent,
  person,
}) => {
  const room = await makeRoom("solo");
  const solo = await anAgent({ room: room.name, role: "solo" });
  await fail(person, solo, room.name, ["One"]);
  const inbox = new InboxPage(page);
  await inbox.visit();
  const first = inbox.row("TASK-001");
  await first.hover();
  const before = await first.boundingBox();
  await fail(person, solo, room.name, ["Two"]);
  const fresh = inbox.needsYou.getByRole("button", { name: "1 new" });
  await expect(fresh).toBeVisible();
  await expect(inbox.count).toHaveText("2");
  await expect(inbox.rows).toHaveCount(1);
  expect(await first.boundingBox()).toEqual(before);
  await fresh.hover();
  await fail(person, solo, room.name, ["Three"]);
  await expect(inbox.count).toHaveText("3");
  await expect(inbox.rows).toHaveCount(1);
  await inbox.needsYou.getByRole("button", { name: "2 new" }).click();
  await expect(inbox.rows).toHaveCount(3);
});

test("an agent that holds a task and falls silent is shown, with what happens by itself", async ({
  page,
  makeRoom,
  anAgent,
  person,
}) => {
  const room = await makeRoom("solo");
  const solo = await anAgent({ room: room.name, role: "solo", class: "hooked" });
  const task = { role: "solo", title: "Watch the tide", instruction: "Look." };
  await person.client.call("createTasks", {
    params: { room: room.name },
    body: { tasks: [task] },
  });
  await solo.take();
  const inbox = new InboxPage(page);
  await inbox.visit();
  await expect(inbox.working).toContainText("Solo has TASK-001");
  const silent = inbox.row("Solo went silent on TASK-001");
  await expect(silent).toBeVisible();
  await expect(silent).toContainText("If you do nothing, TASK-001 goes back to the queue");
  await silent
    .getByRole("button", { name: /^Release now/ })
    .first()
    .click();
  await expect(inbox.settled("TASK-001")).toContainText("You chose “Release now”.");
  const { tasks } = (await person.client.call("getRoom", { params: { room: room.name } })).view;
  expect(tasks).toMatchObject([{ id: "TASK-001", state: "pending", attempts: 0 }]);
});

test("with nothing to decide the inbox teaches how things get there", async ({ page, makeRoom }) => {
  await makeRoom("solo");
  await page.goto("/");
  await expect(page.getByRole("heading", { name: "Nothing needs you" })).toBeVisible();
  await expect(page.getByText("Only what needs a person shows up here")).toBeVisible();
  await expectAccessible(page, "an empty inbox", { isScreen: true });
});

test("on a phone: rows open in place, answers are under the finger", async ({ visit, squad, person }) => {
  const { room, reviewer } = await squad();
  await fail(person, reviewer, room.name, ["Weigh the anchor", "Count the oars"]);
  const page = await visit(PHONE);
  await page.goto("/");
  const inbox = new InboxPage(page);
  await expect(inbox.rows).toHaveCount(2);
  const dock = page.getByRole("navigation", { name: "Main" }).filter({ visible: true });
  await expect(dock.getByRole("link", { name: /^Inbox/ })).toContainText("2");
  const second = inbox.row("REVIEW-002");
  await second.getByRole("button").first().tap();
  await expect(inbox.open).toContainText("Count the oars");
  const answers = inbox.open.getByRole("list", { name: "Answers" }).getByRole("listitem");
  for (const answer of await answers.all()) {
    const box = await answer.boundingBox();
    expect(box?.height).toBeGreaterThanOrEqual(FINGER);
    expect(box?.width).toBeGreaterThanOrEqual(FINGER);
  }
  await inbox.open.getByRole("button", { name: "Retry" }).tap();
  await expect(inbox.settled("REVIEW-002")).toContainText("You chose “Retry”.");
  await inbox.settled("REVIEW-002").getByRole("button", { name: /^Undo/ }).tap();
  await expect(inbox.open).toContainText("Count the oars");
  await expect(inbox.settled("REVIEW-002")).toBeHidden();
  const sideways = await page.evaluate(
    () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
  );
  expect(sideways).toBeLessThanOrEqual(0);
});

test("the inbox is accessible: open rows, notes, a selection, what is settled", async ({ page, squad, person }) => {
  const { room, planner, builder, reviewer } = await squad();
  const params = { room: room.name };
  await fail(person, reviewer, room.name, ["Weigh the anchor", "Count the oars"]);
  await person.client.call("sendMessage", { params, body: { body: "Sail" } });
  await planner.handOff(await planner.take(), {
    to: "user",
    intent: "question",
    message: "The green one or the white one?",
  });
  const tasks = ["Mend the sail", "Paint the hull"].map((title) => {
    return { role: "builder", title, instruction: "Do." };
  });
  await person.client.call("createTasks", { params, body: { tasks } });
  await builder.progress(await builder.take(), { percent: 30, action: "threading" });
  const inbox = new InboxPage(page);
  await inbox.visit();
  await expect(inbox.rows).toHaveCount(3);
  await expectAccessible(page, "the inbox", { isScreen: true });
  await page.keyboard.press("j");
  await page.keyboard.press("r");
  await expect(inbox.open.getByRole("textbox")).toBeVisible();
  await expectAccessible(page, "a note in the inbox");
  await page.keyboard.press("Escape");
  await page.getByRole("button", { name: "Select" }).click();
  await page.getByRole("button", { name: "All 2" }).click();
  await expectAccessible(page, "a selection in the inbox", { isScreen: true });
  await page.getByRole("toolbar").getByRole("button", { name: "Retry" }).click();
  await expect(page.getByText("Your bulk answer: 2 applied.")).toBeVisible();
  await expectAccessible(page, "the inbox after a bulk answer", { isScreen: true });
});

test("what was answered stays to be read and taken back, also once the pointer has left", async ({
  visit,
  squad,
  person,
}) => {
  const { room, reviewer } = await squad();
  await fail(person, reviewer, room.name, ["Weigh the anchor"]);
  const page = await visit();
  const inbox = new InboxPage(page);
  await inbox.visit();
  // The answer of the server comes last: by then the list has long been read without the row.
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await page.route("**/decisions/*/answer", async (route) => {
    const response = await route.fetch();
    await held;
    await route.fulfill({ response });
  });
  await inbox.answer("Retry").click();
  await page.mouse.move(5, 5);
  await expect(inbox.count).toHaveCount(0);
  release();
  await expect(inbox.settled("REVIEW-001")).toContainText("You chose “Retry”.");
  await inbox.settled("REVIEW-001").getByRole("button", { name: /^Undo/ }).click();
  await page.mouse.move(5, 5);
  await expect(inbox.row("REVIEW-001")).toBeVisible();
  await expect(inbox.settled("REVIEW-001")).toBeHidden();
});
