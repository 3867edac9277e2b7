import { SHORT_LEASE_S } from "../fixtures/server.ts";
import { expect, test } from "../fixtures/test.ts";

test("a builder that goes silent loses its task, and who resumes it finds its progress", async ({
  makeRoom,
  anAgent,
  openRoom,
  person,
}) => {
  const room = await makeRoom("duo");
  const planner = await anAgent({ room: room.name, role: "planner" });
  const silent = await anAgent({
    room: room.name,
    role: "builder",
    name: "Builder 1",
    class: "hooked",
  });
  const screen = await openRoom(room);
  await person.client.call("sendMessage", {
    params: { room: room.name },
    body: { body: "Sort the search results by price" },
  });
  await planner.handOff(await planner.take(), {
    to: "builder",
    intent: "work",
    message: "Sort by price, ascending.",
    task: { title: "Sort by price" },
  });
  const task = await silent.take();
  await silent.progress(task, {
    percent: 60,
    action: "writing the query",
    completed: ["read the search page"],
    remaining: ["test it"],
    artifacts: [{ path: "src/search.sql", status: "modified" }],
  });
  await expect(screen.member("Builder 1")).toContainText("online, working on DEV-001");
  await expect(screen.task("DEV-001")).toContainText("Builder 1");

  // No further call: half of the lease later it is unstable, then its lease is over.
  await expect(screen.member("Builder 1")).toContainText("unstable, working on DEV-001");
  await expect(screen.row("DEV-001 Sort by price is ready again after attempt 1: its lease ran out")).toContainText(
    `No sign of life from Builder 1 for ${SHORT_LEASE_S} s.`,
  );
  await expect(screen.row("Builder 1 went offline")).toBeVisible();
  await expect(screen.member("Builder 1")).toContainText("offline");
  await screen.expectBall({
    holder: "You have the ball.",
    why: "1 task is waiting for a Builder, and none is connected.",
  });
  await expect(screen.task("DEV-001")).toContainText("attempt 2");
  await expect(screen.task("DEV-001")).toContainText("no Builder is connected");

  const other = await anAgent({ room: room.name, role: "builder", name: "Builder 2" });
  const resumed = await other.take();
  expect(resumed).toMatchObject({ taskId: "DEV-001", attempt: 2 });
  expect(resumed.text).toContain("read the search page");
  expect(resumed.text).toContain("src/search.sql");
  await screen.expectBall({ holder: "Builder 2 has the ball.", why: "DEV-001 Sort by price" });
  const late = await silent.progress(task, { percent: 90 }).then(
    () => "accepted",
    (error: { code: string }) => error.code,
  );
  expect(late).toBe("lease_lost");
  expect(await silent.claim()).toMatchObject({ task: null });
  await expect(screen.row("Builder 1 is back")).toBeVisible();

  await screen.task("DEV-001").click();
  const sheet = screen.page.getByRole("dialog", { name: "DEV-001" });
  await expect(sheet).toContainText("read the search page");
  await expect(sheet).toContainText("Builder 2");
  await expect(sheet).toContainText(`No sign of life from Builder 1 for ${SHORT_LEASE_S} s.`);
});

test("a task that failed three times waits for a word: it gets another try", async ({
  makeRoom,
  anAgent,
  openRoom,
  person,
  anotherPerson,
}) => {
  const room = await makeRoom("duo");
  const planner = await anAgent({ room: room.name, role: "planner" });
  await anAgent({ room: room.name, role: "builder" });
  const screen = await openRoom(room);
  await person.client.call("sendMessage", {
    params: { room: room.name },
    body: { body: "Read the old tapes" },
  });
  for (const reason of ["The tape is torn.", "The tape is stuck.", "The tape is blank."])
    await planner.fail(await planner.take(), reason);

  const card = screen.page.getByRole("region", {
    name: /^PLAN-001 “Read the old tapes” failed after 3 attempts/,
  });
  await expect(card).toContainText("The tape is blank.");
  await expect(screen.row("PLAN-001 Read the old tapes failed after 3 attempts")).toBeVisible();
  await screen.expectBall({
    holder: "You have the ball.",
    why: "PLAN-001 “Read the old tapes” failed after 3 attempts. What should happen to it?",
    next: "Then Planner continues.",
  });
  const guest = await anotherPerson("Gil");
  const params = { room: room.name, personId: guest.id };
  await person.client.call("setRoomPerson", { params, body: { role: "viewer" } });
  const reader = await openRoom(room, { as: guest });
  await reader.expectBall({ holder: "Waiting for a person.", why: "failed after 3 attempts" });
  await expect(screen.task("PLAN-001")).toContainText("failed: The tape is blank.");

  await card.getByRole("button", { name: "Retry" }).click();
  await expect(screen.row(`${person.name} retried PLAN-001 Read the old tapes`)).toBeVisible();
  await expect(card).toBeHidden();
  expect(await planner.take()).toMatchObject({ taskId: "PLAN-001", attempt: 1 });
  await screen.expectBall({ holder: "Planner has the ball." });
});

