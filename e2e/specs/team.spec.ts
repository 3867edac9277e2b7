import { fullVariant } from "@squadroom/core/team/variants";
import { expectAccessible } from "../fixtures/axe.ts";
import { expectFits } from "../fixtures/fit.ts";
import { expect, test } from "../fixtures/test.ts";

test("a lead gives a running room another team: says who takes what was whose, and agents are told", async ({
  squad,
  person,
  openRoom,
}) => {
  const { room, planner, builder } = await squad();
  const task = { role: "builder", title: "Round the totals", instruction: "All of them." };
  const check = { role: "reviewer", title: "Read the totals", instruction: "All of them." };
  await person.client.call("createTasks", {
    params: { room: room.name },
    body: { tasks: [task, check] },
  });
  const held = await builder.take();
  const { page } = await openRoom(room);
  await page.getByRole("link", { name: "Settings", exact: true }).click();
  await expect(page.getByRole("list", { name: "Roles" }).getByRole("button")).toHaveCount(3);
  await expectAccessible(page, "the team of a room", { isScreen: true });

  await page.getByRole("button", { name: "duo", exact: true }).click();
  await expect(page.getByText("Not saved")).toBeVisible();
  await page.getByRole("button", { name: "Save…" }).click();
  const dialog = page.getByRole("dialog", { name: `Change the team of ${room.name}?` });
  await expect(dialog.getByText("Reviewer is removed")).toBeVisible();
  await expectAccessible(page, "what a change of the team does");
  await dialog.getByLabel("Reviewer's work goes to").selectOption({ label: "Builder" });
  await expect(dialog.getByLabel("Reviewer's work goes to")).toHaveValue("builder");
  await dialog.getByRole("button", { name: "Change the team" }).click();
  await expect(page.getByText("The team was changed.")).toBeVisible();
  await expect(page.getByRole("list", { name: "Roles" }).getByRole("button")).toHaveCount(2);

  // Who has a role that stays goes on with what is in its hand.
  await builder.fail(held, "no luck");
  const { data: tasks } = await person.client.call("listTasks", { params: { room: room.name } });
  expect(tasks.map(({ id, role }) => [id, role]).sort()).toEqual([
    ["DEV-001", "builder"],
    ["REVIEW-001", "builder"],
  ]);
  await page.getByRole("link", { name: "Conversation" }).click();
  await expect(page.getByText(/changed the team from squad to duo; gone: Reviewer/)).toBeVisible();
  await planner.claim({ waitS: 0 });
});

test("a person edits the roles of a team: errors stand at their place, and it is saved without them", async ({
  makeRoom,
  person,
  openRoom,
}) => {
  const room = await makeRoom("duo");
  const { page } = await openRoom(room);
  await page.getByRole("link", { name: "Settings", exact: true }).click();
  const roles = page.getByRole("list", { name: "Roles" });
  await page.getByRole("button", { name: "Role", exact: true }).click();
  await page.getByLabel("Name").fill("tester");
  await page.getByLabel("Title").fill("Tester");
  await page.getByLabel("Prefix of its tasks").fill("DEV");
  await expect(page.getByText("roles[1] already has the prefix DEV.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Save…" })).toHaveAttribute("aria-disabled", "true");
  await page.getByLabel("Prefix of its tasks").fill("TEST");
  await page.getByLabel("Role spec").fill("---\nrole: tester\ninner_loop: sometimes\n---\nProve **everything**.");
  await page.getByRole("button", { name: "Check", exact: true }).click();
  await expect(page.getByText("Use true, false or dynamic.")).toBeVisible();
  await expectAccessible(page, "a spec with an error");
  await page.getByRole("button", { name: "Write", exact: true }).click();
  await page.getByLabel("Role spec").fill("---\nrole: tester\ninner_loop: dynamic\n---\nProve **everything**.");
  await page.getByRole("button", { name: "Check", exact: true }).click();
  await expect(page.getByRole("heading", { name: "Read as" })).toBeVisible();
  await expect(page.getByRole("definition")).toHaveText(["TEST-*", "dynamic", "not set"]);
  await expectFits(page, "a spec and how it is read");
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole("button", { name: "Preview", exact: true }).click();
  await expect(page.getByRole("strong")).toHaveText("everything");

  await roles.getByRole("button", { name: /Builder/ }).click();
  await page.getByRole("checkbox", { name: "Tester" }).check();
  await page.getByRole("checkbox", { name: "Planner" }).uncheck();
  const duties = page.getByRole("group", { name: "In a session" });
  await expect(duties.getByRole("checkbox", { checked: true })).toHaveCount(1);
  await expect(duties.getByRole("checkbox", { name: "Does the work" })).toBeChecked();
  await duties.getByRole("checkbox", { name: "Presents the steps" }).check();
  await expect(page.getByRole("list", { name: "Who takes over for whom" })).toContainText("without Tester");
  await roles.getByRole("button", { name: /Planner/ }).click();
  await page.getByRole("checkbox", { name: "another role stands in" }).check();
  await page.getByRole("button", { name: "Save…" }).click();
  const dialog = page.getByRole("dialog");
  await expect(dialog.getByText("No role is removed")).toBeVisible();
  await dialog.getByRole("button", { name: "Change the team" }).click();
  await expect(page.getByText("The team was changed.")).toBeVisible();
  const { team, version } = await person.client.call("getTeam", { params: { room: room.name } });
  expect([team.preset, team.entryFallback, version]).toEqual(["custom", true, 2]);
  expect(team.roles.map(({ duties }) => duties)).toEqual([undefined, ["present", "work"], undefined]);
  expect(fullVariant(team).chain).toEqual(["user", "planner", "builder", "tester", "planner", "user"]);
});

