import { mkdir, readdir, readFile, rename, rm, symlink, writeFile } from "node:fs/promises";
import { createServer } from "node:net";
import { join } from "node:path";
import { createClient } from "@squadroom/client/http";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { ROOT, TestServer } from "../server.fixture.ts";
import { type answerOf, aProject } from "./project.fixture.ts";
import { HOOKED, type Hooked } from "./shapes.ts";

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.stop());

type Project = Awaited<ReturnType<typeof aProject>> & { room: string; harness: Hooked };
type Answer = Awaited<ReturnType<typeof answerOf>>;

/** What the harness writes on stdin before a tool that the room never allows, so that its answer tells one that asked it. */
function event({ harness, project }: Project, more: object = {}): string {
  const command = "sudo bash -c 'rm -rf /'";
  const named =
    harness === "copilot"
      ? { sessionId: "s1", toolName: "bash", toolArgs: JSON.stringify({ command }) }
      : { session_id: "s1", tool_name: "Bash", tool_input: { command }, tool_use_id: "t1" };
  return JSON.stringify({ cwd: project, ...named, ...more });
}

/** Why the tool does not run, as the harness takes it; `null`: it runs. */
function denialOf(harness: Hooked, { code, err, said }: Answer): string | null {
  // Claude Code is told to block, and the others do: but for those that take one code alone, and with a reason.
  if (code !== 0) return (!/codex|gemini/.test(harness) || code === 2) && err.trim() !== "" ? err : null;
  const { permissionDecision, permissionDecisionReason, act, decision, reason } = {
    ...(said as Record<string, string> | null),
    ...(said?.hookSpecificOutput as Record<string, string> | undefined),
  };
  const isDenied = permissionDecision === "deny" || act === "deny" || decision === "deny";
  return isDenied ? (permissionDecisionReason ?? reason ?? "") : null;
}

const statesIn = async ({ folder }: Project) =>
  (await readdir(join(folder, "own")))
    .filter((name) => name.endsWith(".json") && name !== "connected.json")
    .map((name) => join(folder, "own", name));
const record = ({ folder }: Project) => join(folder, "own", "connected.json");
/** All that was kept speaks to another address from now on. */
async function moveServer(at: Project, url: string, from = server.url) {
  for (const file of [...(await statesIn(at)), record(at)])
    await writeFile(file, (await readFile(file, "utf8")).replaceAll(from, url));
}
const begun = (id: string) => ({ source: "startup", session_id: id, sessionId: id });
const revoke = ({ room }: Project, name = "solo") => server.ask(["credential", "revoke", name, "--room", room]);

interface Row {
  name: string;
  does(at: Project): Promise<unknown>;
  /** The next call; by default in the folder, as what has a seat. */
  calls?(at: Project): Promise<Answer>;
  says: RegExp;
}

const WAY_OUT = /`squadroom connect`, or takes the guard away with `squadroom disconnect`/;
const ended = /^The seat of solo in \S+ has ended\./;

