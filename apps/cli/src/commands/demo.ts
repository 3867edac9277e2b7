import { createInterface } from "node:readline";
import { DEMO_TEAMS, type DemoTeam } from "@squadroom/core/room/demo-story";
import { ROLE_LIBRARY } from "@squadroom/core/team/library";
import { type Command, Option } from "commander";
import { type Answer, answering, define, number } from "../answer.ts";
import { runSquad } from "../demo/squad.ts";
import { openAdminDoor } from "../door.ts";
import { CliError } from "../failure.ts";
import type { Cli } from "../settings.ts";

/** What a server that starts the squad writes to its stdin, as one line of JSON. */
interface Attachment {
  url: string;
  room: string;
  tokens: Record<string, string>;
  /** The squad was there before, and its server was restarted. */
  isBack?: boolean;
}

/** The second builder takes over when the first one dies. */
const CASTS: Record<DemoTeam, readonly { name: string; role: string }[]> = {
  squad: [
    { name: "Demo Planner", role: "planner" },
    { name: "Demo Builder", role: "builder" },
    { name: "Demo Builder 2", role: "builder" },
    { name: "Demo Reviewer", role: "reviewer" },
  ],
  lifecycle: ROLE_LIBRARY.map(({ name, title }) => ({ name: `Demo ${title}`, role: name })),
};
const PARENT_CHECK_MS = 1000;

export function addDemo(program: Command, cli: Cli): void {
  const command = define(
    program,
    "demo",
    "run a scripted squad in a room, through the same API as every agent",
    [
      "Without --room the server makes a demo room and runs the squad itself. With it the squad runs here,",
      "in that room, created if it is missing, until Ctrl-C.",
    ].join("\n"),
  )
    .option("--room <name>", "the room to work in")
    .addOption(
      new Option("--team <team>", "a squad, or the workers of a pipeline").choices(DEMO_TEAMS).default("squad"),
    )
    .option("--pace <factor>", "1 is a pace to watch, 0.1 is ten times as fast", number(0.01, 10), 1)
    .option("--attach", "room and credentials come on stdin as JSON: {url, room, tokens, isBack?}");
  answering(cli, command, async (_, options) => {
    const pace = options.pace as number;
    if (options.attach === true) return runAttached(pace);
    const room = options.room as string | undefined;
    const team = options.team as DemoTeam;
    return room === undefined ? startAtServer(cli, team) : runHere(cli, room, team, pace);
  });
}

async function startAtServer(cli: Cli, team: DemoTeam): Promise<Answer> {
  const { call } = await openAdminDoor(cli);
  const demo = await call("startDemo", { body: { team } });
  const url = `${cli.settings.url}/rooms/${demo.name}`;
  return { data: { ...demo, url }, text: `The demo is in ${demo.name}: ${url}` };
}

async function runHere(cli: Cli, room: string, team: DemoTeam, pace: number): Promise<Answer> {
  const { call } = await openAdminDoor(cli);
  const { data: cards } = await call("listRooms", { query: { limit: 100 } });
  if (!cards.some(({ name }) => name === room)) await call("createRoom", { body: { name: room, preset: team } });
  const params = { room };
  const tokens: Record<string, string> = {};
  const made: string[] = [];
  for (const { name, role } of CASTS[team]) {
    const { token, credential } = await call("createCredential", {
      params,
      body: { name, roles: [role] },
    });
    tokens[name] = token;
    made.push(credential.id);
  }
  cli.io.err(`The demo squad works in ${cli.settings.url}/rooms/${room}; Ctrl-C ends it.\n`);
  const ask = (body: string) => call("sendMessage", { params, body: { body } });
  try {
    await runSquad({ url: cli.settings.url, room, tokens, pace, signal: endOfProcess(), ask });
  } finally {
    for (const credentialId of made) {
      await call("revokeCredential", { params: { ...params, credentialId } }).catch(() => undefined);
    }
  }
  return { data: { room, ended: true }, text: `The demo squad has left ${room}.` };
}

async function runAttached(pace: number): Promise<Answer> {
  const attachment = await readAttachment();
  const { room } = attachment;
  await runSquad({ ...attachment, pace, signal: endOfProcess({ withParent: true }) });
  return { data: { room, ended: true }, text: "" };
}

async function readAttachment(): Promise<Attachment> {
  const lines = createInterface({ input: process.stdin });
  const line = await new Promise<string>((resolve) => {
    lines.once("line", resolve);
    lines.once("close", () => resolve(""));
  });
  lines.close();
  // The server keeps the pipe open; that alone is no reason to stay.
  process.stdin.unref();
  try {
    const { url, room, tokens, isBack = false } = JSON.parse(line) as Partial<Attachment>;
    if (typeof url === "string" && typeof room === "string" && tokens) return { url, room, tokens, isBack };
  } catch {
    // Reported below: it is not JSON, or not the right one.
  }
  throw new CliError(
    "bad_json",
    "Nothing to attach to came on stdin.",
    "Write {url, room, tokens} as one line of JSON.",
  );
}

/** Ends with a signal, and with the parent too, so that a squad never outlives the server that started it. */
function endOfProcess({ withParent = false } = {}): AbortSignal {
  const end = new AbortController();
  for (const name of ["SIGINT", "SIGTERM", "SIGHUP"] as const) process.once(name, () => end.abort());
  if (withParent) {
    const parent = process.ppid;
    const timer = setInterval(() => {
      if (process.ppid !== parent) end.abort();
    }, PARENT_CHECK_MS);
    timer.unref();
  }
  return end.signal;
}
