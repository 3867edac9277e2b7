import { InboxPage } from "../fixtures/inbox-page.ts";
import { expect, test } from "../fixtures/test.ts";

test("two people answer one decision: one counts, the other is told what was chosen and by whom", async ({
  makeRoom,
  anAgent,
  visit,
  openRoom,
  person,
  anotherPerson,
  allowErrors,
}) => {
  allowErrors(/status of 409/);
  const room = await makeRoom("duo");
  await anAgent({ room: room.name, role: "planner" });
  const builder = await anAgent({ room: room.name, role: "builder" });
  const max = await anotherPerson("Max");
  await person.client.call("setRoomPerson", {
    params: { room: room.name, personId: max.id },
    body: { role: "approver" },
  });
  const task = { role: "builder", title: "Round the totals", instruction: "All of them." };
  await person.client.call("createTasks", { params: { room: room.name }, body: { tasks: [task] } });
  const { taskId, fence } = await builder.take();
  await builder.client.call("askIntervention", {
    params: { room: room.name, taskId },
    body: {
      fence,
      question: "Half up or half even?",
      reason: "The spec says both.",
      options: [
        { label: "Half even", consequence: "As the bank does it." },
        { label: "Half up", consequence: "As the spec says first." },
      ],
      urgency: "high",
    },
  });
  const waiting = builder.claim({ waitS: 30 });

  const mine = new InboxPage(await visit());
  const his = new InboxPage(await visit({ as: max }));
  for (const inbox of [mine, his]) {
    await inbox.visit();
    await expect(inbox.open).toContainText("Builder is waiting for your answer.");
  }
  const screen = await openRoom(room);
  await expect(screen.member("Builder")).toContainText("waiting for you");

  // His page does not know yet: what it shows is held back until his click is refused.
  await his.page.route("**/api/v1/inbox*", (route) => route.abort());
  await his.row("Half up or half even?").hover();
  await mine.answer("Half even").click();
  await expect(mine.settled("Half up or half even?")).toContainText("You chose “Half even”.");
  allowErrors(/Failed to load resource: net::ERR_FAILED/);
  await his.answer("Half up").click();
  await expect(his.settled("Half up or half even?")).toContainText(`${person.name} chose “Half even” before you.`);

  const { task: again } = await waiting;
  expect(again).toMatchObject({ taskId, fence });
  expect(again?.text).toContain("Half even. As the bank does it.");
  await expect(screen.row(`${person.name} decided: Half even`)).toBeVisible();
  const { data: events } = await person.client.call("listEvents", { params: { room: room.name } });
  expect(events.filter(({ type }) => type === "decision.answered")).toHaveLength(1);
});

test("a decision is answered in its room, with its answers and what each does", async ({
  makeRoom,
  anAgent,
  openRoom,
  person,
}) => {
  const room = await makeRoom("duo");
  await anAgent({ room: room.name, role: "planner" });
  const builder = await anAgent({ room: room.name, role: "builder" });
  const task = { role: "builder", title: "Round the totals", instruction: "All of them." };
  await person.client.call("createTasks", { params: { room: room.name }, body: { tasks: [task] } });
  const { taskId, fence } = await builder.take();
  await builder.client.call("askIntervention", {
    params: { room: room.name, taskId },
    body: { fence, question: "Which rounding?", suggestedRole: "planner" },
  });
  const screen = await openRoom(room);
  await screen.expectBall({ holder: "You have the ball.", why: "Which rounding?" });
  const card = screen.page.getByRole("region", { name: "Which rounding?" });
  await expect(card).toContainText("Builder is waiting for your answer.");
  await card.getByRole("button", { name: "Answer" }).click();
  await card.getByRole("textbox", { name: "Your answer" }).fill("Half even.");
  await card.getByRole("button", { name: "Answer" }).click();
  await expect(card).toBeHidden();
  await expect(screen.page.getByText("You chose “Answer”.")).toBeVisible();
  const { task: again } = await builder.claim();
  expect(again?.text).toContain("Half even.");
  await screen.expectBall({ holder: "Builder has the ball." });
});

test("an answer in an agent's words can be read to its end", async ({ makeRoom, anAgent, visit, openRoom, person }) => {
  const room = await makeRoom("duo");
  await anAgent({ room: room.name, role: "planner" });
  const builder = await anAgent({ room: room.name, role: "builder" });
  const task = { role: "builder", title: "Add a column", instruction: "To the orders." };
  await person.client.call("createTasks", { params: { room: room.name }, body: { tasks: [task] } });
  const { taskId, fence } = await builder.take();
  const long = "Wait for the migration window of Sunday, when nobody pays";
  const explained = "Add it now with a default value";
  await builder.client.call("askIntervention", {
    params: { room: room.name, taskId },
    body: {
      fence,
      question: "May I add `refund_error` to the orders?",
      options: [{ label: long }, { label: explained, consequence: "Locks the table." }],
    },
  });
  const screen = await openRoom(room);
  await screen.expectBall({
    holder: "You have the ball.",
    why: "May I add refund_error to the orders?",
  });
  const inbox = new InboxPage(await visit());
  await inbox.visit();
  const card = screen.page.getByRole("region", { name: "May I add refund_error to the orders?" });
  for (const label of [long, explained]) {
    for (const answer of [card.getByRole("button", { name: label }), inbox.answer(label)]) {
      const words = answer.getByText(label);
      await expect(words).toBeVisible();
      const cut = await words.evaluate((at) => at.scrollWidth - at.clientWidth);
      expect(cut, label).toBeLessThanOrEqual(0);
    }
  }
});
