import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { chmod, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { EXIT } from "./failure.ts";
import { anIo } from "./io.fixture.ts";
import type { Io } from "./io.ts";
import { run } from "./run.ts";
import { ROOT, TestServer } from "./server.fixture.ts";

const COMMAND = join(ROOT, "apps", "cli", "dist", "squadroom.mjs");

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
  await server.ask(["room", "new", "marked", "--preset", "solo"]);
});
afterAll(() => server.stop());

async function type(line: string, more: Partial<Io> = {}) {
  const { io, said } = anIo({ env: server.env(), cwd: tmpdir(), fetch, ...more });
  return { code: await run(line.split(" "), io), ...said };
}
const marked = (name: string) => ({ env: { ...server.env(), [name]: "1" }, isPersonThere: true });

const PEOPLES = [
  "person list",
  "signin",
  "credential create --room marked --role solo --name x",
  "room list",
  "budget --room marked --usd 100",
  "disconnect",
  "run",
  "serve --stop",
];

test.each(PEOPLES)("an agent gets nowhere with `%s`, whatever it says and wherever", async (line) => {
  const refused: [string, Partial<Io>][] = [
    ["by its runner's mark", marked("SQUADROOM_AGENT")],
    ["by its client's mark", marked("CLAUDECODE")],
    ["by the mark of what started it", { variablesAbove: () => ["SQUADROOM_AGENT"] }],
    ["by the mark of the client above it", { variablesAbove: () => ["CODEX_THREAD_ID"] }],
    ["without a mark, a terminal or the word", { env: { ...server.env(), SQUADROOM_PERSON: "" } }],
  ];
  for (const [how, more] of refused) {
    // A server, or a runner by its link, is started where no terminal is, too.
    if (/^(run|serve)/.test(line) && how.startsWith("without")) continue;
    const { code, out } = await type(line, more);
    expect([how, code, out]).toEqual([how, EXIT.notPermitted, ""]);
  }
});

test("a person types at a terminal, and a person's script says that it is one", async () => {
  const silent = { ...server.env(), SQUADROOM_PERSON: "" };
  expect((await type("room list", { env: silent, hasTerminal: true })).code).toBe(0);
  expect((await type("room list")).code).toBe(0);
});

test("who says that it is an agent is none but that, in every folder", async () => {
  const { code, err } = await type("--as x decide 01a20055-0000-7000-8000-000000000001 once");
  expect([code, err]).toEqual([EXIT.notPermitted, expect.stringContaining("(people_only)")]);
});

test("a person's token is refused to an agent as the server's key is", async () => {
  const env = { ...server.env("sqp_x"), CLAUDECODE: "1" };
  const asPerson = () => Promise.resolve(Response.json({ kind: "person" }));
  expect((await type("room list", { env, fetch: asPerson })).err).toContain("(people_only)");
});

test("what a runner starts is no person, and finds neither server nor credential in any environment", async () => {
  const folder = await mkdtemp(join(tmpdir(), "squadroom-marks-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const said = join(folder, "said.txt");
  const agent = join(folder, "agent.sh");
  const command = `'${process.execPath}' '${COMMAND}'`;
  const door = `SQUADROOM_URL='${server.url}' SQUADROOM_DATA='${server.folder}' SQUADROOM_PERSON=1`;
  await writeFile(
    agent,
    `#!/bin/sh
cat >/dev/null
{ env; echo '-- parent'; tr '\\0' '\\n' </proc/$PPID/environ
echo '-- commands'
${door} ${command} person list
env -u SQUADROOM_AGENT ${door} ${command} person list
env -i PATH="$PATH" ${door} ${command} decisions
env -i PATH="$PATH" ${door} ${command} credential create --room marked --role solo --name x
} >'${said}.part' 2>&1
mv '${said}.part' '${said}'
echo done
`,
  );
  await chmod(agent, 0o755);
  const hook = { GIT_DIR: "/nowhere", GIT_INDEX_FILE: "/nowhere", GIT_PREFIX: "a" };
  const env = { PATH: process.env.PATH, HOME: folder, ...server.env(), ...hook };
  const words = [COMMAND, "run", "--room", "marked", "--with", "command", "--", agent];
  const runner: ChildProcess = spawn(process.execPath, words, {
    cwd: folder,
    env,
    stdio: "ignore",
  });
  const over = once(runner, "exit");
  try {
    await server.ask(["send", "--room", "marked", "--message", "Begin"]);
    const text = () => readFile(said, "utf8").catch(() => "");
    await expect.poll(text, { interval: 200 }).toContain("-- commands");
    const [environments = "", commands = ""] = (await text()).split("-- commands");
    expect(environments).not.toMatch(/sqr_|SQUADROOM_(DATA|TOKEN|PERSON|URL)/);
    expect(environments.split("-- parent")[0]).not.toContain("GIT_");
    expect(environments).toContain("SQUADROOM_AGENT=1");
    expect(commands.match(/\((people_only|no_token)\)/g)).toHaveLength(4);
    expect(commands).not.toMatch(/admin|sqr_/);
  } finally {
    runner.kill("SIGTERM");
    runner.kill("SIGTERM");
    await over;
  }
});
