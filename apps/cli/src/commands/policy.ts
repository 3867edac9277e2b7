import type { Reply } from "@squadroom/client/call";
import { rootsOf } from "@squadroom/client/real-path";
import { MODES, PRESETS } from "@squadroom/core/policy/rule";
import type { Command } from "commander";
import { collect, define, group, number, oneOf } from "../answer.ts";
import { addContract } from "../contract-commands.ts";
import { type enterRoom, forPeople, ROOM } from "../door.ts";
import { CliError } from "../failure.ts";
import { projectOf } from "../kept-seat.ts";
import { oneLine } from "../quoting.ts";
import type { Cli } from "../settings.ts";
import { columns } from "../words.ts";

type Policy = Reply<"getPolicy">;
type Settings = Policy["settings"];

const ROLE_OPTIONS = "--mode, --allow and --deny belong to a role.";

export function addPolicy(program: Command, cli: Cli): void {
  const policy = group(program, "policy", "what agents may do with their tools");
  addContract(policy, cli, { getPolicy: policyText });
  addTry(policy, cli);
  addSet(policy, cli);
}

function addTry(policy: Command, cli: Cli): void {
  const command = define(
    policy,
    "try <command...>",
    "what a command would be told, and which rule decides; nothing runs",
    "Put `--` in front of the command: squadroom policy try -- git push -f",
  )
    .option(...ROOM)
    .option("--role <role>", "whose call; the entry point's when it is left out")
    .option("--cwd <folder>", "where it would run, from the project's root", ".");
  forPeople(cli, command, async ({ call, room }, [typed = ""], options) => {
    const params = { room };
    const role = (options.role as string | undefined) ?? (await entryPoint(call, room));
    const roots = rootsOf(await projectOf(cli.io.cwd));
    const body = { role, input: { command: typed }, cwd: options.cwd as string, roots };
    const reply = await call("tryCall", { params, body });
    return { data: reply, text: triedText(reply) };
  });
}

function addSet(policy: Command, cli: Cli): void {
  const command = define(policy, "set", "change the preset, a role's mode and lists, protected files")
    .option(...ROOM)
    .option("--preset <preset>", PRESETS.join(", "), oneOf(...PRESETS))
    .option("--ask-max <n>", "permissions that an agent may have open", number(1, 20))
    .option("--ask-for <seconds>", "after which a permission is denied", number(30, 86_400))
    .option("--protect <pattern>", "a file that nobody writes; again for more", collect)
    .option("--role <role>", "whose mode and lists are set")
    .option("--mode <mode>", MODES.join(", "), oneOf(...MODES))
    .option("--allow <entry>", "a kind, a tool or `$ command` that the role may use", collect)
    .option("--deny <entry>", "one that it may not use", collect);
  forPeople(cli, command, async ({ call, room }, _, options) => {
    const params = { room };
    const { settings } = await call("getPolicy", { params });
    const body = changed(settings, options);
    const reply = await call("changePolicy", { params, body });
    return { data: reply, text: `${room} is on ${reply.settings.preset}.` };
  });
}

function changed(settings: Settings, options: Record<string, unknown>): Settings {
  const role = options.role as string | undefined;
  const { preset, askMax, askFor, protect, mode, allow, deny } = options;
  const ofRole = defined({ mode, allow, deny });
  if (role === undefined && Object.keys(ofRole).length > 0)
    throw new CliError("bad_request", ROLE_OPTIONS, "Add --role ROLE.");
  const before =
    role === undefined
      ? undefined
      : (settings.roles as Record<string, Settings["roles"][keyof Settings["roles"]]>)[role];
  const roles =
    role === undefined
      ? settings.roles
      : { ...settings.roles, [role]: { mode: "room", allow: [], deny: [], ...before, ...ofRole } };
  return {
    ...settings,
    ...defined({ preset, askMax, askS: askFor, files: protect }),
    roles,
  } as Settings;
}

function defined(values: Record<string, unknown>): Record<string, unknown> {
  return Object.fromEntries(Object.entries(values).filter(([, value]) => value !== undefined));
}

function policyText({ settings, rules, grants }: Policy): string {
  const table = columns(rules.map(({ number: n, effect, title }) => [String(n), effect, title]));
  const roles = Object.entries(settings.roles).map(([role, { mode, allow, deny }]) => {
    const lists = [
      ...(allow.length > 0 ? [`only ${allow.join(", ")}`] : []),
      ...(deny.length > 0 ? [`not ${deny.join(", ")}`] : []),
    ];
    return `${role}: ${[mode, ...lists].join("; ")}`;
  });
  const granted = grants.map(
    ({ id, words, role, taskId, by }) => `${id}  ${oneLine(words)}, for ${role ?? taskId}, by ${by}`,
  );
  return [
    `Preset ${settings.preset}. The first rule that denies decides, else the first that asks.`,
    "",
    table,
    ...(settings.files.length > 0 ? ["", `Protected files: ${settings.files.join(", ")}`] : []),
    ...(roles.length > 0 ? ["", "Roles:", ...roles] : []),
    ...(granted.length > 0 ? ["", "Allowed by answers:", ...granted] : []),
  ].join("\n");
}

function triedText({ verdict, rule, reason, allowed, runs, rules }: Reply<"tryCall">): string {
  const fits = rules.filter(({ effect }) => effect !== "passes");
  const deciding = rules.find(({ id }) => id === rule);
  const why = fits.find(({ id }) => id === rule)?.reason ?? reason;
  const others = fits.filter(({ id }) => id !== rule);
  return [
    `${verdict}${deciding ? ` by rule ${deciding.number}: ${deciding.title}` : ": no rule is about it."}`,
    ...(why === "" ? [] : [why]),
    ...(allowed.length > 0 ? ["Instead:", ...allowed.map((one) => `  ${one}`)] : []),
    ...(runs.length > 1 ? ["It would run:", ...runs.map((one) => `  ${one}`)] : []),
    ...(others.length > 0
      ? ["Other rules that fit:", ...others.map(({ number: n, effect, reason: other }) => `  ${n} ${effect}: ${other}`)]
      : []),
  ].join("\n");
}

async function entryPoint(call: Awaited<ReturnType<typeof enterRoom>>["call"], room: string): Promise<string> {
  const { view } = await call("getRoom", { params: { room }, query: { events: 0 } });
  return view.team?.entryPoint ?? "";
}
