import { randomUUID } from "node:crypto";
import type { Delivery } from "@squadroom/client/agent";
import type { Reply } from "@squadroom/client/call";
import { RefusalError } from "@squadroom/core/kernel/refusal";
import { visible } from "@squadroom/core/kernel/visible";
import type { Command } from "commander";
import { type Answer, answering, define, number } from "../answer.ts";
import { CliError, EXIT } from "../failure.ts";
import { mailText } from "../mail.ts";
import { heldOf, Seat } from "../seat.ts";
import type { Cli } from "../settings.ts";

/** Most harnesses end a command after two minutes. */
const TOTAL_S = 110;
/** Longest single poll: below the idle limits of common proxies. */
const POLL_S = 50;
/** Extra time for the answer to arrive, and for tries. */
const GRACE_S = 8;
/** How soon it is noticed that the caller is gone, ms. */
const PARENT_CHECK_MS = 250;

export function addWait(program: Command, cli: Cli): void {
  const command = define(
    program,
    "wait",
    "wait for a task of your role and print it; prints the one in hand again",
    [
      "Exit code 0, with a task or without one; --json says `task: null` and the `reason`. It returns without one",
      "after its time, with messages, when a newer `wait` of yours takes over, and when what ran it has ended.",
    ].join("\n"),
  ).option("--timeout <seconds>", "how long to wait", number(0, 86_400), TOTAL_S);
  answering(cli, command, async (_, options) => waitForTask(cli, await Seat.open(cli), options.timeout as number));
}

/** For what ends a task: the next one in the same call, at once or as soon as there is one. */
export function addWaitOptions(command: Command): void {
  command
    .option("--wait", "then wait for the next task and print it, in the same call")
    .option("--timeout <seconds>", "how long --wait waits", number(0, 86_400), TOTAL_S);
}

/** The answer with the task that came with it or, if asked for, with the one that comes. */
export async function thenNext(
  cli: Cli,
  seat: Seat,
  options: Record<string, unknown>,
  answer: Answer & { next?: Delivery | null | undefined },
): Promise<Answer> {
  const { next, ...first } = answer;
  if (next) return { ...first, unread: () => giveBack(seat, { task: next, again: false }) };
  if (options.wait !== true) return first;
  const isJson = options.json === true;
  // At once: a waiting command may be ended before there is a task.
  const isRead = isJson || (await cli.io.out(visible(first.text.replace(COME_BACK, "\n"))));
  if (!isRead) return { ...first, text: "" };
  const waited = await waitForTask(cli, seat, options.timeout as number);
  return isJson ? { ...waited, data: { ...(first.data as object), waited: waited.data } } : waited;
}

const COME_BACK = /Next: `squadroom wait`\n$/;

type Given = Extract<Reply<"claimTask">, { task: Delivery }>;

/** One task, or why there is none: printed for somebody, or given back. */
export async function waitForTask(cli: Cli, seat: Seat, timeoutS: number): Promise<Answer> {
  const isOrphaned = cli.io.watchParents();
  const id = randomUUID();
  await seat.update({ waiting: id });
  const until = cli.io.now() + timeoutS * 1000;
  const mail: Delivery["messages"] = [];
  for (;;) {
    const leftS = Math.max(0, (until - cli.io.now()) / 1000);
    const reply = await poll(seat, Math.min(POLL_S, leftS), isOrphaned);
    if (reply === "orphaned") return orphaned(mail);
    if (reply === "replaced") return replaced(mail);
    if (reply.task) {
      if (isOrphaned(true)) {
        await giveBack(seat, reply);
        return orphaned(mail);
      }
      await seat.update({ task: heldOf(reply.task) });
      const unread = () => giveBack(seat, reply);
      return { data: reply, text: await seat.shown(reply.task.text), unread };
    }
    // An agent that waits for an answer still holds the task.
    if (seat.state.task && !/^waiting_/.test(reply.reason)) await seat.update({ task: null });
    mail.push(...reply.messages);
    const pauseMs = Math.max(reply.retryAfterS, 0.2) * 1000;
    const hasNews = mail.length > 0 || reply.reason === "server_stopping";
    if (!hasNews && cli.io.now() + pauseMs < until) {
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      if (isOrphaned()) return orphaned(mail);
      if ((await seat.reread()).waiting !== id) return replaced(mail);
      continue;
    }
    const isSaid = reply.detail.startsWith("There is no task");
    const text = `${mailText(mail)}${isSaid ? "" : "No task yet: "}${reply.detail}\nCome back: \`squadroom wait\`\n`;
    return { data: { ...reply, messages: mail }, text };
  }
}

/** One long poll, tries included, that ends before a harness would end it, and with its caller. */
async function poll(
  seat: Seat,
  waitS: number,
  isOrphaned: () => boolean,
): Promise<Reply<"claimTask"> | "orphaned" | "replaced"> {
  if (isOrphaned()) return "orphaned";
  // Whole milliseconds: Node accepts no others.
  const timeout = AbortSignal.timeout(Math.ceil((waitS + GRACE_S) * 1000));
  const left = new AbortController();
  const watch = setInterval(() => isOrphaned() && left.abort(), PARENT_CHECK_MS);
  try {
    return await seat.afterRestore(() =>
      seat.client.call("claimTask", {
        params: { room: seat.room },
        body: { waitS },
        signal: AbortSignal.any([timeout, left.signal]),
      }),
    );
  } catch (error) {
    // The server takes back what it could not answer.
    if (left.signal.aborted) return "orphaned";
    if (error instanceof RefusalError && error.refusal.details.by === "poll") return "replaced";
    await seat.noteEnd(error);
    if (!timeout.aborted) throw error;
    const message = `The server has not answered for ${Math.round(waitS + GRACE_S)} s.`;
    throw new CliError("no_answer", message, "Run `squadroom wait` again.", EXIT.tryAgain);
  } finally {
    clearInterval(watch);
  }
}

/** Claimed for nobody: it goes back at once. One that was held before stays. */
async function giveBack(seat: Seat, { task, again }: Pick<Given, "task" | "again">): Promise<void> {
  if (again) return;
  const { taskId, fence } = task;
  await seat.update({ task: null });
  await seat.client.call("putBackTask", {
    params: { room: seat.room, taskId },
    body: { fence, reason: "Nobody was there to read it." },
  });
}

function orphaned(messages: Delivery["messages"]): Answer {
  const text = `${mailText(messages)}The process that ran this command has ended, so it takes no task. If you read this, run \`squadroom wait\` again.\n`;
  return { data: { task: null, reason: "orphaned", messages }, text };
}

function replaced(messages: Delivery["messages"]): Answer {
  const text = `${mailText(messages)}A newer \`squadroom wait\` of yours is waiting; this one has ended, and nothing is lost.\n`;
  return { data: { task: null, reason: "newer_wait", messages }, text };
}
