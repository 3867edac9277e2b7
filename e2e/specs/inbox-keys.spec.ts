import type { Page } from "@playwright/test";
import { InboxPage } from "../fixtures/inbox-page.ts";
import { answer, openSession, present } from "../fixtures/session.ts";
import { expect, test } from "../fixtures/test.ts";

/** At two keys a second this is the time in which a person does it. */
const KEYS_A_SECOND = 2;
const SECONDS = 45;

/** Presses keys, counts them, and sees after each that the focus is somewhere. */
function keysOf(page: Page) {
  let count = 0;
  const press = async (key: string): Promise<void> => {
    count += 1;
    await page.keyboard.press(key);
    await expect
      .poll(() => page.evaluate(() => document.activeElement !== document.body), {
        message: `the focus after ${key}, key ${count}`,
      })
      .toBe(true);
  };
  return { press, count: () => count };
}

test("twenty mixed decisions, four of them questions, are answered by keys alone in 45 s", async ({
  page,
  makeRoom,
  anAgent,
  person,
}) => {
  const solo = async () => {
    const room = await makeRoom("solo");
    return { room, agent: await anAgent({ room: room.name, role: "solo" }) };
  };
  const atSession = async (place: "triage" | "questions" | "approaches") => {
    const { room, agent } = await solo();
    await openSession(person, room.name, `Drafts of ${room.name}`);
    await present(agent, "scout");
    await present(agent, "triage");
    if (place === "triage") return;
    await answer(person, room.name, "triage", "agree");
    await present(agent, "questions");
    if (place === "questions") return;
    await answer(person, room.name, "questions", "done");
    await present(agent, "approaches");
  };
  const failing = await solo();
  const tasks = Array.from({ length: 12 }, (_, n) => ({
    role: "solo",
    title: `Stone ${n + 1}`,
    instruction: "Lift it.",
  }));
  await person.client.call("createTasks", { params: { room: failing.room.name }, body: { tasks } });
  for (let i = 0; i < 36; i++) await failing.agent.fail(await failing.agent.take(), "No way.");
  for (const place of ["triage", "triage", "approaches", "approaches"] as const) await atSession(place);
  for (let n = 1; n <= 4; n++) await atSession("questions");

  const inbox = new InboxPage(page);
  await inbox.visit();
  await expect(inbox.rows).toHaveCount(20);
  const keys = keysOf(page);
  await keys.press("j");
  for (let done = 0; done < 20; done++) {
    await expect(inbox.title()).toBeFocused();
    const isQuestions = /questions about/.test((await inbox.open.textContent()) ?? "");
    await keys.press("1");
    if (isQuestions) {
      const question = inbox.open.getByRole("group");
      await expect(question.nth(0)).toBeFocused();
      await keys.press("2");
      await expect(question.nth(0).getByRole("radio").nth(1)).toBeChecked();
      await keys.press("Enter");
      await keys.press("o");
      await page.keyboard.type("anybody, but not a robot");
      await keys.press("Enter");
      await expect(question.nth(2)).toBeFocused();
      await keys.press("o");
      await page.keyboard.type("a year");
      await keys.press("Control+Enter");
    }
    await expect(inbox.done).toHaveCount(done + 1);
  }
  await expect(inbox.rows).toHaveCount(0);
  expect(keys.count() / KEYS_A_SECOND).toBeLessThan(SECONDS);

  const { decided } = await person.client.call("getInbox");
  const sent = decided.data.filter(({ decision }) => decision.kind === "questions");
  expect(sent.filter(({ decision }) => decision.answer?.label === "Send the answers")).toHaveLength(4);
});

test("letters within a question decide nothing, and the last open one is not given away by habit", async ({
  page,
  crewAt,
  person,
}) => {
  const { room } = await crewAt("questions");
  await page.goto(`/rooms/${room.name}/sessions/1`);
  const question = page.getByRole("main").locator("[data-question]");
  // The first one that is open has the keys from the start.
  await expect(question.nth(1)).toBeFocused();
  for (const letter of "abdrxz") await page.keyboard.press(letter);
  await page.keyboard.press("o");
  await page.keyboard.type("a bad draft, by habit");
  await page.keyboard.press("Escape");
  await expect(question.nth(1)).toBeFocused();
  await page
    .getByRole("button", { name: /^Leave it open/ })
    .nth(1)
    .press("Enter");
  await expect(question.nth(1)).toBeFocused();
  await page.keyboard.type("abrd");
  await page.keyboard.press("Control+Enter");
  await expect(page.getByText("2 questions are open. Press Ctrl ↵ again to leave them")).toBeVisible();
  const pending = async () => {
    const { data: decisions } = await person.client.call("listDecisions", {
      params: { room: room.name },
      query: { state: "pending" },
    });
    return decisions.map(({ kind }) => kind);
  };
  expect(await pending()).toEqual(["questions"]);

  // What is written is safe from the way back: it asks, and staying is at hand.
  await page.keyboard.press("o");
  await page.keyboard.type("me");
  await page.getByRole("heading", { level: 1 }).click();
  // Kept: with that the decision is another version, and its answers rest for a moment.
  await expect(question.nth(1).getByText(/^answered by/)).toBeVisible();
  await page.keyboard.press("b");
  await expect(page.getByRole("button", { name: "Stay here" })).toBeFocused();
  await page.keyboard.press("Enter");
  expect(await pending()).toEqual(["questions"]);
  await page.reload();
  await expect(question.nth(1).getByRole("textbox")).toHaveValue("me");
});
