import { execFile } from "node:child_process";
import { chmod, mkdir, mkdtemp, readdir, readFile, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { delimiter, join } from "node:path";
import { promisify } from "node:util";
import { credentialLink } from "@squadroom/core/kernel/connect-link";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { HARNESSES } from "./connect/harnesses.ts";
import { EXIT } from "./failure.ts";
import { anIo } from "./io.fixture.ts";
import type { Io } from "./io.ts";
import { run } from "./run.ts";
import { TestServer } from "./server.fixture.ts";

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
  await server.ask(["room", "new", "connected", "--preset", "squad"]);
});
afterAll(() => server.stop());

let names = 0;

/** A person with a project and an empty home. */
async function aPerson() {
  const folder = await mkdtemp(join(tmpdir(), "squadroom-connect-"));
  onTestFinished(() => rm(folder, { recursive: true, force: true }));
  const project = join(folder, "project");
  await mkdir(join(project, ".git"), { recursive: true });
  await mkdir(join(folder, "home"));
  await mkdir(join(folder, "path"));
  const env = {
    HOME: join(folder, "home"),
    PATH: [join(folder, "path"), process.env.PATH].join(delimiter),
    SQUADROOM_STATE: join(folder, "own"),
    SQUADROOM_DATA: "/nowhere",
  };
  const type = async (args: string[], more: Partial<Io> = {}) => {
    const { io, said } = anIo({ env, cwd: project, fetch, ...more });
    return { code: await run(args, io), ...said };
  };
  const token = await server.credential("connected", "builder", `Builder ${++names}`);
  return {
    folder,
    project,
    env,
    type,
    token,
    link: credentialLink(server.url, token),
    name: `Builder ${names}`,
  };
}

async function filesIn(folder: string): Promise<Map<string, string>> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const files = entries.filter((entry) => entry.isFile()).map((e) => join(e.parentPath, e.name));
  return new Map(await Promise.all(files.map(async (file) => [file, await readFile(file, "utf8")] as const)));
}

test.each(HARNESSES)("connects %s, shows first what it writes, and takes all of it back", async (harness) => {
  const { folder, project, type, link, token } = await aPerson();
  const before = await filesIn(folder);

  const shown = await type(["connect", link, "--for", harness, "--dry-run"]);
  expect(shown.code).toBe(0);
  expect(shown.out.trim()).not.toBe("");
  expect((await filesIn(folder)).size).toBe(before.size);

  const done = await type(["connect", link, "--for", harness, "--yes"]);
  expect([done.code, done.err]).toEqual([0, ""]);
  const after = await filesIn(folder);
  const written = [...after].filter(([file]) => !file.startsWith(join(folder, "own")));
  for (const [file, text] of written) {
    if (!before.has(file)) expect(shown.out).toContain(file);
    expect(text).not.toContain(token);
  }
  expect(written.length > before.size).toBe(harness !== "acp" && harness !== "shell");
  expect(done.out + shown.out).not.toContain(token);
  expect(done.out).not.toMatch(/&&|\$\w/);

  const wouldBe = await type(["disconnect", "--dry-run"], { isPersonThere: true });
  expect([wouldBe.code, wouldBe.out.trim() === ""]).toEqual([0, false]);
  const back = await type(["disconnect"], { isPersonThere: true });
  expect([back.code, back.err]).toEqual([0, ""]);
  expect([...(await filesIn(project)).keys(), ...(await filesIn(join(folder, "home"))).keys()]).toEqual([]);
  expect((await type(["context"])).err).toContain("no_token");
});

test("from then on calls in the project are the agent's, by the file that was left", async () => {
  const { folder, project, env, type, link, name } = await aPerson();
  await type(["connect", link, "--for", "claude", "--yes"]);
  const script = join(folder, "own", "bin", "squadroom.mjs");
  await mkdir(join(project, "src"));
  const { SQUADROOM_STATE: _, ...others } = env;
  const { stdout } = await promisify(execFile)(process.execPath, [script, "join"], {
    cwd: join(project, "src"),
    env: others,
  });
  expect(stdout).toContain(`You are ${name}`);
  for (const file of await readdir(join(folder, "own")))
    if (file.endsWith(".json")) expect((await stat(join(folder, "own", file))).mode & 0o777).toBe(0o600);
});

