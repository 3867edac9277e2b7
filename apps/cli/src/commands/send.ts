import type { Reply } from "@squadroom/client/call";
import { listed } from "@squadroom/core/kernel/words";
import { MESSAGE_KINDS, type MessageKind } from "@squadroom/core/message/message";
import { RESPONSE_S_MAX, RESPONSE_S_MIN } from "@squadroom/core/message/open";
import { mentionsIn } from "@squadroom/core/routing/mentions";
import { PRIORITIES } from "@squadroom/core/task/task";
import { findRole } from "@squadroom/core/team/team";
import { MODEL_CLASSES } from "@squadroom/core/team/tiers";
import type { Command } from "commander";
import { answering, collect, define, number, oneOf } from "../answer.ts";
import { storeFiles } from "../attachments.ts";
import { chooseRoom, type Door, openDoor } from "../door.ts";
import { CliError, EXIT } from "../failure.ts";
import { mailText } from "../mail.ts";
import { headLine } from "../message-head.ts";
import type { Cli } from "../settings.ts";
import { addText, readTextOption } from "../text-input.ts";

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

/** `send`, and the same as `message`. */
export function addSend(program: Command, cli: Cli, name = "send"): Command {
  const command = addText(
    define(
      program,
      `${name} [to] [message...]`,
      "send a message; the ball does not move",
      [
        "An agent names the recipient: `user`, a role, or an agent's name or id. A person's message goes to the",
        'team\'s entry point as a task: `squadroom send --room NAME --message "…"`; `@ROLE` in it tells the',
        "entry point whom you mean. In a team that routes messages, whoever is named gets it.",
      ].join("\n"),
    ),
    "--message",
    "the message; also from --message-file, the words after the recipient, or stdin",
  )
    .option("--reply-to <id>", "the message this one answers")
    .option("--kind <kind>", MESSAGE_KINDS.join(", "), oneOf(...MESSAGE_KINDS))
    .option("--subject <line>", "what it is about")
    .option("--file <path>", "the file that it is about")
    .option("--component <name>", "the part of the product that it is about")
    .option(
      "--answer-in <seconds>",
      "an answer is needed in this time; then it is raised, and ten minutes later a person is asked",
      number(RESPONSE_S_MIN, RESPONSE_S_MAX),
    )
    .option(
      "--wait",
      "your task waits for the answer, its time limit paused; without a recipient, the coordinator gets it",
    )
    .option("--attach <path>", "a file to attach, 1 MB at most; repeatable", collect)
    .option("--priority <priority>", PRIORITIES.join(", "), oneOf(...PRIORITIES))
    .option("--interrupt", "to the front of the queue; the agent at work is told, and keeps its task")
    .option("--model <name>", "a model or class of models, for the runs that it causes; people only")
    .option("--room <name>", "the room, for a person");
  return answering(cli, command, async ([word = "", words = ""], options) => {
    const door = await openDoor(cli);
    const room = await chooseRoom(door, options.room as string | undefined);
    const isPerson = door.kind === "person";
    const isOption = options.message !== undefined || options.messageFile !== undefined;
    const isMeant = Boolean(options.replyTo || options.wait);
    const found = isPerson || word === "" ? null : await findRecipient(door, room, word);
    // A person has nobody to choose, and an answer goes to whoever asked: all words are the message.
    const isAllSaid = isPerson || (isMeant && !isOption && found !== null && !found.ok);
    const rest = isAllSaid ? [word, words].filter(Boolean).join(" ") : words;
    if (isOption && rest !== "") throw givenTwice(rest, isPerson);
    if (found !== null && !found.ok && !isAllSaid) throw nobodyCalled(word, found.known);
    const first = isAllSaid && !isPerson ? "" : word;
    const body = await readTextOption(cli.io, options, "--message", rest);
    const attachments = await storeFiles(door, room, (options.attach ?? []) as string[]);
    const call = {
      params: { room },
      body: {
        ...(attachments.length > 0 ? { attachments } : {}),
        body,
        ...(isPerson || (first === "" && isMeant) ? {} : { to: recipientOf(found) }),
        repliesTo: options.replyTo as string | undefined,
        priority: options.priority as (typeof PRIORITIES)[number] | undefined,
        interrupt: options.interrupt === true ? true : undefined,
        model: options.model as string | undefined,
        ...saidOf(options),
      },
    };
    const reply =
      door.kind === "agent" ? await door.seat.send("sendMessage", call) : await door.call("sendMessage", call);
    const answered = !isPerson && first === "" && UUID.test(reply.to) ? await nameOf(door, room, reply.to) : "";
    const model = (options.model as string | undefined) ?? "";
    const unheard = reply.isModelKnown === false ? unheardText(model) : "";
    if (reply.answer !== null) return { data: reply, text: `${reply.answer}\n` };
    const task = reply.taskId ? ` as ${reply.taskId}` : "";
    const queue = reply.taskId && reply.ahead > 0 ? ` ${reply.ahead} ahead of it.` : "";
    const absent = reply.available
      ? ""
      : ` ${isPerson ? reply.to : answered || first || reply.to} isn't connected; the message waits.`;
    const told = reply.told.length > 0 ? ` ${reply.told.join(", ")} is told at its next call.` : "";
    const asked = reply.branches.map(
      ({ taskId, role, available }) => `${taskId} (${role}${available ? "" : ", not connected"})`,
    );
    if (asked.length > 0)
      return {
        data: reply,
        text: `Asked ${asked.join(", ")}. ${reply.to} joins the results in ${reply.taskId}.\n${unheard}`,
      };
    const named = isPerson ? await namedText(door, room, { first, body, to: reply.to }) : "";
    const next = options.wait === true ? "Next: `squadroom wait` returns with the answer.\n" : "";
    const line = !isPerson && first === "user" ? " It is a line in the room and does not answer a message." : "";
    return {
      data: reply,
      text: `${mailText(reply.messages)}Sent to ${answered || (isPerson || first === "" ? reply.to : first)}${task}.${queue}${told}${absent}${line}\n${headText(reply)}${next}${named}${unheard}`,
    };
  });
}

