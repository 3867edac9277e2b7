import type { Person } from "../fixtures/person.ts";
import { expect, test } from "../fixtures/test.ts";

/** Each in a call of its own, which makes a row of its own; the last one surely comes last. */
async function createTasks(person: Person, room: string, count: number, title = "Task"): Promise<void> {
  const create = (n: number) =>
    person.client.call("createTasks", {
      params: { room },
      body: { tasks: [{ role: "solo", title: `${title} ${n}`, instruction: "Nothing." }] },
    });
  await Promise.all(Array.from({ length: count - 1 }, (_, i) => create(i + 1)));
  await create(count);
}

test("filters show messages, handoffs or tasks alone", async ({ squad, openRoom }) => {
  const { room, planner, builder } = await squad();
  const screen = await openRoom(room);
  await screen.say("Rename the cart");
  await planner.handOff(await planner.take(), {
    to: "builder",
    intent: "work",
    message: "Call it basket.",
    task: { title: "Basket" },
  });
  await builder.handOff(await builder.take(), {
    to: "planner",
    intent: "question",
    message: "In all languages?",
  });
  const shown = {
    message: screen.row("to Planner as PLAN-001"),
    joined: screen.row(/\w+, \w+, \w+ joined/),
    handoff: screen.row("Planner handed DEV-001 Basket to Builder"),
    claim: screen.row("Builder took DEV-001 Basket"),
    question: screen.row("In all languages?"),
  };
  const filters = screen.page.getByRole("group", { name: "Show" });
  const expectShown = async (...names: (keyof typeof shown)[]) => {
    for (const [name, row] of Object.entries(shown))
      await expect(row, name).toHaveCount(names.includes(name as keyof typeof shown) ? 1 : 0);
  };
  await expectShown("message", "joined", "handoff", "claim", "question");
  await filters.getByRole("button", { name: "Messages" }).click();
  await expect(filters.getByRole("button", { name: "Messages" })).toHaveAttribute("aria-pressed", "true");
  await expectShown("message", "question");
  await filters.getByRole("button", { name: "Handoffs" }).click();
  await expectShown("handoff", "question");
  await filters.getByRole("button", { name: "Tasks" }).click();
  await expectShown("handoff", "claim");
  await filters.getByRole("button", { name: "All" }).click();
  await expectShown("message", "joined", "handoff", "claim", "question");
});

test("while somebody reads older rows, new ones collect behind a pill and nothing moves", async ({
  makeRoom,
  openRoom,
  person,
}) => {
  const room = await makeRoom("solo");
  await createTasks(person, room.name, 40);
  const screen = await openRoom(room);
  await expect(screen.row("Task 40")).toBeVisible();
  await screen.feed.hover();
  // Far enough that the invitation to connect an agent, below the rows, is out of the way.
  await screen.page.mouse.wheel(0, -2_000);
  await expect(screen.newPill).toHaveText("To the newest");
  await screen.page.mouse.move(5, 5);
  const row = screen.row(/TASK-02\d/).first();
  await expect(row).toBeVisible();
  const id = (await row.textContent())?.match(/TASK-\d+/)?.[0] ?? "";
  const before = await screen.row(id).boundingBox();

  await createTasks(person, room.name, 3, "Late");
  await expect(screen.newPill).toHaveText("3 new");
  expect(await screen.row(id).boundingBox()).toEqual(before);
  await expect(screen.row("Late 3")).not.toBeInViewport();

  await screen.newPill.click();
  await expect(screen.row("Late 3")).toBeVisible();
  await expect(screen.newPill).toBeHidden();
  await createTasks(person, room.name, 1, "Followed");
  await expect(screen.row("Followed 1")).toBeVisible();
});

test("older events come when one scrolls up, down to the room's beginning", async ({ makeRoom, openRoom, person }) => {
  const room = await makeRoom("solo");
  for (const title of ["Old", "Newer", "Newest"]) await createTasks(person, room.name, 85, title);
  const screen = await openRoom(room);
  await expect(screen.page.getByText("the newest 200 of 256 events")).toBeVisible();
  await expect(screen.row("TASK-255")).toBeVisible();
  await screen.feed.hover();
  await expect(async () => {
    await screen.page.mouse.wheel(0, -3_000);
    await expect(screen.row(`${person.name} opened ${room.name} with the team solo`)).toBeVisible({
      timeout: 500,
    });
  }).toPass();
  await expect(screen.page.getByText("256 events", { exact: true })).toBeVisible();
});

