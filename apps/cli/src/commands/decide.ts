import type { Body, Reply } from "@squadroom/client/call";
import { BULK_MAX } from "@squadroom/core/decision/decision";
import { RefusalError } from "@squadroom/core/kernel/refusal";
import type { Command } from "commander";
import { allRooms } from "../all-rooms.ts";
import { type Answer, answering, define } from "../answer.ts";
import { chooseRoom, type Door, openAdminDoor } from "../door.ts";
import { CliError, EXIT } from "../failure.ts";
import { own } from "../own-command.ts";
import type { Cli } from "../settings.ts";
import { type Asked, pendingEverywhere } from "./decisions.ts";

/** Stands for everything that waits, in place of ids. */
const ALL = "all";
const LIST = "`squadroom decisions` lists what is pending, with the answers.";

/** What an answer may carry besides its note, by the kind of decision. */
export const DETAILS = [
  {
    kinds: "questions (done)",
    what: "answers by question id: an option, a text or both; with neither, the answer is taken back",
    example: '{"answers":{"q1":{"option":"Postgres"},"q2":{"text":"Everyone."}}}',
  },
  {
    kinds: "triage (agree, override, skip)",
    what: "its batches and splits as you want them; left out, as proposed; [] is one piece, or no split",
    example: '{"batches":[{"title":"Store"},{"title":"Readers"}],"splits":[]}',
  },
  {
    kinds: "scope (accept)",
    what: "every batch or split as you want it, in order",
    example: '{"parts":[{"title":"Store","description":"Tables."},{"title":"Readers"}]}',
  },
  {
    kinds: "batch_checkpoint (adjust)",
    what: "the remaining batches as you want them, at least one",
    example: '{"parts":[{"title":"Readers","description":"All of them."}]}',
  },
  {
    kinds: "budget (raise)",
    what: "the new limits; without it, each is raised by half",
    example: '{"budget":{"tokens":2000000,"costUsd":25,"runs":40}}',
  },
] as const;

export function addDecide(program: Command, cli: Cli): void {
  const command = define(
    program,
    "decide <id> [answer]",
    "answer a decision, or several with the same answer",
    [
      "`squadroom decisions` prints the ids and answers. Several: ids with commas between them, or `all`",
      "for all that have this answer; each is decided on its own. Exit code 4: one was already answered, or is",
      "no longer asked; the output says by whom and how.",
      "",
      "--detail takes JSON; what it can contain depends on the kind of decision:",
      ...DETAILS.flatMap(({ kinds, what, example }) => [`  ${kinds}: ${what}`, `    --detail '${example}'`]),
    ].join("\n"),
  )
    .option("--note <text>", "a note with the answer")
    .option("--detail <json>", "answers, parts or a budget, as JSON; what it can contain is below")
    .option("--room <name>", "only this room; needed for --undo if there are several")
    .option("--undo", "take the answer back, as long as nothing has acted on it");
  answering(cli, command, async ([ids = "", answer = ""], options) => {
    const room = options.room as string | undefined;
    if (options.undo) return undo(cli, ids, room);
    if (answer === "")
      throw new CliError("no_answer_given", "The answer is missing.", `Run \`squadroom decide ID ANSWER\`. ${LIST}`);
    const note = (options.note as string | undefined) ?? "";
    const detail = readDetail(options.detail as string | undefined);
    return decide(cli, { ids, optionId: answer, room, note, detail });
  });
}

async function undo(cli: Cli, decisionId: string, named: string | undefined): Promise<Answer> {
  const door = await openAdminDoor(cli);
  const { decided } = await door.call("getInbox", { query: { limit: 200 } });
  const found = decided.data.find(({ decision }) => decision.id === decisionId);
  const room = named ?? found?.room.id ?? (await chooseRoom(door, named));
  const reply = await door.call("undoDecision", { params: { room, decisionId } });
  const next = reply.pendingInstead === null ? "Nothing is asked instead." : `Asked again: ${reply.pendingInstead}`;
  return { data: reply, text: `Took the answer back. ${next}\n` };
}

interface Wish {
  ids: string;
  optionId: string;
  note: string;
  room: string | undefined;
  detail: Detail | undefined;
}

