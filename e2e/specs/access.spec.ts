import type { PersonRole } from "@squadroom/core/kernel/route";
import type { Person } from "../fixtures/person.ts";
import { expect, test } from "../fixtures/test.ts";

async function admit(owner: Person, room: string, guest: Person, role: PersonRole): Promise<void> {
  await owner.client.call("setRoomPerson", {
    params: { room, personId: guest.id },
    body: { role },
  });
}

test("a viewer reads everything and can do nothing, on the page and by the API", async ({
  makeRoom,
  anAgent,
  openRoom,
  person,
  anotherPerson,
}) => {
  const room = await makeRoom("solo");
  const viewer = await anotherPerson("Vera");
  await admit(person, room.name, viewer, "viewer");
  const solo = await anAgent({ room: room.name, role: "solo" });
  const say = (body: string) => person.client.call("sendMessage", { params: { room: room.name }, body: { body } });
  await say("Count the boats");
  await solo.handOff(await solo.take(), {
    to: "user",
    intent: "question",
    message: "The red ones too?",
  });
  await say("Yes");
  await solo.handOff(await solo.take(), {
    to: "user",
    intent: "deliver",
    message: "There are nine boats.",
  });
  await say("Sink one");
  for (let attempt = 0; attempt < 3; attempt++) await solo.fail(await solo.take(), "I cannot.");

  const screen = await openRoom(room, { as: viewer });
  await expect(screen.row("There are nine boats.").first()).toBeVisible();
  await expect(screen.page.getByText("You can read this room. Ask its owner for the right to write.")).toBeVisible();
  await expect(screen.composer).toHaveCount(0);
  await screen.page.getByRole("button", { name: "More", exact: true }).click();
  await expect(screen.page.getByText("Team: solo")).toBeVisible();
  await expect(screen.page.getByRole("menuitem")).toHaveText(["Export"]);
  await screen.page.keyboard.press("Escape");
  await expect(screen.page.getByRole("main").getByRole("link", { name: /Connect/ })).toHaveCount(0);
  const card = screen.page.getByRole("region", { name: /^TASK-003 .*failed after 3 attempts/ });
  await expect(card).toContainText("I cannot.");
  await expect(card.getByRole("button")).toHaveCount(0);
  await screen.task("TASK-003").click();
  const sheet = screen.page.getByRole("dialog", { name: "TASK-003" });
  await expect(sheet).toContainText("Sink one");
  await expect(sheet.getByRole("button")).toHaveText([""]);
  await screen.page.keyboard.press("Escape");

  const params = { room: room.name };
  const { call } = viewer.client;
  const forbidden = { code: "forbidden" };
  await expect(call("sendMessage", { params, body: { body: "Hello" } })).rejects.toMatchObject(forbidden);
  await expect(call("retryTask", { params: { ...params, taskId: "TASK-003" } })).rejects.toMatchObject(forbidden);
  await expect(call("createCredential", { params, body: { name: "Mole", roles: ["solo"] } })).rejects.toMatchObject(
    forbidden,
  );
  await expect(call("removeRoom", { params })).rejects.toMatchObject(forbidden);

  await screen.page.goto(`/connect?room=${room.name}`);
  await expect(screen.page.getByRole("heading", { name: "You can't connect agents here" })).toBeVisible();
});

test("nobody asks a viewer for an answer", async ({ makeRoom, anAgent, openRoom, person, anotherPerson }) => {
  const room = await makeRoom("solo");
  const viewer = await anotherPerson("Vera");
  await admit(person, room.name, viewer, "viewer");
  const solo = await anAgent({ room: room.name, role: "solo" });
  await person.client.call("sendMessage", {
    params: { room: room.name },
    body: { body: "Count the boats" },
  });
  await solo.handOff(await solo.take(), {
    to: "user",
    intent: "question",
    message: "The red ones too?",
  });
  const screen = await openRoom(room, { as: viewer });
  await expect(screen.row("The red ones too?").first()).toBeVisible();
  await expect(screen.page.getByRole("button", { name: "Answer" })).toHaveCount(0);
});

