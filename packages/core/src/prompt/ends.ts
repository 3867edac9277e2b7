import type { Agent, Door } from "../agent/agent.ts";
import { joinedBy } from "../fanout/fanout.ts";
import { isOfPipeline } from "../flow/sessions.ts";
import { type End, endsOf, isWork, type Standing, standingOf } from "../handoff/ends.ts";
import { delivers, othersOfMessage } from "../handoff/owed.ts";
import type { RoleName } from "../kernel/ids.ts";
import type { Room } from "../kernel/room.ts";
import { listed, listedUpTo } from "../kernel/words.ts";
import { isJudging } from "../pipeline/phase.ts";
import { availableWith } from "../task/claim.ts";
import { outsideOf } from "../task/limits.ts";
import { outputPath } from "../task/outputs.ts";
import { PARK_AFTER_MS } from "../task/parking.ts";
import type { HeldTask, Task } from "../task/task.ts";
import type { HandoffTargets } from "../team/targets.ts";
import type { Target } from "../team/team.ts";
import { actingEntryPoint } from "../team/variants.ts";
import { COMMANDS, endCommand, NAMED, PLACEHOLDERS, sendCommand, showTaskCommand, withText } from "./commands.ts";
import { waitingFor } from "./deliver.ts";
import { endCall } from "./doors.ts";
import { branchNote, joinNote } from "./fanout.ts";
import { bullets, code, fenced, section } from "./markdown.ts";
import { theRole } from "./roles.ts";
import { inputsOf } from "./spec-keys.ts";

interface Ending {
  room: Room;
  task: HeldTask;
  agent: Pick<Agent, "id" | "role" | "door">;
  handoffs: Pick<HandoffTargets, "targets" | "reroutes">;
}

/** The ways to end a task, the expected one first and ready to copy, and what to know about them. */
export function endsSection(input: Ending): string | null {
  const { room, task, agent } = input;
  const standing = standingOf(room, task, agent.role);
  const [first, ...others] = endsOf(standing);
  if (!first) return null;
  const door = agent.door ?? "cli";
  const isOpen = first.action === "failTask";
  const notes = notesOf(input, standing, first);
  if (door === "print") return section("How to end it", ...byPrinting(first, notes));
  return section(
    "How to end it",
    isOpen ? "The only way for now:" : "The expected way:",
    ready(first, task, door, isJudge(room, task)),
    ...(door === "cli" ? otherCommands(others, task) : otherCalls(others, task, door)),
    ...(notes.length > 0 ? ["Keep in mind:", bullets(notes)] : []),
    ...meanwhile(input, door),
  );
}

function byPrinting(end: End, notes: readonly string[]): (string | null)[] {
  const isReply = end.action === "completeTask" && (end.effect === "presents" || end.effect === "judges");
  const what = isReply
    ? "Print the reply as JSON, and nothing else."
    : "Print your answer in a few sentences: what you did, what you found, what is open. Its beginning is the summary that others read.";
  const to = end.action === "handOff" ? ` It goes to ${end.to}.` : "";
  return [`${what}${to}`, notes.length > 0 ? bullets(notes) : null];
}

/** A door that takes calls. */
type Called = Exclude<Door, "print">;

/** The expected end, as it is sent. */
function ready(end: End, task: HeldTask, door: Called, judges: boolean): string {
  if (door !== "cli") return fenced(endCall(door, end, task, judges), LANGUAGE[door]);
  const beyond = new Set(outputsBeyond(task));
  const made = task.outputs.map(outputPath).filter((path) => !beyond.has(path));
  const { command, text } = endCommand(end, task.successCriteria.length, made, judges);
  return fenced(withText(command, text), "sh");
}

/** Outputs that its boundaries keep the task from. */
function outputsBeyond({ boundaries, outputs }: HeldTask): string[] {
  const files = outputs.map((one) => ({ path: outputPath(one) }));
  return outsideOf(boundaries, files).map(({ path }) => path);
}

