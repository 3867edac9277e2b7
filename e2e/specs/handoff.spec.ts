import { expect, test } from "../fixtures/test.ts";

test("a message travels the whole chain, with findings and rework, seen live at every step", async ({
  squad,
  openRoom,
  person,
}) => {
  const { room, planner, builder, reviewer } = await squad();
  const screen = await openRoom(room);
  const stops = screen.chain.locator("li:not([aria-hidden])");
  await expect(stops).toHaveText(["you", "Planner", "Builder", "Reviewer", "Planner", "you"]);
  await screen.expectBall({
    holder: "Nobody has the ball.",
    why: "There is no open work.",
    next: "Send a message to start.",
  });

  await screen.say("Add a refund button to the order page");
  const message = screen.row("Add a refund button to the order page").first();
  await expect(message).toContainText(person.name);
  await expect(message).toContainText("to Planner as PLAN-001, first in line");
  await screen.expectBall({
    holder: "Planner has the ball.",
    why: "PLAN-001 Add a refund button to the order page is ready for it.",
    next: "Then Builder.",
    at: 1,
  });
  await expect(screen.member("Planner")).toContainText("online, queued");

  const request = await planner.take();
  expect(request.instruction).toBe("Add a refund button to the order page");
  await expect(screen.row("Planner took PLAN-001 Add a refund button")).toBeVisible();
  await screen.expectBall({ holder: "Planner has the ball.", why: "It took PLAN-001", at: 1 });
  await expect(screen.member("Planner")).toContainText("online, working on PLAN-001");

  await planner.progress(request, { percent: 40, action: "reading the order page" });
  await expect(screen.row("Planner on PLAN-001, 40 %: reading the order page")).toBeVisible();
  await screen.expectBall({
    holder: "Planner has the ball.",
    why: "reading the order page",
    at: 1,
  });

  await planner.handOff(request, {
    to: "builder",
    intent: "work",
    message: "Put a refund button on the order page, for paid orders only.",
    task: { title: "Refund button" },
  });
  await expect(screen.row("Planner handed DEV-001 Refund button to Builder")).toBeVisible();
  await screen.expectBall({
    holder: "Builder has the ball.",
    why: "DEV-001 Refund button is ready",
    next: "Then Reviewer.",
    at: 2,
  });

  const first = await builder.take();
  await builder.handOff(first, {
    to: "reviewer",
    intent: "work",
    message: "The button is there, see src/order.tsx.",
    task: { title: "Review the button" },
  });
  await expect(screen.row("Builder handed REVIEW-001 Review the button to Reviewer")).toBeVisible();
  await screen.expectBall({ holder: "Reviewer has the ball.", next: "Then Planner.", at: 3 });

  const review = await reviewer.take();
  await expect(screen.member("Reviewer")).toContainText("online, working on REVIEW-001");
  await reviewer.handOff(review, {
    to: "builder",
    intent: "findings",
    message: "Two clicks refund twice.",
    task: { title: "Refund only once" },
  });
  const findings = screen.row("Two clicks refund twice.").first();
  await expect(findings).toContainText("Reviewer");
  await expect(findings).toContainText("to Builder");
  await expect(findings).toContainText("findings");
  await screen.expectBall({
    holder: "Builder has the ball.",
    why: "FIX-001 Refund only once",
    next: "Then Reviewer.",
    at: 2,
  });

  const rework = await builder.take();
  expect(rework.taskId).toBe("FIX-001");
  await builder.handOff(rework, {
    to: "reviewer",
    intent: "work",
    message: "One refund per order now.",
  });
  await screen.expectBall({ holder: "Reviewer has the ball.", why: "REVIEW-002", at: 3 });
  await reviewer.handOff(await reviewer.take(), {
    to: "planner",
    intent: "work",
    message: "No findings left.",
  });
  await screen.expectBall({
    holder: "Planner has the ball.",
    why: "PLAN-002",
    next: "Then you.",
    at: 4,
  });

  await planner.handOff(await planner.take(), {
    to: "user",
    intent: "deliver",
    message: "Orders can be refunded **once** from their page.",
  });
  const result = screen.row("Orders can be refunded once from their page.").first();
  await expect(result).toContainText("result");
  await expect(result.locator("strong")).toHaveText("once");
  await screen.expectBall({
    holder: "Nobody has the ball.",
    why: "Planner delivered: Orders can be refunded once from their page.",
    next: "Send a message to start.",
    at: 5,
  });
  await expect(screen.team).toContainText("6 in all");
});

test("work for a reviewer who left is rerouted, and the feed says why", async ({ squad, openRoom, person }) => {
  const { room, planner, builder, reviewer } = await squad();
  const screen = await openRoom(room);
  await reviewer.leave("lunch");
  await expect(screen.row("Reviewer left")).toContainText("lunch");
  await expect(screen.member("Reviewer")).toContainText("offline");
  await expect(screen.team).toContainText("Planner reviews");
  const stops = screen.chain.locator("li:not([aria-hidden])");
  await expect(stops).toHaveText(["you", "Planner", "Builder", "Planner", "you"]);

  await person.client.call("sendMessage", {
    params: { room: room.name },
    body: { body: "Rename the cart" },
  });
  await planner.handOff(await planner.take(), {
    to: "builder",
    intent: "work",
    message: "Call it basket.",
  });
  const answer = await builder.handOff(await builder.take(), {
    to: "reviewer",
    intent: "work",
    message: "It is a basket now.",
  });
  expect(answer.to).toBe("planner");
  const line = screen.row("Builder → Reviewer rerouted to Planner");
  await expect(line).toContainText("Reviewer is not available; Planner stands in.");
  await screen.expectBall({ holder: "Planner has the ball.", why: "PLAN-002", at: 3 });
  await planner.handOff(await planner.take(), {
    to: "user",
    intent: "deliver",
    message: "The cart is a basket.",
  });
  await screen.expectBall({
    holder: "Nobody has the ball.",
    why: "Planner delivered: The cart is a basket.",
  });
});

test("without a reviewer a pair's work reaches the user marked unreviewed", async ({
  makeRoom,
  anAgent,
  openRoom,
  person,
}) => {
  const room = await makeRoom("pair");
  const builder = await anAgent({ room: room.name, role: "builder" });
  const screen = await openRoom(room);
  await expect(screen.team).toContainText("nobody reviews; results are marked unreviewed");
  await person.client.call("sendMessage", {
    params: { room: room.name },
    body: { body: "Say hello" },
  });
  const task = await builder.take();
  expect(task.allowedHandoffs.map(({ to }) => to)).toEqual(["user"]);
  await builder.handOff(task, { to: "reviewer", intent: "work", message: "It says hello." });
  await expect(screen.row("Builder → Reviewer rerouted to you")).toContainText("the user stands in");
  await expect(screen.row("It says hello.").first()).toContainText("unreviewed");
  await screen.expectBall({ holder: "Nobody has the ball.", why: "unreviewed" });
});
