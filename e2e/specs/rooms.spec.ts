import { expectFits } from "../fixtures/fit.ts";
import { shoot } from "../fixtures/shoot.ts";
import { expect, numbered, test } from "../fixtures/test.ts";

test("the first page offers a demo, a room of one's own, and connecting an agent", async ({ page }) => {
  await page.goto("/");
  await expect(page).toHaveURL(/\/rooms$/);
  await expect(page.getByRole("heading", { name: "Nobody has shared a room with you yet" })).toBeVisible();
  await expect(page.getByRole("button", { name: "Start the demo" })).toBeVisible();
  await expect(page.getByText("Calls no model. Removed with one click.")).toBeVisible();
  await expect(page.getByRole("navigation", { name: "Main" })).toContainText("No rooms yet");

  await page.getByRole("main").getByRole("link", { name: "Connect an agent" }).click();
  await expect(page.getByRole("heading", { name: "An agent needs a room to join" })).toBeVisible();
  await page.getByRole("link", { name: "New room" }).click();
  await expect(page.getByRole("dialog", { name: "New room" })).toBeVisible();
  await page.getByRole("button", { name: "Cancel" }).click();
  await page.getByRole("button", { name: "New room" }).click();
  await expect(page.getByRole("dialog", { name: "New room" })).toBeVisible();
});

test("a new room gets a name that is an address, and a team; then it opens with a line that starts agents", async ({
  page,
  makeRoom,
  allowErrors,
}) => {
  allowErrors(/status of 409/);
  const { name: taken } = await makeRoom("solo");
  await page.goto("/rooms");
  await page.getByRole("button", { name: "New room" }).click();
  const dialog = page.getByRole("dialog", { name: "New room" });
  const field = dialog.getByRole("textbox", { name: "Name" });
  const create = dialog.getByRole("button", { name: /^Create/ });
  await expect(field).toBeFocused();
  await create.click();
  await expect(dialog.getByRole("alert")).toHaveText("Give the room a name.");
  await field.fill("Checkout Web!");
  await expect(field).toHaveValue("checkout-web-");
  await expect(dialog.getByRole("alert")).toHaveText("The name has to end with a letter or a digit.");
  await field.fill(taken);
  await expect(dialog).toContainText(`Its address: /rooms/${taken}`);
  await create.click();
  await expect(dialog.getByRole("alert")).toContainText(taken);
  await expect(page).toHaveURL(/\/rooms/);

  const stops = dialog
    .getByRole("list", { name: "A message's path through the team" })
    .locator("li:not([aria-hidden])");
  const presets: [string, string[], string][] = [
    ["solo", ["you", "Solo", "you"], "One agent does everything and reports to you."],
    ["duo", ["you", "Planner", "Builder", "Planner", "you"], "Without a builder, the planner does the work itself."],
    ["pair", ["you", "Builder", "Reviewer", "you"], "Without a reviewer, results reach you marked unreviewed."],
  ];
  for (const [preset, chain, note] of presets) {
    await dialog.getByRole("radio", { name: new RegExp(`^${preset}`) }).check({ force: true });
    await expect(stops).toHaveText(chain);
    await expect(dialog).toContainText(note);
  }
  const name = numbered("till", "-");
  await field.fill(name);
  await field.press("Enter");
  await expect(page).toHaveURL(new RegExp(`/rooms/${name}$`));
  await expect(page.getByRole("heading", { level: 1, name })).toBeVisible();
  const start = page.getByRole("region", { name: "Run agents here" });
  await expect(start.getByRole("code")).toHaveText(
    `squadroom run --room ${name} --role builder,reviewer --slots 2 --with claude`,
  );
  await page.setViewportSize({ width: 360, height: 740 });
  const rows = () => start.locator("code span").evaluateAll((all) => all.map(({ clientHeight }) => clientHeight));
  expect(new Set(await rows()), "no word of the line is broken").toEqual(new Set([20]));
  await start.getByRole("link", { name: "Connect an agent" }).click();
  await expect(page).toHaveURL(new RegExp(`/connect\\?room=${name}`));
  await expect(page.getByRole("radio")).toHaveCount(2);
});

