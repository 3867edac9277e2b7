import { createHash } from "node:crypto";
import { realpathSync } from "node:fs";
import { mkdir, readFile, writeFile } from "node:fs/promises";
import { hostname } from "node:os";
import { basename, dirname, join } from "node:path";
import { createClient } from "@squadroom/client/http";
import { readConnectLink } from "@squadroom/core/kernel/connect-link";
import { RefusalError } from "@squadroom/core/kernel/refusal";
import { FOUND_HARNESSES } from "@squadroom/core/run/run";
import { type Command, CommanderError } from "commander";
import { allRooms } from "../all-rooms.ts";
import { collect } from "../answer.ts";
import { become } from "../become.ts";
import { type Door, openAdminDoor, refuseAgents } from "../door.ts";
import { CliError, EXIT } from "../failure.ts";
import { offerFirstCommit } from "../first-commit.ts";
import { withServer } from "../own-server.ts";
import { askAboutProject } from "../project-word.ts";
import { isRunnerHere, RUNNER } from "../runner-program.ts";
import { launchdPlist, systemdUnit } from "../service.ts";
import { type Cli, ownServerDir } from "../settings.ts";

interface Options {
  room?: string;
  role?: string[];
  with?: string;
  model?: string;
  slots?: string;
  warm?: boolean;
  name?: string;
  printService?: string | true;
  accept?: boolean;
}

/** What a runner keeps of its credential, where only this user can read it. */
interface Kept {
  url: string;
  room: string;
  token: string;
}

export function addRun(program: Command, here: Cli): void {
  program
    .command("run [link] [program...]")
    .description("start agents in this folder as a room's work needs them, until Ctrl-C")
    .option("--room <name>", "the room; by default the one named like this folder, made if needed")
    .option(
      "--role <roles>",
      "what it starts agents for, such as builder or builder=claude; by default all roles",
      collect,
    )
    .option("--with <harness>", `what the agents run in: acp, command, ${FOUND_HARNESSES.join(", ")}`)
    .option("--model <name>", "the model, where the harness lets it be chosen")
    .option("--slots <n>", "runs at once")
    .option("--warm", "start an agent of each role at once, before a task asks for it")
    .option("--name <name>", "what the runner is called", hostname().split(".")[0] ?? "runner")
    .option(
      "--print-service [kind]",
      "start nothing; print the file that starts this with the machine: systemd or launchd",
    )
    .option("--accept", "run what a changed squadroom.run.json names, without asking")
    .addHelpText(
      "after",
      "\nacp and command take a program after `--`, such as `-- my-agent --acp`. Each task is worked on in a\n" +
        "git worktree of its own; squadroom.run.json says how one is set up and checked. The first Ctrl-C lets turns end.",
    )
    .action(async (link: string | undefined, rest: string[], options: Options) => {
      await refuseAgents(here);
      const given = link === undefined ? null : readConnectLink(link);
      const argv = given || link === undefined ? rest : [link, ...rest];
      if (options.printService)
        return void (await here.io.out(serviceText(here, options, given ? await redeem(here, given) : null, argv)));
      await askAboutProject(here, options.accept === true);
      await offerFirstCommit(here.io);
      const cli = given ? here : await withServer(here);
      const kept = given ? await redeem(cli, given) : await ownRunner(cli, options);
      if (!given) cli.io.err(`The room is at ${kept.url}/rooms/${kept.room}.\n`);
      const roles = options.role ?? (await rolesOf(cli, kept));
      const words = [
        ...roles.flatMap((role) => [options.role ? "--role" : "--room-role", role]),
        ...(options.with ? ["--with", options.with] : []),
        ...(options.model ? ["--model", options.model] : []),
        ...(options.slots ? ["--slots", options.slots] : []),
        ...(options.warm ? ["--warm"] : []),
        "--",
        ...argv,
      ];
      const exit = await becomeRunner(cli, kept, words);
      if (exit !== 0) throw new CommanderError(exit, "squadroom.answered", "");
    });
}

/** The same command as a service; for a single-use link, what it brought is used. */
function serviceText({ io, settings }: Cli, options: Options, kept: Kept | null, argv: readonly string[]): string {
  const kind = options.printService === true ? usualService() : options.printService;
  const print = kind === "systemd" ? systemdUnit : kind === "launchd" ? launchdPlist : null;
  if (!print) throw new CliError("usage", `There is no service ${kind}.`, "Use systemd or launchd.");
  const room = kept?.room ?? options.room;
  const words = [
    ...(room ? ["--room", room] : []),
    ...(options.role ?? []).flatMap((role) => ["--role", role]),
    ...(options.with ? ["--with", options.with] : []),
    ...(options.model ? ["--model", options.model] : []),
    ...(options.slots ? ["--slots", options.slots] : []),
    ...(options.warm ? ["--warm"] : []),
    ...(argv.length > 0 ? ["--", ...argv] : []),
  ];
  const { PATH = "", SQUADROOM_DATA, SQUADROOM_URL, HOME = "" } = io.env;
  const url = kept?.url ?? SQUADROOM_URL;
  return print({
    name: `squadroom-${nameOf(io.cwd)}`,
    folder: io.cwd,
    argv: [process.execPath, realpathSync(io.script), "run", ...words],
    env: {
      PATH,
      ...(url ? { SQUADROOM_URL: url } : {}),
      ...(SQUADROOM_DATA ? { SQUADROOM_DATA: settings.dataDir } : {}),
      // Without a link it makes its own way in with the server's key, and has no terminal.
      ...(kept ? {} : { SQUADROOM_PERSON: "1" }),
    },
    home: HOME,
  });
}

