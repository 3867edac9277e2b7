import type { Call, Reply } from "@squadroom/client/call";
import { allRows } from "@squadroom/client/pages";
import { DECISION_STATES, holdsUpSessions, isAskedMeanwhile } from "@squadroom/core/decision/decision";
import { INBOX_GROUPS, type InboxGroup } from "@squadroom/core/inbox/thing";
import { spelled } from "@squadroom/core/kernel/visible";
import { counted } from "@squadroom/core/kernel/words";
import { type AnswerDue, answersDue } from "@squadroom/core/message/due";
import type { Command } from "commander";
import { answering, define, number, oneOf } from "../answer.ts";
import { chooseRoom, type Door, openDoor } from "../door.ts";
import { own } from "../own-command.ts";
import { fencedAs, oneLine, quoted } from "../quoting.ts";
import type { Cli } from "../settings.ts";
import { dated, lasted, shortened } from "../words.ts";
import { type InboxRow, inboxRows } from "./inbox-rows.ts";
import { type Question, questionOf, questionsText } from "./questions.ts";
import { type SessionQuestion, sessionQuestions, sessionQuestionsText } from "./session-questions.ts";

type DecisionRow = Reply<"listDecisions">["data"][number];
/** With its room, for people who look at several. */
export type Asked = { room: string; decision: DecisionRow; heldBy?: string };
/** With what a session's step asks, as it is now. */
type Shown = Asked & { questions?: SessionQuestion[] };

const PAGE = 200;

export function addDecisions(program: Command, cli: Cli): void {
  const command = define(
    program,
    "decisions",
    "list what needs a person, with the possible answers and what each does",
    "Without --room, a person sees every room. --state also lists a room's past decisions.",
  )
    .option("--room <name>", "only this room")
    .option("--state <state>", DECISION_STATES.join(", "), oneOf(...DECISION_STATES))
    .option("--group <group>", "waiting, or only yours, snoozed, or with others", oneOf(...INBOX_GROUPS), "waiting")
    .option("--limit <n>", "how many to list", number(1, PAGE), 50)
    .option("--cursor <cursor>", "the next page of --state: the cursor the last one printed");
  answering(cli, command, async (_, options) => {
    const door = await openDoor(cli);
    const state = options.state as DecisionRow["state"] | undefined;
    const isOverall = door.kind === "person" && !options.room && !state;
    const now = cli.io.now();
    if (isOverall) {
      const items = await inboxRows(door.call, options.group as InboxGroup);
      const asked = decisionsIn(items);
      const questions = items.flatMap(questionOf);
      const shown = await withQuestions(door, asked.slice(0, options.limit as number));
      const reviews = items.flatMap(reviewOf);
      const elsewhere = options.group === "waiting" ? await elsewhereText(door) : "";
      const rooms = options.group === "waiting" ? await allRows(door.call, "listRooms", {}) : [];
      const late = rooms.flatMap(({ name, answersDue: due }) => lateIn(name, due));
      const more = `${questionsText(questions, now)}${reviewsText(reviews)}${lateText(late)}`;
      const text = `${above(listText(shown, now, asked.length), shown, more)}${elsewhere}`;
      return { data: { data: shown, next: null, questions, reviews, late }, text };
    }
    const room = await chooseRoom(door, options.room as string | undefined);
    const reply = await door.call("listDecisions", {
      params: { room },
      query: {
        state: state ?? "pending",
        limit: options.limit as number,
        cursor: options.cursor as string | undefined,
      },
    });
    const rows = reply.data.map((decision) => ({ room: "", decision }));
    const asked = await withQuestions(door, rows, room);
    const next = reply.next === null ? "" : `\nMore: --cursor ${reply.next}\n`;
    const decisions = `${listText(asked, now, asked.length, state)}${next}`;
    if ((state ?? "pending") !== "pending") return { data: reply, text: decisions };
    const { view } = await door.call("getRoom", { params: { room }, query: { events: 0 } });
    const questions = questionsIn(view);
    const late = lateIn(view.name, answersDue(view));
    const reviews = await reviewsIn(door, room);
    const isPerson = door.kind === "person";
    const more = isPerson ? `${questionsText(questions, now)}${reviewsText(reviews)}${lateText(late)}` : "";
    return {
      data: { ...reply, questions, reviews, late },
      text: above(decisions, asked, more),
    };
  });
}

