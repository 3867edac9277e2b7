import type { Played } from "../fixtures/agent.ts";
import { expect, test } from "../fixtures/test.ts";

const USAGE = { inputTokens: 6_000, outputTokens: 500, costUsd: 0.12 };

/** Takes the next task, says how far it is, and is done with these files. */
async function work(agent: Played, until?: Promise<unknown>): Promise<void> {
  const task = await agent.take();
  await agent.progress(task, { percent: 40, action: "writing the tests", usage: USAGE });
  await until;
  await agent.complete(task, {
    result: {
      summary: "One calendar for both dates.",
      artifacts: [
        { path: "src/date/picker.tsx", status: "created", lines: 84 },
        { path: "src/date/index.ts", status: "modified" },
      ],
    },
    usage: USAGE,
  });
}

test("the work of agents at once is one row a task, which opens in place", async ({
  makeRoom,
  openRoom,
  anAgent,
  person,
}) => {
  const room = await makeRoom("solo");
  const agents = await Promise.all(["Ada", "Bo"].map((name) => anAgent({ room: room.name, role: "solo", name })));
  const screen = await openRoom(room);
  await person.client.call("createTasks", {
    params: { room: room.name },
    body: {
      tasks: [1, 2, 3, 4, 5, 6].map((n) => ({
        role: "solo",
        title: `Part ${n}`,
        instruction: "Build it.",
      })),
    },
  });
  for (let n = 0; n < 3; n++) await Promise.all(agents.map((agent) => work(agent)));

  const rows = screen.feed.locator(":scope > li").filter({ hasText: /Part \d, done by/ });
  await expect(rows).toHaveCount(6);
  const row = screen.row("Part 3, done by");
  await expect(row).toContainText(/TASK-003 Part 3, done by (Ada|Bo) in \d+ s · 13 k tokens · 0.24 USD/);
  await expect(row.getByRole("list", { name: "2 files" })).toContainText("src/date/picker.tsx");
  await expect(screen.feed.getByText(/ reported \S/)).toHaveCount(0);
  await expect(screen.row("writing the tests")).toHaveCount(0);
  // The clock stands where the minute is another than above.
  const clocks = await screen.feed
    .getByRole("button", { name: /^Details of event/ })
    .evaluateAll((all) => all.filter((one) => getComputedStyle(one).opacity !== "0").length);
  expect(clocks).toBeLessThan(5);

  const toggle = row.getByRole("button", { expanded: false });
  await toggle.click();
  await expect(row.getByRole("button", { expanded: true })).toBeVisible();
  await expect(screen.row(/(Ada|Bo) on TASK-003, 40 %: writing the tests/)).toHaveCount(1);
  await row.getByRole("button", { expanded: true }).click();
  await expect(screen.row("writing the tests")).toHaveCount(0);

  await row.getByRole("button", { name: "Open TASK-003" }).click();
  const sheet = screen.page.getByRole("dialog", { name: "TASK-003" });
  await expect(sheet).toContainText("src/date/picker.tsx");
  await screen.page.keyboard.press("Escape");

  // A match in a fold opens it for as long as the search is at it.
  await screen.page.keyboard.press("/");
  const field = screen.page.getByRole("textbox", { name: "Find in the conversation" });
  await field.fill("writing");
  await expect(screen.found).toContainText("writing the tests");
  await expect(screen.row("writing the tests")).toHaveCount(1);
  await expect(screen.page.getByRole("search").getByRole("status")).toHaveText("6 of 6");
  await field.press("Enter");
  await expect(screen.page.getByRole("search").getByRole("status")).toHaveText("5 of 6");
  await expect(screen.found).toContainText("writing the tests");
  await field.press("Escape");
  await expect(screen.row("writing the tests")).toHaveCount(0);

  const filters = screen.page.getByRole("group", { name: "Show" });
  await filters.getByRole("button", { name: "Messages" }).click();
  await expect(rows).toHaveCount(0);
  await filters.getByRole("button", { name: "Tasks" }).click();
  await expect(rows).toHaveCount(6);
});

test("a row that goes on is told anew, and the keyboard opens it", async ({ makeRoom, openRoom, anAgent, person }) => {
  const room = await makeRoom("solo");
  const solo = await anAgent({ room: room.name, role: "solo" });
  const screen = await openRoom(room);
  await person.client.call("createTasks", {
    params: { room: room.name },
    body: { tasks: [{ role: "solo", title: "Pick a date", instruction: "Build it." }] },
  });
  let finish = (): void => undefined;
  const done = work(solo, new Promise<void>((resolve) => (finish = resolve)));
  const row = screen.row("TASK-001").last();
  await expect(row).toContainText("Solo on TASK-001, 40 %: writing the tests · 6.5 k tokens");
  await screen.page.getByRole("heading", { level: 1 }).click();
  await screen.page.keyboard.press("k");
  await expect(row.getByRole("button", { expanded: false })).toBeFocused();
  await screen.page.keyboard.press("Enter");
  await expect(screen.row("Solo took TASK-001")).toBeVisible();
  await expect(screen.feed.getByRole("button", { expanded: true })).toBeFocused();
  finish();
  await done;
  await expect(screen.row("Pick a date, done by Solo in")).toBeVisible();
  await expect(screen.row("Solo took TASK-001")).toBeVisible();
});

test("a result names its files", async ({ makeRoom, openRoom, anAgent }) => {
  const room = await makeRoom("solo");
  const solo = await anAgent({ room: room.name, role: "solo" });
  const screen = await openRoom(room);
  await screen.say("Pick a date");
  await solo.handOff(await solo.take(), {
    to: "user",
    intent: "deliver",
    message: "There it is.",
    result: {
      summary: "There it is.",
      artifacts: ["a", "b", "c", "d", "e", "f"].map((name) => ({
        path: `src/${name}.ts`,
        status: "created",
      })),
    },
  });
  await expect(screen.row("TASK-001 Pick a date, done by Solo in")).toBeVisible();
  const row = screen.row("There it is.");
  await expect(row.getByRole("list", { name: "6 files" })).toContainText("src/d.ts");
  await expect(row.getByTitle("Created")).toHaveCount(4);
  await expect(row).toContainText("and 2 more files");
  await row.getByRole("button", { name: "Open TASK-001" }).click();
  await expect(screen.page.getByRole("dialog", { name: "TASK-001" })).toContainText("src/f.ts");
});
