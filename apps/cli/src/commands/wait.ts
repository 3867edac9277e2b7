import type { Delivery } from "@squadroom/client/agent";
import type { Reply } from "@squadroom/client/call";
import type { Command } from "commander";
import { type Answer, answering, number } from "../answer.ts";
import { CliError, EXIT } from "../failure.ts";
import { mailText } from "../mail.ts";
import { heldOf, Seat } from "../seat.ts";
import type { Cli } from "../settings.ts";

/** Most harnesses end a command after two minutes. */
const TOTAL_S = 110;
/** Longest single poll: below the idle limits of common proxies. */
const POLL_S = 50;
/** For the answer to arrive, and for tries. */
const GRACE_S = 8;

export function addWait(program: Command, cli: Cli): void {
  answering(
    program,
    cli,
    {
      usage: "wait",
      summary: "wait for a task of your role and print it; prints the one in hand again",
      help: "Exit code 6: no task in that time, run it again.",
    },
    (command) => {
      command.option("--timeout <seconds>", "how long to wait", number(0, 86_400), TOTAL_S);
      return async (_, options) => {
        const seat = await Seat.open(cli);
        return claim(cli, seat, cli.io.now() + (options.timeout as number) * 1000);
      };
    },
  );
}

async function claim(cli: Cli, seat: Seat, until: number): Promise<Answer> {
  const mail: Delivery["messages"] = [];
  for (;;) {
    const leftS = Math.max(0, (until - cli.io.now()) / 1000);
    const reply = await poll(seat, Math.min(POLL_S, leftS));
    if (reply.task) {
      await seat.update({ task: heldOf(reply.task) });
      return { data: reply, text: reply.task.text };
    }
    // Who waits for a person's answer still holds the task.
    if (seat.state.task && reply.reason !== "waiting_on_human") await seat.update({ task: null });
    mail.push(...reply.messages);
    const pauseMs = Math.max(reply.retryAfterS, 0.2) * 1000;
    const hasNews = mail.length > 0 || reply.reason === "server_stopping";
    if (!hasNews && cli.io.now() + pauseMs < until) {
      await new Promise((resolve) => setTimeout(resolve, pauseMs));
      continue;
    }
    return {
      data: { ...reply, messages: mail },
      text: nothingText(mail, reply.detail),
      exit: EXIT.tryAgain,
    };
  }
}

/** One long poll, tries included, that ends before a harness would end it. */
async function poll(seat: Seat, waitS: number): Promise<Reply<"claimTask">> {
  // Whole milliseconds: Node takes no others.
  const signal = AbortSignal.timeout(Math.ceil((waitS + GRACE_S) * 1000));
  try {
    return await seat.client.call("claimTask", {
      params: { room: seat.room },
      body: { waitS },
      signal,
    });
  } catch (error) {
    if (!signal.aborted) throw error;
    const message = `The server did not answer for ${Math.round(waitS + GRACE_S)} s.`;
    throw new CliError("no_answer", message, "Run `squadroom wait` again.", EXIT.tryAgain);
  }
}

function nothingText(mail: Delivery["messages"], detail: string): string {
  return `${mailText(mail)}No task yet: ${detail}\nCome back: \`squadroom wait\`\n`;
}
