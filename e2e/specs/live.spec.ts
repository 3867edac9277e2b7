import { connectAgent, type Played } from "../fixtures/agent.ts";
import { layCable } from "../fixtures/cable.ts";
import { type Person, signInBy } from "../fixtures/person.ts";
import { Server } from "../fixtures/server.ts";
import { expect, test } from "../fixtures/test.ts";

// They kill the server, so they have one of their own.
test.describe.configure({ mode: "default" });

let server: Server;
let person: Person;
let solo: Played;
const room = { id: "", name: "harbour" };
const ending = new AbortController();

test.beforeAll(async () => {
  server = await Server.start();
  person = await signInBy(server, server.firstLink ?? "", "Ada");
  ({ roomId: room.id } = await person.client.call("createRoom", {
    body: { name: room.name, preset: "solo" },
  }));
  solo = await connectAgent(person, { room: room.name, role: "solo" }, ending.signal);
});
test.afterAll(async () => {
  ending.abort();
  await server.stop();
});

test("a killed server shows, comes back, and nothing is missed or seen twice", async ({
  visit,
  openRoom,
  allowErrors,
}) => {
  allowErrors(/WebSocket connection|net::ERR_/);
  const screen = await openRoom(room, { as: person, server });
  const strip = screen.page.getByRole("status").filter({ hasText: /Not live since|Live again/ });
  const rail = screen.page.getByRole("navigation", { name: "Main" });
  await solo.say("before the storm", "user");
  await expect(screen.row("before the storm")).toHaveCount(1);

  await server.kill();
  await expect(strip).toContainText(/Not live since \d\d:\d\d:\d\d\. What you see is from \d+ s ago\./);
  await expect(rail).toContainText("Not live");
  await screen.say("written in the storm");
  const outgoing = screen.page.getByRole("status").filter({ hasText: "written in the storm" });
  await expect(outgoing).toContainText("waiting for the connection");

  await server.resume();
  await solo.say("while you were away", "user");
  await expect(strip).toContainText("Live again.");
  await expect(rail.getByText("Live", { exact: true })).toBeVisible();
  for (const words of ["before the storm", "while you were away", "written in the storm"])
    await expect(screen.row(words), words).toHaveCount(1);
  await expect(outgoing).toHaveCount(0);
  await expect(screen.row("Solo joined as Solo")).toHaveCount(1);

  const rooms = await visit({ as: person, server });
  await rooms.goto("/rooms");
  await expect(rooms.getByRole("main")).toContainText("Solo is next for TASK-001");
});

test("what the log shows is not shown as on its way, however late its answer comes", async ({ openRoom }) => {
  const screen = await openRoom(room, { as: person, server });
  let release = (): void => undefined;
  const held = new Promise<void>((resolve) => {
    release = resolve;
  });
  await screen.page.route("**/messages", async (route) => {
    const response = await route.fetch();
    await held;
    await route.fulfill({ response });
  });
  await screen.say("seen before it is answered");
  await expect(screen.row("seen before it is answered")).toHaveCount(1);
  const outgoing = screen.page.getByRole("status").filter({ hasText: "seen before it is answered" });
  await expect(outgoing).toHaveCount(0);
  release();
  await expect(screen.row("seen before it is answered")).toHaveCount(1);
});

test("a database that is away is told, and what is sent meanwhile comes once it is back, by itself", async ({
  openRoom,
  allowErrors,
}) => {
  allowErrors(/the server responded with a status of 503/);
  const screen = await openRoom(room, { as: person, server });
  const strip = screen.page.getByRole("status").filter({ hasText: "The server lost its database" });
  const rail = screen.page.getByRole("navigation", { name: "Main" });
  await expect(rail.getByText("Live", { exact: true })).toBeVisible();

  await server.takeDatabase();
  await expect(strip).toContainText(/lost its database at \d\d:\d\d:\d\d/);
  await expect(strip).toContainText("What you see may be out of date");
  await expect(rail.getByText("Live", { exact: true })).toHaveCount(0);
  await screen.say("said to no database");
  await expect(screen.row("said to no database")).toHaveCount(0);

  await server.giveDatabaseBack();
  await expect(strip).toHaveCount(0);
  await expect(rail.getByText("Live", { exact: true })).toBeVisible();
  await expect(screen.row("said to no database")).toHaveCount(1);
  await solo.say("heard after the database", "user");
  await expect(screen.row("heard after the database")).toHaveCount(1);
});