test("a shell's agent is told what it runs, and that runs", async () => {
  const { project, env, type, link, name } = await aPerson();
  const { out } = await type(["connect", link, "--for", "shell", "--yes"]);
  const [, line = ""] = /prints:\n\n {2}(.*)$/m.exec(out) ?? [];
  const { SQUADROOM_STATE: _, ...others } = env;
  const { stdout } = await promisify(execFile)("/bin/sh", ["-c", line], {
    cwd: project,
    env: others,
  });
  expect(stdout).toContain(`You are ${name}`);
});

test("without anybody to agree nothing is written; who says no is obeyed", async () => {
  const { folder, type, link } = await aPerson();
  const before = await filesIn(join(folder, "home"));
  const nobody = await type(["connect", link, "--for", "codex"]);
  expect(nobody).toMatchObject({ code: EXIT.usage });
  expect(nobody.err).toContain("[mcp_servers.squadroom]");
  const no = await type(["connect", link, "--for", "codex"], { ask: () => Promise.resolve("n") });
  expect(no.err).toContain("Nothing was written");
  expect(await filesIn(join(folder, "home"))).toEqual(before);
  const yes = await type(["connect", link, "--for", "codex"], { ask: () => Promise.resolve("y") });
  expect(yes.code).toBe(0);
});

test("says what it found of the harness: version, sign-in and mode", async () => {
  const { folder, project, env, type, link } = await aPerson();
  const program = join(folder, "path", "claude");
  await writeFile(program, "#!/bin/sh\necho '2.1.330 (Claude Code)'\n");
  await chmod(program, 0o755);
  await mkdir(join(project, ".claude"));
  await writeFile(join(project, ".claude", "settings.local.json"), '{"permissions": {"defaultMode": "plan"}}');
  const first = await type(["connect", link, "--for", "claude", "--yes"]);
  expect(first.out).toContain("Claude Code: 2.1.330, not signed in, as far as can be told");
  expect(first.out).toContain("mode plan");
  expect(first.out).toContain("Claude Code doesn't trust this folder yet");
  await mkdir(join(env.HOME, ".claude"));
  await writeFile(join(env.HOME, ".claude", ".credentials.json"), "{}");
  const again = await type(["connect", link, "--for", "claude", "--yes"]);
  expect(again.out).toContain("Claude Code: 2.1.330, signed in");
  const state = join(env.HOME, ".claude.json");
  const config = JSON.parse(await readFile(state, "utf8"));
  // Trust in a folder is trust in all that is in it.
  config.projects[folder] = { hasTrustDialogAccepted: true };
  await writeFile(state, JSON.stringify(config));
  expect((await type(["connect", link, "--for", "claude", "--yes"])).out).not.toContain("trust");
});

test.each([
  ["puts away what is not committed", ["stash", "-u"]],
  ["cleans", ["clean", "-fd"]],
  [
    "commits on another branch",
    ["checkout", "-qb", "x"],
    ["add", "-A"],
    ["commit", "-qm", "x"],
    ["checkout", "-q", "main"],
  ],
])("what guards Claude Code stays where git %s", async (_, ...acts) => {
  const { project, type, link } = await aPerson();
  const git = (...args: string[]) =>
    promisify(execFile)("git", ["-c", "user.name=A", "-c", "user.email=a@b", ...args], {
      cwd: project,
    });
  await git("init", "-qb", "main");
  await git("commit", "-q", "--allow-empty", "-m", "Start");
  await type(["connect", link, "--for", "claude", "--yes"]);
  const settings = join(project, ".claude", "settings.local.json");
  const before = await readFile(settings, "utf8");
  await writeFile(join(project, "a.txt"), "a");
  for (const act of acts) await git(...act);
  expect(await readFile(settings, "utf8").catch(() => "")).toBe(before);
  await type(["disconnect"], { isPersonThere: true });
  expect(await readFile(join(project, ".git", "info", "exclude"), "utf8")).not.toContain("claude");
});

