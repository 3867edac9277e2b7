import { execFile } from "node:child_process";
import { writeFile } from "node:fs/promises";
import { promisify } from "node:util";
import { expectAccessible } from "../fixtures/axe.ts";
import { expectFits } from "../fixtures/fit.ts";
import { type Person, signInBy } from "../fixtures/person.ts";
import { aProject, COMMAND, Runners } from "../fixtures/runner.ts";
import { Server } from "../fixtures/server.ts";
import { shoot } from "../fixtures/shoot.ts";
import { expect, test } from "../fixtures/test.ts";

const run = promisify(execFile);

let server: Server;
let person: Person;
const runners = new Runners(() => person);

test.beforeAll(async () => {
  server = await Server.start();
  person = await signInBy(server, server.firstLink ?? "", "Ada");
});
test.afterEach(() => runners.end());
test.afterAll(() => server.stop());

/** A planner that gives two builders one file at once; they write it, and wait before they end. */
function twoInOneFile(gate: string) {
  const part = (title: string) => ({ role: "builder", title, instruction: title });
  const tasks = [part("Greet by day"), part("Greet by night")];
  const builder = (task: string, text: string) => ({
    when: `(?:^|\n)# ${task}`,
    do: [{ write: "greeting.txt", text }, { until: gate }, { end: { message: "It greets." } }],
  });
  return {
    rules: [
      builder("DEV-001", "Good morning\n"),
      builder("DEV-002", "Good evening\n"),
      {
        when: "(?:^|\n)# PLAN-001",
        do: [{ call: "create_tasks", input: { tasks } }, { end: { message: "They are at it." } }],
      },
    ],
  };
}

test("while two agents change one file, their runs are listed with the lines where they meet", async ({
  visit,
}, testInfo) => {
  const room = "harbour";
  const params = { room };
  await person.client.call("createRoom", { body: { name: room, preset: "duo" } });
  const folder = testInfo.outputPath("project");
  await aProject(folder);
  const gate = testInfo.outputPath("gate");
  await runners.start(room, folder, twoInOneFile(gate));
  await person.client.call("sendMessage", { params, body: { body: "Greet politely." } });
  const radar = async () => {
    const { data, overlaps } = await person.client.call("listRuns", { params });
    const names = (runs: number[]) => runs.map((id) => data.find((one) => one.id === id)?.taskId).sort();
    return overlaps.map(({ path, runs, lines }) => ({
      path,
      tasks: names(runs),
      lines: lines.map(({ from, to }) => [from, to]),
    }));
  };
  await expect.poll(radar).toEqual([{ path: "greeting.txt", tasks: ["DEV-001", "DEV-002"], lines: [[1, 1]] }]);

  const words = ["runs", "list", "--room", room];
  const env = { PATH: process.env.PATH, HOME: folder, ...server.door };
  const { stdout } = await run(process.execPath, [COMMAND, ...words], { env });
  expect(stdout).toMatch(/^Runs \d and \d change greeting\.txt and meet in line 1\.$/m);

  const { data } = await person.client.call("listRuns", { params });
  const idOf = (task: string) => data.find(({ taskId }) => taskId === task)?.id ?? 0;
  const page = await visit({ as: person, server });
  const told = page.getByText(/^Also changed by DEV-002 \(builder-\d\): greeting\.txt, line 1$/);
  await page.goto(`/rooms/${room}/runs/${idOf("DEV-001")}`);
  await expect(told).toBeVisible();
  await expectFits(page, "a run that meets another one");
  await page.setViewportSize({ width: 1440, height: 900 });
  await shoot(page, testInfo, "run");
  await page.goto(`/rooms/${room}`);
  await expect(told).toBeVisible();
  await shoot(page, testInfo, "team");
  await page.goto(`/rooms/${room}/runs`);
  await expect(told).toBeVisible();
  await expectAccessible(page, "runs that meet");
  await expectFits(page, "runs that meet");
  await page.setViewportSize({ width: 1440, height: 900 });
  await shoot(page, testInfo, "runs");
  await told.getByRole("link").click();
  await expect(page).toHaveURL(new RegExp(`/runs/${idOf("DEV-002")}$`));

  await writeFile(gate, "");
  await expect.poll(radar).toEqual([]);
  await expect(page.getByText("Also changed by")).toHaveCount(0);
});
