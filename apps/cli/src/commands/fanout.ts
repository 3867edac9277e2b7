import type { Body, Reply } from "@squadroom/client/call";
import { TIER_S_MAX, TIER_S_MIN } from "@squadroom/core/team/tiers";
import type { Command } from "commander";
import { answering, collect, define, group, number } from "../answer.ts";
import { addContract, moreText, type Words } from "../contract-commands.ts";
import { own } from "../own-command.ts";
import { oneLine } from "../quoting.ts";
import { Seat } from "../seat.ts";
import type { Cli } from "../settings.ts";
import { readJson, readText } from "../text-input.ts";
import { columns, shortened } from "../words.ts";

type Row = Reply<"listFanouts">["data"][number];
type Branch = Row["branches"][number];

/** One request to several agents at once. */
export function addFanout(program: Command, cli: Cli): void {
  const fanout = group(program, "fanout", "ask several agents at once, see what each brought, and try one again");
  addContract(fanout, cli, words);
  addStart(fanout, cli);
}

const words: Words = {
  listFanouts: ({ data, next }, { room }) =>
    data.length === 0
      ? "Nobody has asked several agents at once."
      : `${data.map((one) => fanoutText(one, room)).join("\n\n")}${moreText(next)}`,
};

function addStart(fanout: Command, cli: Cli): void {
  const command = define(
    fanout,
    "start [brief]",
    "ask several agents at once; your task comes back with all results",
    [
      "Each agent reads its own brief only. The brief is the words, or comes from stdin; `--branches` reads one for each",
      'from a JSON file: `[{"role": "tester", "instruction": "Do the tests prove it?"}]`.',
      "Your claim ends; `squadroom wait` returns your task when every branch has an outcome.",
    ].join("\n"),
  )
    .option("--role <role>", "who is asked; repeatable", collect)
    .option("--branches <path>", "role and brief of each, from a JSON file; `-` for stdin")
    .option("--seconds <n>", "for each branch", number(TIER_S_MIN, TIER_S_MAX));
  answering(cli, command, async ([given = ""], options) => {
    const seat = await Seat.open(cli);
    const { taskId, fence } = await seat.held();
    const branches = await branchesOf(cli, given, options);
    const reply = await seat.send("fanOut", {
      params: { room: seat.room, taskId },
      body: { fence, branches, branchS: options.seconds as number | undefined },
    });
    const who = reply.branches.map((one) => `${one.taskId} (${one.role}${one.available ? "" : ", not connected"})`);
    const text = `Asked ${who.join(", ")}: ${reply.branchS} s each. ${reply.joinTaskId} comes back with the results: \`squadroom wait\`.`;
    return { data: reply, text };
  });
}

type Branches = Body<"fanOut">["branches"];

async function branchesOf({ io }: Cli, given: string, options: Record<string, unknown>): Promise<Branches> {
  const file = options.branches as string | undefined;
  if (file !== undefined) return (await readJson(io, file)) as Branches;
  const roles = (options.role ?? []) as string[];
  const instruction = await readText(io, { given }, "the brief");
  return roles.map((role) => ({ role, instruction })) as Branches;
}

function fanoutText({ id, title, by, branchS, joinTaskId, branches }: Row, room: string): string {
  const head = `${id}  ${oneLine(title)} (${oneLine(by)}, ${branchS} s each, joined by ${joinTaskId})`;
  return `${head}\n${columns(
    branches.map((one) => branchRow(one, room)),
    "  ",
  )}`;
}

function branchRow({ taskId, role, attempts, canRetry }: Branch, room: string): string[] {
  const { outcome = null, takenAt = null, text = "" } = attempts.at(-1) ?? {};
  const state = outcome ?? (takenAt === null ? "waiting" : "working");
  const retry = canRetry ? ` Try it again: ${own(`fanout retry ${taskId} --room ${room}`)}` : "";
  return [taskId, role, state, `${shortened(oneLine(text), 60)}${retry}`];
}