/** The language of a block of calls. */
const LANGUAGE = { rest: "http", mcp: "text" } as const;

/** What keeps the task, and whom to ask when it is stuck: the entry point, which doesn't ask itself, and a person. */
function meanwhile({ room, task, agent }: Ending, door: Called): string[] {
  const { id, lease } = task;
  const { entryPoint } = room.team;
  const asks = agent.role !== entryPoint;
  const team = asks
    ? `, to ask ${theRole(room.team, entryPoint)} and wait for the answer${untilThere(room, agent)}`
    : "";
  const lead = `Until then, to keep your claim${team}, and to ask a person when you can't continue:`;
  const { action, ask, askTeam, askOption } = PLACEHOLDERS;
  if (door === "cli") {
    const { progress, askTeam: asked, ask: person } = COMMANDS;
    return [lead, fenced([progress, ...(asks ? [asked] : []), person].join("\n"), "sh")];
  }
  const of = door === "rest" ? { fence: lease.fence } : { taskId: id };
  const question = { ...of, question: ask, options: [{ label: askOption }] };
  const calls: (readonly [route: string, tool: string, body: object])[] = [
    [`POST …/tasks/${id}/progress`, "report_progress", { ...of, percent: 40, action }],
    ...(asks ? [["POST …/messages", "send_message", { body: askTeam, waits: true }] as const] : []),
    [`POST …/tasks/${id}/interventions`, "ask_person", question],
  ];
  const said = calls.map(([route, tool, body]) =>
    door === "rest" ? `${route}\n${JSON.stringify(body)}` : `${tool} ${JSON.stringify(body)}`,
  );
  return [lead, fenced(said.join(door === "rest" ? "\n\n" : "\n"), LANGUAGE[door])];
}

/** What becomes of a question to the entry point if nobody would get it. */
function untilThere(room: Room, { role }: Ending["agent"]): string {
  const { team } = room;
  const available = availableWith(room, role);
  if (available.includes(actingEntryPoint(team, available))) return "";
  return ` (no ${team.entryPoint} is connected: it waits for one, and after ${PARK_AFTER_MS / 60_000} min a person is asked)`;
}

function otherCommands(others: readonly End[], { successCriteria }: HeldTask): (string | null)[] {
  const ways = together(others).map(({ end, to }) => {
    const { command, text } = endCommand(end, successCriteria.length);
    return `\`${command}\`${to.length > 0 ? `, ROLE being ${listed(to, "or")}` : ""}: ${text}`;
  });
  return [ways.length > 0 ? "Or, with the text passed the same way:" : null, bullets(ways)];
}

/** Each with fields of its own. */
function otherCalls(others: readonly End[], task: HeldTask, door: "rest" | "mcp"): (string | null)[] {
  if (others.length === 0) return [];
  const ways = together(others);
  const calls = ways.map(({ end }) => endCall(door, end, task));
  const stands = ways.flatMap(({ end, to }) =>
    end.action === "handOff" && to.length > 0 ? [`ROLE with \`${end.intent}\`: ${listed(to, "or")}.`] : [],
  );
  return ["Or one of these:", fenced(calls.join(door === "rest" ? "\n\n" : "\n"), LANGUAGE[door]), bullets(stands)];
}

/** Stands for any of several roles. */
const ANY = "ROLE" as RoleName;

/** Handoffs of one intent to more roles than a reader copies one by one, as one way; `to`: the roles. */
function together(ends: readonly End[]): { end: End; to: readonly Target[] }[] {
  const alike = (end: End) =>
    end.action !== "handOff" || end.to === "user"
      ? []
      : ends.flatMap((one) =>
          one.action === "handOff" && one.intent === end.intent && one.to !== "user" ? [one.to] : [],
        );
  return ends.flatMap((end): { end: End; to: readonly Target[] }[] => {
    const to = alike(end);
    if (end.action !== "handOff" || to.length <= APART) return [{ end, to: [] }];
    return to[0] === end.to ? [{ end: { ...end, to: ANY }, to }] : [];
  });
}

