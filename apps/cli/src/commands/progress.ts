import type { Reply } from "@squadroom/client/call";
import type { Command } from "commander";
import { answering, collect, define, number } from "../answer.ts";
import { withContents } from "../file-hash.ts";
import { mailText } from "../mail.ts";
import { oneLine } from "../quoting.ts";
import { Seat } from "../seat.ts";
import type { Cli } from "../settings.ts";
import { addUsageOptions, readUsage } from "../usage-options.ts";
import { addWorkOptions, parseArtifact, parseCheck } from "../work-options.ts";

export function addProgress(program: Command, cli: Cli): void {
  const command = define(program, "progress [action...]", "report how far your task is; you keep it during long work")
    .option("--percent <n>", "0 to 100", number(0, 100))
    .option("--action <text>", "what you are doing now")
    .option("--completed <text>", "a step that is done; repeatable", collect)
    .option("--remaining <text>", "a step that is left; repeatable", collect);
  addWorkOptions(command)
    .option("--blocker <text>", "what keeps you from going on, beside what you named before; repeatable", collect)
    .option("--needs <name>", "the role or agent that can close these blockers")
    .option("--subagent <name>", "a subagent you called, of those your spec declares")
    .option("--failed <why>", "why that subagent failed")
    .option("--no-blockers", "nothing keeps you from going on any more");
  addUsageOptions(command);
  answering(cli, command, async ([words], options) => {
    const seat = await Seat.open(cli);
    const { taskId, fence } = await seat.held();
    const artifacts = options.artifact as string[] | undefined;
    const { cwd } = cli.io;
    const files = artifacts?.map((one) => parseArtifact(one, cwd));
    const reply = await seat.send("reportProgress", {
      params: { room: seat.room, taskId },
      body: {
        fence,
        percent: options.percent as number | undefined,
        action: (options.action as string | undefined) ?? (words === "" ? undefined : words),
        completed: options.completed as string[] | undefined,
        remaining: options.remaining as string[] | undefined,
        artifacts: files && (await withContents(cwd, files, { hashes: true })),
        checks: (options.check as string[] | undefined)?.map(parseCheck),
        blockers: blockersOf(options),
        subagent: options.subagent as string | undefined,
        failed: options.failed as string | undefined,
        ...readUsage(options),
      },
    });
    const text = `${mailText(reply.messages)}Noted; you still hold ${taskId}.\n${outsideText(taskId, reply.outside)}${retryText(reply)}`;
    return { data: reply, text };
  });
}

function retryText({ retryWith, warning }: Reply<"reportProgress">): string {
  if (retryWith !== null) return `Try once more, with ${oneLine(retryWith)}.\n`;
  return warning === null ? "" : `${oneLine(warning)}\n`;
}

/** They are added to the open ones; with `--no-blockers` none is open. */
function blockersOf(options: Record<string, unknown>) {
  const given = options.blocker as string[] | undefined;
  if (options.blockers === false) return [];
  const requiresAgent = options.needs as string | undefined;
  return given?.map((description) => ({
    description,
    ...(requiresAgent ? { requiresAgent } : {}),
  }));
}

/** Reported files that would not be accepted at the end: mentioned while they can still be taken back. */
function outsideText(taskId: string, outside: readonly string[]): string {
  if (outside.length === 0) return "";
  const paths = outside.map(oneLine);
  return [
    `Outside what ${taskId} may change: ${paths.join(", ")}.`,
    "`done` and `handoff` refuse it. Undo that change, or ask:",
    `squadroom ask "May I …?" ${paths.map((path) => `--outside ${path}`).join(" ")}`,
    "",
  ].join("\n");
}
