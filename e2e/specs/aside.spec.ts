import type { Played } from "../fixtures/agent.ts";
import { expectAccessible } from "../fixtures/axe.ts";
import { expectFits } from "../fixtures/fit.ts";
import { InboxPage } from "../fixtures/inbox-page.ts";
import type { Person } from "../fixtures/person.ts";
import { expect, test } from "../fixtures/test.ts";

/** Tasks of an agent that fail for good: a decision about each. */
async function fail(person: Person, agent: Played, room: string, titles: string[]): Promise<void> {
  const { role } = agent.joined;
  const tasks = titles.map((title) => ({ role, title, instruction: "Do it." }));
  await person.client.call("createTasks", { params: { room }, body: { tasks } });
  for (let i = 0; i < 3 * titles.length; i++) await agent.fail(await agent.take(), "No way.");
}

test("two people in two windows: one hands over, the other has it at once; snoozed, it waits for nobody, and is back", async ({
  visit,
  makeRoom,
  anAgent,
  person,
  anotherPerson,
}) => {
  const room = await makeRoom("solo");
  const solo = await anAgent({ room: room.name, role: "solo" });
  await fail(person, solo, room.name, ["Weigh the anchor", "Count the oars"]);
  const ben = await anotherPerson("Ben");
  const vera = await anotherPerson("Vera");
  for (const [{ id: personId }, role] of [
    [ben, "approver"],
    [vera, "viewer"],
  ] as const)
    await person.client.call("setRoomPerson", {
      params: { room: room.name, personId },
      body: { role },
    });
  const mine = new InboxPage(await visit());
  const again = new InboxPage(await visit());
  const his = new InboxPage(await visit({ as: ben }));
  for (const inbox of [mine, again, his]) {
    await inbox.visit();
    await expect(inbox.count).toHaveText("2");
  }

  await mine.page.keyboard.press("j");
  await mine.page.keyboard.press("h");
  const menu = mine.page.getByRole("menu", { name: "Hand over to" });
  await expect(menu.getByRole("menuitem")).toHaveText([new RegExp(ben.name), "Take it myself"]);
  await expect(menu).not.toContainText(vera.name);
  await expectAccessible(mine.page, "handing over");
  await menu.getByRole("menuitem", { name: ben.name }).press("Enter");
  await expect(mine.settled(`Handed over to ${ben.name}.`)).toHaveCount(1);
  // The keys go on with the next one.
  await expect(mine.title()).toBeFocused();
  for (const inbox of [mine, again]) await expect(inbox.count).toHaveText("1");
  const others = again.page.getByRole("region", { name: "With others" });
  await expect(others).toContainText("TASK-001");
  await expect(others).toContainText(`with ${ben.name}`);
  const rail = again.page.getByRole("navigation").getByRole("link", { name: room.name });
  await expect(rail.getByTitle(/^\d+ things? needs? you$/)).toHaveText("1");
  await expect(his.count).toHaveText("2");
  await expect(his.row("TASK-001")).toContainText(`from ${person.name}`);

  await his.page.keyboard.press("m");
  await expect(his.rows).toHaveCount(1);
  await expect(his.page).toHaveURL(/mine=true/);
  await expect(his.row("TASK-001")).toBeVisible();
  await his.page.keyboard.press("m");
  await expect(his.rows).toHaveCount(2);

  await mine.page.keyboard.press("s");
  const times = mine.page.getByRole("menu", { name: "Snooze until" });
  await expect(times.getByRole("menuitem").first()).toBeFocused();
  await mine.page.keyboard.press("Enter");
  await expect(mine.settled(/Snoozed until/)).toHaveCount(1);
  for (const inbox of [mine, again]) await expect(inbox.count).toHaveCount(0);
  await expect(again.page.getByRole("heading", { name: "Nothing needs you" })).toBeVisible();
  await expect(again.page.getByText(/^“TASK-002.* is back /)).toBeVisible();
  await expect(rail.getByTitle(/^\d+ things? needs? you$/)).toHaveCount(0);
  await expect(his.count).toHaveText("2");
  await expectAccessible(again.page, "an inbox with all of it put aside", { isScreen: true });
  await expectFits(again.page, "an inbox with all of it put aside");
  await again.page.setViewportSize({ width: 1440, height: 900 });

  // What came by a key goes by one.
  await mine.page.keyboard.press("z");
  for (const inbox of [mine, again]) await expect(inbox.count).toHaveText("1");
  await expect(mine.open).toContainText("Count the oars");
  await others.getByRole("button", { name: /^Take back/ }).click();
  for (const inbox of [mine, again]) await expect(inbox.count).toHaveText("2");
  await expect(his.row("TASK-001")).not.toContainText(`from ${person.name}`);

  // Who takes care of it is no right: he answers, and it is gone everywhere.
  await his.row("TASK-002").getByRole("button", { name: "Retry" }).first().click();
  for (const inbox of [mine, again]) await expect(inbox.count).toHaveText("1");
});