/** While a folder is connected no tool runs that the room has not allowed. */
const CLOSED: Row[] = [
  { name: "The agent has left", does: ({ type }) => type(["leave"]), says: ended },
  {
    name: "Its credential was revoked",
    // The first call hears it from the server, and each after it from what was kept.
    does: async (at) => [await revoke(at), await at.before(event(at))],
    says: ended,
  },
  {
    name: "Another machine has its seat",
    does: async (at) => {
      const { out } = await server.type(["credential", "link", "solo", "--room", at.room]);
      const [, code = ""] = /\/c\/([0-9a-z]{26})/.exec(out) ?? [];
      const { call } = createClient({ baseUrl: server.url });
      await call("redeemConnectLink", { body: { code } });
      await at.before(event(at));
    },
    says: ended,
  },
  {
    name: "Its room is gone",
    does: async (at) => [await server.ask(["room", "remove", at.room, "--yes"]), await at.before(event(at))],
    says: ended,
  },
  {
    name: "It has left, and is in another folder",
    does: ({ type }) => type(["leave"]),
    calls: (at) => at.before(event(at, { cwd: at.folder }), at.folder),
    says: ended,
  },
  {
    name: "It has left, and another agent is connected in the folder",
    does: async ({ connect, type }) => [await connect("solo", "other"), await type(["--as", "solo", "leave"])],
    says: ended,
  },
  {
    name: "Several agents are connected, and it is none of them",
    does: async ({ connect, call }) => [
      await connect("solo", "other"),
      await call("start", { source: "startup", session_id: "s2" }),
    ],
    calls: (at) => at.before(event(at, { session_id: "s9", sessionId: "s9" })),
    says: /^Several agents are connected here \(solo, other\)/,
  },
  {
    name: "The server can't be reached",
    does: (at) => moveServer(at, "http://127.0.0.1:9"),
    says: /^Squadroom couldn't be asked: /,
  },
  {
    name: "The server never answers",
    does: async (at) => {
      const silent = createServer(() => undefined).listen(0, "127.0.0.1");
      onTestFinished(() => void silent.close());
      await new Promise((resolve) => silent.once("listening", resolve));
      await moveServer(at, `http://127.0.0.1:${(silent.address() as { port: number }).port}`);
    },
    calls: async (at) => at.call("before", JSON.parse(event(at)) as object, ["--wait", "1"]),
    says: /^Squadroom couldn't be asked: no answer within 1 s/,
  },
  {
    name: "What was kept of its seat is gone",
    does: async (at) => Promise.all((await statesIn(at)).map((file) => rm(file))),
    says: /isn't kept on this machine any more/,
  },
  {
    name: "What was kept of its seat is damaged",
    does: async (at) => Promise.all((await statesIn(at)).map((file) => writeFile(file, '{"version": 1, '))),
    says: /isn't kept on this machine any more/,
  },
  {
    name: "The record of what is connected is gone",
    does: (at) => rm(record(at)),
    says: /^The record of what is connected here is missing or damaged\./,
  },
  {
    name: "The record of what is connected is damaged",
    does: (at) => writeFile(record(at), '{"version": 1, "connections": "none"}'),
    says: /^The record of what is connected here is missing or damaged\./,
  },
  {
    name: "The folder has been moved",
    does: (at) => rename(at.project, `${at.project}-2`),
    calls: async (at) => {
      const moved = { ...at, project: `${at.project}-2` };
      return at.before(event(moved, { session_id: "s2", sessionId: "s2" }), moved.project);
    },
    says: /isn't there any more/,
  },
  {
    name: "Its client sends an event of another shape",
    does: () => Promise.resolve(),
    calls: (at) => at.before(JSON.stringify({ call: { name: "Bash" }, where: at.project })),
    says: /^Squadroom's hook can't read this call/,
  },
  {
    name: "Its client sends no arguments",
    does: () => Promise.resolve(),
    calls: (at) => at.before(event(at, { tool_input: undefined, toolArgs: undefined })),
    says: /^Squadroom's hook can't read this call/,
  },
  {
    name: "Its client sends nothing",
    does: () => Promise.resolve(),
    calls: (at) => at.before(""),
    says: /^Squadroom's hook can't read this call/,
  },
  {
    name: "Its client sends what is no JSON",
    does: () => Promise.resolve(),
    calls: (at) => at.before(event(at).slice(0, 40)),
    says: /^Squadroom's hook can't read this call/,
  },
  {
    name: "The hook is missing",
    does: ({ hook }) => rm(hook),
    says: /Cannot find module/,
  },
  {
    name: "The hook crashes",
    does: ({ hook }) => writeFile(hook, 'throw new Error("broken");\n'),
    says: /broken/,
  },
];