function headText({ message, messageId, to }: Reply<"sendMessage">): string {
  return message && to !== "user" ? `${headLine(messageId, message)}\n` : "";
}

/** What an agent says about its message. */
function saidOf({ kind, subject, file, component, answerIn, wait }: Record<string, unknown>) {
  const about = { file, component } as { file?: string; component?: string };
  return {
    kind: kind as MessageKind | undefined,
    subject: subject as string | undefined,
    ...(file || component ? { about } : {}),
    responseS: answerIn as number | undefined,
    waits: wait === true ? true : undefined,
  };
}

function givenTwice(words: string, isPerson: boolean): CliError {
  const message = isPerson
    ? "A person's message takes no recipient."
    : `There are two messages: “${words}”, and the one in an option.`;
  const advice = isPerson
    ? `Leave out “${words}”; \`@ROLE\` in the message says whom you mean.`
    : "Give the message once.";
  return new CliError("given_twice", message, advice);
}

function unheardText(model: string): string {
  return `Neither the server's prices nor a runner here has a model ${model}; a harness that doesn't know it refuses it. Classes are ${listed(MODEL_CLASSES)}.\n`;
}

/** What naming a role does in a person's message: whoever gets it is told, and chooses. */
async function namedText(
  door: Door,
  room: string,
  { first, body, to }: { first: string; body: string; to: string },
): Promise<string> {
  if (first === "" && !body.includes("@")) return "";
  const { view } = await door.call("getRoom", { params: { room }, query: { events: 0 } });
  if (!view.team) return "";
  const hints = mentionsIn(view.team, body).filter((name) => name !== to);
  if (hints.length > 0) return `The ${to} gets your messages, and is told that you named ${hints.join(", ")}.\n`;
  if (first === to || !findRole(view.team, first)) return "";
  return `The ${to} gets your messages; “${first}” is a part of this one. \`@${first}\` in it says whom you mean.\n`;
}

async function nameOf(door: Door, room: string, id: string): Promise<string> {
  const { view } = await door.call("getRoom", { params: { room }, query: { events: 0 } });
  return Object.values(view.agents).find((agent) => agent.id === id)?.name ?? id;
}

type Found = { ok: true; to: string } | { ok: false; known: string[] };

/** `user`, a role or an id unchanged; an agent's name becomes its id. */
async function findRecipient(door: Door, room: string, to: string): Promise<Found> {
  if (to === "user" || UUID.test(to)) return { ok: true, to };
  const { view } = await door.call("getRoom", { params: { room }, query: { events: 0 } });
  const roles = (view.team?.roles ?? []).map(({ name }) => String(name));
  if (roles.includes(to)) return { ok: true, to };
  const agents = Object.values(view.agents);
  const named =
    agents.find(({ name }) => name === to) ?? agents.find(({ name }) => name.toLowerCase() === to.toLowerCase());
  if (named) return { ok: true, to: named.id };
  return { ok: false, known: ["user", ...roles, ...agents.map(({ name }) => name)] };
}

function recipientOf(found: Found | null): string {
  if (found?.ok) return found.to;
  throw new CliError(
    "no_recipient",
    "The recipient is missing.",
    'Use `squadroom send user --message "…"`, a role, or an agent.',
  );
}

function nobodyCalled(to: string, known: readonly string[]): CliError {
  const advice = `Send it to one of: ${[...new Set(known)].join(", ")}.`;
  return new CliError("no_recipient", `Nobody here is called ${to}.`, advice, EXIT.notFound);
}
