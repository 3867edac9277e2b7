import type { Command } from "commander";
import { ended } from "../agent-state.ts";
import { answering, define } from "../answer.ts";
import { Seat } from "../seat.ts";
import type { Cli } from "../settings.ts";

export function addLeave(program: Command, cli: Cli): void {
  const command = define(
    program,
    "leave [reason...]",
    "leave the room; a task in hand goes back to the queue at once",
  ).option("--reason <text>", "why");
  answering(cli, command, async ([words], options) => {
    const seat = await Seat.open(cli);
    const reason = (options.reason as string | undefined) ?? (words === "" ? undefined : words);
    const reply = await seat.send(
      "leaveRoom",
      { params: { room: seat.room }, body: { reason } },
      { learn: () => ({ task: null, connection: null, ...ended(seat.state) }) },
    );
    const returned = reply.returnedTask ? ` ${reply.returnedTask} went back to the queue.` : "";
    const back = "To come back, join with your credential; without one, ask for a connect link.";
    return { data: reply, text: `You left ${seat.state.room.name}.${returned} ${back}\n` };
  });
}
