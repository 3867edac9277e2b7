import type { Mind } from "../model/model.ts";
import { byShell } from "./shell.ts";

const ORDER = /^(Say: |Run: |Hold$|Recall$)(.*)$/gm;

/** Does what a line of the harnesses' contract says, and tells what it heard after a command. */
export function obedient(): Mind {
  let results = 0;
  let read = 0;
  let noted = 0;
  return async (turn) => {
    if (turn.prompts.length < read) [read, results, noted] = [0, 0, 0];
    const told = turn.prompts.slice(read).join("\n");
    const answers = turn.results.slice(results);
    results = turn.results.length;
    const notes = turn.notes.slice(noted);
    read = turn.prompts.length;
    noted = turn.notes.length;
    // What was said in a turn that ended before it was asked isn't done any more.
    const [, act, rest = ""] = [...told.matchAll(ORDER)].at(-1) ?? [];
    if (act === "Say: ") return { say: rest };
    if (act === "Run: ") return byShell(turn, rest);
    if (act === "Hold") return byShell(turn, "tail -f /dev/null");
    if (act === "Recall") return { say: /^Say: .*$/m.exec(turn.prompts.join("\n"))?.[0] ?? "" };
    return { say: `Heard: ${[...answers, ...notes, told].join("\n")}` };
  };
}