function usualService(): string {
  return process.platform === "darwin" ? "launchd" : "systemd";
}

/** The credential that this folder's runner has in that room, or a new one. */
async function ownRunner(cli: Cli, options: Options): Promise<Kept> {
  const { url } = cli.settings;
  // If a link was redeemed before, nobody is an admin.
  const before = options.room ? await readKept(keptFile(cli, url, options.room)) : null;
  if (before && (await isRunner(cli, before))) return before;
  const { call } = await openAdminDoor(cli);
  const room = options.room ?? (await roomHere(cli, call));
  const file = keptFile(cli, url, room);
  const known = await readKept(file);
  if (known && (await isRunner(cli, known))) return known;
  const wanted = (options.name ?? "runner").slice(0, 32);
  for (let n = 1; n < 10; n++) {
    const name = n === 1 ? wanted : `${wanted}-${n}`;
    try {
      const { token } = await call("createRunner", { params: { room }, body: { name } });
      return await keep(file, { url, room, token });
    } catch (error) {
      if (!(error instanceof RefusalError) || error.code !== "name_taken") throw error;
    }
  }
  throw new CliError("name_taken", "Other runners have that name.", "Use another `--name`.");
}

/** The room named after the folder, created if missing. */
async function roomHere(cli: Cli, call: Door["call"]): Promise<string> {
  const rooms = await allRooms(call);
  const name = nameOf(cli.io.cwd);
  if (rooms.some((room) => room.name === name)) return name;
  const [only] = rooms;
  // The user's own server has a room for each project.
  const isOwn = cli.settings.dataDir === ownServerDir();
  if (only && rooms.length === 1 && !isOwn) return only.name;
  await call("createRoom", { body: { name, preset: "squad" } });
  return name;
}

/** Name of a room for this folder. */
function nameOf(folder: string): string {
  const words = basename(folder)
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, "-");
  return words.slice(0, 40).replace(/^-+|-+$/g, "") || "project";
}

async function redeem(cli: Cli, link: NonNullable<ReturnType<typeof readConnectLink>>) {
  const { url } = link;
  const { call } = createClient({ baseUrl: url, fetch: cli.io.fetch });
  const token = "token" in link ? link.token : (await call("redeemConnectLink", { body: { code: link.code } })).token;
  const me = await createClient({ baseUrl: url, token, fetch: cli.io.fetch }).call("getMe");
  if (me.kind !== "runner")
    throw new CliError(
      "no_runner",
      "That link is for an agent, not for a runner.",
      "Use it with `squadroom connect`, or copy the line from the room's Runners page.",
    );
  return keep(keptFile(cli, url, me.roomId), { url, room: me.roomId, token });
}

function keptFile({ settings, io }: Cli, url: string, room: string): string {
  const name = createHash("sha256").update(`${url}\n${room}\n${io.cwd}`).digest("hex").slice(0, 16);
  return join(settings.ownDir, "runners", `${name}.json`);
}

async function readKept(file: string): Promise<Kept | null> {
  try {
    return JSON.parse(await readFile(file, "utf8")) as Kept;
  } catch {
    return null;
  }
}

async function keep(file: string, kept: Kept): Promise<Kept> {
  await mkdir(dirname(file), { recursive: true, mode: 0o700 });
  await writeFile(file, JSON.stringify(kept), { mode: 0o600 });
  return kept;
}

async function isRunner(cli: Cli, { url, token }: Kept): Promise<boolean> {
  try {
    const me = await createClient({ baseUrl: url, token, fetch: cli.io.fetch }).call("getMe");
    return me.kind === "runner";
  } catch (error) {
    if (error instanceof RefusalError && error.code === "unauthorized") return false;
    throw error;
  }
}

async function rolesOf(cli: Cli, { room }: Kept): Promise<string[]> {
  const { call } = await openAdminDoor(cli);
  const { team } = await call("getTeam", { params: { room } });
  return team.roles.map(({ name }) => name);
}

function becomeRunner({ io }: Cli, { url, token }: Kept, words: string[]): Promise<number> {
  if (!isRunnerHere())
    throw new CliError(
      "no_runner",
      "There is no runner next to this file.",
      "Install the whole package, or run it from a checkout after `npm start`.",
      EXIT.notFound,
    );
  const env = Object.entries(io.env).filter(([name]) => !name.startsWith("SQUADROOM_"));
  // It ends with this command, however that ends: the pipe closes with us. Anybody who may look at its environment, as
  // its agents may, finds no credential there.
  return become(
    [RUNNER, ...words],
    { stdio: ["pipe", "inherit", "inherit"], cwd: io.cwd, env: Object.fromEntries(env) },
    `${JSON.stringify({ url, token })}\n`,
  );
}
