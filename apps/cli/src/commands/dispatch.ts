import { listed } from "@squadroom/core/kernel/words";
import type { Command } from "commander";
import { define } from "../answer.ts";
import { forBoth, inRoom } from "../door.ts";
import type { Cli } from "../settings.ts";

export function addDispatch(program: Command, cli: Cli): void {
  const command = inRoom(
    define(
      program,
      "dispatch <session> [tasks...]",
      "let tasks of a pipeline start that wait for the coordinator",
      "Without tasks, all that wait start. Those you leave out wait until the pipeline moves again, or you name them.",
    ),
  ).option("--in-order", "one after the other, each once the one before has ended");
  forBoth(cli, command, async ({ call, params }, [session = "", named = ""], options) => {
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
