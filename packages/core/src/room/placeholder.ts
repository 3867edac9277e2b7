import type { Command } from "../kernel/command.ts";
import { type RoomRuling, refused } from "../kernel/ruling.ts";
import { PLACEHOLDERS } from "../prompt/commands.ts";

const WORDS: ReadonlySet<string> = new Set(Object.values(PLACEHOLDERS));

/** A command copied with the placeholder for the agent's own words tells nobody anything. */
export function refusePlaceholder(command: Command): Extract<RoomRuling, { ok: false }> | null {
  const field = ownWords(command).find(([, text]) => WORDS.has(text.trim()));
  if (!field) return null;
  const [name, text] = field;
  const message = `${name}: "${text.trim()}" is placeholder text. Put your own words there and send it again.`;
  return refused("bad_request", message, {
    issues: [{ field: name, problem: `"${text.trim()}" is placeholder text.` }],
  });
}

/** An agent's own words in its act, by the field of its request. */
function ownWords(command: Command): [field: string, text: string][] {
  switch (command.type) {
    case "progress":
      return [["body.action", command.progress.action ?? ""]];
    case "complete":
      return [["body.result.summary", command.result.summary]];
    case "fail":
      return [["body.reason", command.reason]];
    case "handOff":
      return [["body.message", command.handoff.message]];
    case "askIntervention":
      return [
        ["body.question", command.question],
        ["body.reason", command.reason],
        ...command.options.map(({ label }, i): [string, string] => [`body.options.${i}.label`, label]),
      ];
    default:
      return [];
  }
}
