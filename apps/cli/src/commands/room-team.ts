import type { Body, Reply } from "@squadroom/client/call";
import { listed } from "@squadroom/core/kernel/words";
import { defaultDuties } from "@squadroom/core/team/duties";
import { chainText } from "@squadroom/core/team/legs";
import { type Lockout, lockoutText, REJECTIONS_MAX } from "@squadroom/core/team/lockout";
import { presetText } from "@squadroom/core/team/preset-text";
import type { TeamProblem } from "@squadroom/core/team/problem";
import { shownVariants } from "@squadroom/core/team/shown";
import { TEAM_PRESETS } from "@squadroom/core/team/team";
import type { Command } from "commander";
import { answering, collect, define, group, oneOf } from "../answer.ts";
import { openAdminDoor, openDoor } from "../door.ts";
import { CliError, EXIT } from "../failure.ts";
import type { Cli } from "../settings.ts";
import { readJson } from "../text-input.ts";
import { columns } from "../words.ts";
import { addRoomTeamPipeline } from "./room-team-pipeline.ts";

const TEAM_HELP = `A team is a JSON document; what a role leaves out follows from its name:
  {"entryPoint":"lead","roles":[
    {"name":"lead","handsTo":["writer","user"]},
    {"name":"writer","prefix":"DOC","specialty":"writes pages","handsTo":["lead"]}]}
\`squadroom room team show NAME --json\` prints one under \`draft\`. See docs/teams.md.`;

/** `--preset` or `--team`: the team of a new room, or the next one of a room. */
export function teamOptions(command: Command): void {
  command
    .option("--preset <team>", TEAM_PRESETS.join(", "), oneOf(...TEAM_PRESETS))
    .option("--team <file>", "your own team as JSON, `-` for stdin");
}

type Wanted = Partial<Pick<Body<"previewTeam">, "preset" | "team">>;

/** The team that the options give; nothing if they give none. */
export async function wantedTeam({ io }: Cli, options: Record<string, unknown>): Promise<Wanted | null> {
  const { preset, team: file } = options as { preset?: Wanted["preset"]; team?: string };
  if (preset !== undefined && file !== undefined)
    throw new CliError("two_teams", "Those are two teams.", "Use either `--preset` or `--team`.", EXIT.usage);
  if (TEAM_PRESETS.some((name) => name === file))
    throw new CliError(
      "is_preset",
      `${file} is a preset, not a file.`,
      `Use \`--preset ${file}\`, or \`--team ./${file}\` for a file of that name.`,
      EXIT.usage,
    );
  if (file !== undefined) return { team: (await readJson(io, file)) as Wanted["team"] };
  return preset === undefined ? null : { preset };
}

export function addRoomTeam(room: Command, cli: Cli): void {
  const team = group(room, "team", "show and change a room's team");
  addLockout(team, cli);
  addRoomTeamPipeline(team, cli);
  const show = define(team, "show <name>", "show its roles, who hands to whom, and its variants");

  answering(cli, show, async ([name = ""]) => {
    const { call } = await openDoor(cli);
    const shown = await call("getTeam", { params: { room: name } });
    return { data: shown, text: shownText(name, shown) };
  });

  const set = define(team, "set <name>", "change a running room's team", TEAM_HELP);
  teamOptions(set);
  set
    .option("--remap <role=role>", "who takes over from a removed role; repeatable", collect)
    .option("--preview", "say what would happen, and change nothing")
    .option("--yes", "do not ask for confirmation");
  answering(cli, set, async ([name = ""], options) => {
    const wanted = await wantedTeam(cli, options);
    if (!wanted)
      throw new CliError("no_team", "The team is missing.", "Use either `--preset` or `--team`.", EXIT.usage);
    const { call } = await openAdminDoor(cli);
    const body = { ...wanted, remap: remapOf((options.remap as string[] | undefined) ?? []) };
    const preview = await call("previewTeam", { params: { room: name }, body });
    const says = previewText(name, preview);
    if (options.preview === true) return { data: preview, text: says };
    if (preview.gone.length > 0 && options.yes !== true) {
      cli.io.err(`${says}\n`);
      const answer = await cli.io.ask(`Change the team of ${name}? Type its name: `);
      if (answer !== name)
        throw new CliError(
          "not_confirmed",
          `The team of ${name} was not changed.`,
          "Use `--yes` to change it without the question.",
        );
    }
    const { version } = preview;
    const changed = await call("changeTeam", {
      params: { room: name },
      body: { ...body, version },
    });
    const text = changed.changed
      ? `${says}\n${name} is now on version ${changed.version} of its team.`
      : `${name} already has this team.`;
    return { data: changed, text };
  });
}

