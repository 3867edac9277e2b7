import { expect, test } from "../fixtures/test.ts";

test("what came since somebody looked stands below a mark, and machinery stands apart", async ({ squad, openRoom }) => {
  const { room, planner, builder } = await squad();
  const screen = await openRoom(room);
  const { page } = screen;
  const mark = screen.feed.getByText("New since you looked");
  await screen.say("Rename the cart");
  await expect(screen.row("to Planner as PLAN-001").first()).toBeVisible();
  await expect(mark).toHaveCount(0);
  await page
    .getByRole("link", { name: /^Inbox/ })
    .first()
    .click();
  await expect(screen.composer).toHaveCount(0);
  await planner.handOff(await planner.take(), {
    to: "builder",
    intent: "work",
    message: "Call it basket.",
    task: { title: "Basket" },
  });
  await builder.say("In all languages?", "planner");
  await planner.claim();

  await screen.open();
  await expect(mark).toHaveCount(1);
  const rows = await screen.feed.locator(":scope > li").allTextContents();
  const at = rows.findIndex((text) => text.includes("New since you looked"));
  expect(rows.findIndex((text) => text.includes("Rename the cart"))).toBeLessThan(at);
  expect(rows.findIndex((text) => text.includes("PLAN-001 Rename the cart, done by Planner"))).toBeGreaterThan(at);
  // What comes while somebody looks moves no mark.
  await builder.say("And in the mails?", "planner");
  await expect(screen.row("And in the mails?").first()).toBeVisible();
  await expect(mark).toHaveCount(1);

  await expect(screen.row("Planner received")).toHaveCount(0);
  await page.getByRole("group", { name: "Show" }).getByRole("button", { name: "Machinery" }).click();
  await expect(screen.row("Planner received")).toHaveCount(1);
  await expect(screen.row("Rename the cart")).toHaveCount(0);
});

test("a question taller than the conversation is read from its beginning", async ({ squad, openRoom, person }) => {
  const { room, builder } = await squad();
  const screen = await openRoom(room);
  await screen.page.setViewportSize({ width: 360, height: 640 });
  const task = { role: "builder", title: "Round the totals", instruction: "All of them." };
  await person.client.call("createTasks", { params: { room: room.name }, body: { tasks: [task] } });
  const { taskId, fence } = await builder.take();
  const isAtTop = () =>
    screen.page.getByRole("region", { name: "Half up or half even?" }).evaluate((card) => {
      const box = card.closest(".feed")?.getBoundingClientRect();
      const { top, bottom } = card.getBoundingClientRect();
      return box !== undefined && Math.abs(top - box.top) < 24 && bottom > box.bottom;
    });
  await builder.client.call("askIntervention", {
    params: { room: room.name, taskId },
    body: {
      fence,
      question: "Half up or half even?",
      reason: "The old code does both. ".repeat(40),
      options: ["Half up", "Half even"].map((label) => ({ label, consequence: `${label}, everywhere.` })),
      urgency: "high",
    },
  });
  await expect.poll(isAtTop).toBe(true);
  // Also for somebody who comes later, and while others go on.
  await screen.page.reload();
  await expect.poll(isAtTop).toBe(true);
  await person.client.call("createTasks", { params: { room: room.name }, body: { tasks: [task, task] } });
  await expect(screen.row("DEV-002").first()).toBeAttached();
  await expect.poll(isAtTop).toBe(true);
});
