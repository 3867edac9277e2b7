import type { Reply } from "@squadroom/client/call";
import { WISDOM_KINDS, type WisdomKind } from "@squadroom/core/delivery/wisdom-kinds";
import { saidBy } from "@squadroom/core/wisdom/wisdom";
import type { Command } from "commander";
import { answering, collect, define, group, number, oneOf } from "../answer.ts";
import { enterRoom, forBoth, openDoor, ROOM } from "../door.ts";
import { oneLine } from "../quoting.ts";
import type { Cli } from "../settings.ts";

type Entry = Reply<"listWisdom">["data"][number];

const KIND = ["--kind <kind>", WISDOM_KINDS.join(", "), oneOf(...WISDOM_KINDS)] as const;
const BECAUSE = "--because <text>";

/** What a team knows. */
export function addWisdom(program: Command, cli: Cli): void {
  const wisdom = group(
    program,
    "wisdom",
    "what the team knows: decisions, conventions, issues and learnings",
  );
  addReads(wisdom, cli);
  const add = define(
    wisdom,
    "add <text...>",
    "write down what the team should know",
    "An agent's entry belongs to the session of its task, where it has one; a person makes it the room's.",
  );
  about(add).option("--session <id>", "only for this session", number(1, 1e9));
  forBoth(cli, add, async ({ call, params }, [text = ""], options) => {
    const session = options.session === undefined ? {} : { session: Number(options.session) };
    const body = { entries: [entryOf(text, options)], ...session };
    const reply = await call("addWisdom", { params, body });
    const { ids, gaveWay } = reply;
    const more = gaveWay.length > 0 ? ` The room was full: ${gaveWay.join(", ")} gave way.` : "";
    return { data: reply, text: `It is entry ${ids.join(", ")}.${more}` };
  });
  const promote = define(
    wisdom,
    "promote <entry>",
    "make an entry of a session the room's, by its number",
  ).option(...ROOM);
  forBoth(cli, promote, async ({ call, params }, [entry = ""]) => {
    const reply = await call("promoteWisdom", { params: { ...params, wisdomId: idOf(entry) } });
    const text = reply.promoted
      ? `Entry ${reply.id} is the room's now.`
      : `Entry ${reply.id} is the room's already.`;
    return { data: reply, text };
  });
  const supersede = define(
    wisdom,
    "supersede <entry> [text...]",
    "put another entry in the place of one, or withdraw it",
    "Without a text, the entry is withdrawn; `--because` says why. Agents can't withdraw entries.",
  );
  about(supersede).option(BECAUSE, "why it no longer holds");
  forBoth(cli, supersede, async ({ call, params }, [entry = "", text = ""], options) => {
    const where = { ...params, wisdomId: idOf(entry) };
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

function addReads(wisdom: Command, cli: Cli): void {
  const read = (usage: string, summary: string) => {
    const command = define(wisdom, usage, summary)
      .option(...ROOM)
      .option(...KIND)
      .option("--session <id>", "of this session", number(1, 1e9))
      .option("--past", "what is no longer in force");
    answering(cli, command, async ([text = ""], options) => {
      const door = await openDoor(cli);
      const { call, params } = await enterRoom(door, options);
      const all: Entry[] = [];
      let cursor: string | null = null;
      do {
        const query = {
          ...(options.kind === undefined ? {} : { kind: options.kind as WisdomKind }),
          ...(options.session === undefined ? {} : { session: Number(options.session) }),
          ...(text === "" ? {} : { text }),
          ...(options.past === true ? { state: "past" as const } : {}),
          ...(cursor === null ? {} : { cursor }),
          limit: 200,
        };
        const page: Reply<"listWisdom"> = await call("listWisdom", { params, query });
        all.push(...page.data);
        cursor = page.next;
      } while (cursor !== null);
      return { data: { data: all }, text: listText(all, door.kind === "agent") };
    });
  };
  read("list", "list all entries, the newest of each kind first");
  read("search <text...>", "list entries with these words");
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

function about(command: Command): Command {
  return command
    .option(...ROOM)
    .option(KIND[0], KIND[1], KIND[2], "learning")
    .option("--file <path>", "a path or pattern that it is about; repeatable", collect)
    .option("--label <word>", "a label of backlog items that it is about; repeatable", collect)
    .option("--role <name>", "only for this role; repeatable", collect);
}

function entryOf(text: string, options: Record<string, unknown>) {
  const list = (name: string) => options[name] as string[] | undefined;
  const [files, labels, roles] = [list("file"), list("label"), list("role")];
  return {
    ...{ kind: options.kind as WisdomKind, text },
    ...(files ? { files } : {}),
    ...(labels ? { labels } : {}),
    ...(roles ? { roles } : {}),
  };
}

function idOf(text: string): never {
  return Number(text) as never;
}
