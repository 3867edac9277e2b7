import { FALLBACK_AFTER_MS } from "@squadroom/core/task/entry-fallback";
import { connectAgent } from "../fixtures/agent.ts";
import { RoomPage } from "../fixtures/room-page.ts";
import { expect, test } from "../fixtures/test.ts";
import { letOthersAct } from "../fixtures/unled.ts";

test("a name is completed after @, and the preview tells where the message goes and why", async ({
  squad,
  openRoom,
}) => {
  const { room } = await squad();
  const screen = await openRoom(room);
  const { page, composer } = screen;
  const preview = page.getByRole("status", { name: "Where it goes" });
  await expect(preview).toContainText("Planner");
  await expect(preview).toContainText("first in line");
  await expect(preview).toContainText("the entry point gets your messages");

  await composer.pressSequentially("Ask @");
  const options = page.getByRole("listbox", { name: "Roles that fit" }).getByRole("option");
  await expect(options).toHaveCount(3);
  await composer.pressSequentially("b");
  await expect(options).toHaveText([/Builder/]);
  await composer.press("Enter");
  await expect(composer).toHaveValue("Ask @builder ");
  await expect(options).toHaveCount(0);
  await expect(preview).toContainText("Planner sees that you named Builder");

  await composer.pressSequentially("and @");
  await composer.press("ArrowDown");
  await composer.press("ArrowDown");
  await expect(options.nth(2)).toHaveAttribute("aria-selected", "true");
  await composer.press("Tab");
  await expect(composer).toHaveValue("Ask @builder and @reviewer ");
  await composer.pressSequentially("what they need @");
  await composer.press("Escape");
  await expect(options).toHaveCount(0);
  await expect(composer).toBeFocused();
});

test("Ctrl+Enter sends, Enter makes a line, and a second message says what it is queued behind", async ({
  makeRoom,
  anAgent,
  openRoom,
}) => {
  const room = await makeRoom("solo");
  const solo = await anAgent({ room: room.name, role: "solo" });
  const screen = await openRoom(room);
  const preview = screen.page.getByRole("status", { name: "Where it goes" });
  await expect(preview).toContainText("it is the only role here");
  await screen.composer.pressSequentially("First line");
  await screen.composer.press("Enter");
  await screen.composer.pressSequentially("second line");
  await expect(screen.composer).toHaveValue("First line\nsecond line");
  await screen.composer.press("Control+Enter");
  await expect(screen.row("second line").first()).toContainText("to Solo as TASK-001, first in line");
  await expect(preview).toContainText("queued behind TASK-001");

  await solo.take();
  await screen.composer.fill("And another thing");
  await screen.page.getByRole("button", { name: "Send" }).first().click();
  await expect(screen.row("And another thing").first()).toContainText("to Solo as TASK-002, 1 task ahead of it");
  await expect(preview).toContainText("2 tasks ahead of it");
  await expect(screen.team).toContainText("1 message");
});

test("a message that is too long says by how much and is not sent", async ({ makeRoom, openRoom }) => {
  const room = await makeRoom("solo");
  const screen = await openRoom(room);
  await screen.composer.fill("x".repeat(20_007));
  await expect(screen.page.getByText("7 characters too long")).toBeVisible();
  await screen.composer.press("Control+Enter");
  await expect(screen.composer).toHaveValue("x".repeat(20_007));
  await expect(screen.row(/x{40}/)).toHaveCount(0);
});

test("an agent's question gives the ball to the user, whose answer goes back to it", async ({ squad, openRoom }) => {
  const { room, planner } = await squad();
  const screen = await openRoom(room);
  await screen.say("Make it nicer");
  const task = await planner.take();
  await planner.handOff(task, {
    to: "user",
    intent: "question",
    message: "Which of the two pages do you mean?\n\n- the cart\n- the order",
  });
  await screen.expectBall({
    holder: "You have the ball.",
    why: "Planner asks: Which of the two pages do you mean?",
    next: "Then Planner continues.",
    at: 5,
  });
  await expect(screen.member("Planner")).toContainText("online, waiting for you");
  const question = screen.row("Which of the two pages do you mean?").first();
  await expect(question).toContainText("asks you");

  await question.getByRole("button", { name: "Answer" }).click();
  await expect(screen.composer).toBeFocused();
  await expect(screen.page.getByText("Answers Planner: Which of the two pages do you mean?")).toBeVisible();
  await screen.say("The cart");
  await expect(screen.row("The cart").last()).toContainText("answers a question");
  await expect(question).toContainText("answered");
  await expect(question.getByRole("button", { name: "Answer" })).toHaveCount(0);
  await screen.expectBall({ holder: "Planner has the ball.", why: "PLAN-002 The cart" });
  await expect(screen.member("Planner")).toContainText("online, queued");
  const answer = await planner.take();
  expect(answer.text).toContain("The cart");
  expect(answer.text).toContain("Which of the two pages do you mean?");
});

