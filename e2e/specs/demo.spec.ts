import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { expect, test } from "../fixtures/test.ts";

const COMMAND = fileURLToPath(new URL("../../apps/cli/dist/squadroom.mjs", import.meta.url));
/** The squad thinks for one to three seconds at each step, as for people who watch. */
const STEP_MS = 20_000;

test("a demo starts from the first page, takes a message, and is removed with one click", async ({
  page,
}) => {
  await page.goto("/rooms");
  await page.getByRole("button", { name: "Start the demo" }).click();
  await expect(page).toHaveURL(/\/rooms\/first-squad/);
  const name = new URL(page.url()).pathname.split("/").at(-1) ?? "";
  const feed = page.getByRole("list", { name: "What happens in this room" });
  await expect(feed).toContainText(`${name} opened: a demo, everything in it is scripted`);
  await expect(feed).toContainText("This is a demo: planner, builder and reviewer are scripts", {
    timeout: STEP_MS,
  });
  const team = page.getByRole("complementary", { name: "Team" });
  for (const member of ["Planner", "Builder 1", "Reviewer"])
    await expect(team.getByRole("listitem").filter({ hasText: member })).toContainText("online");

  const composer = page.getByRole("combobox", { name: "Message to the team" });
  await composer.fill("Let customers refund an order from its page");
  await composer.press("Control+Enter");
  await expect(feed).toContainText("to Planner as PLAN-", { timeout: STEP_MS });
  await expect(feed).toContainText(/Planner took PLAN-00\d Let customers refund/, {
    timeout: STEP_MS,
  });
  await expect(feed).toContainText(/Planner handed DEV-00\d .* to Builder/, {
    timeout: STEP_MS,
  });
  await expect(page.locator(".ball-now")).toContainText("Builder 1 has the ball.", {
    timeout: STEP_MS,
  });

  await page
    .getByRole("navigation", { name: "Main" })
    .getByRole("link", { name: /^Rooms/ })
    .click();
  const card = page.getByRole("main").getByRole("listitem").filter({ hasText: name });
  await expect(card).toContainText("demo");
  await card.getByRole("button", { name: "Remove the demo" }).click();
  await expect(page.getByText(`The demo room ${name} is gone.`)).toBeVisible();
  await expect(page.getByRole("heading", { name: "Welcome. There is no room yet." })).toBeVisible();
});

test("the demo squad shows the chain, a reroute and a resumed task, fast forward", async ({
  makeRoom,
  openRoom,
  person,
}) => {
  const room = await makeRoom("squad");
  const screen = await openRoom(room);
  const { page } = screen;
  const filter = (name: string) =>
    page.getByRole("group", { name: "Show" }).getByRole("button", { name }).click();
  const find = async (words: string) => {
    await page.getByRole("button", { name: "Find", exact: true }).click();
    await page.getByRole("textbox", { name: "Find in the conversation" }).fill(words);
    return screen.feed.locator(".ev.at");
  };
  const squad = spawn(process.execPath, [COMMAND, "demo", "--room", room.name, "--pace", "0.1"], {
    env: {
      PATH: process.env.PATH,
      SQUADROOM_URL: person.server.url,
      SQUADROOM_DATA: person.server.dataDir,
    },
    stdio: "ignore",
  });
  const ended = once(squad, "exit");
  try {
    // Its own list is over when it asks what comes next.
    await expect(screen.ball).toContainText("What next is yours to decide", { timeout: 45_000 });
    await expect(screen.ball).toContainText("Demo Planner asks:");
  } finally {
    squad.kill("SIGTERM");
    await ended;
  }
  await expect(screen.member("Demo Planner")).toContainText("offline");
  await filter("Handoffs");
  await expect(await find("Two findings, the first one blocks")).toContainText("to Builder");
  await page.keyboard.press("Escape");
  await expect(await find("rerouted")).toContainText(
    "Reviewer is not available; Planner stands in.",
  );
  await page.keyboard.press("Escape");
  await filter("Tasks");
  await expect(await find("free again")).toContainText(/^DEV-\d+ .* is free again/);
  await page.keyboard.press("Escape");
  await expect(await find("Demo Builder 2 took")).toContainText(/took DEV-\d+/);
  await page.keyboard.press("Escape");
  await filter("Messages");
  await expect(screen.row("result")).toHaveCount(3);
});