test("what was snoozed is back when its time comes, without a reload, and when it changes", async ({
  page,
  makeRoom,
  anAgent,
  person,
}) => {
  const room = await makeRoom("solo");
  const solo = await anAgent({ room: room.name, role: "solo" });
  await fail(person, solo, room.name, ["Weigh the anchor"]);
  const inbox = new InboxPage(page);
  await inbox.visit();
  await expect(inbox.count).toHaveText("1");
  const [item] = (await person.client.call("getInbox")).needsYou.data;
  if (item?.kind !== "decision") throw new Error("there is no decision");
  const things = [{ room: room.id, item: `decision:${item.decision.id}` }];
  const { now } = await person.client.call("getInbox");
  await person.client.call("snooze", { body: { things, until: now + 3_600_000 } });
  await expect(inbox.count).toHaveCount(0);
  await expect(page.getByRole("region", { name: "Snoozed" })).toContainText("until");
  // Sooner only once it was seen there, so that a slow page doesn't miss it.
  const seen = await person.client.call("getInbox");
  await person.client.call("snooze", { body: { things, until: seen.now + 3_000 } });
  await expect(inbox.count).toHaveText("1");
  await expect(inbox.row("TASK-001")).toContainText("back from snooze");

  await person.client.call("snooze", { body: { things, until: null } });
  await expect(inbox.count).toHaveCount(0);
  await person.client.call("createTasks", {
    params: { room: room.name },
    body: {
      tasks: [{ role: "solo", title: "Sail", instruction: "Go.", requires: ["TASK-001"] as never }],
    },
  });
  // It holds up another task now: that alone brings it back.
  await expect(inbox.count).toHaveText("1");

  await person.client.call("snooze", { body: { things, until: null } });
  await expect(inbox.count).toHaveCount(0);
  await page
    .getByRole("region", { name: "Snoozed" })
    .getByRole("button", { name: /^Wake up/ })
    .click();
  await expect(inbox.count).toHaveText("1");
});

test("keys go to the row's session or room and back to the row, and never act while somebody writes", async ({
  page,
  crewAt,
  makeRoom,
  anAgent,
  person,
}) => {
  const { room } = await crewAt("triage");
  const quiet = await makeRoom("solo");
  const solo = await anAgent({ room: quiet.name, role: "solo" });
  await fail(person, solo, quiet.name, ["Weigh the anchor"]);
  const inbox = new InboxPage(page);
  await inbox.visit();
  await expect(inbox.rows).toHaveCount(2);
  for (const [text, url] of [
    ["TASK-001", new RegExp(`/rooms/${quiet.name}$`)],
    [room.name, new RegExp(`/rooms/${room.name}/sessions/1$`)],
  ] as const) {
    const row = inbox.title(inbox.row(text));
    await row.focus();
    if ((await row.getAttribute("aria-expanded")) !== "true") await page.keyboard.press("Enter");
    await page.keyboard.press("o");
    await expect(page).toHaveURL(url);
    await page.keyboard.press("u");
    await expect(page).toHaveURL(/\/inbox/);
    await expect(inbox.open).toContainText(text);
    await expect(inbox.title()).toBeFocused();
  }
  await page.keyboard.press("g");
  await page.keyboard.press("r");
  await expect(page).toHaveURL(/\/rooms$/);
  await page.keyboard.press("g");
  await page.keyboard.press("i");
  await expect(inbox.title()).toBeFocused();

  await inbox.title(inbox.row("TASK-001")).focus();
  if ((await inbox.open.textContent())?.includes("TASK-001") !== true) await page.keyboard.press("Enter");
  await page.keyboard.press("r");
  const why = inbox.open.getByRole("textbox", { name: "Why" });
  await expect(why).toBeFocused();
  await page.keyboard.type("homes u");
  await expect(why).toHaveValue("homes u");
  await expect(page).toHaveURL(/\/inbox/);
  await expect(page.getByRole("menu")).toHaveCount(0);
});

test("what is no decision can be dismissed until its cause changes, and taken back", async ({
  page,
  makeRoom,
  anAgent,
  person,
}) => {
  const room = await makeRoom("solo");
  const solo = await anAgent({ room: room.name, role: "solo", class: "hooked" });
  const task = { role: "solo", title: "Watch the tide", instruction: "Look." };
  await person.client.call("createTasks", { params: { room: room.name }, body: { tasks: [task] } });
  await solo.take();
  const inbox = new InboxPage(page);
  await inbox.visit();
  const silent = inbox.row("Solo went silent on TASK-001");
  await expect(silent).toBeVisible();
  await inbox.open.getByRole("button", { name: "Dismiss" }).click();
  await expect(inbox.settled("Out of your inbox until it changes.")).toHaveCount(1);
  await expect(inbox.count).toHaveCount(0);
  await inbox.settled("TASK-001").getByRole("button", { name: /^Undo/ }).click();
  await expect(silent).toBeVisible();
  await expect(inbox.count).toHaveText("1");
});

test("a long question put aside is two lines that open, and its room's name stays in one", async ({
  page,
  squad,
  person,
}) => {
  const { room, planner } = await squad();
  await person.client.call("sendMessage", { params: { room: room.name }, body: { body: "Sail" } });
  const words = "and each of the boats has something that speaks for it ".repeat(8);
  const message = `There are two boats in the harbour ${words}: which one?`;
  await planner.handOff(await planner.take(), { to: "user", intent: "question", message });
  const inbox = new InboxPage(page);
  await inbox.visit();
  await inbox.open.getByRole("button", { name: "Snooze" }).click();
  await page.getByRole("menuitem", { name: "Until it changes" }).click();
  await page.reload();
  const row = page.getByRole("region", { name: "Snoozed" }).getByRole("listitem");
  const text = row.getByRole("button", { name: /^There are two boats/ });
  await expect(text).toHaveAttribute("aria-expanded", "false");
  const before = (await row.boundingBox())?.height ?? 0;
  await text.click();
  await expect(text).toHaveAttribute("aria-expanded", "true");
  expect((await row.boundingBox())?.height).toBeGreaterThan(before + 40);
  const name = await row.getByText(room.name, { exact: true }).boundingBox();
  expect(name?.height).toBeLessThan(30);
});