function addLockout(team: Command, cli: Cli): void {
  const command = define(
    team,
    "lockout <name> [when]",
    "who revises rejected work: its author (off), another agent (strict), or another one after N rejections",
    "`off` sends findings back to the author, `strict` to another agent of the role, a number such as 2 to another agent after that many rejections. If only one agent fills the role, that agent revises its own work. If every agent of the role had it rejected, a person is asked.",
  );

  answering(cli, command, async ([name = "", when = ""]) => {
    if (when === "") {
      const { call } = await openDoor(cli);
      const { team: shown } = await call("getTeam", { params: { room: name } });
      return { data: { lockout: shown.lockout ?? "off" }, text: lockoutText(shown) };
    }
    const lockout = lockoutOf(when);
    const { call } = await openAdminDoor(cli);
    const params = { room: name };
    const { draft, version } = await call("getTeam", { params });
    const { lockout: _, ...rest } = draft;
    const body = { team: lockout === null ? rest : { ...rest, lockout }, version };
    const changed = await call("changeTeam", { params, body });
    return { data: changed, text: lockoutText(lockout === null ? {} : { lockout }) };
  });
}

function lockoutOf(when: string): Lockout | null {
  if (when === "off") return null;
  if (when === "strict") return when;
  const afterRejections = Number(when);
  if (Number.isInteger(afterRejections) && afterRejections >= 1 && afterRejections <= REJECTIONS_MAX)
    return { afterRejections };
  throw new CliError(
    "bad_lockout",
    `${when} is not a lockout setting.`,
    `Use off, strict, or a number from 1 to ${REJECTIONS_MAX}.`,
    EXIT.usage,
  );
}

function remapOf(pairs: readonly string[]): Record<string, string> {
  return Object.fromEntries(
    pairs.map((pair) => {
      const [from = "", to = "", ...more] = pair.split("=");
      if (from === "" || to === "" || more.length > 0)
        throw new CliError("bad_remap", `${pair} is not a remap.`, "Write `--remap builder=planner`.", EXIT.usage);
      return [from, to];
    }),
  );
}

function shownText(name: string, { team, version, draft, problems }: Reply<"getTeam">): string {
  const rows = draft.roles.map((role) => [
    role.name,
    role.prefix ?? "",
    role.name === team.entryPoint ? "entry point" : "",
    (role.duties ?? defaultDuties(role.name)).join(", "),
    `hands to ${(role.handsTo ?? []).join(", ") || "nobody"}`,
  ]);
  const variants = shownVariants(team).map((variant) => [variant.name, chainText(variant.chain)]);
  return [
    `Team of ${name}: ${presetText(team)}. Version ${version}.`,
    columns(rows).trimEnd(),
    ...(team.entryFallback ? [`While no ${team.entryPoint} is connected, the first role present acts as it.`] : []),
    ...(team.isolated
      ? [`Roles are kept apart: nobody stands in for another, and all write to ${team.entryPoint} only.`]
      : []),
    ...(team.lockout === undefined ? [] : [lockoutText(team)]),
    ...(team.pipelines === undefined ? [] : [`Its own pipelines: ${listed(team.pipelines.map((one) => one.name))}.`]),
    "Variants, by who is present:",
    columns(variants).trimEnd(),
    ...problemLines(problems),
  ].join("\n");
}

function previewText(name: string, preview: Reply<"previewTeam">): string {
  const { team, gone, added, messages, decisions, problems, isSame } = preview;
  if (team === null) return ["This team is not valid yet:", ...problemLines(problems)].join("\n");
  if (isSame) return `${name} already has this team.`;
  const lines = gone.map((role) => {
    const parts = [
      role.tasks.length > 0 ? `${role.tasks.join(", ")} ${verb(role.tasks, "goes", "go")} to ${role.to}` : "",
      ...role.inHand.map(({ taskId, agent }) => `${agent} gives ${taskId} back, to ${role.to}`),
      role.agents.length > 0 ? `${role.agents.join(", ")} ${verb(role.agents, "is", "are")} told at the next call` : "",
    ].filter(Boolean);
    return `  ${role.role} is removed: ${parts.join("; ") || "it had no work"}`;
  });
  return [
    `${name} gets another team (${presetText(team)}): ${team.roles.map((role) => role.name).join(", ")}.`,
    ...lines,
    ...added.map(({ role }) => `  ${role} is added`),
    ...(messages.taskIds.length > 0
      ? [`  ${messages.taskIds.join(", ")}, people's messages, wait for ${messages.to}`]
      : []),
    ...(decisions > 0 ? [`  ${decisions} pending decisions change or end`] : []),
    ...problemLines(problems),
  ].join("\n");
}

function verb(all: readonly unknown[], one: string, many: string): string {
  return all.length === 1 ? one : many;
}

function problemLines(problems: readonly TeamProblem[]): string[] {
  return problems.map(
    ({ level, path, line, message }) =>
      `  ${level} in ${path}${line === undefined ? "" : `, line ${line}`}: ${message}`,
  );
}
