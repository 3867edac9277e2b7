import type { Command } from "commander";
import { answering } from "../answer.ts";
import { heldOf, Seat } from "../seat.ts";
import type { Cli } from "../settings.ts";
import { meaning } from "./join.ts";

export function addContext(program: Command, cli: Cli): void {
  answering(
    program,
    cli,
    {
      usage: "context",
      summary: "print again who you are, how the team works, and the task in hand",
    },
    () => async () => {
      const seat = await Seat.open(cli);
      const context = await seat.client.call("getContext", { params: { room: seat.room } });
      await seat.update({ task: context.delivery ? heldOf(context.delivery) : null });
      const task = context.delivery?.text ?? "You hold no task: `squadroom wait` gets one.\n";
      return { data: context, text: `${meaning(cli)}${context.prompt}\n${task}` };
    },
  );
}
