import { PIPELINES_AT_ONCE_MAX } from "@squadroom/core/flow/sessions";
import { counted } from "@squadroom/core/kernel/words";
import type { RoomOptions } from "@squadroom/core/log/options";
import { ballOf } from "@squadroom/core/room/ball";
import { presetText } from "@squadroom/core/team/preset-text";
import type { Command } from "commander";
import { allRooms } from "../all-rooms.ts";
import { answering, collect, define, group, number, oneOf } from "../answer.ts";
import { addContract } from "../contract-commands.ts";
import { openAdminDoor, openDoor } from "../door.ts";
import { CliError } from "../failure.ts";
import { own } from "../own-command.ts";
import { modelLines, modelsIn } from "../room-models.ts";
import type { Cli } from "../settings.ts";
import { ballWords, columns, modeWords } from "../words.ts";
import { addRoomFile } from "./room-file.ts";
import { addRoomTeam, teamOptions, wantedTeam } from "./room-team.ts";

export function addRoom(program: Command, cli: Cli): void {
  const room = group(program, "room", "list, create, show and remove rooms");
  addContract(room, cli);
  const list = define(room, "list", "list the rooms, and who has the ball in each");

  answering(cli, list, async () => {
    const { call } = await openDoor(cli);
    const cards = await allRooms(call);
    const now = cli.io.now();
    const rows = cards.map((card) => [
      card.name,
      card.preset,
      modeWords(card) ?? "",
      ballWords(card.ball, now, card.decisions.pending),
    ]);
    const text =
      rows.length === 0 ? `There is no room yet. Create one: \`${own("room new NAME")}\`\n` : columns(rows, "");
    return { data: { data: cards, next: null }, text };
  });

  addRoomTeam(room, cli);

  const make = define(room, "new <name>", "create a room").alias("create");
  teamOptions(make);
  answering(cli, make, async ([name = ""], options) => {
    const wanted = (await wantedTeam(cli, options)) ?? { preset: "squad" as const };
    const { call } = await openAdminDoor(cli);
    const made = await call("createRoom", { body: { name, ...wanted } });
    const { view } = await call("getRoom", {
      params: { room: name },
      query: { events: 0, minSeq: made.seq },
    });
    const roles = (view.team?.roles ?? []).map((role) => role.name);
    const commands = roles.map((role) => own(`credential create --room ${name} --role ${role}`));
    const text = [
      `Created ${name} with the team ${view.team && presetText(view.team)}. Create a credential for each agent:`,
      ...commands,
    ];
    return { data: made, text: text.join("\n") };
  });

  const show = define(room, "show <name>", "show its roles, who fills them, and whether it is ready");

  answering(cli, show, async ([name = ""]) => {
    const { call } = await openDoor(cli);
    const params = { room: name };
    const readiness = await call("getReadiness", { params });
    const { view, now } = await call("getRoom", { params, query: { events: 0 } });
    const rows = readiness.expected.map((role) => {
      const names = Object.values(view.agents).flatMap((agent) =>
        agent.online && agent.role === role ? [agent.name] : [],
      );
      const entry = role === view.team?.entryPoint ? "entry point" : "";
      return [role, names.join(", ") || "nobody", entry];
    });
    const ready = readiness.ready ? "ready" : `not ready, missing: ${readiness.missing.join(", ")}`;
    const text = `${view.name} is ${ready}; in force: ${readiness.variant}\n${columns(rows)}\nBall: ${ballWords(ballOf(view), now, Object.keys(view.decisions).length)}`;
    return { data: readiness, text };
  });

  addRoomOptions(room, cli);
  addRoomFile(room, cli);

  const remove = define(room, "remove <name>", "remove a room for good").option("--yes", "do not ask for confirmation");
  answering(cli, remove, async ([name = ""], options) => {
    if (options.yes !== true) await confirm(cli, name);
    const { call } = await openAdminDoor(cli);
    const removed = await call("removeRoom", { params: { room: name } });
    return { data: removed, text: `Removed ${name}; its agents are refused from now on.` };
  });
}

