import { readFileSync } from "node:fs";
import { readFile } from "node:fs/promises";
import { UnreachableError } from "@squadroom/client/answer";
import { paths } from "@squadroom/client/paths";
import { DONE_EFFECTS } from "@squadroom/core/delivery/ends";
import { RefusalError, refusal } from "@squadroom/core/kernel/refusal";
import { type RefusalCode, refusalCodes } from "@squadroom/core/kernel/refusal-code";
import { refusalTable } from "@squadroom/core/kernel/refusal-table";
import { COMMANDS, endCommand, handoffCommand, sendCommand, showTaskCommand } from "@squadroom/core/prompt/commands";
import { commandsOf } from "@squadroom/core/prompt/guidance";
import { presetTeam } from "@squadroom/core/team/presets";
import { TEAM_PRESETS } from "@squadroom/core/team/team";
import type { Command } from "commander";
import { expect, test } from "vitest";
import { describeFailure, EXIT, failureText } from "./failure.ts";
import { anIo } from "./io.fixture.ts";
import { createProgram } from "./program.ts";
import { parseAnswer, readResult } from "./result-options.ts";
import { run } from "./run.ts";
import { readSettings } from "./settings.ts";
import { lasted, presenceWords, shortened } from "./words.ts";
import { parseArtifact, parseCheck } from "./work-options.ts";

/** The words of a shell line; enough for the quotes that prompts use. */
function wordsOf(line: string): string[] {
  const words = line.replace(/ <<'END_OF_TEXT'$/, "").matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g);
  return [...words].map(([, double, single, bare]) => double ?? single ?? bare ?? "");
}

const quotedInPrompts = [
  ...Object.values(COMMANDS).map((command) => command.split("\n")[0] ?? ""),
  ...(["work", "question", "answer", "findings", "deliver"] as const).map((intent) =>
    handoffCommand("user", intent, 2),
  ),
  ...DONE_EFFECTS.map((effect) => endCommand({ action: "completeTask", effect }, 2).command),
  sendCommand("builder"),
  showTaskCommand("DEV-001"),
  ...TEAM_PRESETS.flatMap((preset) => {
    const team = presetTeam(preset);
    const names = team.roles.map(({ name }) => name);
    return team.roles.flatMap((role) => commandsOf(team, role, names).split("\n"));
  }),
].filter((line) => line.startsWith("squadroom "));

test.each([...new Set(quotedInPrompts)])("understands what prompts tell agents to run: %s", async (line) => {
  const { io, said } = anIo();
  const code = await run(wordsOf(line).slice(1), io);
  // It is understood when it gets as far as asking who is calling.
  expect(said.err).toMatch(/\((no_token|no_local_key)\)/);
  expect(code).toBe(EXIT.notPermitted);
});

function leaves(command: Command): Command[] {
  return command.commands.length === 0 ? [command] : command.commands.flatMap(leaves);
}

/** One becomes the server, the other speaks a protocol. */
const SPEAKS_ITSELF = ["run", "serve", "mcp"];

test("every command says what it does and has --json, but for those that speak themselves", () => {
  const { io } = anIo();
  const commands = leaves(createProgram({ io, settings: readSettings(io) }));
  expect(commands.length).toBeGreaterThan(20);
  for (const command of commands) {
    expect(command.description(), command.name()).not.toBe("");
    const flags = command.options.map(({ long }) => long);
    if (!SPEAKS_ITSELF.includes(command.name())) expect(flags, command.name()).toContain("--json");
  }
});

test("what may be left out has no empty default, and what may not is asked for by its name", async () => {
  for (const word of ["defer", "put-back", "close", "reopen", "drop"]) {
    const { io, said } = anIo();
    expect(await run(["backlog", word, "--help"], io)).toBe(0);
    expect(said.out).not.toContain("default");
  }
  for (const word of ["put-back", "close", "reopen", "drop"]) {
    const { io, said } = anIo();
    expect(await run(["backlog", word, "1"], io)).toBe(EXIT.usage);
    expect(said.err).toContain("'--reason <text>'");
    expect(said.err).toContain(`See \`squadroom backlog ${word} --help\`.`);
  }
});

test("help prints what --help does, of all or of one command", async () => {
  for (const [asked, flag] of [
    [["help"], ["--help"]],
    [
      ["help", "session"],
      ["session", "--help"],
    ],
    [
      ["help", "session", "add"],
      ["session", "add", "--help"],
    ],
    [
      ["help", "task", "create"],
      ["task", "create", "--help"],
    ],
  ] as const) {
    const helped = anIo();
    expect(await run([...asked], helped.io)).toBe(0);
    const flagged = anIo();
    expect(await run([...flag], flagged.io)).toBe(0);
    expect(helped.said.out).toContain("Usage: squadroom");
    expect(helped.said).toEqual(flagged.said);
  }
});