test("the key a answers the oldest question, and the reply can be taken off again", async ({
  makeRoom,
  anAgent,
  openRoom,
}) => {
  const room = await makeRoom("solo");
  const solo = await anAgent({ room: room.name, role: "solo" });
  const screen = await openRoom(room);
  await screen.say("Choose a colour");
  await solo.handOff(await solo.take(), {
    to: "user",
    intent: "question",
    message: "Blue or green?",
  });
  await screen.expectBall({ holder: "You have the ball.", why: "Solo asks: Blue or green?" });
  await screen.page.getByRole("heading", { level: 1 }).click();
  await screen.page.keyboard.press("a");
  const chip = screen.page.getByText("Answers Solo: Blue or green?");
  await expect(chip).toBeVisible();
  await expect(screen.composer).toBeFocused();
  await screen.page.getByRole("button", { name: "Don't answer this one" }).click();
  await expect(chip).toBeHidden();
});

test("agents speak to the user and to each other, and the feed says to whom", async ({ squad, openRoom }) => {
  const { room, planner, builder } = await squad();
  const screen = await openRoom(room);
  await builder.say("The tests need twenty minutes.", "planner");
  await expect(screen.row("The tests need twenty minutes.").first()).toContainText(/to\s*Planner/);
  const answer = await planner.say("We are on it.", "user");
  expect(answer).toMatchObject({ messages: [{ body: "The tests need twenty minutes." }] });
  await expect(screen.row("We are on it.").first()).toBeVisible();
  expect(await planner.claim()).toMatchObject({ task: null, messages: [] });
  await expect(screen.row("Planner received 1 message")).toHaveCount(0);
  await screen.page.getByRole("group", { name: "Show" }).getByRole("button", { name: "Machinery" }).click();
  await expect(screen.row("Planner received 1 message")).toBeVisible();
});

test("what was written in a room is still there after a look at another one", async ({ makeRoom, openRoom }) => {
  const [one, other] = [await makeRoom("solo"), await makeRoom("solo")];
  const screen = await openRoom(one);
  await screen.composer.fill("Half a thou");
  const rail = screen.page.getByRole("navigation", { name: "Main" });
  await rail.getByRole("link", { name: new RegExp(`^${other.name}\\b`) }).click();
  await expect(screen.page.getByRole("heading", { level: 1, name: other.name })).toBeVisible();
  await expect(screen.composer).toHaveValue("");
  await rail.getByRole("link", { name: new RegExp(`^${one.name}\\b`) }).click();
  await expect(screen.composer).toHaveValue("Half a thou");
});

test("the preview names who acts for an entry point as soon as that is long away", async ({
  makeRoom,
  anAgent,
  person,
  page,
}) => {
  const room = await makeRoom("squad");
  await letOthersAct(person, room.name);
  await anAgent({ room: room.name, role: "builder", name: "Ada" });
  await page.clock.install();
  const screen = new RoomPage(page, room.name);
  await screen.open();
  const preview = page.getByRole("status", { name: "Where it goes" });
  await expect(preview).toContainText("no Planner is connected: it waits until one is");
  // For the page alone, whose clock tells it: nothing comes from the server.
  await page.clock.setSystemTime(Date.now() + FALLBACK_AFTER_MS);
  await expect(preview).toContainText("it stands in for the missing Planner");
});

test("a message goes to who acts for an entry point that is long away", async ({ unled, visit }) => {
  // Longer than an entry point has to be away, and some: little of it is left where other tests ran before.
  const UNTIL_ACTED_FOR_MS = FALLBACK_AFTER_MS + 30_000;
  const { person, room } = unled;
  const page = await visit({ as: person });
  const screen = new RoomPage(page, room);
  await screen.open();
  const ending = new AbortController();
  const ada = await connectAgent(person, { room, role: "builder", name: "Ada" }, ending.signal);
  const preview = page.getByRole("status", { name: "Where it goes" });
  await expect(preview).toContainText("it stands in for the missing Planner", {
    timeout: UNTIL_ACTED_FOR_MS,
  });
  await expect(preview).toContainText("Ada");
  await page.setViewportSize({ width: 360, height: 740 });
  await expect(preview.getByText("it stands in for the missing Planner")).toBeInViewport();
  await page.setViewportSize({ width: 1440, height: 900 });
  await screen.say("Fix the login");
  await expect(screen.row("No Planner is connected: Builder stands in with PLAN-001")).toBeVisible();
  const task = await ada.take();
  expect(task.taskId).toBe("PLAN-001");
  expect(task.text).toContain("Fix the login");
  ada.stop();
  ending.abort();
});
