import { listed } from "@squadroom/core/kernel/words";
import type { Command } from "commander";
import { answering, define } from "../answer.ts";
import { openDoor } from "../door.ts";
import type { Cli } from "../settings.ts";
import { enterRoom, inRoom } from "./backlog.ts";

export function addDispatch(program: Command, cli: Cli): void {
  const command = define(
    program,
    "dispatch <session> [tasks...]",
    "let tasks of a pipeline start that wait for the coordinator",
    "Without tasks, all that wait start. Those you leave out wait until the pipeline moves again, or you name them.",
  );
  inRoom(command).option("--in-order", "one after the other, each once the one before has ended");
  answering(cli, command, async ([session = "", named = ""], options) => {
    const { call, params } = await enterRoom(await openDoor(cli), options);
    const reply = await call("dispatch", {
      params: { ...params, sessionId: session },
      body: {
        taskIds: named.split(/[\s,]+/).filter(Boolean),
        inOrder: options.inOrder === true,
      },
    });
    const { dispatched, held } = reply;
    const went = dispatched.length === 0 ? "Nothing waited." : `Started: ${listed(dispatched)}.`;
    const left = held.length === 0 ? "" : ` Still waiting: ${listed(held)}.`;
    return { data: reply, text: `${went}${left}` };
  });
}
