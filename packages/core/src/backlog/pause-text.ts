import { titleOf } from "../kernel/title.ts";
import { unreachable } from "../kernel/unreachable.ts";
import type { PauseReason } from "./backlog.ts";

/** Why clearing mode is paused, for agents and the command line. */
export function pauseText(why: PauseReason): string {
  switch (why.kind) {
    case "decision":
      return `A decision waits: ${titleOf(why.question)}`;
    case "question":
      return `${why.from} asks a person: ${titleOf(why.text)}`;
    case "failures":
      return `The work on items ${why.items.join(", ")} failed, one after the other.`;
    default:
      return unreachable(why);
  }
}
