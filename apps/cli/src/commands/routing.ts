import type { Reply } from "@squadroom/client/call";
import type { Command } from "commander";
import { define, group } from "../answer.ts";
import { addContract, moreText, type Words } from "../contract-commands.ts";
import { forBoth, ROOM } from "../door.ts";
import { CliError } from "../failure.ts";
import { own } from "../own-command.ts";
import { oneLine } from "../quoting.ts";
import type { Cli } from "../settings.ts";
import { columns, shortened } from "../words.ts";

type Row = Reply<"listRouted">["data"][number];
type Shown = Reply<"getRouting">;

/** How a room's messages are routed, and how well. */
export function addRouting(program: Command, cli: Cli): void {
  const routing = group(
    program,
    "routing",
    "how people's messages are routed, corrected, and which rules that suggests",
  );
  addContract(routing, cli, words);
  const accept = define(routing, "accept <role>", "add the rule that is proposed for a role").option(...ROOM);
  forBoth(cli, accept, async ({ call, params }, [to = ""]) => {
    const { phrases } = proposalFor(await call("getRouting", { params }), to);
    const { draft, version } = await call("getTeam", { params });
    const rules = [...(draft.routing?.rules ?? []), { phrases, to }];
    const body = { team: { ...draft, routing: { ...draft.routing, rules } }, version };
    const reply = await call("changeTeam", { params, body });
    return {
      data: reply,
      text: `Messages with ${phrases.join(", ")} go to ${to} from now on.`,
    };
  });
  const dismiss = define(routing, "dismiss <role>", "propose no rule of these words for a role any more").option(
    ...ROOM,
  );
  forBoth(cli, dismiss, async ({ call, params }, [to = ""]) => {
    const proposal = proposalFor(await call("getRouting", { params }), to);
    const phrases = proposal.phrases.map((phrase) => ({ phrase, to: to as never }));
    const reply = await call("dismissPhrases", { params, body: { phrases } });
    return {
      data: reply,
      text: `No rule of ${proposal.phrases.join(", ")} is proposed any more.`,
    };
  });
}

const words: Words = {
  getRouting: (reply, { room }) => shownText(reply, room),
  listRouted: ({ data, next }) =>
    data.length === 0 ? "No message was routed." : `${columns(data.map(rowOf))}${moreText(next)}`,
  correctRoute: correctedText,
};

function proposalFor({ proposals }: Shown, to: string): Shown["proposals"][number] {
  const found = proposals.find((one) => one.to === to);
  if (found) return found;
  const known = proposals.map((one) => one.to).join(", ");
  throw new CliError(
    "no_proposal",
    `No rule is proposed for ${to}.`,
    known ? `There is one for: ${known}.` : "Rules are proposed once two corrected messages share a word.",
  );
}

function shownText({ isRouted, messages, stayed, undecided, proposals }: Shown, room: string): string {
  if (!isRouted) return "This room's messages all go to its entry point.";
  const lines = proposals.map(
    ({ to, phrases, messages: right }) =>
      `Proposed after ${right.length} corrections: ${phrases.map(oneLine).join(", ")} goes to ${to}. \`${own(`routing accept ${to} --room ${room}`)}\``,
  );
  const unsure = undecided > 0 ? ` No rule was sure of ${undecided} more: the entry point decided.` : "";
  return [
    `${stayed} of ${messages} messages stayed with the role that a mention or a rule chose.${unsure}`,
    ...lines,
  ].join("\n");
}

function rowOf({ messageId, body, decision, wentTo, right }: Row): string[] {
  const to = wentTo ?? "room";
  const corrected = right !== wentTo ? `should be ${right}` : "";
  const isScored = decision?.by === "rule" || decision?.by === "undecided";
  const why = decision ? `${decision.by}${isScored ? ` ${decision.confidence.toFixed(2)}` : ""}` : "entry point";
  return [messageId, to, why, corrected, shortened(oneLine(body), 60)];
}

export function correctedText({ how, taskId, from, to, available }: Reply<"correctRoute">): string {
  const absent = available ? "" : ` ${to} isn't connected; it waits.`;
  switch (how) {
    case "moved":
      return `${taskId} moved from ${from} to ${to}.${absent}`;
    case "created":
      return `${to} gets it as ${taskId}.${absent}`;
    case "kept":
      return `Kept for the rules; ${taskId} isn't moved any more.`;
    case "same":
      return `${to} has it already.`;
  }
}