test("rooms stand in a grid or a list, those first that wait for the user, and change live", async ({
  page,
  makeRoom,
  anAgent,
  person,
}) => {
  const [quiet, busy] = [await makeRoom("solo"), await makeRoom("solo")];
  const agent = await anAgent({ room: busy.name, role: "solo" });
  await page.goto("/rooms");
  const main = page.getByRole("main");
  const cards = main.getByRole("listitem").filter({ has: page.locator("a[data-list-item]") });
  const card = cards.filter({ hasText: busy.name });
  const rail = page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: new RegExp(`^${busy.name}\\b`) });
  await expect(cards).toHaveCount(2);
  await expect(main).toContainText("Nothing needs you.");
  await expect(card).toContainText("Nobody has the ball: no open work");
  await expect(card).toContainText("send a message to start");

  await person.client.call("sendMessage", {
    params: { room: busy.name },
    body: { body: "Count the stock" },
  });
  await expect(card).toContainText("Solo is next for TASK-001");
  await expect(card).toContainText("1 message");
  const task = await agent.take();
  await expect(card).toContainText("Solo took TASK-001");
  await expect(card).toContainText("then you");
  await expect(rail).toContainText("Solo · TASK-001");
  await agent.handOff(task, { to: "user", intent: "question", message: "Which shop?" });
  await expect(card).toContainText("You answer Solo");
  await expect(rail).toContainText("You · question");
  await expect(main).toContainText("1 of 2 rooms needs you.");

  await page.getByRole("group", { name: "Show as" }).getByRole("button", { name: "List" }).click();
  await expect(cards.first()).toContainText(busy.name);
  await expect(cards.first()).toContainText("You answer Solo");
  await page.reload();
  await expect(page.getByRole("button", { name: "List" })).toHaveAttribute("aria-pressed", "true");
  await expect(cards).toHaveCount(2);
  await page.getByRole("group", { name: "Show as" }).getByRole("button", { name: "Grid" }).click();
  await cards.filter({ hasText: quiet.name }).getByRole("link").click();
  await expect(page.getByRole("heading", { level: 1, name: quiet.name })).toBeVisible();
});

test("a room's name is read whole beside its pipeline, as a card and as a line, and keys lead to it", async ({
  page,
  makeRoom,
  person,
}, info) => {
  const other = await makeRoom("solo");
  const name = numbered("first-lifecycle-of-the-claims-portal", "-");
  await person.client.call("createRoom", { body: { name, preset: "lifecycle" } });
  const body = { title: "Photo claims", description: "By phone.", pipeline: "full-lifecycle-fe" };
  await person.client.call("createSession", { params: { room: name }, body });
  await page.goto("/rooms");
  const main = page.getByRole("main");
  const link = main.getByRole("link", { name, exact: true });
  const as = page.getByRole("group", { name: "Show as" });
  for (const way of ["Grid", "List"]) {
    await page.setViewportSize({ width: 1440, height: 900 });
    await as.getByRole("button", { name: way }).click();
    for (const width of [360, 768, 1024, 1440]) {
      await page.setViewportSize({ width, height: 900 });
      await expect(main.getByRole("img", { name: "0 of 12 steps are done" })).toBeVisible();
      const isWhole = await link.evaluate((one) =>
        [one, one.parentElement].every((box) => box && box.scrollWidth <= box.clientWidth + 1),
      );
      expect(isWhole || `${name} is cut, ${way}, ${width} px`).toBe(true);
    }
    await shoot(page, info, way);
    await expectFits(page, `rooms, ${way}`);
  }
  await page.setViewportSize({ width: 1440, height: 900 });
  for (const way of ["List", "Grid"]) {
    await as.getByRole("button", { name: way }).click();
    await page.mouse.move(0, 0);
    const links = main.locator("a[data-list-item]");
    await page.keyboard.press("j");
    await expect(links.first()).toBeFocused();
    await page.keyboard.press("j");
    await expect(links.last()).toBeFocused();
    await page.keyboard.press("k");
    await expect(links.first()).toBeFocused();
    const first = (await links.first().textContent()) ?? "";
    expect([name, other.name]).toContain(first);
    await page.keyboard.press("Enter");
    await expect(page.getByRole("heading", { level: 1, name: first })).toBeVisible();
    await page.goto("/rooms");
  }
  // In the room too, all but the last letters: the tags beside it give way first.
  await page.goto(`/rooms/${name}`);
  const title = page.getByRole("heading", { level: 1, name });
  const seen = () => title.evaluate((one) => one.clientWidth / one.scrollWidth);
  for (const width of [768, 1440, 1920]) {
    await page.setViewportSize({ width, height: 900 });
    await expect(main.getByRole("link", { name: "Settings" })).toBeVisible();
    await expect.poll(seen, `${name} in its room at ${width} px`).toBeGreaterThan(0.9);
  }
  await shoot(page, info, "room");
});

