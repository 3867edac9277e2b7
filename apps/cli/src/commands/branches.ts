import { setTimeout as delay } from "node:timers/promises";
import type { Reply } from "@squadroom/client/call";
import { RefusalError } from "@squadroom/core/kernel/refusal";
import type { BranchAct } from "@squadroom/core/run/run";
import type { Command } from "commander";
import { define, group } from "../answer.ts";
import { addContract, type Words } from "../contract-commands.ts";
import { forPeople, ROOM } from "../door.ts";
import { CliError, EXIT } from "../failure.ts";
import { own } from "../own-command.ts";
import type { Cli } from "../settings.ts";
import { columns } from "../words.ts";
import { openWith, worktreeOf } from "../worktree.ts";

type Branch = Reply<"listBranches">["data"][number];

export function addBranches(program: Command, cli: Cli): void {
  const branches = group(program, "branches", "see, open, take, push and remove the branches that runs work on");
  addContract(branches, cli, words);
  const open = define(branches, "open <branch>", "print the worktree of a branch, or open it in a program")
    .option(...ROOM)
    .option("--with <program>", "what opens it, such as `code`; without it, the folder is printed");
  forPeople(cli, open, async ({ call, room }, [branch = ""], options) => {
    const { name } = (await call("getBranch", { params: { room, branch } })).branch;
    const folder = await worktreeOf(name, cli.io.cwd);
    if (options.with !== undefined) await openWith(String(options.with), folder);
    return { data: { branch: name, folder }, text: folder };
  });
}

const words: Words = {
  listBranches: ({ data }, { room }) => ({
    data,
    text: data.length === 0 ? `No branch in ${room}.` : columns(data.map(row), ""),
  }),
  getBranch: shown,
  orderBranch: (_, { call, room, params: { branch = "" }, body }) =>
    outcomeOf(body.act as BranchAct, branch, () => call("getBranch", { params: { room, branch } })),
};

/** How long a runner has to do it before the command stops looking. */
const PATIENCE_MS = 15_000;
const LOOK_MS = 300;

/** Waits until the runner has done it. @throws CliError if it can't be done */
async function outcomeOf(act: BranchAct, key: string, look: () => Promise<{ branch: Branch }>): Promise<string> {
  for (const until = Date.now() + PATIENCE_MS; Date.now() < until; await delay(LOOK_MS)) {
    const seen = await look().catch((error: unknown) => {
      if (error instanceof RefusalError && error.code === "branch_unknown") return null;
      throw error;
    });
    if (!seen) return `${key} is removed.`;
    const { problem, taken, pushed, doing } = seen.branch;
    if (doing.includes(act)) continue;
    if (problem !== null) throw new CliError("not_done", problem, "Then run this again.", EXIT.state);
    return act === "push" ? `${key} is pushed to ${pushed?.remote}.` : `${key} is in ${taken?.into}.`;
  }
  return `The runner that has ${key} is told, and hasn't done it yet: ${own(`branches show ${key}`)}`;
}

function row({ key, name, state, merge, taken, pushed, doing, problem, stopped }: Branch): string[] {
  const done = [taken && `in ${taken.into}`, pushed && `pushed to ${pushed.remote}`];
  const stands = done.filter(Boolean).join(", ") || state.replace("_", " ");
  const ended = stopped && `${stopped.taskId} ${stopped.how === "failed" ? "failed" : "was cancelled"}`;
  return [key, name, stands, problem ?? (merge?.why || doing.join(", ") || (ended ?? ""))];
}

function shown({ branch, merged, waiting, pullRequest }: Reply<"getBranch">): string {
  const parts = [
    columns([row(branch)], ""),
    merged.length > 0 &&
      columns(
        merged.map(({ key, title, why }) => ["merged", key, title, why]),
        "",
      ),
    waiting.length > 0 &&
      columns(
        waiting.map(({ key, title, why }) => ["waits", key, title, why]),
        "",
      ),
    `${pullRequest.title}\n\n${pullRequest.body}`,
  ];
  return parts.filter(Boolean).join("\n\n");
}
