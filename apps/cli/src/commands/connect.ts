import { homedir } from "node:os";
import { join } from "node:path";
import { createClient } from "@squadroom/client/http";
import { firstWords, readConnectLink } from "@squadroom/core/kernel/connect-link";
import type { Command } from "commander";
import { AgentStates } from "../agent-state.ts";
import { answering, define, oneOf } from "../answer.ts";
import { excludeOf, findings, isInstalled } from "../connect/checks.ts";
import { type Connection, identityOf, readConnections } from "../connect/connections.ts";
import { diffText } from "../connect/diff.ts";
import { acpServer, HARNESSES, type Harness, type Setup, setupOf } from "../connect/harnesses.ts";
import { asLine, fetchPrograms } from "../connect/programs.ts";
import { ConnectRecord, type Edit, keyOf } from "../connect/record.ts";
import { versionOf } from "../connect/version.ts";
import { refuseAgents } from "../door.ts";
import { CliError } from "../failure.ts";
import { harnessOf } from "../harness.ts";
import { projectOf } from "../kept-seat.ts";
import { Seat } from "../seat.ts";
import type { Cli } from "../settings.ts";

const WITHOUT_PROGRAM: readonly Harness[] = ["acp", "shell"];

export function addConnect(program: Command, cli: Cli): void {
  const command = define(
    program,
    "connect <link>",
    "give this folder's agent its seat: keeps the credential and sets its harness up",
    "The link is what the dashboard's Connect gives; it works once. Shows what it would write before it writes; `squadroom disconnect` takes it back.",
  )
    .option("--for <harness>", HARNESSES.join(", "), oneOf(...HARNESSES))
    .option("--yes", "write without asking")
    .option("--dry-run", "only show what would be written");
  answering(cli, command, async ([text = ""], options) => {
    // It fetches what guards every connected folder from the link's server.
    if ((readConnections(cli.settings.ownDir) ?? []).length > 0) await refuseAgents(cli);
    const link = readConnectLink(text);
    if (!link)
      throw new CliError(
        "no_link",
        "That is not a whole connect link.",
        "Copy it again from the dashboard's Connect: ADDRESS/c/CODE, in one word.",
      );
    const { agentId, name, room, take } = await seatBehind(cli, link);
    const folder = await projectOf(cli.io.cwd);
    const harness = (options.for as Harness | undefined) ?? (await harnessHere(cli));
    const bin = join(cli.settings.ownDir, "bin");
    const script = join(bin, "squadroom.mjs");
    const hook = join(bin, "hook.mjs");
    const home = cli.io.env.HOME || homedir();
    const { env } = cli.io;
    const version = await versionOf(harness, env);
    const exclude = await excludeOf(folder);
    const setup = setupOf(harness, { home, env, folder, script, hook, version, exclude });
    const whose = { agentId, name, room, url: link.url, harness };
    const connection: Connection = { ...whose, folder, identity: identityOf(folder) };
    const record = await ConnectRecord.open(cli.settings.ownDir);
    const edits = await record.plan(connection, setup.changes);
    const changed = edits.filter(({ now, then }) => now !== then);
    const shown = diffText(changed);
    const data = { ...connection, files: changed.map(({ file }) => file) };
    if (options.dryRun)
      return {
        data: { ...data, diff: shown },
        text: shown || `No file of ${setup.title} would change. Its seat would be kept here.`,
      };
    await agree(cli, options, changed, shown);
    await fetchPrograms(link.url, bin, cli.io.fetch);
    // Last of what may fail: a single-use link is used once everything else is ready.
    const seat = await take();
    const others = record.connections.filter((one) => keyOf(one) !== keyOf(connection));
    await record.carryOut(edits, [...others, connection]);
    await keepSeat(cli, seat, harness);
    const self = asLine(["node", script]);
    const found = await findings(setup, cli.io.env);
    return { data, text: doneText(setup, connection, { found, self, script }) };
  });
}

/** Whose seat a link gives; `take` uses up a single-use one. */
async function seatBehind(cli: Cli, link: NonNullable<ReturnType<typeof readConnectLink>>) {
  const { url } = link;
  const open = (token: string) => Seat.open({ ...cli, settings: { ...cli.settings, url, token } });
  if ("token" in link) {
    const seat = await open(link.token);
    const { agentId, name, room } = seat.state;
    return { agentId, name, room: room.name, take: () => Promise.resolve(seat) };
  }
  const { call } = createClient({ baseUrl: url, fetch: cli.io.fetch });
  const { code } = link;
  const { agentId, name, room } = await call("lookAtConnectLink", { body: { code } });
  const take = async () => open((await call("redeemConnectLink", { body: { code } })).token);
  return { agentId, name, room: room.name, take };
}

/** From now on only this file knows the seat: one of the same agent at another address is no longer its own. */
async function keepSeat(cli: Cli, seat: Seat, harness: string): Promise<void> {
  const states = new AgentStates(cli.settings.stateDirs);
  const { agentId, tokenHash } = seat.state;
  for (const state of await states.all())
    if (state.agentId === agentId && state.tokenHash !== tokenHash && state.kept)
      await states.save({ ...state, kept: null });
  const { kept } = await seat.keep(harness);
  // Whoever starts the harness later has other processes above it.
  await seat.update({ kept: { ...kept, ancestry: "" } });
}

/** What runs this command, otherwise the only one installed. */
async function harnessHere({ io, settings }: Cli): Promise<Harness> {
  const above = settings.harness ?? harnessOf({}, io.commandsAbove());
  const known = HARNESSES.find((one) => one === above);
  if (known) return known;
  const found: Harness[] = [];
  for (const one of HARNESSES) if (!WITHOUT_PROGRAM.includes(one) && (await isInstalled(one, io.env))) found.push(one);
  const [only] = found;
  if (only && found.length === 1) return only;
  throw new CliError(
    "which_harness",
    only ? `Several harnesses are installed: ${found.join(", ")}.` : "No harness is on this path.",
    `Say what the agent runs in: \`--for ${only ?? "claude"}\`. It takes ${HARNESSES.join(", ")}.`,
  );
}

async function agree(
  { io }: Cli,
  options: Record<string, unknown>,
  changed: readonly Edit[],
  shown: string,
): Promise<void> {
  if (changed.length === 0 || options.yes) return;
  io.err(shown);
  const answer = await io.ask("Write this? [y/N] ");
  if (answer === null)
    throw new CliError(
      "not_agreed",
      "Nobody is here to agree, so nothing was written.",
      "Add `--yes` to write what is shown above.",
    );
  if (!/^y(es)?$/i.test(answer))
    throw new CliError("not_agreed", "Nothing was written.", "Run it again when you want it.");
}

function doneText(
  { title, program, needs, isHooked }: Setup,
  { name, room, folder, harness }: Connection,
  { found, self, script }: { found: string; self: string; script: string },
): string {
  const told = `\n\n  ${firstWords(isHooked)}`;
  const start = program
    ? `Start it in ${folder}: \`${program}\`. Then tell it:${told}`
    : harness === "acp"
      ? `Give your client this server for \`session/new\`, start it in ${folder}, and tell it:\n\n  ${acpServer(script)}${told}`
      : `Have your agent, or your script, run this in ${folder}, and do what it prints:\n\n  ${self} join`;
  return [
    `${name} in ${room}: ${title} in ${folder} has the seat. No file of the project has the credential.`,
    found,
    ...needs,
    "",
    start,
    "",
    `Take it back: \`${self} disconnect --for ${harness}\``,
  ].join("\n");
}