/** For decisions about a session's questions, the questions with the answers so far. */
async function withQuestions(door: Door, asked: readonly Asked[], room?: string): Promise<Shown[]> {
  return Promise.all(
    asked.map(async (one) => {
      const { kind, subject, state } = one.decision;
      if (kind !== "questions" || subject.kind !== "session" || state !== "pending") return one;
      const params = { room: room ?? one.room, sessionId: subject.sessionId };
      const { session } = await door.call("getSession", { params });
      return { ...one, questions: session ? sessionQuestions(session) : [] };
    }),
  );
}

/** All decisions that wait in the rooms where the caller may answer, the most urgent first. */
export async function pendingEverywhere(call: Call): Promise<Asked[]> {
  return decisionsIn(await inboxRows(call, "waiting"));
}

/** Says that there is more than what waits for the caller. */
async function elsewhereText(door: Door): Promise<string> {
  const { counts } = await door.call("getInbox", { query: { limit: 1 } });
  const { others, snoozed } = counts;
  const lines = [
    ...(others > 0 ? [`${others} with others: \`${own("decisions --group others")}\``] : []),
    ...(snoozed > 0 ? [`${snoozed} snoozed: \`${own("decisions --group snoozed")}\``] : []),
  ];
  return lines.length === 0 ? "" : `\n${lines.join("\n")}\n`;
}

function decisionsIn(items: readonly InboxRow[]): Asked[] {
  return items.flatMap((item) => {
    if (item.kind === "decision") {
      const heldBy = item.heldBy?.person.name;
      return [{ room: item.room.name, decision: item.decision, ...(heldBy ? { heldBy } : {}) }];
    }
    if (item.kind !== "empty_roles") return [];
    return item.asked.map(({ room, decision }) => ({ room: room.name, decision }));
  });
}

function questionsIn(view: Reply<"getRoom">["view"]): Question[] {
  return view.questions.map(({ messageId, from, text, at }) => {
    return { room: view.name, messageId, from, text, at };
  });
}

/** That nothing needs a decision is said only if nothing else waits for a person. */
function above(list: string, asked: readonly Asked[], more: string): string {
  return asked.length === 0 && more !== "" ? more.trimStart() : `${list}${more}`;
}

function listText(
  asked: readonly Shown[],
  now: number,
  total: number,
  state: DecisionRow["state"] = "pending",
): string {
  if (asked.length === 0) return state === "pending" ? "Nothing needs a decision.\n" : `No decision is ${state}.\n`;
  const more = total > asked.length ? `\nand ${total - asked.length} more\n` : "";
  return `${asked.map((one) => decisionText(one, now)).join("\n")}${more}`;
}

