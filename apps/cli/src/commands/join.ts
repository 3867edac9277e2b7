import { CONNECTION_CLASSES } from "@squadroom/core/agent/agent";
import type { Command } from "commander";
import { answering, define, oneOf } from "../answer.ts";
import { harnessOf } from "../harness.ts";
import { meaning } from "../own-command.ts";
import { Seat } from "../seat.ts";
import type { Cli } from "../settings.ts";
import { waitingAdvice } from "../waiting-advice.ts";

export function addJoin(program: Command, cli: Cli): void {
  const command = define(
    program,
    "join",
    "join the room of your credential; prints who you are and how the team works",
    "A newer join of the same credential takes over from an older one; a task in hand stays. Later calls from the same folder need no environment variables.",
  )
    .option("--role <role>", "one of the credential's roles; optional if it has only one")
    .option(
      "--class <class>",
      `what silence means: ${CONNECTION_CLASSES.join(", ")}`,
      oneOf(...CONNECTION_CLASSES),
      "manual",
    )
    .option("--harness <name>", "what runs you: claude, codex, script …; detected if possible");
  answering(cli, command, async (_, options) => {
    const { role, harness = cli.settings.harness ?? harnessOf({}, cli.io.commandsAbove()) } = options as {
      role?: string;
      harness?: string;
    };
    const seat = await Seat.open(cli);
    const kept = await seat.keep();
    const joined = await seat.send(
      "joinRoom",
      {
        params: { room: seat.room },
        body: {
          role,
          harness,
          door: "cli",
          class: options.class as (typeof CONNECTION_CLASSES)[number],
        },
      },
      { learn: ({ connection, role: as }) => ({ connection, role: as, task: null, ...kept }) },
    );
    const note = cli.io.isPersonThere && harness === undefined ? forPeople(cli) : "";
    const advice = waitingAdvice(harness, joined.class === "hooked");
    return { data: joined, text: `${meaning(cli.io)}${joined.prompt}${advice}${note}` };
  });
}

/** Last, where somebody who ran it in a terminal of their own sees it: nobody acts on what is above. */
function forPeople({ io }: Cli): string {
  return `\nAre you a person? The text above is for an agent, and none is working yet.\nStart your agent in this folder and tell it: Run \`${io.self} context\`, then do what it prints.\n`;
}