test("what came in while the network was away is counted, shown, and in order", async ({ openRoom, allowErrors }) => {
  allowErrors(/WebSocket connection|net::ERR_/);
  const cable = await layCable(server.url);
  const screen = await openRoom(room, { as: person, server, baseURL: cable.url });
  const strip = screen.page.getByRole("status").filter({ hasText: /Not live since|Live again/ });
  cable.cut();
  await expect(strip).toContainText("Not live since");
  for (const words of ["one", "two", "three"]) await solo.say(`storm ${words}`, "user");
  await expect(strip).toContainText(/Trying again/);
  await expect(screen.row("storm one")).toHaveCount(0);

  cable.mend();
  await expect(strip).toContainText("Live again. You missed 3 events");
  await expect(strip).toContainText("Nothing is lost");
  await strip.getByRole("button", { name: "Show them" }).click();
  await expect(strip).toHaveCount(0);
  const texts = await screen.row(/storm (one|two|three)/).allTextContents();
  expect(texts.map((text) => /storm (one|two|three)/.exec(text)?.[1])).toEqual(["one", "two", "three"]);

  cable.cut();
  await expect(strip).toContainText("Not live since");
  // Long enough before the next try of its own that the button is what brings it back.
  await expect(strip).toContainText(/in ([4-9]|1\d) s/);
  cable.mend();
  await strip.getByRole("button", { name: "Try now" }).click();
  await expect(strip).toContainText("You missed nothing in");
  await strip.getByRole("button", { name: "Dismiss" }).click();
  await expect(strip).toHaveCount(0);
  await cable.close();
});

test("a screen that can't load stays in the frame, and comes by itself", async ({ visit, allowErrors }) => {
  allowErrors(/WebSocket connection|net::ERR_|preload CSS|dynamically imported/);
  const page = await visit({ as: person, server });
  await page.route(/assets\/(?:replay|metrics)/, (route) => route.abort());
  await page.goto(`/rooms/${room.name}`);
  const rail = page.getByRole("navigation", { name: "Main" });
  await expect(rail.getByText("Live", { exact: true })).toBeVisible();
  const metrics = page.getByRole("link", { name: "Metrics" });
  await expect(metrics).toBeVisible();
  await server.kill();
  await expect(rail).toContainText("Not live");
  await metrics.click();
  await expect(page.getByRole("heading", { name: "This screen hasn't loaded yet" })).toBeVisible();
  await expect(page.getByRole("status").filter({ hasText: /Not live since/ })).toBeVisible();
  await expect(rail).toBeVisible();
  await page.unroute(/assets\/(?:replay|metrics)/);
  await server.resume();
  await expect(page.getByRole("group", { name: "Period" })).toBeVisible();
});

test("a piece of a screen that can't load says so in its place, and the rest stays", async ({
  makeRoom,
  page,
  allowErrors,
}) => {
  allowErrors(/net::ERR_/);
  const { name } = await makeRoom("duo");
  await page.route(/assets\/run-here/, (route) => route.abort());
  await page.goto(`/rooms/${name}`);
  await expect(page.getByText("Couldn't load this part.").first()).toBeVisible();
  await page.getByRole("textbox", { name: "Message to the team" }).fill("Still here");
});

test("a network that is cut shows at once", async ({ visit, allowErrors }) => {
  allowErrors(/WebSocket connection|net::ERR_/);
  const page = await visit({ as: person, server });
  await page.clock.install();
  await page.goto("/rooms");
  const rail = page.getByRole("navigation", { name: "Main" });
  await expect(rail.getByText("Live", { exact: true })).toBeVisible();
  // The page's clock stands: no silence proves it.
  await page.clock.pauseAt(Date.now() + 1_000);
  await page.context().setOffline(true);
  await expect(rail).toContainText("Not live");
  await page.clock.resume();
  await page.context().setOffline(false);
  await expect(rail.getByText("Live", { exact: true })).toBeVisible();
});
