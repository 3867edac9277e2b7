import { expectAccessible } from "../fixtures/axe.ts";
import { busyIn } from "../fixtures/busy.ts";
import { expect, test } from "../fixtures/test.ts";

const LONG = "Count the sign-ins by hour and by country without any personal data ".repeat(2).trim();

test("all tasks of a room are in its Work tab, each with why it does not go on", async ({
  makeRoom,
  anAgent,
  openRoom,
  person,
}) => {
  const room = await makeRoom("duo");
  const planner = await anAgent({ room: room.name, role: "planner" });
  const builder = await anAgent({ room: room.name, role: "builder" });
  const { page } = await openRoom(room);
  await page.getByRole("link", { name: "Work" }).click();
  await expect(page.getByText("No tasks yet")).toBeVisible();
  await expectAccessible(page, "work without tasks");

  await person.client.call("createTasks", {
    params: { room: room.name },
    body: {
      tasks: [
        { ref: "dig", role: "builder", title: "Dig the hole", instruction: "Two metres." },
        { ref: "buy", role: "builder", title: "Buy a tree", instruction: "An oak." },
        {
          role: "builder",
          title: LONG,
          instruction: "Plant it.",
          requires: ["ref:dig", "ref:buy"],
          priority: "high",
        },
        { role: "planner", title: "Tell the neighbours", instruction: "Kindly." },
      ],
    },
  });
  const list = page.getByRole("list", { name: "Tasks of this room" });
  const row = (id: string) => list.getByRole("button").filter({ hasText: new RegExp(`^${id}`) });
  await expect(row("DEV-003")).toContainText("Waiting for DEV-001 “Dig the hole”, which nobody");
  const dig = await builder.take();
  await builder.progress(dig, { percent: 40, action: "digging" });
  await expect(row("DEV-001")).toContainText("working, Builder");
  await expect(row("DEV-001")).toContainText("40 %, digging");
  await expect(row("DEV-003")).toContainText("which Builder is working on.");
  await builder.client.call("askIntervention", {
    params: { room: room.name, taskId: dig.taskId },
    body: { fence: dig.fence, question: "Left or right of the gate?" },
  });
  await expect(row("DEV-001")).toContainText("Waiting for a person's answer: Left or right");
  await expect(row("DEV-003")).toContainText("whose agent Builder is waiting for a person's answer.");
  const figures = page.getByRole("list", { name: "Tasks by state" });
  await expect(figures).toContainText("1 waiting for a person");
  await expect(figures).toContainText("1 blocked");

  const tell = await planner.take();
  await planner.complete(tell, { result: { summary: "They are glad." } });
  await expect(row("PLAN-001")).toContainText("completed, Planner");
  await expectAccessible(page, "work as a list", { isScreen: true });

  // The task's sheet: why, by which rule, and on to what it needs.
  await row("DEV-003").click();
  const sheet = page.getByRole("dialog", { name: "DEV-003" });
  await expect(sheet).toContainText("Rule: A task is ready when every task it requires is completed.");
  await sheet.getByRole("button", { name: "Open DEV-001" }).first().click();
  const needed = page.getByRole("dialog", { name: "DEV-001" });
  await expect(needed).toContainText("Holds up");
  await expect(needed).toContainText("fence 1");
  await expect(needed).toContainText("1 of 3");
  await expect(needed.getByText("waiting for a person", { exact: true })).toBeVisible();
  await needed.getByRole("button", { name: "Open DEV-003" }).click();
  await expect(sheet).toBeVisible();
  // The same word as in the list, and no attempt in front of the first.
  await expect(sheet.getByText("blocked", { exact: true })).toBeVisible();
  await expect(sheet.getByText("Attempt", { exact: true })).toHaveCount(0);
  await page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();

  // A role that goes: what waits for it says so.
  await builder.leave("lunch");
  await expect(row("DEV-002")).toContainText("No Builder is connected.");
});

