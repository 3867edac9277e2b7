import { COMMANDS, sharedContextCommand } from "@squadroom/core/prompt/commands";
import type { Command } from "commander";
import { answering, define, number } from "../answer.ts";
import { enterRoom, inRoom, openDoor } from "../door.ts";
import { harnessOf } from "../harness.ts";
import { meaning } from "../own-command.ts";
import { addPage, paged } from "../pages.ts";
import { heldOf, Seat } from "../seat.ts";
import type { Cli } from "../settings.ts";
import { waitingAdvice } from "../waiting-advice.ts";

export function addContext(program: Command, cli: Cli): void {
  const command = define(program, "context", "print again who you are, how the team works, and the task in hand");
  addPage(command)
    .option("--task", "only the task in hand, in full")
    .option("--whole", "all of it, in full")
    .option("--session <id>", "what all who work in this session share", number(1, 1e9));
  inRoom(command);
  answering(cli, command, async (_, options) => {
    if (options.session !== undefined) {
      const door = await openDoor(cli);
      const { call, params } = await enterRoom(door, options);
      const sessionId = Number(options.session);
      const shared = await call("getSessionContext", {
        params: { ...params, sessionId: String(sessionId) },
      });
      const again = sharedContextCommand(sessionId);
      const of = { kind: door.kind, page: options.page, command: again };
      return { data: shared, text: paged(shared.text, of) };
    }
    const seat = await Seat.open(cli);
    const isTask = options.task === true;
    const isWhole = options.whole === true;
    const query = { text: isTask || isWhole ? ("whole" as const) : ("fitting" as const) };
    const context = await seat.client.call("getContext", {
      params: { room: seat.room },
      query,
    });
    await seat.update({ task: context.delivery ? heldOf(context.delivery) : null });
    const task = context.delivery?.text ?? "You hold no task: `squadroom wait` gets one.\n";
    const { settings, io } = cli;
    const isHooked = seat.state.kept?.sessions !== undefined;
    const harness = settings.harness ?? harnessOf({}, io.commandsAbove());
    const advice = waitingAdvice(harness, isHooked);
    const all = meaning(io) + (isTask ? task : `${context.prompt}${advice}\n${task}`);
    const of = { kind: "agent" as const, page: options.page };
    const again = isTask ? COMMANDS.wholeTask : isWhole ? COMMANDS.whole : COMMANDS.context;
    return { data: context, text: paged(all, { ...of, command: again }) };
  });
}
