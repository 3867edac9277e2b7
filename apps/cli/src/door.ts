import { readFile, stat } from "node:fs/promises";
import { join } from "node:path";
import type { Call } from "@squadroom/client/call";
import { type Client, createClient } from "@squadroom/client/http";
import type { Command } from "commander";
import { AgentStates } from "./agent-state.ts";
import { type Answer, answering } from "./answer.ts";
import { holds, readConnections } from "./connect/connections.ts";
import { CliError, EXIT } from "./failure.ts";
import { markIn } from "./harness.ts";
import { Seat } from "./seat.ts";
import type { Cli } from "./settings.ts";

/**
 * Who speaks: the agent or the person of SQUADROOM_TOKEN, the agent of this folder, or this machine's admin by the
 * server's key.
 */
export type Door =
  | { kind: "agent"; client: Client; call: Call; seat: Seat }
  | { kind: "person"; client: Client; call: Call };

const KEY_FILE = "local-admin.key";
/** As the server writes it. */
const KEY = /^[\w-]{43}$/;

export function keyFile({ settings }: Cli): string {
  return join(settings.dataDir, KEY_FILE);
}

/** For what both may do: the agent if there is one. */
export async function openDoor(cli: Cli): Promise<Door> {
  const person = await personsDoor(cli);
  if (person) return person;
  const isAgent = cli.settings.token !== undefined || !speaksForPerson(cli) || (await speaksAsAgent(cli));
  if (!isAgent) return openAdminDoor(cli);
  const seat = await Seat.open(cli);
  const { client } = seat;
  return { kind: "agent", client, call: client.call, seat };
}

/** By a person's access token; `null` if the token is an agent's, or wrong, which the agent's way reports. */
async function personsDoor(cli: Cli): Promise<Door | null> {
  const { settings, io } = cli;
  if (settings.token === undefined) return null;
  const authorization = `Bearer ${settings.token}`;
  const client = createClient({ baseUrl: settings.url, authorization, fetch: io.fetch });
  const me = await client.call("getMe").catch(() => null);
  if (me?.kind !== "person") return null;
  await refuseAgents(cli);
  return { kind: "person", client, call: client.call };
}

/**
 * Whether an agent runs this, whatever else it says, in any folder: because of a mark in the environment, its own or
 * that of a process above that started it without one; or because a client with a seat on this machine is above it.
 */
async function isAgents({ io, settings }: Cli): Promise<boolean> {
  if (settings.agentMark !== undefined || markIn(io.variablesAbove())) return true;
  const states = await new AgentStates(settings.stateDirs).all();
  const hosts = states.flatMap(({ kept }) => kept?.host ?? []);
  if (hosts.length === 0) return false;
  const line = io.ancestry().split(" ");
  return hosts.some((one) => line.includes(one));
}

/** In a folder where an agent joined, or is connected, a call without a person at its terminal is that agent's. */
async function speaksAsAgent(cli: Cli): Promise<boolean> {
  const { io, settings } = cli;
  if (settings.as !== undefined || (await isAgents(cli))) return true;
  if (io.isPersonThere) return false;
  const connected = readConnections(settings.ownDir) ?? [];
  return connected.some((one) => holds(one, io.cwd)) || Seat.isKept(cli);
}

/** For what agents may do nowhere, with no key and no seat. */
export async function refuseAgents(cli: Cli): Promise<void> {
  if (await isAgents(cli)) throw peopleOnly(cli);
}

/** Anything that runs as this user can read the server's key: so a person has to sit here, or it is said explicitly. */
function speaksForPerson({ io, settings }: Cli): boolean {
  return io.hasTerminal || settings.isPersons;
}

/** For what a person does by hand, or has a script do that says so. */
export async function requirePerson(cli: Cli): Promise<void> {
  await refuseAgents(cli);
  if (speaksForPerson(cli)) return;
  throw new CliError(
    "people_only",
    "That command is for people, and there is no terminal here.",
    "People run it in their own terminal. `squadroom --help` says how a person's script does.",
    EXIT.notPermitted,
  );
}

function peopleOnly(cli: Cli): CliError {
  return new CliError(
    "people_only",
    "That command is for people, and here you are an agent.",
    wayOfPeople(cli),
    EXIT.notPermitted,
  );
}