test("an approver writes and answers, but steers no task", async ({
  makeRoom,
  anAgent,
  openRoom,
  person,
  anotherPerson,
}) => {
  const room = await makeRoom("solo");
  const approver = await anotherPerson("Amos");
  await admit(person, room.name, approver, "approver");
  await anAgent({ room: room.name, role: "solo" });
  const screen = await openRoom(room, { as: approver });
  await screen.say("Count the boats");
  await expect(screen.row("Count the boats").first()).toContainText(approver.name);
  await screen.task("TASK-001").click();
  const sheet = screen.page.getByRole("dialog", { name: "TASK-001" });
  await expect(sheet).toContainText("Instruction");
  await expect(sheet.getByRole("button", { name: "Cancel the task" })).toHaveCount(0);
  await expect(
    approver.client.call("cancelTask", {
      params: { room: room.name, taskId: "TASK-001" },
      body: {},
    }),
  ).rejects.toMatchObject({ code: "forbidden" });
});

test("who has no right to a room does not learn that it exists; who loses it stops seeing it", async ({
  makeRoom,
  openRoom,
  visit,
  person,
  anotherPerson,
  allowErrors,
}) => {
  allowErrors(/status of 404/);
  const room = await makeRoom("solo");
  const stranger = await anotherPerson("Otto");
  const page = await visit({ as: stranger });
  await page.goto(`/rooms/${room.name}`);
  await expect(page.getByRole("heading", { name: "You can't open this room" })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Main" })).not.toContainText(room.name);
  const asked = stranger.client.call("getRoom", { params: { room: room.name } });
  await expect(asked).rejects.toMatchObject({ code: "room_unknown" });
  const other = stranger.client.call("getRoom", { params: { room: "no-such-room" } });
  await expect(other).rejects.toMatchObject({ code: "room_unknown" });

  await admit(person, room.name, stranger, "viewer");
  await page.goto("/rooms");
  await expect(page.getByRole("main").getByRole("link", { name: room.name })).toBeVisible();
  const screen = await openRoom(room, { as: stranger });
  await person.client.call("removeRoomPerson", {
    params: { room: room.name, personId: stranger.id },
  });
  await expect(screen.page.getByRole("heading", { name: "You can't open this room" })).toBeVisible();
  await expect(page.getByRole("main").getByRole("link", { name: room.name })).toHaveCount(0);
});

test("who signs out elsewhere is signed out here", async ({ visit, person, allowErrors }) => {
  allowErrors(/status of 401|WebSocket/);
  const page = await visit();
  await page.goto("/rooms");
  await expect(page.getByRole("heading", { name: "Nobody has shared a room with you yet" })).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Main" }).getByText("Live", { exact: true })).toBeVisible();
  await person.client.call("signOut");
  await expect(page).toHaveURL(/\/sign-in/);
});

test("an agent whose credential is revoked stops, and the room sees it go", async ({
  makeRoom,
  anAgent,
  openRoom,
  person,
}) => {
  const room = await makeRoom("solo");
  const solo = await anAgent({ room: room.name, role: "solo" });
  const screen = await openRoom(room);
  await screen.say("Count the boats");
  const task = await solo.take();
  const idle = await anAgent({ room: room.name, role: "solo", name: "Second" });
  const stops = expect(idle.claim({ waitS: 30 })).rejects.toMatchObject({ code: "unauthorized" });
  const params = { room: room.name };
  await person.client.call("revokeCredential", {
    params: { ...params, credentialId: idle.credentialId },
  });
  await stops;
  await person.client.call("revokeCredential", {
    params: { ...params, credentialId: solo.credentialId },
  });
  await expect(solo.complete(task, { result: { summary: "Nine." } })).rejects.toMatchObject({
    code: "unauthorized",
  });
  const { task: row } = await person.client.call("getTask", {
    params: { ...params, taskId: task.taskId },
  });
  expect(row.state).not.toBe("completed");
});
