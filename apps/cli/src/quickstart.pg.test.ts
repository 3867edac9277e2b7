import { execFile, spawnSync } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { createClient } from "@squadroom/client/http";
import { REPLIES } from "@squadroom/core/testing/replies.fixture";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { ROOT, TestServer } from "./server.fixture.ts";

const hasPython = spawnSync("python3", ["--version"]).status === 0;
const AGENTS = join(ROOT, "docs", "agents");

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.stop());

/** Runs the agent for one task, as it stands or with work of its own; what it said. */
async function runAgent(token: string, script = join(AGENTS, "quickstart.py")): Promise<string> {
  const env = { ...process.env, ...server.env(token), PYTHONDONTWRITEBYTECODE: "1", TASKS: "1" };
  return (await promisify(execFile)("python3", [script], { env })).stdout;
}

/** An agent of one's own, on top of the quickstart: it knows the replies of a session. */
async function anOwnAgent(): Promise<string> {
  const folder = await mkdtemp(join(tmpdir(), "squadroom-python-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const script = join(folder, "own.py");
  const replies = JSON.stringify({
    ...REPLIES,
    triage: { ...REPLIES.triage, level: "straightforward" },
    design: { ...REPLIES.design, sections: REPLIES.design.sections.slice(0, 1) },
    plan: { type: "plan", tasks: REPLIES.plan.tasks.slice(0, 1) },
  });
  await writeFile(
    script,
    `import json, sys
sys.path.insert(0, ${JSON.stringify(AGENTS)})
import quickstart
REPLIES = json.loads(${JSON.stringify(replies)})
quickstart.run(lambda task: REPLIES[task["reply"]["type"]] if task["reply"] else quickstart.work(task))
`,
  );
  return script;
}

async function aSquad(room: string) {
  await server.ask(["room", "new", room, "--preset", "squad"]);
  const [planner = "", builder = "", reviewer = ""] = await Promise.all(
    ["planner", "builder", "reviewer"].map((role) => server.credential(room, role)),
  );
  return { planner, builder, reviewer };
}

test.runIf(hasPython)("an agent with only Python's standard library takes a task and delivers it", async () => {
  await server.ask(["room", "new", "python", "--preset", "solo"]);
  const token = await server.credential("python", "solo");
  await server.ask(["send", "--room", "python", "--message", "Tidy the garden"]);
  expect(await runAgent(token)).toBe("TASK-001 went to user.\n");
  const { view } = await createClient({ baseUrl: server.url, token }).call("getRoom", {
    params: { room: "python" },
  });
  expect(view.lastDelivery?.text).toBe("Done: Tidy the garden");
});

test.runIf(hasPython)("it ends what a person made, with criteria, and answers a question", async () => {
  const { planner, builder, reviewer } = await aSquad("squad");
  for (const token of [planner, builder, reviewer]) await server.type(["join"], { token });
  const made = ["--role", "builder", "--title", "Round", "--instruction", "Round half even."];
  const criteria = ["--criterion", "it runs", "--criterion", "it is fast"];
  await server.ask(["task", "create", "--room", "squad", ...made, ...criteria]);
  expect(await runAgent(builder)).toBe("DEV-001 went to reviewer.\n");
  await server.ask(["send", "--room", "squad", "--message", "Which way is up?"]);
  await server.type(["wait"], { token: planner });
  await server.type(["join"], { token: builder });
  const asked = ["handoff", "builder", "--intent", "question", "--message", "Which?"];
  expect((await server.type(asked, { token: planner })).err).toBe("");
  expect(await runAgent(builder)).toBe("DEV-002 went to planner.\n");
});

test.runIf(hasPython)("three of them take a session from its scout to the review of the whole", async () => {
  const { planner, builder, reviewer } = await aSquad("session");
  const script = await anOwnAgent();
  const lead = (...args: string[]) => server.type([...args, "--room", "session"]);
  const choose = async (option: string) => {
    const { data: decisions } = await server.ask<{ data: { id: string }[] }>(["decisions", "--room", "session"]);
    const { code, err } = await lead("decide", decisions[0]?.id ?? "none", option);
    expect([code, err]).toEqual([0, ""]);
  };
  await lead("session", "add", "One", "store", "--description", "Both in one.");
  expect(await runAgent(planner)).toContain("cannot write a scout");
  const at = async (token: string, ...said: string[]) => {
    for (const line of said) expect(await runAgent(token, script)).toBe(`${line}\n`);
  };
  await at(planner, "PLAN-001 is completed.", "PLAN-002 is completed.");
  await choose("agree");
  await at(planner, "PLAN-003 is completed.");
  await choose("approve");
  await at(planner, "PLAN-004 is completed.");
  await choose("approve");
  await at(builder, "DEV-001 is in_review.");
  await at(reviewer, "REVIEW-001 is completed.", "REVIEW-002 is completed.");
  expect((await lead("session", "show", "1")).out).toMatch(/\ncompleted, /);
});