type Detail = NonNullable<Body<"answerDecision">["detail"]>;

function readDetail(text: string | undefined): Detail | undefined {
  if (text === undefined) return undefined;
  try {
    return JSON.parse(text) as Detail;
  } catch {
    throw new CliError(
      "bad_json",
      "--detail is not valid JSON.",
      `For example '{"answers":{"q1":{"text":"…"}}}' or '{"parts":[{"title":"…","description":"…"}]}'.`,
    );
  }
}

async function decide(cli: Cli, wish: Wish): Promise<Answer> {
  const door = await openAdminDoor(cli);
  const pending = await pendingEverywhere(door.call);
  if (wish.ids !== ALL && !wish.ids.includes(",")) return decideOne(door, pending, wish);
  const answers = chosen(pending, wish).map(({ room, decision: { id, version } }) => {
    const { optionId, note } = wish;
    return { room, decisionId: id, optionId, note, version };
  });
  const results: Reply<"answerDecisions">["results"] = [];
  for (let from = 0; from < answers.length; from += BULK_MAX) {
    const body = { answers: answers.slice(from, from + BULK_MAX) };
    results.push(...(await door.call("answerDecisions", { body })).results);
  }
  const lines = results.map((result) =>
    result.outcome === "applied"
      ? `${result.decisionId}: ${result.answered.label}. ${result.answered.consequence}`
      : `${result.decisionId}: not applied. ${result.refusal.message} (${result.refusal.code})`,
  );
  const refused = results.filter(({ outcome }) => outcome === "refused").length;
  return {
    data: { results, applied: results.length - refused, refused },
    text: `${results.length - refused} applied, ${refused} not.\n${lines.join("\n")}\n`,
    exit: refused > 0 ? EXIT.state : 0,
  };
}

async function decideOne(door: Door, pending: readonly Asked[], wish: Wish): Promise<Answer> {
  const decisionId = wish.ids;
  const found = pending.find(({ decision }) => decision.id === decisionId);
  // If it no longer waits anywhere, its room says what became of it.
  const named = wish.room ?? found?.room;
  const rooms = named ? [named] : (await allRooms(door.call)).map(({ name }) => name);
  const body = {
    optionId: wish.optionId,
    note: wish.note,
    version: found?.decision.version,
    ...(wish.detail === undefined ? {} : { detail: wish.detail }),
  };
  const reply = await inTheRoomOf(rooms, decisionId, (room) =>
    door.call("answerDecision", { params: { room, decisionId }, body }),
  );
  const undo = reply.canUndo ? ` Take it back: \`${own(`decide ${decisionId} --undo`)}\`.` : "";
  return { data: reply, text: `${reply.label}: ${reply.consequence}${undo}\n` };
}

/** Each room in turn, until one knows the decision. */
async function inTheRoomOf<T>(
  rooms: readonly string[],
  decisionId: string,
  ask: (room: string) => Promise<T>,
): Promise<T> {
  for (const room of rooms) {
    try {
      return await ask(room);
    } catch (error) {
      const isElsewhere = error instanceof RefusalError && error.code === "decision_unknown";
      if (!isElsewhere || rooms.length === 1) throw error;
    }
  }
  throw new CliError("decision_unknown", `None of your rooms has a decision ${decisionId}.`, LIST, EXIT.notFound);
}

/** All that have this answer, or those whose ids were given. */
function chosen(pending: readonly Asked[], { ids, optionId, room }: Wish): Asked[] {
  const inRoom = pending.filter((one) => room === undefined || one.room === room);
  if (ids === ALL) {
    const fitting = inRoom.filter(({ decision }) => decision.options.some((option) => option.id === optionId));
    if (fitting.length > 0) return fitting;
    const message = `No pending decision has the answer ${optionId}.`;
    throw new CliError("nothing_to_decide", message, LIST, EXIT.notFound);
  }
  return [...new Set(ids.split(",").map((id) => id.trim()))].filter(Boolean).map((id) => {
    const found = inRoom.find(({ decision }) => decision.id === id);
    if (found) return found;
    throw new CliError("not_pending", `${id} is not waiting for an answer.`, LIST, EXIT.notFound);
  });
}