test("a lead keeps the roles of a team apart", async ({ makeRoom, person, openRoom }) => {
  const room = await makeRoom("squad");
  const { page } = await openRoom(room);
  await page.getByRole("link", { name: "Settings", exact: true }).click();
  const apart = page.getByRole("checkbox", { name: /^Keep roles apart/ });
  await expect(apart).not.toBeChecked();
  await apart.check();
  await expect(page.getByText("All others write to Planner only")).toBeVisible();
  await expectFits(page, "a team whose roles are kept apart");
  await page.setViewportSize({ width: 1440, height: 900 });
  await page
    .getByRole("list", { name: "Roles" })
    .getByRole("button", { name: /Builder/ })
    .click();
  const wrong = page.getByText("builder hands to planner only, not to reviewer");
  await expect(wrong.first()).toBeVisible();
  await page.getByRole("checkbox", { name: "Planner", exact: true }).check();
  await page.getByRole("checkbox", { name: "Reviewer", exact: true }).uncheck();
  await expect(wrong).toHaveCount(0);
  await page.getByRole("button", { name: "Save…" }).click();
  await page.getByRole("dialog").getByRole("button", { name: "Change the team" }).click();
  await expect(page.getByText("The team was changed.")).toBeVisible();
  const { team } = await person.client.call("getTeam", { params: { room: room.name } });
  expect(team.isolated).toBe(true);
});

test("an edit that somebody else overtook is not saved over theirs", async ({ makeRoom, person, openRoom }) => {
  const room = await makeRoom("duo");
  const { page } = await openRoom(room);
  await page.getByRole("link", { name: "Settings", exact: true }).click();
  await page.getByLabel("Title").fill("Chief");
  await person.client.call("changeTeam", {
    params: { room: room.name },
    body: { preset: "squad", version: 1 },
  });
  await expect(page.getByRole("alert").getByText("Somebody else changed the team")).toBeVisible();
  await page.getByRole("button", { name: "Discard" }).click();
  await expect(page.getByRole("list", { name: "Roles" }).getByRole("button")).toHaveCount(3);
});

test("a room is made with a team of one's own", async ({ visit, person }) => {
  const page = await visit();
  await page.goto("/rooms?new=true");
  const dialog = page.getByRole("dialog", { name: "New room" });
  const name = `own-${Date.now().toString(36)}`;
  await dialog.getByLabel("Name", { exact: true }).first().fill(name);
  await dialog.getByText("custom", { exact: true }).click();
  await dialog.getByRole("button", { name: /Reviewer/ }).click();
  await dialog.getByRole("button", { name: "Remove the role" }).click();
  await expectAccessible(page, "a new room with a team of one's own");
  await dialog.getByRole("button", { name: "Create" }).click();
  await expect(page).toHaveURL(/\/rooms\/own-/);
  const { team } = await person.client.call("getTeam", { params: { room: name } });
  expect(team.roles.map((role) => role.name)).toEqual(["planner", "builder"]);
});

test("who does not lead reads the team and changes nothing", async ({ makeRoom, person, anotherPerson, visit }) => {
  const room = await makeRoom("squad");
  const viewer = await anotherPerson("Vera");
  await person.client.call("setRoomPerson", {
    params: { room: room.name, personId: viewer.id },
    body: { role: "viewer" },
  });
  const page = await visit({ as: viewer });
  await page.goto(`/rooms/${room.name}/settings`);
  await expect(page.getByText("Only leads and owners can change the team.")).toBeVisible();
  await expect(page.getByRole("button", { name: "Role", exact: true })).toHaveCount(0);
  await expect(page.getByLabel("Title")).not.toBeEditable();
  const sections = page.getByRole("navigation", { name: "Settings of the room" });
  await expect(sections.getByRole("link")).toHaveText([
    "Team and roles",
    "Pipelines",
    "Runners",
    "People",
    "Policy",
    "Retention",
    "Export",
  ]);
});

test("the preset of a lifecycle takes more roles, and a team of twenty fits", async ({
  makeRoom,
  person,
  openRoom,
}) => {
  const room = await makeRoom("lifecycle");
  const params = { room: room.name };
  const { draft, version } = await person.client.call("getTeam", { params });
  const more = Array.from({ length: 9 }, (_, i) => ({
    name: `security-and-compliance-${i + 1}`,
    prefix: `SPEC${i + 1}`,
    spec: "Look closely.",
    handsTo: ["coordinator"],
  }));
  const team = { ...draft, roles: [...draft.roles, ...more] };
  await person.client.call("changeTeam", { params, body: { team, version } });
  const { page } = await openRoom(room);
  await expectFits(page, "a room whose team has nineteen roles");
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.getByRole("link", { name: "Settings", exact: true }).click();
  const roles = page.getByRole("list", { name: "Roles" }).getByRole("button");
  await expect(roles).toHaveCount(19);
  await page.getByRole("button", { name: "Role", exact: true }).click();
  await expect(roles).toHaveCount(20);
  await expect(page.getByRole("button", { name: "Role", exact: true })).toHaveCount(0);
  await expectFits(page, "a team of twenty roles");
});