function addRoomOptions(room: Command, cli: Cli): void {
  const command = define(room, "options <name>", "show or change the room's options").option(
    "--ask-before-next <on|off>",
    "ask a person before the next session starts",
    oneOf("on", "off"),
  );
  command
    .option("--model <name>", "all runs work with this model or class of models; `none` clears it")
    .option("--default-model <name>", "where neither a role nor its runner names one, or none")
    .option(
      "--role-model <role=model[,cheaper]>",
      "a role's model, and a cheaper one for when the room saves money; `role=none` clears it",
      collect,
    )
    .option("--economy <on|off>", "roles work with a class lower, or with their cheaper model", oneOf("on", "off"))
    .option("--keep-class <roles>", "these roles keep their class all the same, or none")
    .option("--chain <models>", "what to try one after the other where a model is refused, or none")
    .option("--fallback-down <on|off>", "lower classes are tried, too", oneOf("on", "off"))
    .option("--redact-emails <on|off>", "e-mail addresses become [email] before they are stored", oneOf("on", "off"))
    .option("--lock-boundaries <on|off>", "whoever takes a task locks what its boundaries allow", oneOf("on", "off"))
    .option("--pipelines <n>", "how many pipelines run at once", number(1, PIPELINES_AT_ONCE_MAX))
    .option("--lock-writes <on|off>", "an agent locks each file before it first writes it", oneOf("on", "off"));
  answering(cli, command, async ([name = ""], options) => {
    const params = { room: name };
    const wish = options.askBeforeNext as "on" | "off" | undefined;
    const isSet = Object.keys(options).some((key) => key !== "json");
    const { call } = await (isSet ? openAdminDoor(cli) : openDoor(cli));
    const { view } = await call("getRoom", { params, query: { events: 0 } });
    if (!isSet) return { data: view.options, text: optionsText(name, view.options) };
    const models = modelsIn(options, view.options.models);
    const body = {
      ...(wish === undefined ? {} : { askBeforeNext: wish === "on" }),
      ...(models ? { models } : {}),
      ...switched(options, "redactEmails"),
      ...switched(options, "lockBoundaries"),
      ...switched(options, "lockWrites"),
      ...(options.pipelines ? { pipelinesAtOnce: options.pipelines as number } : {}),
    };
    const set = await call("setRoomOptions", { params, body });
    return { data: set, text: optionsText(name, set as typeof view.options) };
  });
}

/** An option that is on or off, if given. */
function switched(options: Record<string, unknown>, name: keyof RoomOptions): object {
  return options[name] ? { [name]: options[name] === "on" } : {};
}

function optionsText(name: string, options: RoomOptions): string {
  const { askBeforeNext, models, redactEmails, lockBoundaries, lockWrites, pipelinesAtOnce } = options;
  const next = askBeforeNext
    ? `${name} asks a person before the next session starts.`
    : `In ${name} the next session starts by itself.`;
  return [
    next,
    ...(models ? modelLines(models) : []),
    ...(pipelinesAtOnce === undefined
      ? []
      : [`At most ${counted(pipelinesAtOnce, "pipeline runs", "pipelines run")} at once.`]),
    ...(lockBoundaries ? ["Whoever takes a task locks what its boundaries allow."] : []),
    ...(lockWrites ? ["An agent locks each file before it first writes it."] : []),
    ...(redactEmails ? ["E-mail addresses become [email] before they are stored."] : []),
  ].join("\n");
}

async function confirm({ io }: Cli, name: string): Promise<void> {
  const answer = await io.ask(`Remove ${name} for good? Type its name: `);
  if (answer === name) return;
  throw new CliError(
    "not_confirmed",
    `${name} was not removed.`,
    answer === null ? "Use `--yes` to remove it without the question." : "Type the room's exact name.",
  );
}