/** Most roles that have a line each. */
const APART = 2;

function notesOf({ room, task, agent, handoffs }: Ending, standing: Standing, first: End): string[] {
  const { kind, targets } = standing;
  const isCommand = (agent.door ?? "cli") === "cli";
  const isReply = kind === "step" || kind === "review" || kind === "perspective";
  const open = othersOfMessage(room, task).map(({ id }) => id);
  const notes = [
    isReply ? (isCommand ? REPLY_TEXT[kind] : REPLY_BODY) : null,
    kind === "step" || kind === "remark" ? AFTER[kind] : null,
    kind === "perspective" ? null : branchNote(room, task),
    joinNote(room, task),
    kind === "plan" || kind === "part"
      ? `No handoff: the ${isOfPipeline(room, task) ? "pipeline" : "plan"} says what comes next.`
      : null,
    isReply ? null : verdictNote(room, task, agent.door),
    isReply ? null : questionNote(standing),
    ...targets
      .filter(({ unreviewed, intents }) => unreviewed && intents.some(isWork))
      .map(
        ({ to, intents }) =>
          `What you send to ${to} with ${listed(intents.filter(isWork), "or")} is marked unreviewed: nobody checked it.`,
      ),
    ...handoffs.reroutes.map(({ wanted, got }) => `What you send to ${wanted} goes to ${got}.`),
    isReply ? null : beyondNote(task),
    isReply ? null : lockNote(room, task, agent),
    stuckNote(standing),
    messageNote(standing, open),
    waitingNote(room, task, first),
    "Found out what the whole team should know? Add `--wisdom 'learning: …'`; the other kinds are decision, convention and issue.",
    task.requires.length > 0 && !joinedBy(room, task.id) ? inputsNote(room, task) : null,
    task.successCriteria.length > 0 && !isReply
      ? `${isCommand ? "`--met 1` says that success criterion 1 is met" : "`met` says whether a `criterion`, by its number or its text, is met"}; all must be, except for a question, an answer or findings.`
      : null,
  ];
  return notes.filter((line) => line !== null);
}

function isJudge(room: Room, task: Task): boolean {
  return isOfPipeline(room, task) && isJudging(task);
}

/** How a step of a pipeline says that the work it judges doesn't pass, or that it couldn't do its own. */
function verdictNote(room: Room, task: HeldTask, door: Door | undefined): string | null {
  if (!isOfPipeline(room, task)) return null;
  if (!isJudge(room, task))
    return "You could not do it? `--verdict failed`, with the reason: what needs it waits, and a person decides.";
  const how = door === "print" ? "Begin with passed or failed" : "`--verdict` is passed or failed";
  const session = room.sessions.live.find(({ id }) => id === task.sessionId);
  const then = session?.gates.asked?.includes(task.id)
    ? "You were asked for it already: without it, a person decides."
    : "Without it you are asked once; then a person decides.";
  return `${how}: whether the work that you judge passes. ${then}`;
}

function inputsNote(room: Room, task: HeldTask): string {
  const { first, others } = inputsOf(room, task);
  const prints = `\`${showTaskCommand("ID")}\` prints each result.`;
  if (first.length === 0) return `It required ${listed(others)}; ${prints}`;
  const also = others.length === 0 ? "" : ` It also required ${listed(others)};`;
  return `It works from ${listed(first)}: read ${first.length === 1 ? "that" : "those"} first.${also} ${prints}`;
}

const REPLY_TEXT = {
  step: "The text is the reply as JSON; `--reply reply.json` reads it from a file.",
  review: "The text is the reply as JSON; `--reply review.json` reads it from a file.",
  perspective: "The text is the reply as JSON; `--reply perspective.json` reads it from a file.",
};
const REPLY_BODY = "`reply` is that JSON, or a text that contains it.";