test("--help goes to stdout and is no failure; a wrong command is told in a sentence", async () => {
  const helped = anIo();
  expect(await run(["handoff", "--help"], helped.io)).toBe(0);
  expect(helped.said.out).toContain("Usage: squadroom handoff");
  const wrong = anIo();
  expect(await run(["task", "create", "--priority", "soon"], wrong.io)).toBe(EXIT.usage);
  expect(wrong.said.err).toContain("critical, high, medium, low");
  expect(wrong.said.err).toContain("See `squadroom task create --help`.");
  expect(wrong.said.out).toBe("");
});

test("--version says which release this is, that of the package", async () => {
  const { io, said } = anIo();
  expect(await run(["--version"], io)).toBe(0);
  const { version } = JSON.parse(readFileSync("package.json", "utf8")) as { version: string };
  expect(said.out).toBe(`squadroom ${version}\n`);
});

test("without a command it shows what there is, and says that something is missing by its exit code", async () => {
  const { io, said } = anIo();
  expect(await run([], io)).toBe(EXIT.usage);
  expect(said.err).toContain("Agents:");
});

test("a refusal of a field names the option that it came from", () => {
  const issues = [
    { field: "body.result.warnings.2", problem: "Too long." },
    { field: "query.state", problem: "Unknown." },
  ];
  const text = failureText(
    describeFailure(new RefusalError(refusal("bad_request", "body.body: Too long.", { issues }), "req-1")),
  );
  expect(text).toContain("--message: Too long. Fix this and run it again");
  expect(text).toContain("  --warning: Too long.\n  query.state: Unknown.");
  expect(text).not.toContain("body.");
});

test("an advice for agents and people says to each only what is for them", () => {
  const error = new RefusalError(refusal("forbidden", "Not yours.", {}), "req-1");
  expect(describeFailure(error, "agent").advice).toBe("Ask a person to do it.");
  expect(describeFailure(error).advice).toBe("Ask an owner of the room for access.");
});

test("a refusal becomes: what happened, what to do, what is allowed, its code", () => {
  const no = refusal("target_not_allowed", "builder does not pass to user", { wanted: "user" }, [
    { action: "handOff", to: "reviewer", intent: "work" },
  ]);
  const failure = describeFailure(new RefusalError(no, "req-1"));
  expect(failure.exit).toBe(refusalTable.target_not_allowed.exit);
  expect(failureText(failure)).toBe(
    "builder does not pass to user. Choose one of `allowed`.\nAllowed: reviewer (work)\n(target_not_allowed, request req-1)\n",
  );
});

test("an act that a refusal allows is named as its command", () => {
  const no = refusal("task_state", "DEV-001 is a branch", {}, ["completeTask", "builder"]);
  expect(failureText(describeFailure(new RefusalError(no, "req-1")))).toContain(
    "\nAllowed: `squadroom done`; builder\n",
  );
});

test("a malformed request names each field, missing evidence each criterion", () => {
  const issues = [
    { field: "body.name", problem: "is too long" },
    { field: "body.reason", problem: "is missing" },
  ];
  const malformed = describeFailure(new RefusalError(refusal("bad_request", "body.name: is too long", { issues })));
  const said = failureText(malformed);
  expect(said).toContain("  --reason: is missing\n");
  expect(said.split("body.name: is too long")).toHaveLength(2);
  const lacking = describeFailure(new RefusalError(refusal("evidence_missing", "No.", { missing: ["tests pass"] })));
  expect(failureText(lacking)).toContain("  missing: tests pass\n");
});

// Side by side: each asks the server for as long as one may be starting.
test.concurrent.each([
  ["decide", "01a20055-0000-7000-8000-000000000001", "retry"],
  ["backlog", "mode", "on"],
  ["backlog", "reopen", "1", "--reason", "again"],
  ["task", "cancel", "DEV-001"],
  ["credential", "create", "--room", "shop", "--role", "builder"],
  ["room", "remove", "shop", "--yes"],
  ["verify"],
])("an agent does not become this machine's admin by what it types: %s %s", async (...line) => {
  const asked: string[] = [];
  const { io, said } = anIo({
    env: { SQUADROOM_TOKEN: "sqr_test", SQUADROOM_DATA: "/nowhere" },
    fetch: (input) => {
      asked.push(String(input));
      return Promise.reject(new TypeError("no network in this test"));
    },
  });
  expect(await run(line, io)).toBe(EXIT.notPermitted);
  expect(said.err).toContain("(people_only)");
  // Whose token it is, and nothing else.
  expect([...new Set(asked)]).toEqual(["http://127.0.0.1:4600/api/v1/me"]);
});