test("a failed task and a silent agent are alerts on the card", async ({ page, makeRoom, anAgent, person }) => {
  const [failing, silent] = [await makeRoom("solo"), await makeRoom("solo")];
  const agent = await anAgent({ room: failing.name, role: "solo" });
  await person.client.call("sendMessage", {
    params: { room: failing.name },
    body: { body: "Count the stock" },
  });
  for (let attempt = 0; attempt < 3; attempt++) await agent.fail(await agent.take(), "The stock is wet.");
  await anAgent({ room: silent.name, role: "solo", name: "Sleeper", class: "hooked" });
  await page.goto("/rooms");
  const cards = page.getByRole("main").getByRole("listitem");
  await expect(cards.filter({ hasText: failing.name })).toContainText("TASK-001 failed");
  await expect(cards.filter({ hasText: failing.name })).toContainText("You decide on TASK-001, which failed");
  await expect(cards.filter({ hasText: silent.name })).toContainText(/Sleeper silent for \d+ s/);
});

test("a room is removed after a question, its agents are refused, other viewers are told", async ({
  makeRoom,
  anAgent,
  openRoom,
  visit,
}) => {
  const room = await makeRoom("solo");
  const agent = await anAgent({ room: room.name, role: "solo" });
  const screen = await openRoom(room);
  const viewer = await openRoom(room);
  const rooms = await visit();
  await rooms.goto("/rooms");
  await expect(rooms.getByRole("main").getByRole("link", { name: room.name })).toBeVisible();

  await screen.page.getByRole("button", { name: "More" }).click();
  await screen.page.getByRole("menuitem", { name: "Remove the room" }).click();
  const dialog = screen.page.getByRole("dialog", { name: `Remove ${room.name}?` });
  await dialog.getByRole("button", { name: "Keep it" }).click();
  await expect(dialog).toBeHidden();
  await screen.page.getByRole("button", { name: "More" }).click();
  await screen.page.getByRole("menuitem", { name: "Remove the room" }).click();
  await dialog.getByRole("button", { name: "Remove the room" }).click();
  await expect(screen.page.getByText(`${room.name} was removed.`)).toBeVisible();
  await expect(screen.page.getByRole("heading", { name: "Nobody has shared a room with you yet" })).toBeVisible();
  await expect(viewer.page.getByRole("heading", { name: "This room was removed" })).toBeVisible();
  await expect(rooms.getByRole("heading", { name: "Nobody has shared a room with you yet" })).toBeVisible();
  await expect(agent.claim()).rejects.toMatchObject({ code: "unauthorized" });
});

test("an address without a room behind it says so and leads back", async ({ page, allowErrors }) => {
  allowErrors(/status of 404/);
  await page.goto("/rooms/nowhere");
  await expect(page.getByRole("heading", { name: "You can't open this room" })).toBeVisible();
  await page.getByRole("link", { name: "All rooms" }).click();
  await expect(page).toHaveURL(/\/rooms$/);
  await page.goto("/somewhere/else");
  await expect(page.getByRole("heading", { name: "There's nothing at this address" })).toBeVisible();
});

test("a new room takes its team from a file, and says by line what is wrong with one", async ({
  page,
  makeRoom,
  person,
}) => {
  const { name } = await makeRoom("pair");
  const team = await person.client.call("getTeam", { params: { room: name } });
  await page.goto("/rooms?new=true");
  const dialog = page.getByRole("dialog", { name: "New room" });
  const file = dialog.getByLabel("Or load the team from a file");
  const give = (text: string) =>
    file.setInputFiles({
      name: "team.json",
      mimeType: "application/json",
      buffer: Buffer.from(text),
    });
  await give('{\n  "roles": [\n}');
  await expect(dialog).toContainText("Line 3: This isn't valid JSON from here on.");
  await give(JSON.stringify(team, null, 2));
  await expect(dialog).not.toContainText("Line 3");
  await expect(dialog.getByRole("radio", { name: /custom/ })).toBeChecked();
  const made = numbered("from-file", "-");
  await dialog.getByRole("textbox", { name: "Name" }).first().fill(made);
  await dialog.getByRole("button", { name: /^Create/ }).click();
  await expect(page).toHaveURL(new RegExp(`/rooms/${made}`));
  const { draft } = await person.client.call("getTeam", { params: { room: made } });
  expect(draft.roles.map((role) => role.name)).toEqual(["builder", "reviewer"]);
});