const AFTER = {
  step: "No handoff: what you present goes to a person, and the session continues with the answer.",
  remark: "No handoff: your words go to the person who commented, and the session continues from there.",
};

function questionNote({ kind, isAsked }: Standing): string | null {
  if (kind !== "question" || !isAsked) return null;
  return "An answer that reports changed files counts as work. `done` is refused: it would leave the question unanswered.";
}

function beyondNote(task: HeldTask): string | null {
  const paths = outputsBeyond(task).map(code);
  if (paths.length === 0) return null;
  const are = paths.length === 1 ? "is an output of this task" : "are outputs of this task";
  return `You may not change ${listedUpTo(NAMED, paths)}, although ${paths.length === 1 ? "it" : "they"} ${are}: have a person allow it with \`squadroom ask --outside PATH\`, or say in your result that it is missing.`;
}

/** An agent that works alone is in nobody's way. */
function lockNote(
  { tasks }: Room,
  { boundaries: { allowed, within = [] } }: HeldTask,
  { id }: Ending["agent"],
): string | null {
  if (!tasks.some(({ lease }) => lease && lease.agentId !== id)) return null;
  // What a task may not change, its agent can't lock either.
  const where = allowed.length + within.length > 0 ? "what others may write too" : "outside your task's files";
  return `Others are writing too: \`squadroom lock --wait PATTERN\` before you write ${where}.`;
}

/** Nobody takes a result: for when somebody would have to. */
function stuckNote(standing: Standing): string | null {
  const { kind, targets, isLastOfMessage, isAsked, isWaitedFor } = standing;
  const isOfSession = kind === "plan" || kind === "part" || kind === "step" || kind === "remark";
  if (isOfSession || kind === "review" || kind === "perspective" || isWaitedFor) return null;
  if (targets.some(({ intents }) => intents.some((one) => isWork(one) || one === "answer"))) return null;
  const also = isLastOfMessage || isAsked ? "" : " `done` would end it without telling anybody.";
  return `Nobody who takes a finished result from you is available now. Keep the task and say so with \`squadroom ask\`: a person can let it wait for them.${also}`;
}

/** What becomes of the user's message that it came from. */
function messageNote({ targets, isLastOfMessage, isAsked }: Standing, open: readonly string[]): string | null {
  const others = `${listed(open)} of the same message ${open.length === 1 ? "is" : "are"} still open`;
  if (isLastOfMessage && delivers(targets))
    return "The user is waiting for an answer: `done` delivers its summary, unless a task that you create continues with the message.";
  if (isLastOfMessage && !isAsked)
    return "The user is waiting for an answer, and nobody else is working on it: hand it off; `done` is refused.";
  if (open.length === 0 || !delivers(targets)) return null;
  return `${others}: what you deliver now answers the user without ${open.length === 1 ? "it" : "them"}; \`done\` tells the user nothing.`;
}

/** What waits for a plan's task starts when its reviewers have passed it, and it is not handed on. */
function waitingNote(room: Room, task: HeldTask, first: End): string | null {
  const waiting = waitingFor(room, task);
  const hasOwnWay = task.sessionId !== null || task.branchOf !== undefined;
  if (waiting.length === 0 || hasOwnWay) return null;
  const isOne = waiting.length === 1;
  const names = listed(waiting.map(({ id, role }) => `${id} (${role})`));
  const done = first.action === "completeTask" ? "; put any findings into the text" : "";
  // In a team that keeps its roles apart, messages between them are refused.
  const ask = room.team.isolated ? "" : `; to ask first, \`${sendCommand("ROLE")}\``;
  return `${names} ${isOne ? "waits for this task and starts" : "wait for this task and start"} when it completes${done}. A handoff completes it too, but would start a second chain beside ${isOne ? "it" : "them"}${ask}.`;
}