test("a preset where a team's file belongs is told how to be said", async () => {
  const { io, said } = anIo();
  expect(await run(["room", "new", "shop", "--team", "squad"], io)).toBe(EXIT.usage);
  expect(said.err).toContain("`--preset squad`");
});

test("what is wrong with a team or an import is named with its place", () => {
  const problems = [
    { level: "error", path: "roles", message: "A team needs at least one role." },
    { level: "error", path: "roles[0].spec", line: 3, message: "That is no list." },
    { line: 7, field: null, message: "This isn't an item." },
  ];
  const failure = describeFailure(new RefusalError(refusal("team_invalid", "No.", { problems })));
  expect(failureText(failure)).toContain(
    "\n  roles: A team needs at least one role.\n  roles[0].spec, line 3: That is no list.\n  line 7: This isn't an item.\n(",
  );
});

test("no server is a matter of trying again; a fault is not", () => {
  expect(describeFailure(new UnreachableError("http://127.0.0.1:1", "ECONNREFUSED")).exit).toBe(EXIT.tryAgain);
  expect(describeFailure(new Error("boom")).exit).toBe(EXIT.fault);
});

test("with --json a failure is one JSON document on stdout, and the sentence stays on stderr", async () => {
  const { io, said } = anIo();
  const code = await run(["wait", "--json"], io);
  expect(JSON.parse(said.out)).toMatchObject({ error: { code: "no_token", exit: code } });
  expect(said.err).toContain("no agent has joined in this folder");
});

test("artifacts are written as status and path, with lines where they are told", () => {
  expect(parseArtifact("modified:src/a.ts", "/work/shop")).toEqual({
    status: "modified",
    path: "src/a.ts",
  });
  expect(parseArtifact("created:C:/a b.ts:120", "/work/shop")).toEqual({
    status: "created",
    path: "C:/a b.ts",
    lines: 120,
  });
  expect(parseArtifact("created:src/b.ts:86:draft", "/work/shop")).toEqual({
    status: "created",
    path: "src/b.ts",
    lines: 86,
    stage: "draft",
  });
  expect(parseArtifact("modified:src/b.ts:final", "/work/shop")).toEqual({
    status: "modified",
    path: "src/b.ts",
    stage: "final",
  });
  expect(parseArtifact("created:https://pages.example.org:8080", "/work/shop")).toEqual({
    status: "created",
    path: "https://pages.example.org:8080",
  });
  expect(parseArtifact("deleted:docs/a:b.md", "/work/shop").path).toBe("docs/a:b.md");
  for (const unclear of [
    "src/a.ts",
    "src/a.ts:86:draft",
    "moved:src/a.ts",
    "modified:",
    "modified:src/a.ts:86:done",
    "modified:src/a.ts:draft:86",
    "modified:src/a.ts:8 6",
  ])
    expect(() => parseArtifact(unclear, "/work/shop"), unclear).toThrow(/not an artifact/);
});

test("a whole path of a file in the project is told relative to it; others stay, and the room refuses them", () => {
  const pathOf = (path: string) => parseArtifact(`created:${path}`, "/work/shop").path;
  expect(pathOf("/work/shop/src/a.ts")).toBe("src/a.ts");
  for (const other of ["/work/shop", "/work/shopping/a.ts", "/etc/passwd", "../a.ts", "src/a.ts"])
    expect(pathOf(other)).toBe(other);
});

test("checks are written in one way, for progress and for a result", async () => {
  const result = async (text: string) => (await readResult({ check: [text] }, [], "/work/shop")).checks;
  for (const [text, check] of [
    ["tests:passing", { passed: true }],
    ["tests=passed", { passed: true }],
    ["tests:passing:82%", { passed: true, value: 82 }],
    ["tests=passed:82.5 %", { passed: true, value: 82.5 }],
    ["tests:failing:3", { passed: false, value: 3 }],
  ] as const) {
    expect(parseCheck(text)).toEqual({ name: "tests", ...check });
    expect(await result(text)).toEqual([{ name: "tests", ...check }]);
  }
  expect(parseCheck("unit:api:not_run")).toEqual({ name: "unit:api" });
  await expect(result("tests:not_run")).rejects.toThrow(/was not run/);
  for (const unclear of ["tests", "tests:ok", ":passing", "tests:passing:many", "tests:passing:1:2"])
    expect(() => parseCheck(unclear), unclear).toThrow(/not a check/);
});