/** The room is asked, and its rule says no. */
const ASKED: Row[] = [
  {
    name: "as in its folder",
    does: () => Promise.resolve(),
    says: /\(privileges|destroy|outside\)$/,
  },
  {
    name: "in another folder",
    does: () => Promise.resolve(),
    calls: (at) => at.before(event(at, { cwd: "/" }), "/"),
    says: /\(privileges|destroy|outside\)$/,
  },
  {
    name: "in another folder, while a later conversation has the seat",
    does: ({ call }) => call("start", begun("s2")),
    calls: (at) => at.before(event(at, { cwd: "/" }), "/"),
    says: /\(privileges|destroy|outside\)$/,
  },
  {
    name: "in another folder, after a start that the room didn't hear of",
    does: async (at) => {
      await moveServer(at, "http://127.0.0.1:9");
      await at.call("start", begun("s2"));
      await moveServer(at, server.url, "http://127.0.0.1:9");
    },
    calls: (at) => at.before(event(at, { cwd: "/", session_id: "s2", sessionId: "s2" }), "/"),
    says: /\(privileges|destroy|outside\)$/,
  },
  {
    name: "through a link to its folder",
    does: (at) => symlink(at.project, join(at.folder, "link")),
    calls: (at) => at.before(event(at, { cwd: join(at.folder, "link"), session_id: "s3", sessionId: "s3" })),
    says: /\(privileges|destroy|outside\)$/,
  },
  {
    name: "with variables that name another place for what is kept",
    does: (at) => mkdir(join(at.folder, "empty")),
    calls: (at) => {
      Object.assign(at.env, { SQUADROOM_STATE: join(at.folder, "empty") });
      return at.before(event(at));
    },
    says: /\(privileges|destroy|outside\)$/,
  },
];

let rooms = 0;

async function started(harness: Hooked): Promise<Project> {
  const room = `guard-${++rooms}`;
  const at = { ...(await aProject(server, room, harness)), room, harness };
  await at.connect("solo");
  const { hook: _, ...more } = JSON.parse(event(at)) as { hook: string };
  await at.call("start", { ...more, source: "startup" });
  return at;
}

test.each([...CLOSED, ...ASKED])("no tool runs unasked: $name", async (row) => {
  for (const harness of HOOKED) {
    const at = await started(harness);
    await row.does(at);
    const answer = await (row.calls?.(at) ?? at.before(event(at)));
    const denial = denialOf(harness, answer);
    expect([harness, denial]).toEqual([harness, expect.stringMatching(row.says)]);
    const isSaid = !/couldn't be asked|module|broken/.test(denial ?? "") && !ASKED.includes(row);
    if (isSaid) expect(denial).toMatch(WAY_OUT);
  }
});

test("a killed hook runs no tool, and says so", async () => {
  for (const harness of ["claude", "codex"] as const) {
    const at = await started(harness);
    await writeFile(at.hook, 'process.kill(process.pid, "SIGKILL");\n');
    const { code, err } = await at.before(event(at));
    expect([code, err]).toEqual([2, expect.stringContaining("could not check this call")]);
  }
});

test("the page names all that keeps a tool from running", async () => {
  const page = await readFile(join(ROOT, "docs", "policy.md"), "utf8");
  for (const { name } of CLOSED) expect(page).toContain(`| ${name} |`);
});

test("a person who disconnects takes the guard away, and a folder that was never connected has none", async () => {
  for (const harness of HOOKED) {
    const at = await started(harness);
    const elsewhere = event(at, { cwd: "/", session_id: "s7", sessionId: "s7" });
    const direct = (stdin: string) => at.call("before", JSON.parse(stdin) as object);
    expect(await direct(elsewhere)).toMatchObject({ code: 0, said: null });
    const { code } = await at.type(["disconnect"], { isPersonThere: true });
    expect(code).toBe(0);
    expect(await direct(event(at))).toEqual({ code: 0, err: "", said: null });
  }
});
