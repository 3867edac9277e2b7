import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { signInBy } from "../fixtures/person.ts";
import { Server } from "../fixtures/server.ts";
import { expect, test } from "../fixtures/test.ts";

const COMMAND = fileURLToPath(new URL("../../apps/cli/dist/squadroom.mjs", import.meta.url));
/** Nobody is left to wonder for longer. */
const QUESTION_MS = 45_000;

test("a demo starts from the first page, takes a message, and is removed with one click", async ({ page }) => {
  await page.goto("/rooms");
  await page.getByRole("button", { name: "Start the demo" }).click();
  await expect(page).toHaveURL(/\/rooms\/first-squad/);
  const name = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  const feed = page.getByRole("list", { name: "What happens in this room" });
  await expect(feed).toContainText(`${name} opened: a demo, everything in it is scripted`);
  await expect(feed).toContainText("This is a demo: planner, builder and reviewer are scripts");
  const team = page.getByRole("complementary", { name: "Team" });
  const members = team.getByRole("list", { name: "Members" }).getByRole("listitem");
  for (const member of ["Planner", "Builder 1", "Reviewer"])
    await expect(members.filter({ hasText: member })).toContainText("online");

  const story = team.getByRole("list").filter({ hasText: "Planner asks you one question" });
  await expect(story.getByRole("listitem")).toHaveText([
    "Planner asks you one question",
    "Builder builds what you chose",
    "Reviewer finds a mistake; Builder fixes it",
    "Reviewer leaves; Planner stands in",
    "A builder dies; another takes over its work",
    "You say what comes next",
  ]);
  const composer = page.getByRole("textbox", { name: "Message to the team" });
  await composer.fill("Let customers refund an order from its page");
  await composer.press("Control+Enter");
  await expect(feed).toContainText("to Planner as PLAN-");
  await expect(page.getByText("What can be refunded at first?").last()).toBeVisible({
    timeout: QUESTION_MS,
  });
  const next = page.getByRole("status").filter({ hasText: "Demo, step" });
  await expect(next).toHaveText(/^Demo, step 1 of 6Your turn: answer the question below/);
  await expect(team.getByRole("listitem").filter({ hasText: "entry point" })).toContainText(
    "online, waiting for you on PLAN-001. Continues once you answer.",
  );
  await page.getByRole("button", { name: /^The whole order/ }).click();
  await expect(story.getByRole("listitem").first()).toHaveText("Planner asks you one question, done");
  await expect(next).toContainText("Next: Builder builds what Planner hands it.");
  await expect(feed).toContainText(/Planner handed DEV-00\d .* to Builder/);
  await expect(page.getByRole("region", { name: "Whose turn it is" })).toContainText("Builder 1 has the ball.");

  await page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: /^Rooms/ })
    .click();
  const card = page.getByRole("main").getByRole("listitem").filter({ hasText: name });
  await expect(card).toContainText("demo");
  await card.getByRole("button", { name: "Remove the demo" }).click();
  await expect(page.getByText(`Removed the demo room ${name}.`)).toBeVisible();
  await expect(page.getByRole("heading", { name: "Nobody has shared a room with you yet" })).toBeVisible();
});

test("the demo squad shows the chain, a reroute and a resumed task, fast forward", async ({
  makeRoom,
  openRoom,
  person,
}) => {
  const room = await makeRoom("squad");
  const screen = await openRoom(room);
  const { page } = screen;
  const filter = (name: string) => page.getByRole("group", { name: "Show" }).getByRole("button", { name }).click();
  const find = async (words: string) => {
    await page.getByRole("button", { name: "Find", exact: true }).click();
    await page.getByRole("textbox", { name: "Find in the conversation" }).fill(words);
    return screen.found;
  };
  const squad = spawn(process.execPath, [COMMAND, "demo", "--room", room.name, "--pace", "0.1"], {
    env: {
      PATH: process.env.PATH,
      ...person.server.door,
    },
    stdio: "ignore",
  });
  const ended = once(squad, "exit");
  try {
    await expect(screen.ball).toContainText("What can be refunded at first?");
    await page.getByRole("button", { name: /^The whole order/ }).click();
    // Its own list is over when it asks what comes next.
    await expect(screen.ball).toContainText("What should we do next?");
  } finally {
    squad.kill("SIGTERM");
    await ended;
  }
  await expect(screen.member("Demo Planner")).toContainText("offline");
  await filter("Handoffs");
  await expect(await find("Two findings, the first one blocks")).toContainText("to Builder");
  await page.keyboard.press("Escape");
  await expect(await find("rerouted")).toContainText("Reviewer is not available; Planner stands in.");
  await page.keyboard.press("Escape");
  await filter("Tasks");
  await expect(await find("history is ready again")).toContainText(/^DEV-\d+ .* is ready again/);
  await page.keyboard.press("Escape");
  await expect(await find("Demo Builder 2 took")).toContainText(/took DEV-\d+/);
  await page.keyboard.press("Escape");
  await filter("Messages");
  await expect(screen.row("result")).toHaveCount(3);
});

test("a demo goes on once its server was killed and started again", async ({ visit, allowErrors }) => {
  allowErrors(/WebSocket connection|net::ERR_/);
  const server = await Server.start();
  try {
    const person = await signInBy(server, server.firstLink ?? "", "Ada");
    const { name } = await person.client.call("startDemo");
    const page = await visit({ as: person, server });
    await page.goto(`/rooms/${name}`);
    const planner = page
      .getByRole("complementary", { name: "Team" })
      .getByRole("listitem")
      .filter({ hasText: "entry point" });
    await expect(planner).toContainText("online");
    const feed = page.getByRole("list", { name: "What happens in this room" });
    await expect(feed).toContainText("This is a demo");

    await server.kill();
    await server.resume();
    const params = { room: name };
    const { messageId } = await person.client.call("sendMessage", {
      params,
      body: { body: "Please let customers choose a date." },
    });
    expect(messageId).toBeTruthy();
    await expect(feed).toContainText(/Planner asked a person: Our script doesn.t know this work/);
    await expect(planner).toContainText("online");
    const { agents, messages } = await agentsAndWords();
    expect(agents.filter((agent) => agent === "Planner")).toHaveLength(1);
    expect(messages.filter((text) => text.startsWith("This is a demo"))).toHaveLength(1);

    async function agentsAndWords(): Promise<{ agents: string[]; messages: string[] }> {
      const { view } = await person.client.call("getRoom", { params });
      const query = { after: 0, limit: 1000 };
      const { data: events } = await person.client.call("listEvents", { params, query });
      return {
        agents: Object.values(view.agents).map((agent) => agent.name),
        messages: events.flatMap((event) => (event.type === "message.sent" ? [event.data.message.body] : [])),
      };
    }
  } finally {
    await server.stop();
  }
});
