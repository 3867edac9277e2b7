import type { Body } from "@squadroom/client/call";
import { WISDOM_KINDS } from "@squadroom/core/delivery/wisdom-kinds";
import type { Command } from "commander";
import { collect } from "./answer.ts";
import { CliError } from "./failure.ts";

type Entry = Body<"addWisdom">["entries"][number];

/** What the team should know beyond the task, the same for `handoff` and `done`. */
export function addWisdomOption(command: Command): Command {
  return command.option(
    "--wisdom <kind:text>",
    "what the team should know: 'learning: …', 'decision: …', 'convention: …', 'issue: …'; repeatable",
    collect,
  );
}

export function readWisdom({ wisdom }: Record<string, unknown>): { wisdom?: Entry[] } {
  const given = (wisdom as string[] | undefined) ?? [];
  return given.length > 0 ? { wisdom: given.map(parseEntry) } : {};
}

/** `learning: It rounds half up.` */
function parseEntry(text: string): Entry {
  const kind = WISDOM_KINDS.find((one) => text.toLowerCase().startsWith(`${one}:`));
  if (!kind)
    throw new CliError(
      "bad_wisdom",
      `"${text}" doesn't begin with a kind.`,
      `Write it as \`--wisdom 'learning: …'\`. The kinds are ${WISDOM_KINDS.join(", ")}.`,
    );
  return { kind, text: text.slice(kind.length + 1).trim() };
}