test("criteria are answered by number, by text, or all at once, with notes", async () => {
  const criteria = ["tests pass", "no float"];
  expect(parseAnswer("2=cents only", true, criteria)).toEqual([
    { criterion: "no float", met: true, note: "cents only" },
  ]);
  expect(parseAnswer("tests pass", false, criteria)).toEqual([{ criterion: "tests pass", met: false }]);
  expect(parseAnswer("all", true, criteria)).toHaveLength(2);
  expect(() => parseAnswer("3", true, criteria)).toThrow(/no success criterion 3/);
  const said = { met: ["1"], unmet: ["2=later"], decision: ["cents"] };
  expect(await readResult(said, criteria, "/work/shop")).toEqual({
    criteria: [
      { criterion: "tests pass", met: true },
      { criterion: "no float", met: false, note: "later" },
    ],
    keyDecisions: ["cents"],
  });
});

test("the environment has defaults that work on the server's machine", () => {
  expect(readSettings(anIo({ env: { SQUADROOM_URL: "http://h:1/", SQUADROOM_TOKEN: " t " } }).io)).toMatchObject({
    url: "http://h:1",
    token: "t",
  });
  expect(readSettings(anIo({ env: {}, cwd: "/srv" }).io)).toMatchObject({
    url: "http://127.0.0.1:4600",
    token: undefined,
    dataDir: "/srv/.squadroom",
  });
});

test("the server's local key never leaves its machine", async () => {
  const { io, said } = anIo({
    env: { SQUADROOM_URL: "http://squadroom.example:4600" },
    isPersonThere: true,
  });
  expect(await run(["room", "list"], io)).toBe(EXIT.notPermitted);
  expect(said.err).toContain("(not_local)");
});

test("the guide for agent authors names codes with the exit they have, and routes that exist", async () => {
  const guide = await readFile(new URL("../../../docs/agents.md", import.meta.url), "utf8");
  const exits = [...guide.matchAll(/^\| (\d+) \|[^|]*\|(.*)\|$/gm)];
  const named = exits.flatMap(([, exit, cell = ""]) => codesIn(cell).map((code) => [code, Number(exit)] as const));
  expect(named.length).toBeGreaterThan(20);
  for (const [code, exit] of named) expect([code, refusalTable[code].exit]).toEqual([code, exit]);

  const known = Object.values(paths).map((at) => at.replace(":taskId", ":id").replace(/ \w+$/, ""));
  const routes = [...guide.matchAll(/`((?:GET|POST) \/[^`]+)`/g)].map(([, route = ""]) => route);
  expect(routes.length).toBeGreaterThan(10);
  for (const route of routes) expect(known).toContain(route);
});

function codesIn(cell: string): RefusalCode[] {
  const words = [...cell.matchAll(/`([a-z_]+)`/g)].map(([, word]) => word);
  return refusalCodes.filter((code) => words.includes(code));
}

test("times and titles are short", () => {
  expect([5_000, 300_000, 10_000_000, 400_000_000].map(lasted)).toEqual(["5 s", "5 min", "3 h", "5 d"]);
  expect(shortened("one\ntwo")).toBe("one…");
  expect(shortened("x".repeat(90)).length).toBe(80);
});

test("presence says how it is known", () => {
  const now = 1_000_000;
  expect(presenceWords(null, now)).toBe("nobody has joined");
  expect(
    presenceWords(
      {
        reach: "online",
        work: "working",
        sinceAt: now - 240_000,
        reason: { kind: "seen", at: now - 3000 },
      },
      now,
    ),
  ).toBe("online, working for 4 min (seen 3 s ago)");
  expect(
    presenceWords({ reach: "offline", work: "idle", sinceAt: now, reason: { kind: "left", at: now - 60_000 } }, now),
  ).toBe("offline (left 60 s ago)");
});

test("tells an agent behind a proxy to wait, not to start a server", () => {
  const down = new UnreachableError("https://squad.example", "502", undefined, true);
  expect(describeFailure(down).advice).toContain("Wait a minute and run this again");
  expect(describeFailure(new UnreachableError("", "ECONNREFUSED")).advice).toContain("serve");
});

test.each([
  ["--completed", "0h", "0h is too short.", "Give from 1 min to 3650 d."],
  ["--failed-deleted", "7d", "7d is too short.", "Give from 8 d to 3650 d."],
  ["--failed", "9999d", "9999d is too long.", "Give from 1 min to 3650 d."],
  ["--failed", "soon", '"soon" is no period.', "Write it like 90m, 24h or 7d."],
])("says of retention set %s %s what is wrong, and what to give", async (...given) => {
  const [option, period, message, advice] = given;
  const { io, said } = anIo();
  expect(await run(["retention", "set", option, period, "--room", "a"], io)).not.toBe(0);
  expect(said.err).toContain(message);
  expect(said.err).toContain(advice);
});