test("the list is walked by keys, narrowed, shared by its address, and shown as a board", async ({
  makeRoom,
  anAgent,
  openRoom,
  person,
}) => {
  const room = await makeRoom("duo");
  const builder = await anAgent({ room: room.name, role: "builder" });
  await person.client.call("createTasks", {
    params: { room: room.name },
    body: {
      tasks: [
        { role: "builder", title: "First", instruction: "One." },
        { role: "builder", title: "Second", instruction: "Two.", priority: "low" },
        { role: "planner", title: "Third", instruction: "Three." },
      ],
    },
  });
  await builder.take();
  const { page } = await openRoom(room);
  await page.goto(`/rooms/${room.name}/work`);
  const list = page.getByRole("list", { name: "Tasks of this room" });
  await expect(list.getByRole("button")).toHaveCount(3);
  await page.keyboard.press("j");
  await expect(list.getByRole("button", { name: /DEV-001/ })).toBeFocused();
  await page.keyboard.press("j");
  await expect(list.getByRole("button", { name: /DEV-002/ })).toBeFocused();
  await page.keyboard.press("j");
  await expect(list.getByRole("button", { name: /PLAN-001/ })).toBeFocused();
  await page.keyboard.press("k");
  await page.keyboard.press("k");
  await expect(list.getByRole("button", { name: /DEV-001/ })).toBeFocused();
  await page.keyboard.press("Enter");
  await expect(page.getByRole("dialog", { name: "DEV-001" })).toBeVisible();
  await page.keyboard.press("Escape");

  await page.getByRole("combobox", { name: "Role" }).selectOption("Builder");
  await expect(list.getByRole("button")).toHaveCount(2);
  await page.getByRole("combobox", { name: "Priority" }).selectOption("low");
  await expect(list.getByRole("button")).toHaveCount(1);
  await expect(page).toHaveURL(/role=builder&priority=low|priority=low&role=builder/);
  await page.reload();
  await expect(list.getByRole("button", { name: /DEV-002/ })).toBeVisible();
  await expect(list.getByRole("button")).toHaveCount(1);
  await page.getByRole("button", { name: "Clear filters" }).click();
  await page.getByRole("textbox", { name: "Find by id or title" }).fill("thi");
  await expect(list.getByRole("button", { name: /PLAN-001/ })).toBeVisible();
  await expect(list.getByRole("button")).toHaveCount(1);
  await page.getByRole("textbox", { name: "Find by id or title" }).fill("nothing at all");
  await expect(page.getByText("No tasks match")).toBeVisible();
  await page.getByRole("button", { name: "Clear filters" }).click();
  await page.getByRole("combobox", { name: "Agent" }).selectOption("Builder");
  await expect(list.getByRole("button")).toHaveCount(1);
  await page.getByRole("button", { name: "Clear filters" }).click();

  await page.getByRole("button", { name: "Board" }).click();
  const column = (name: string) => page.getByRole("region", { name, exact: true });
  await expect(column("In progress").getByRole("button", { name: /DEV-001/ })).toBeVisible();
  await expect(column("Ready").getByRole("button", { name: /DEV-002/ })).toBeVisible();
  await expect(column("Blocked").getByRole("button", { name: /PLAN-001/ })).toBeVisible();
  await expectAccessible(page, "work as a board", { isScreen: true });
});

test("what waits for other work is folded behind what a person has to settle", async ({
  makeRoom,
  anAgent,
  openRoom,
  person,
}) => {
  const room = await makeRoom("duo");
  const builder = await anAgent({ room: room.name, role: "builder" });
  await person.client.call("createTasks", {
    params: { room: room.name },
    body: {
      tasks: [
        { ref: "dig", role: "builder", title: "Dig", instruction: "Two metres." },
        ...Array.from({ length: 8 }, (_, n) => ({
          role: "builder",
          title: `Later ${n}`,
          instruction: "Do it.",
          requires: ["ref:dig"],
        })),
      ],
    },
  });
  const dig = await builder.take();
  const { page } = await openRoom(room);
  await page.goto(`/rooms/${room.name}/work`);
  const list = page.getByRole("list", { name: "Tasks of this room" });
  await expect(list.getByRole("heading")).toHaveText(["In progress", "Blocked"]);
  await expect(list.locator("[data-task]")).toHaveCount(1);
  await list.getByRole("button", { name: "Blocked" }).click();
  await expect(list.locator("[data-task]")).toHaveCount(9);
  await builder.client.call("askIntervention", {
    params: { room: room.name, taskId: dig.taskId },
    body: { fence: dig.fence, question: "Left or right of the gate?" },
  });
  await expect(list.getByRole("heading")).toHaveText(["Needs you", "Blocked"]);
});

test("a thousand tasks are drawn as far as they are seen, and ended ones page in", async ({
  makeRoom,
  anAgent,
  openRoom,
  person,
}) => {
  const room = await makeRoom("duo");
  const builder = await anAgent({ room: room.name, role: "builder" });
  for (let hundred = 0; hundred < 10; hundred++) {
    await person.client.call("createTasks", {
      params: { room: room.name },
      body: {
        tasks: Array.from({ length: 100 }, (_, n) => ({
          role: "builder",
          title: `Part ${hundred * 100 + n + 1}`,
          instruction: "Do it.",
        })),
      },
    });
  }
  for (let n = 0; n < 60; n++) await builder.complete(await builder.take(), { result: { summary: "Done." } });
  const { page } = await openRoom(room);
  await page.getByRole("link", { name: "Work" }).click();
  const list = page.getByRole("list", { name: "Tasks of this room" });
  await expect(list.getByRole("button", { name: /DEV-061 / })).toBeVisible();
  expect(await page.locator("[data-task]").count()).toBeLessThan(60);
  const steps = 40;
  const busyMs = await busyIn(page);
  for (let n = 0; n < steps; n++) await page.keyboard.press("j");
  await expect(page.locator(":focus")).toContainText(/^DEV-100/);
  const stepMs = (await busyMs()) / steps;
  expect(stepMs, "ms for a step").toBeGreaterThan(0);
  expect(stepMs, "ms for a step").toBeLessThan(250);
  // The last of them is on the second page of the tables, which comes when its place comes near.
  await list.hover();
  await expect(async () => {
    await page.mouse.wheel(0, 100_000);
    await expect(list.getByRole("button", { name: /DEV-001 / })).toBeVisible({ timeout: 500 });
  }).toPass();
});
