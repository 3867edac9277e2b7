import { expectAccessible } from "../fixtures/axe.ts";
import { expect, test } from "../fixtures/test.ts";

test("messages that wait show their place, and are edited, sent to the front and withdrawn", async ({
  squad,
  openRoom,
}) => {
  const { room, planner } = await squad();
  const screen = await openRoom(room);
  const { page } = screen;
  await screen.say("Build the cart");
  await planner.take();
  await screen.say("Build the footer");
  await screen.say("Build the header");
  const queue = screen.team.getByRole("list", { name: "Messages waiting for Planner" });
  const rows = queue.getByRole("listitem");
  await expect(rows).toHaveText([/PLAN-002 Build the footer.*1 ahead/, /PLAN-003 Build the header.*2 ahead/]);
  await expect(screen.team).toContainText("2 messages");

  await queue.getByRole("button", { name: "Send PLAN-003 to the front" }).click();
  await expect(rows.first()).toContainText("PLAN-003 Build the header");
  await expect(screen.row(/sent PLAN-003 Build the header to the front/)).toBeVisible();

  await queue.getByRole("button", { name: "Edit PLAN-002" }).click();
  const words = page.getByRole("textbox", { name: "Text of PLAN-002" });
  await expect(words).toHaveValue("Build the footer");
  await expectAccessible(page, "a message being edited");
  await words.fill("Build the footer, with the imprint");
  await page.getByRole("button", { name: "Save" }).click();
  await expect(rows.nth(1)).toContainText("PLAN-002 Build the footer, with the imprint");
  await expect(screen.row("edited PLAN-002")).toContainText("with the imprint");

  await queue.getByRole("button", { name: "Withdraw PLAN-003" }).click();
  await expect(rows).toHaveCount(1);
  await expect(screen.row("withdrew PLAN-003")).toBeVisible();
  await page.getByRole("button", { name: "Write it again" }).click();
  await expect(screen.composer).toHaveValue("Build the header");
  await expect(screen.composer).toBeFocused();
  await expectAccessible(page, "a queue", { isScreen: true });

  await planner.handOff(await planner.take(), {
    to: "user",
    intent: "deliver",
    message: "The cart is there",
  });
  expect(await planner.take()).toMatchObject({
    taskId: "PLAN-002",
    instruction: "Build the footer, with the imprint",
  });
  await expect(screen.team).toContainText("no messages");
});

test("the queue is worked with the keyboard alone", async ({ squad, openRoom }) => {
  const { room, planner } = await squad();
  const screen = await openRoom(room);
  const { page } = screen;
  await screen.say("Build the cart");
  await planner.take();
  await screen.say("Build the footer");
  await screen.say("Build the header");
  const rows = screen.team.getByRole("list", { name: /Messages waiting/ }).getByRole("listitem");
  await expect(rows).toHaveCount(2);

  await screen.composer.blur();
  await page.keyboard.press("q");
  await expect(rows.first().getByRole("button").first()).toBeFocused();
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  const words = page.getByRole("textbox", { name: "Text of PLAN-002" });
  await expect(words).toBeFocused();
  await page.keyboard.press("Escape");
  await expect(words).toBeHidden();
  await page.keyboard.press("q");
  await page.keyboard.press("Tab");
  await page.keyboard.press("Enter");
  await words.fill("Build the footer first");
  await page.keyboard.press("Control+Enter");
  await expect(rows.first()).toContainText("PLAN-002 Build the footer first");
});

test("words that come too late are refused with who has the message, and are not lost", async ({ squad, openRoom }) => {
  const { room, planner } = await squad();
  const screen = await openRoom(room);
  const { page } = screen;
  await screen.say("Build the cart");
  await screen.team.getByRole("button", { name: "Edit PLAN-001" }).click();
  const words = page.getByRole("textbox", { name: "Text of PLAN-001" });
  await words.fill("Build the cart, with a total");
  await planner.take();
  await expect(page.getByText("PLAN-001 was taken in the meantime.")).toBeVisible();
  await expect(words).toHaveValue("Build the cart, with a total");
  await page.getByRole("button", { name: "Send as a new message" }).click();
  await expect(screen.composer).toHaveValue("Build the cart, with a total");
});

