import { writeFile } from "node:fs/promises";
import { type Person, signInBy } from "../fixtures/person.ts";
import { aProject, branchOf, Runners } from "../fixtures/runner.ts";
import { Server } from "../fixtures/server.ts";
import { expect, test } from "../fixtures/test.ts";

const MIND = {
  rules: [
    {
      when: "(?:^|\n)# DEV-\\d+",
      do: [{ write: "greeting.txt", text: "Good morning\n" }, { end: { message: "It greets." } }],
    },
    {
      when: "(?:^|\n)# PLAN-001",
      do: [{ call: "hand_off", input: { to: "builder", intent: "work", message: "Greet." } }],
    },
    { when: "(?:^|\n)# PLAN-\\d+", do: [{ end: { message: "It greets." } }] },
  ],
};

let server: Server;
let person: Person;
const runners = new Runners(() => person);

test.beforeAll(async () => {
  server = await Server.start();
  person = await signInBy(server, server.firstLink ?? "", "Ada");
});
test.afterEach(() => runners.end());
test.afterAll(() => server.stop());

const runsOf = async (room: string) => {
  const { data } = await person.client.call("listRuns", { params: { room } });
  return data.map(({ id, role, state, reason }) => `${id} ${role} ${reason ?? state}`);
};

async function ask(room: string): Promise<void> {
  const params = { room };
  await person.client.call("sendMessage", { params, body: { body: "Greet politely." } });
  const delivered = async () => {
    const { view } = await person.client.call("getRoom", { params, query: { events: 0 } });
    return view.lastDelivery?.text ?? null;
  };
  await expect.poll(delivered).toBe("It greets.");
}

test("a runner that starts warm has an agent of each role before the first message, and they do the work", async ({
  visit: _,
}, testInfo) => {
  const room = "harbour";
  await person.client.call("createRoom", { body: { name: room, preset: "duo" } });
  const folder = testInfo.outputPath("project");
  const git = await aProject(folder);
  await runners.start(room, folder, MIND, ["--warm"]);
  const both = ["2 builder idle", "1 planner idle"];
  await expect.poll(() => runsOf(room)).toEqual(both);

  await ask(room);
  await expect.poll(() => runsOf(room)).toEqual(both);
  const work = await branchOf(git, "plan-001-greet-politely");
  expect(await git("show", `${work}:greeting.txt`)).toBe("Good morning\n");
  expect(await git("status", "--porcelain")).toBe("");
});

test("a run of an ephemeral role ends after its answer, and the others stay", async ({ visit: _ }, testInfo) => {
  const room = "quay";
  await person.client.call("createRoom", { body: { name: room, preset: "duo" } });
  const folder = testInfo.outputPath("project");
  await aProject(folder);
  const roles = [{ role: "builder", with: "acp", ephemeral: true }];
  await writeFile(`${folder}/squadroom.run.json`, JSON.stringify({ roles }));
  await runners.start(room, folder, MIND);
  await ask(room);
  await expect.poll(() => runsOf(room)).toEqual(["2 builder It has given its answer.", "1 planner idle"]);
});