/** One decision with its answers, ready to copy. */
function decisionText({ room, decision, heldBy, questions }: Shown, now: number): string {
  const { id, question, reason, urgency, openedAt, askedBy, options, state } = decision;
  const facts = [
    ...(room === "" ? [] : [room]),
    askedBy ? `${askedBy.name} asks` : "the room asks",
    urgency,
    heldUpText(decision),
    `for ${lasted(now - openedAt)}`,
    ...(heldBy ? [`with ${heldBy}`] : []),
  ];
  const { subject } = decision;
  const asks = subject.kind === "call" ? spelled(question) : question;
  const head = [id, quoted("Question", asks, "  "), `  ${facts.join(", ")}`];
  // All of it, character by character: that is what an answer lets run.
  if (subject.kind === "call") {
    head.push(fencedAs("Runs", spelled(subject.command), "  "));
    head.push(quoted("In", spelled(subject.cwd), "  "));
  }
  // The reason lists the questions too, without ids and answers.
  if (reason !== "" && !questions) head.push(quoted("Why", reason, "  "));
  const asked = questions ? sessionQuestionsText(subject, room, questions) : [];
  if (state !== "pending") return `${[...head, `  ${endText(decision)}`].join("\n")}\n`;
  const answers = options.map(({ id: option, label, consequence, needsNote }) => {
    const does = oneLine(`${label}. ${consequence}`);
    return `    ${option}${needsNote ? ' --note "…"' : ""}: ${does}`;
  });
  return `${[...head, ...asked, "  Answers:", ...answers].join("\n")}\n`;
}

function heldUpText(decision: DecisionRow): string {
  if (isAskedMeanwhile(decision)) return "its pipeline continues meanwhile";
  const [one, many] = holdsUpSessions(decision) ? ["session", "sessions"] : ["task", "tasks"];
  return `holds up ${decision.holdsUp} ${decision.holdsUp === 1 ? one : many}`;
}

function endText({ state, answer, ended, canUndo }: DecisionRow): string {
  if (state === "answered" && answer) {
    const note = answer.note === "" ? "" : ` “${shortened(answer.note)}”`;
    const undo = canUndo ? "; `--undo` takes it back" : "";
    return `Answered ${dated(answer.at)} by ${answer.by.name}: ${oneLine(answer.label)}.${note}${undo}`;
  }
  return ended ? `${state} ${dated(ended.at)}: ${oneLine(ended.reason)}` : state;
}

/** A finished backlog item: a person looks at it, and closes or reopens it. */
interface ItemReview {
  room: string;
  id: number;
  title: string;
  summary: string;
}

function reviewOf(item: InboxRow): ItemReview[] {
  if (item.kind !== "review") return [];
  const { room, item: about, summary } = item;
  return [{ room: room.name, id: about.id, title: about.title, summary }];
}

async function reviewsIn(door: Door, room: string): Promise<ItemReview[]> {
  const { data: items } = await door.call("listBacklog", {
    params: { room },
    query: { state: "in_review" },
  });
  return items.map(({ id, title, note }) => ({ room, id, title, summary: note?.text ?? "" }));
}

/** How many there are, and each with the commands that answer it. */
function reviewsText(reviews: readonly ItemReview[]): string {
  if (reviews.length === 0) return "";
  const count = reviews.length === 1 ? "1 finished item waits" : `${reviews.length} finished items wait`;
  const lines = reviews.flatMap(({ room, id, title, summary }) => [
    `${room}, item ${id}: ${oneLine(title)}`,
    ...(summary === "" ? [] : [quoted("What came of it", summary, "  ")]),
    `  Answer: ${own(`backlog close ${id} --room ${room} --reason "…"`)}, or reopen`,
  ]);
  return `\n${count} for your review.\n${lines.join("\n")}\n`;
}

type LateMessage = { room: string } & AnswerDue;

/** Messages between agents that nobody read in time, from one room's card. */
export function lateIn(name: string, due: { first: AnswerDue[] }): LateMessage[] {
  return due.first.filter(({ isLate }) => isLate).map((one) => ({ room: name, ...one }));
}

export function lateText(late: readonly LateMessage[]): string {
  if (late.length === 0) return "";
  const lines = late.flatMap(({ room, messageId, from, to, subject, priority }) => [
    `${room}, ${from} to ${to}, ${priority}:`,
    quoted("Message", subject, "  "),
    `  All of it: ${own(`message show ${messageId} --room ${room}`)}`,
  ]);
  const are = late.length === 1 ? "was" : "were";
  return `\n${counted(late.length, "message")} ${are} not read in time.\n${lines.join("\n")}\n`;
}