test("every event opens its detail, and its tasks from there", async ({ squad, openRoom }) => {
  const { room, planner } = await squad();
  const screen = await openRoom(room);
  await screen.say("Rename the cart");
  await planner.handOff(await planner.take(), {
    to: "builder",
    intent: "work",
    message: "Call it **basket**.",
    result: { summary: "Planned it.", keyDecisions: ["Nobody says trolley."] },
    task: { title: "Basket" },
  });
  const row = screen.row("Planner handed DEV-001 Basket to Builder");
  await row.getByRole("button", { name: /^Details of event \d+/ }).click();
  const sheet = screen.page.getByRole("dialog", { name: /^Event \d+$/ });
  await expect(sheet).toContainText("handoff.delivered");
  await expect(sheet.locator("strong").filter({ hasText: "basket" })).toBeVisible();
  await expect(sheet).toContainText("Nobody says trolley.");
  await sheet.getByText("Facts", { exact: true }).click();
  await expect(sheet.locator("pre")).toContainText('"variant": "full_team"');
  await sheet.getByRole("button", { name: "DEV-001 Basket" }).click();
  await expect(screen.page.getByRole("dialog", { name: "DEV-001" })).toContainText("Call it basket.");
});

test("find goes from match to match, newest first", async ({ makeRoom, openRoom, anAgent }) => {
  const room = await makeRoom("solo");
  const solo = await anAgent({ room: room.name, role: "solo" });
  const screen = await openRoom(room);
  for (const words of ["a red herring", "a blue whale", "a red snapper"]) {
    await solo.say(words, "user");
    await expect(screen.row(words)).toBeVisible();
  }
  await screen.page.getByRole("button", { name: "Find", exact: true }).click();
  const field = screen.page.getByRole("textbox", { name: "Find in the conversation" });
  await expect(field).toBeFocused();
  await field.fill("RED");
  const count = screen.page.getByRole("search").getByRole("status");
  await expect(count).toHaveText("2 of 2");
  const here = screen.found;
  await expect(here).toContainText("red snapper");
  await field.press("Enter");
  await expect(count).toHaveText("1 of 2");
  await expect(here).toContainText("red herring");
  await field.press("Shift+Enter");
  await expect(here).toContainText("red snapper");
  await field.fill("green");
  await expect(count).toHaveText("no match");
  await field.press("Escape");
  await expect(screen.page.getByRole("group", { name: "Show" })).toBeVisible();
});

test("long words start folded, markdown is drawn, and a report of progress is one growing row", async ({
  makeRoom,
  openRoom,
  anAgent,
}) => {
  const room = await makeRoom("solo");
  const solo = await anAgent({ room: room.name, role: "solo" });
  const screen = await openRoom(room);
  await screen.say("Count to thirty");
  const task = await solo.take();
  for (const percent of [10, 50, 90]) await solo.progress(task, { percent, action: "counting" });
  await expect(screen.row("Solo on TASK-001, 90 %: counting")).toBeVisible();
  await expect(screen.row("counting")).toHaveCount(1);
  const lines = Array.from({ length: 30 }, (_, i) => `- number ${i + 1}`).join("\n");
  await solo.handOff(task, {
    to: "user",
    intent: "deliver",
    message: `Done, see \`count.ts\`:\n\n${lines}\n\n| a | b |\n|---|---|\n| 1 | 2 |`,
  });
  const row = screen.row("number 1").first();
  await expect(row.locator("code")).toHaveText("count.ts");
  await row.getByRole("button", { name: "Show all" }).click();
  await expect(row.getByRole("cell", { name: "2" })).toBeVisible();
  await row.getByRole("button", { name: "Show less" }).click();
  await expect(row.getByRole("button", { name: "Show all" })).toBeVisible();
});