test("an interrupt goes to the front and is told to who is at work, whose task stays", async ({ squad, openRoom }) => {
  const { room, planner } = await squad();
  const screen = await openRoom(room);
  const { page } = screen;
  await expect(page.getByRole("button", { name: "Interrupt" })).toBeHidden();
  await screen.say("Build the cart");
  const task = await planner.take();
  await screen.say("Build the footer");

  await screen.composer.fill("Stop, the build is red");
  await page.getByRole("button", { name: "Interrupt" }).click();
  await expect(page.getByRole("status", { name: "Where it goes" })).toContainText(
    "to the front; Planner is told and keeps PLAN-001",
  );
  await page.getByRole("button", { name: "Send", exact: false }).first().click();
  await expect(screen.row("Stop, the build is red").first()).toContainText("interrupts");
  await expect(page.getByRole("button", { name: "Interrupt" })).toHaveAttribute("aria-pressed", "false");
  const rows = screen.team.getByRole("list", { name: /Messages waiting/ }).getByRole("listitem");
  await expect(rows.first()).toContainText("PLAN-003 Stop, the build is red");

  const { messages } = await planner.progress(task, { percent: 20 });
  expect(messages).toMatchObject([{ body: "Stop, the build is red", waitsAs: "PLAN-003" }]);
  await expect(screen.member("Planner")).toContainText("PLAN-001");

  await screen.composer.fill("And look at the logs");
  await screen.composer.press("Control+Shift+Enter");
  await expect(rows.first()).toContainText("PLAN-004 And look at the logs");
});

test("who only reads sees the queue and changes nothing; another's message is not theirs", async ({
  squad,
  openRoom,
  anotherPerson,
  person,
}) => {
  const { room } = await squad();
  const params = { room: room.name };
  const guest = await anotherPerson("Gil");
  const change = { params: { ...params, personId: guest.id } };
  await person.client.call("setRoomPerson", { ...change, body: { role: "viewer" } });
  await person.client.call("sendMessage", { params, body: { body: "Build the cart" } });
  const reader = await openRoom(room, { as: guest });
  const row = reader.team.getByRole("listitem").filter({ hasText: "PLAN-001 Build the cart" });
  await expect(row.getByRole("button")).toHaveCount(1);

  await person.client.call("setRoomPerson", { ...change, body: { role: "approver" } });
  await guest.client.call("sendMessage", { params, body: { body: "Build the footer" } });
  await reader.open();
  await expect(row.getByRole("button")).toHaveCount(1);
  await expect(reader.page.getByRole("button", { name: "Withdraw PLAN-002" })).toBeVisible();
});

test("on a phone the queue is in the panel of team and work, and an interrupt has its button", async ({
  squad,
  visit,
  person,
}) => {
  const { room, planner } = await squad();
  const say = (body: string) => person.client.call("sendMessage", { params: { room: room.name }, body: { body } });
  await say("Build the cart");
  await planner.take();
  await say("Build the footer");
  const page = await visit({ viewport: { width: 360, height: 760 }, hasTouch: true });
  await page.goto(`/rooms/${room.name}`);
  const interrupt = page.getByRole("button", { name: "Interrupt" });
  await interrupt.tap();
  await expect(interrupt).toHaveAttribute("aria-pressed", "true");
  await page.getByRole("button", { name: /team/i }).first().tap();
  const panel = page.getByRole("dialog", { name: "Team and work" });
  await panel.getByRole("button", { name: "Withdraw PLAN-002" }).tap();
  await expect(panel).toContainText("no messages");
  await page.keyboard.press("Escape");
  await expectAccessible(page, "a room with an interrupt", { isScreen: true });
});