test("two harnesses in one folder: each call is of the one that runs it", async () => {
  const one = await aPerson();
  const other = await aPerson();
  await one.type(["connect", one.link, "--for", "claude", "--yes"]);
  await one.type(["connect", other.link, "--for", "codex", "--yes"]);
  const as = async (more: Record<string, string>) => (await one.type(["join"], { env: { ...one.env, ...more } })).out;
  expect(await as({ CLAUDECODE: "1" })).toContain(`You are ${one.name}`);
  expect(await as({ CODEX_THREAD_ID: "1" })).toContain(`You are ${other.name}`);
});

test("a link that works once is used up by writing, not by looking, and by one machine", async () => {
  const { folder, type, token, name } = await aPerson();
  const made = await server.type(["credential", "link", name, "--room", "connected"]);
  const [line = ""] = made.out.match(/^npx .*$/m) ?? [];
  const [, link = ""] = line.match(/ connect (\S+\/c\/[0-9a-z]{26})$/) ?? [];
  const connect = (...more: string[]) => type(["connect", link, "--for", "claude", ...more]);

  for (let n = 0; n < 2; n++) expect((await connect("--dry-run")).out).toContain("mcpServers");
  expect((await connect()).err).toContain("not_agreed");
  expect((await connect("--yes")).out).toContain(`${name} in connected: Claude Code`);
  const joined = await type(["join"]);
  expect(joined.out).toContain(`You are ${name}`);
  for (const [file, text] of await filesIn(folder)) expect([file, text]).not.toContain(token);

  const other = await aPerson();
  const late = await other.type(["connect", link, "--for", "claude", "--yes"]);
  expect(late.code).toBe(EXIT.notPermitted);
  expect(late.err).toContain("connect_link_used");
  expect(late.err).toContain("credential link");
  expect((await filesIn(other.env.HOME)).size).toBe(0);

  // Another one takes the seat over: what the first machine has stops working.
  const again = await server.type(["credential", "link", name, "--room", "connected"]);
  const [, second = ""] = again.out.match(/ connect (\S+)$/m) ?? [];
  expect((await other.type(["connect", second, "--for", "codex", "--yes"])).code).toBe(0);
  expect((await other.type(["join"])).out).toContain(`You are ${name}`);
  expect((await type(["context"])).err).toContain("unauthorized");
});

test.each([
  ["a code that was cut", "http://127.0.0.1:1/c/0123456789abcdefg", "no_link"],
  ["a half link", "http://127.0.0.1:1/connect#sqr_", "no_link"],
  ["a credential alone", `sqr_${"x".repeat(43)}`, "no_link"],
])("refuses %s", async (_, link, code) => {
  const { type } = await aPerson();
  expect((await type(["connect", link, "--for", "claude"])).err).toContain(`(${code})`);
});

test("a revoked credential connects nothing", async () => {
  const { type, link, name, env } = await aPerson();
  await server.ask(["credential", "revoke", name, "--room", "connected"]);
  const { code, err } = await type(["connect", link, "--for", "claude", "--yes"]);
  expect([code, err]).toEqual([EXIT.notPermitted, expect.stringContaining("unauthorized")]);
  expect((await filesIn(env.HOME)).size).toBe(0);
});

test("the line for a new agent is one call, without variables", async () => {
  const { out } = await server.type([
    "credential",
    "create",
    "--room",
    "connected",
    "--role",
    "builder",
    "--name",
    "Printed",
  ]);
  expect(out).toMatch(/^npx -y http:\S+\/squadroom\.tgz connect http:\S+\/c\/[0-9a-z]{26}$/m);
});
