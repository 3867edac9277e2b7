import type { Reply } from "@squadroom/client/call";
import { WISDOM_KINDS, type WisdomKind } from "@squadroom/core/delivery/wisdom-kinds";
import { saidBy } from "@squadroom/core/wisdom/wisdom";
import type { Command } from "commander";
import { collect, define, group, oneOf } from "../answer.ts";
import { addContract } from "../contract-commands.ts";
import { forBoth, ROOM } from "../door.ts";
import { oneLine } from "../quoting.ts";
import type { Cli } from "../settings.ts";

type Entry = Reply<"listWisdom">["data"][number];

/** What a team knows. */
export function addWisdom(program: Command, cli: Cli): void {
  const wisdom = group(program, "wisdom", "what the team knows: decisions, conventions, issues and learnings");
  addContract(wisdom, cli, {
    listWisdom: ({ data }, { door }) => listText(data, door.kind === "agent"),
  });
  const supersede = define(
    wisdom,
    "supersede <entry> [text...]",
    "put another entry in the place of one, or withdraw it",
    "Without a text, the entry is withdrawn; `--because` says why. Agents can't withdraw entries.",
  );
  supersede
    .option(...ROOM)
    .option("--kind <kind>", WISDOM_KINDS.join(", "), oneOf(...WISDOM_KINDS), "learning")
    .option("--file <path>", "a path or pattern that it is about; repeatable", collect)
    .option("--label <word>", "a label of backlog items that it is about; repeatable", collect)
    .option("--role <name>", "only for this role; repeatable", collect)
    .option("--because <text>", "why it no longer holds");
  forBoth(cli, supersede, async ({ call, params }, [entry = "", text = ""], options) => {
    const where = { ...params, wisdomId: Number(entry) as never };
    const reason = String(options.because ?? "");
    if (text === "") {
      const reply = await call("withdrawWisdom", { params: where, body: { reason } });
      return { data: reply, text: `Entry ${reply.id} is withdrawn.` };
    }
    const body = { entry: entryOf(text, options), reason };
    const reply = await call("supersedeWisdom", { params: where, body });
    const said =
      reply.supersededBy === null
        ? `Entry ${reply.id} says this already.`
        : `Entry ${reply.supersededBy} stands in the place of entry ${reply.id}.`;
    return { data: reply, text: said };
  });
}

/** An agent reads the room's entries, and those of the session whose task it has. */
function listText(all: readonly Entry[], isAgent: boolean): string {
  if (all.length === 0)
    return isAgent
      ? "Nothing here for you. You see a session's entries while you have one of its tasks."
      : "Nothing is written down.";
  return WISDOM_KINDS.flatMap((kind) => all.filter((one) => one.kind === kind))
    .map(entryText)
    .join("\n");
}

function entryText(entry: Entry): string {
  const { id, kind, text, taskId, scope, sessionId, files, labels, state } = entry;
  const from = [
    saidBy(entry),
    taskId,
    scope === "session" ? `session ${sessionId}` : null,
    ...files,
    ...labels,
    state === "live" ? null : state.replace("_", " "),
  ].filter((part) => part !== null);
  // A text of several lines keeps them, each behind a bar: none of them looks like a line of ours.
  const [first = "", ...rest] = text
    .replaceAll("**", "")
    .trim()
    .split(/\r?\n+/)
    .map(oneLine);
  const head = `${kind} ${id}: ${first} [${oneLine(from.join(", "))}]`;
  return [head, ...rest.map((line) => `  | ${line}`)].join("\n");
}

function entryOf(text: string, options: Record<string, unknown>) {
  const list = (name: string) => options[name] as string[] | undefined;
  const [files, labels, roles] = [list("file"), list("label"), list("role")];
  return {
    kind: options.kind as WisdomKind,
    text,
    ...(files ? { files } : {}),
    ...(labels ? { labels } : {}),
    ...(roles ? { roles } : {}),
  };
}
