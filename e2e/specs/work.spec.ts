import { expectAccessible } from "../fixtures/axe.ts";
import { busyIn } from "../fixtures/busy.ts";
import { expectFits } from "../fixtures/fit.ts";
import { shoot } from "../fixtures/shoot.ts";
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
  await expect(row("DEV-001")).toContainText("working");
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
  await expect(row("PLAN-001")).toContainText("completed");
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
  await expect(list).toContainText("No Builder is connected.");
  await expect(page.getByRole("list", { name: "Tasks by state" })).toContainText("2 waiting for an agent");
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
  await expect(column("Waiting for an agent").getByRole("button", { name: /PLAN-001/ })).toBeVisible();
  await expectAccessible(page, "work as a board", { isScreen: true });
});

test("what waits for one cause is folded behind it, below what a person has to settle", async ({
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
  await list.getByRole("button", { name: "Waiting for DEV-001 “Dig”, which Builder is working on." }).click();
  await expect(list.locator("[data-task]")).toHaveCount(9);
  await builder.client.call("askIntervention", {
    params: { room: room.name, taskId: dig.taskId },
    body: { fence: dig.fence, question: "Left or right of the gate?" },
  });
  await expect(list.getByRole("heading")).toHaveText(["Needs you", "Blocked"]);
});

test("its columns order the list, kept in the address; a graph shows what needs what", async ({
  makeRoom,
  anAgent,
  openRoom,
  person,
}, info) => {
  const room = await makeRoom("duo");
  await anAgent({ room: room.name, role: "builder" });
  const task = (title: string, ...requires: string[]) => ({
    ref: title.toLowerCase(),
    role: "builder",
    title,
    instruction: "Do it.",
    requires: requires.map((one) => `ref:${one}`),
  });
  await person.client.call("createTasks", {
    params: { room: room.name },
    body: { tasks: [task("Birch"), task("Ash"), task("Cedar"), task("Dune", "ash", "birch"), task("Elm", "dune")] },
  });
  const { page } = await openRoom(room);
  await page.goto(`/rooms/${room.name}/work`);
  const list = page.getByRole("list", { name: "Tasks of this room" });
  await expect(list.getByRole("heading").first()).toHaveText("Ready, in this order");
  const head = page.getByRole("group", { name: "Order by" }).getByRole("button", { name: /^Task/ });
  await head.click();
  await expect(list.locator("[data-task]").nth(0)).toContainText("Ash");
  await head.click();
  await expect(list.locator("[data-task]").nth(0)).toContainText("Cedar");
  await page.reload();
  await expect(list.locator("[data-task]").nth(0)).toContainText("Cedar");
  await head.click();
  await expect(page).toHaveURL(/\/work$/);

  await page.getByRole("button", { name: "Graph" }).click();
  const graph = page.getByRole("region", { name: "Tasks by what they need" });
  await expect(graph.locator("[data-task]")).toHaveCount(4);
  await expect(graph.getByRole("button", { name: /DEV-004.*on the longest chain/ })).toBeVisible();
  await expect(page.getByText("1 task needs no other: see the list")).toBeVisible();
  await graph.getByRole("button", { name: /DEV-005/ }).click();
  await expect(page.getByRole("dialog", { name: "DEV-005" })).toContainText("Waiting for DEV-004");
  await expectAccessible(page, "work as a graph", { isScreen: true });
  await page.keyboard.press("Escape");
  await expectFits(page, "work as a graph");
  await shoot(page, info, "graph");
});

test("a thousand tasks that nobody takes open on what they wait for, and are counted alike everywhere", async ({
  makeRoom,
  openRoom,
  person,
}, info) => {
  const room = await makeRoom("duo");
  for (let hundred = 0; hundred < 10; hundred++)
    await person.client.call("createTasks", {
      params: { room: room.name },
      body: {
        tasks: Array.from({ length: 100 }, (_, n) => ({
          role: n % 3 === 0 ? "planner" : "builder",
          title: `Migrate table ${hundred * 100 + n + 1} to the new ledger`,
          instruction: "Do it.",
        })),
      },
    });
  const { page } = await openRoom(room);
  await page.goto(`/rooms/${room.name}/work`);
  const list = page.getByRole("list", { name: "Tasks of this room" });
  await expect(list.getByRole("heading")).toHaveText("Waiting for an agent");
  await expect(page.getByRole("list", { name: "Tasks by state" })).toHaveText("1,000 waiting for an agent");
  const causes = list.getByRole("button", { name: /is connected/ });
  await expect(causes).toHaveText([/^No Builder is connected/, /^No Planner is connected/]);
  await expect(list).toContainText("660");
  await expect(list.getByRole("link", { name: "Connect Builder" })).toHaveAttribute(
    "href",
    `/connect?room=${room.name}&role=builder`,
  );
  await shoot(page, info, "thousand", { widths: [360, 768, 1440, 1920] });
  await causes.first().click();
  await expect(list.getByRole("button", { name: /DEV-001/ })).toBeVisible();
  await expectFits(page, "a thousand tasks");
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole("combobox", { name: "Role" }).selectOption("Builder");
  await expect(list.getByRole("button", { name: /DEV-001/ })).toBeVisible();
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
