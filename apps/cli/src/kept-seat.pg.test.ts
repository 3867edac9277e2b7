import { spawn } from "node:child_process";
import { mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { EXIT } from "./failure.ts";
import { anIo } from "./io.fixture.ts";
import { run } from "./run.ts";
import { COMMAND, TestServer } from "./server.fixture.ts";

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.stop());

/** A project's folder, with a home that cannot be written to. */
async function aFolder() {
  const folder = await mkdtemp(join(tmpdir(), "squadroom-kept-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  await mkdir(join(folder, "project", ".git"), { recursive: true });
  await mkdir(join(folder, "project", "src"));
  await mkdir(join(folder, "tmp"));
  await writeFile(join(folder, "home"), "");
  return folder;
}

/** An agent's client: a process that gives each command a shell of its own, without a terminal. */
function aClient(folder: string) {
  const env = {
    PATH: process.env.PATH,
    HOME: join(folder, "home"),
    TMPDIR: join(folder, "tmp"),
    SQUADROOM_DATA: "/nowhere",
  };
  const child = spawn("sh", [], {
    cwd: join(folder, "project"),
    env,
    stdio: ["pipe", "pipe", "pipe"],
  });
  onTestFinished(() => void child.kill("SIGKILL"));
  let said = "";
  for (const stream of [child.stdout, child.stderr])
    stream.setEncoding("utf8").on("data", (text: string) => {
      said += text;
    });
  let calls = 0;
  return async (args: string, { token = "", at = "." } = {}) => {
    const before = said.length;
    const end = `-- ${++calls} over --`;
    const node = `${process.execPath} ${COMMAND}`;
    const variables = token === "" ? "" : `SQUADROOM_URL=${server.url} SQUADROOM_TOKEN=${token} `;
    child.stdin.write(`(cd ${at} && sh -c '${variables}${node} ${args}'; true)\necho '${end}'\n`);
    await expect.poll(() => said.slice(before)).toContain(end);
    return said.slice(before);
  };
}

test("an agent whose shells are new each time joins once, and later calls need no variables", async () => {
  await server.ask(["room", "new", "once", "--preset", "solo"]);
  const token = await server.credential("once", "solo");
  const folder = await aFolder();
  const client = aClient(folder);
  expect(await client("wait --timeout 0")).toContain("no agent has joined in this folder");
  expect(await client("join --role solo", { token })).toContain("**solo**");
  await server.ask(["send", "--room", "once", "--message", "Begin"]);
  expect(await client("wait", { at: "src" })).toContain("Begin");
  expect(await client("handoff user --intent deliver --message Done")).toContain("is done");

  const [place = ""] = await readdir(join(folder, "tmp"));
  const [file = ""] = await readdir(join(folder, "tmp", place));
  expect((await stat(join(folder, "tmp", place))).mode & 0o777).toBe(0o700);
  expect((await stat(join(folder, "tmp", place, file))).mode & 0o777).toBe(0o600);
  expect(await readdir(join(folder, "project"))).toEqual([".git", "src"]);

  expect(await client("wait --timeout 0", { at: ".." })).toContain("no agent has joined");
  await client("leave");
  expect(await readFile(join(folder, "tmp", place, file), "utf8")).not.toContain(token);
  expect(await client("wait --timeout 0")).toContain("no agent has joined in this folder");
});

test("agents of one folder are told apart by their clients, else by their names", async () => {
  await server.ask(["room", "new", "both", "--preset", "duo"]);
  const folder = await aFolder();
  const clients = { planner: aClient(folder), builder: aClient(folder) };
  for (const role of ["planner", "builder"] as const) {
    const token = await server.credential("both", role, `The ${role}`);
    await clients[role](`join --role ${role}`, { token });
  }
  for (const role of ["planner", "builder"] as const)
    expect(await clients[role]("doctor")).toContain(`The ${role} in both`);
  const other = aClient(folder);
  expect(await other("wait --timeout 0")).toContain("2 agents have joined in this folder");
  expect(await other('--as "The builder" doctor')).toContain("The builder in both");
  expect(await other("--as Nobody wait")).toContain("The planner");
});

test("people's commands are refused where an agent joined, but to whoever types them at a terminal", async () => {
  await server.ask(["room", "new", "people", "--preset", "solo"]);
  const token = await server.credential("people", "solo");
  const folder = await aFolder();
  const env = { ...server.env(), SQUADROOM_STATE: join(folder, "state") };
  const type = async (line: string, more: Parameters<typeof anIo>[0] = {}) => {
    const { io, said } = anIo({ env, cwd: join(folder, "project"), fetch, ...more });
    return { code: await run(line.split(" "), io), ...said };
  };
  const list = "credential list --room people";
  expect((await type(list)).code).toBe(0);
  expect((await type("join", { env: { ...env, SQUADROOM_TOKEN: token } })).err).toBe("");

  for (const cwd of [join(folder, "project"), join(folder, "project", "src")]) {
    const refused = await type(list, { cwd });
    expect([refused.code, refused.out]).toEqual([EXIT.notPermitted, ""]);
    expect(refused.err).toContain("(people_only)");
    expect(refused.err).toMatch(/Ask a person with `\S*squadroom ask`\./);
    expect(refused.err).toContain("People run it in their own terminal");
  }
  const atTerminal = await type(list, { isPersonThere: true });
  expect([atTerminal.code, atTerminal.err]).toEqual([0, ""]);
  expect((await type(list, { cwd: folder })).code).toBe(0);
  expect((await type("leave")).code).toBe(0);
  expect((await type(list)).code).toBe(0);
});

test("a person who has an agent's token in their shell is told so; an agent is not told to drop it", async () => {
  const env = { ...server.env("sqr_test") };
  const typed = async (isPersonThere: boolean) => {
    const { io, said } = anIo({ env, fetch, isPersonThere });
    expect(await run(["credential", "list", "--room", "people"], io)).toBe(EXIT.notPermitted);
    return said.err;
  };
  expect(await typed(true)).toContain("SQUADROOM_TOKEN");
  expect(await typed(false)).not.toContain("SQUADROOM_TOKEN");
});