test("a failed task is handed on by a lead, with a note", async ({ makeRoom, anAgent, openRoom, person }) => {
  const room = await makeRoom("duo");
  const planner = await anAgent({ room: room.name, role: "planner" });
  const builder = await anAgent({ room: room.name, role: "builder" });
  const screen = await openRoom(room);
  await person.client.call("sendMessage", {
    params: { room: room.name },
    body: { body: "Read the old tapes" },
  });
  for (let attempt = 0; attempt < 3; attempt++) await planner.fail(await planner.take(), "I have no tape player.");

  const card = screen.page.getByRole("region", {
    name: /^PLAN-001 .*failed after 3 attempts/,
  });
  await card.getByRole("button", { name: "Give it to Builder" }).click();
  await card.getByRole("textbox", { name: "Note (optional)" }).fill("There is a player in the cellar.");
  await card.getByRole("button", { name: "Give it to Builder" }).click();
  await expect(screen.page.getByText("You chose “Give it to Builder”.")).toBeVisible();
  await expect(screen.row(`${person.name} gave PLAN-001`)).toContainText("to Builder");
  const task = await builder.take();
  expect(task).toMatchObject({ taskId: "PLAN-001", title: "Read the old tapes" });
  expect(JSON.stringify(task)).toContain("There is a player in the cellar.");
});

test("a failed task is cancelled with all that needs it", async ({ makeRoom, anAgent, openRoom, person }) => {
  const room = await makeRoom("solo");
  const solo = await anAgent({ room: room.name, role: "solo" });
  const screen = await openRoom(room);
  await person.client.call("createTasks", {
    params: { room: room.name },
    body: {
      tasks: [
        { ref: "dig", role: "solo", title: "Dig the hole", instruction: "Two metres." },
        { role: "solo", title: "Plant the tree", instruction: "An oak.", requires: ["ref:dig"] },
      ],
    },
  });
  await expect(screen.task("TASK-002")).toContainText("waiting for TASK-001");
  await screen.task("TASK-002").click();
  const sheet = screen.page.getByRole("dialog", { name: "TASK-002" });
  await expect(sheet).toContainText("Blocked because");
  await expect(sheet).toContainText("Waiting for TASK-001");
  await screen.page.keyboard.press("Escape");
  await expect(sheet).toBeHidden();

  for (let attempt = 0; attempt < 3; attempt++) await solo.fail(await solo.take(), "There is rock.");
  await expect(screen.task("TASK-002")).toContainText("waiting for TASK-001, which failed");
  const card = screen.page.getByRole("region", {
    name: /^TASK-001 .*failed after 3 attempts/,
  });
  await expect(card).toContainText("Ends it for good, and the 1 task that needs it.");
  await card.getByRole("button", { name: "Cancel the task" }).click();
  await card.getByRole("textbox", { name: "Why (optional)" }).fill("We buy a pot.");
  await card.getByRole("button", { name: "Cancel the task" }).click();
  await expect(screen.row(`${person.name} cancelled TASK-001 Dig the hole and 1 that needs it`)).toContainText(
    "We buy a pot.",
  );
  await expect(card).toBeHidden();
  await expect(screen.task("TASK-002")).toContainText("cancelled by");
});

test("a role that nobody fills is said, and connecting it is one click away", async ({
  makeRoom,
  anAgent,
  openRoom,
  person,
}) => {
  const room = await makeRoom("squad");
  const screen = await openRoom(room);
  await screen.expectBall({
    holder: "Nobody has the ball.",
    why: "No agent has joined yet.",
    next: "Connect one, then send a message.",
  });
  await expect(screen.page.getByRole("status", { name: "Where it goes" })).toContainText(
    "no Planner is connected: it waits until one is",
  );
  await screen.say("Paint the shed");
  await screen.expectBall({
    holder: "You have the ball.",
    why: "1 task is waiting for a Planner, and none is connected.",
  });
  await expect(screen.member("Planner")).toContainText("Nobody has joined as Planner.");
  await expect(screen.task("PLAN-001")).toContainText("no Planner is connected");

  await screen.ball.getByRole("link", { name: "Connect" }).click();
  await expect(screen.page).toHaveURL(`${person.server.url}/connect?room=${room.name}&role=planner`);
  await expect(screen.page.getByRole("radio", { name: /Planner/ })).toBeChecked();
  await anAgent({ room: room.name, role: "planner" });
  await screen.page.getByRole("link", { name: "Open the room" }).click();
  await screen.expectBall({
    holder: "Planner has the ball.",
    why: "PLAN-001 Paint the shed is ready for it.",
  });
});

test("a waiting task is sent to the front from its sheet, which shows all there is to know", async ({
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
        {
          role: "builder",
          title: "Second",
          instruction: "Two.",
          priority: "low",
          successCriteria: ["It is blue"],
          outputs: ["src/blue.ts"],
          boundaries: { allowed: ["src/**"], forbidden: ["src/secret/**"] },
        },
      ],
    },
  });
  const screen = await openRoom(room);
  await screen.task("DEV-002").click();
  const sheet = screen.page.getByRole("dialog", { name: "DEV-002" });
  for (const fact of ["Second", "ready", "Builder", "low", "It is blue", "src/blue.ts", "src/**", "src/secret/**"])
    await expect(sheet).toContainText(fact);
  await sheet.getByRole("button", { name: "Send to the front" }).click();
  await expect(screen.page.getByText("DEV-002 is next.")).toBeVisible();
  await expect(screen.row(`${person.name} sent DEV-002 Second to the front`)).toBeVisible();
  expect((await builder.take()).taskId).toBe("DEV-002");
});