/** For what only people may do: whoever speaks as an agent isn't one, even on the server's machine. */
export async function openAdminDoor(cli: Cli): Promise<Door> {
  const person = await personsDoor(cli);
  if (person) return person;
  const { url, token } = cli.settings;
  if (token !== undefined || (await speaksAsAgent(cli))) throw peopleOnly(cli);
  await requirePerson(cli);
  if (!isLoopback(url)) {
    throw new CliError(
      "not_local",
      `${url} is not on this machine, and the local key works only on the server's machine.`,
      "Run this on the server's machine, or use the dashboard.",
      EXIT.notPermitted,
    );
  }
  const key = await readKey(cli);
  const client = createClient({ baseUrl: url, authorization: `Local ${key}`, fetch: cli.io.fetch });
  return { kind: "person", client, call: client.call };
}

/** An agent has to ask, and learns nothing that lets it pass for a person. A person's script can't be told from one. */
function wayOfPeople({ io, settings }: Cli): string {
  const ask = "Ask a person with `squadroom ask`.";
  const { agentMark } = settings;
  if (agentMark !== undefined)
    return `${ask} ${agentMark} is set, so this runs for an agent; people use a terminal of their own.`;
  if (io.isPersonThere)
    return settings.token === undefined
      ? "Are you a person? Leave out `--as`."
      : "Are you a person? Unset SQUADROOM_TOKEN in this shell.";
  if (settings.token !== undefined) return ask;
  return `${ask} People run it in their own terminal, or in scripts from a folder where no agent is connected.`;
}

async function readKey(cli: Cli): Promise<string> {
  const file = keyFile(cli);
  let text: string;
  try {
    text = await readFile(file, "utf8");
  } catch (error) {
    const isMissing = error instanceof Error && "code" in error && error.code === "ENOENT";
    const hasFolder = await stat(cli.settings.dataDir).catch(() => null);
    throw new CliError(
      "no_local_key",
      isMissing ? `There is no ${file}.` : `This user cannot read ${file}.`,
      hasFolder && isMissing
        ? "Start the server once with this data directory; it writes the key."
        : "Set SQUADROOM_DATA to the server's data directory, or run this in the folder where the server was started.",
      EXIT.notPermitted,
    );
  }
  const key = text.trim();
  if (KEY.test(key)) return key;
  throw new CliError(
    "no_local_key",
    `${file} is not a server's key.`,
    "Stop the server, remove that file and start it again; it writes a new key.",
    EXIT.notPermitted,
  );
}

export function isLoopback(url: string): boolean {
  const host = URL.canParse(url) ? new URL(url).hostname : "";
  return host === "localhost" || host === "[::1]" || /^127(\.\d+){3}$/.test(host);
}

/** The room that is meant: an agent's own, the one given, or the only one there is. */
export async function chooseRoom(door: Door, named: string | undefined): Promise<string> {
  if (door.kind === "agent") return door.seat.room;
  if (named) return named;
  const { data: cards, total } = await door.call("listRooms", { query: { limit: 20 } });
  const [only] = cards;
  if (total === 1 && only) return only.name;
  const names = cards.map(({ name }) => name).join(", ");
  throw new CliError(
    "which_room",
    total === 0 ? "There is no room yet." : `There are ${total} rooms.`,
    total === 0 ? "Create one: `squadroom room new NAME`." : `Choose one with \`--room NAME\`: ${names}.`,
  );
}

/** The option that `chooseRoom` reads. */
export const ROOM = ["--room <name>", "the room; may be left out when there is one"] as const;

/** The same for what agents do too: theirs is the room they are in. */
const ROOM_OF_PERSON = ["--room <name>", "the room, for a person"] as const;

export function inRoom(command: Command): Command {
  return command.option(...ROOM_OF_PERSON);
}

export function roomOption(isForBoth: boolean): readonly [string, string] {
  return isForBoth ? ROOM_OF_PERSON : ROOM;
}

/** The room of `--room` behind this door. */
export async function enterRoom(door: Door, options: Record<string, unknown>) {
  const room = await chooseRoom(door, options.room as string | undefined);
  return { call: door.call, room, params: { room } };
}

type Entered = Awaited<ReturnType<typeof enterRoom>>;
type InRoom = (room: Entered, args: string[], options: Record<string, unknown>) => Promise<Answer>;

/** What a command for people does and answers in the room that is meant. */
export function forPeople(cli: Cli, command: Command, run: InRoom): Command {
  return answering(cli, command, async (args, options) =>
    run(await enterRoom(await openAdminDoor(cli), options), args, options),
  );
}

/** The same for a command for agents and people. */
export function forBoth(cli: Cli, command: Command, run: InRoom): Command {
  return answering(cli, command, async (args, options) =>
    run(await enterRoom(await openDoor(cli), options), args, options),
  );
}
