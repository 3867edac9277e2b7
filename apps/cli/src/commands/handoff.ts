import type { Reply } from "@squadroom/client/call";
import { PRIORITIES } from "@squadroom/core/task/task";
import { INTENTS } from "@squadroom/core/team/team";
import type { Command } from "commander";
import { readAgent } from "../agent-names.ts";
import { answering, collect, define, number, oneOf } from "../answer.ts";
import { storeDiff } from "../attachments.ts";
import { oneLine } from "../quoting.ts";
import { addResultOptions, readResult } from "../result-options.ts";
import { heldOf, Seat } from "../seat.ts";
import type { Cli } from "../settings.ts";
import { addText, readTextOption } from "../text-input.ts";
import { addUsageOptions, readUsage } from "../usage-options.ts";
import { addWisdomOption, readWisdom } from "../wisdom-options.ts";
import { addWaitOptions, thenNext } from "./wait.ts";

export function addHandoff(program: Command, cli: Cli): void {
  const command = addText(
    define(
      program,
      "handoff <to> [message...]",
      "end your task and pass the ball to a role or the user",
      "The message comes from --message, --message-file, the words after the role, or stdin.",
    ),
    "--message",
    "what the receiver needs to know",
  )
    .option("--intent <intent>", INTENTS.join(", "), oneOf(...INTENTS), "work")
    .option("--summary <text>", "your task's result, if it differs from the message");
  addResultOptions(command);
  addWisdomOption(command);
  addUsageOptions(command);
  addWaitOptions(command);
  addFollowUpOptions(command);
  answering(cli, command, async ([to = "", words], options) => {
    const seat = await Seat.open(cli);
    const { taskId, fence, keys, successCriteria } = await seat.held();
    const message = await readTextOption(cli.io, options, "--message", words);
    const summary = options.summary as string | undefined;
    const result = {
      ...(summary ? { summary } : {}),
      ...(await readResult(options, successCriteria, cli.io.cwd)),
      ...(await storeDiff(seat.client, seat.room, options.diff)),
    };
    const reply = await seat.send(
      "handOff",
      {
        params: { room: seat.room },
        body: {
          taskId,
          fence,
          to,
          intent: options.intent as (typeof INTENTS)[number],
          message,
          ...(Object.keys(result).length > 0 ? { result } : {}),
          ...readFollowUp(options, await readAgent(seat.client, seat.room, options.agent)),
          next: options.next === true || options.wait === true,
          ...readWisdom(options),
          ...readUsage(options),
        },
      },
      { delivered: keys.handoff, learn: ({ next }) => ({ task: next ? heldOf(next) : null }) },
    );
    const next = await seat.printed(reply.next);
    const text = handedText(taskId, { ...reply, next });
    return thenNext(cli, seat, options, { data: reply, text, next });
  });
}

export function addFollowUpOptions(command: Command): void {
  command
    .option("--agent <name>", "the only agent of that role who may take it")
    .option("--title <text>", "title of the next role's task")
    .option("--priority <priority>", PRIORITIES.join(", "), oneOf(...PRIORITIES))
    .option("--task-timeout <seconds>", "time limit of the next task, counted from its claim", number(1, 604_800))
    .option("--criterion <text>", "success criterion of the next task; repeatable", collect)
    .option("--output <path>", "what it is to make, as PATH or NAME=PATH; repeatable", collect)
    .option("--allow <glob>", "what the next task may change; repeatable", collect)
    .option("--forbid <glob>", "what the next task must not change; repeatable", collect);
}

export function readFollowUp(options: Record<string, unknown>, named: { agentId?: string }) {
  const list = (name: string) => options[name] as string[] | undefined;
  const [allowed, forbidden] = [list("allow"), list("forbid")];
  const task = {
    ...named,
    title: options.title as string | undefined,
    priority: options.priority as (typeof PRIORITIES)[number] | undefined,
    timeoutS: options.taskTimeout as number | undefined,
    successCriteria: list("criterion"),
    outputs: list("output"),
    boundaries: allowed || forbidden ? { allowed, forbidden } : undefined,
  };
  return Object.values(task).some((value) => value !== undefined) ? { task } : {};
}

export function handedText(
  from: string,
  reply: Reply<"handOn"> & Partial<Pick<Reply<"handOff">, "next" | "stillOpen" | "warnings">>,
): string {
  const { to, taskId, intent, rerouted, unreviewed, queuedAnyway, next } = reply;
  const { stillOpen = [], warnings = [] } = reply;
  const isSame = taskId === from;
  const lines = [
    reply.handoffId === null && !isSame
      ? `${from} is not passed on.`
      : isSame
        ? queuedAnyway
          ? `${from} keeps its place in the plan and waits until somebody fills ${to}.`
          : `${from} keeps its place in the plan; ${to} has it now.`
        : queuedAnyway
          ? `${from} is done; ${taskId} (${intent}) waits until somebody fills ${to}. Until then nobody is asked about it.`
          : `${from} is done; ${to} has the ball${taskId ? ` with ${taskId}` : ""} (${intent}).`,
    ...(rerouted ? [`You wanted ${rerouted.wanted}. ${oneLine(rerouted.reason)}`] : []),
    ...(unreviewed ? ["It is marked unreviewed, because nobody checked it."] : []),
    ...warnings.map((warning) => `Warning: ${warning}`),
    ...(stillOpen.length > 0 ? [openText(stillOpen)] : []),
  ];
  return afterwards(lines, next);
}

/** A delivery answers the user while others still work on the message. */
function openText(ids: readonly string[]): string {
  const [are, them] = ids.length === 1 ? ["is", "it"] : ["are", "them"];
  return `Note: ${ids.join(", ")} of the same message ${are} still open: the user has this answer, and nobody is sent what comes of ${them}.`;
}

/** The next task if it was asked for and there is one, otherwise how to get it. */
export function afterwards(lines: string[], next: Reply<"handOff">["next"] | undefined): string {
  if (next) return `${lines.join("\n")}\n\n${next.text}`;
  return `${[...lines, ...(next === null ? ["Next: `squadroom wait`"] : [])].join("\n")}\n`;
}
