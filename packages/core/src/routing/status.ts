import type { Room } from "../kernel/room.ts";
import { titleOf } from "../kernel/title.ts";
import { counted, listed } from "../kernel/words.ts";
import { blockedReasons } from "../task/blocked.ts";
import { awaited } from "../task/blockers.ts";
import { compareTasks, isReady } from "../task/order.ts";
import type { EndedTask, Task } from "../task/task.ts";
import { availableRoles } from "../team/availability.ts";
import { brokenSpec } from "../team/role-spec.ts";
import { findRole } from "../team/team.ts";
import { NO_USAGE, sumUsage, type Usage, usageText } from "../usage/usage.ts";
import type { RouteDecision } from "./route-decision.ts";
import type { StatusFact } from "./status-fact.ts";
import { type Focus, type StatusQuestion, statusQuestionOf } from "./status-question.ts";
import { BREAK, stemOf, wordsOf } from "./words.ts";

export interface StatusAnswer {
  text: string;
  facts: StatusFact[];
}

/** Most lines of one part of an answer. */
const LINES = 6;
const DONE_LINES = 3;
const TITLE = 100;

interface Line {
  text: string;
  fact?: StatusFact;
}

/** What the room's agents have used lately. */
export type Spent = readonly { name: string; usage: Usage }[];
/** How far back spending is reported, hours. */
export const SPENT_H = 24;

/**
 * The room's own answer to a question about the state of its work, from its state alone; `null` if it is no such
 * question, or is about something that no task is about. The same room gives the same answer.
 *
 * @param now epoch ms
 */
export function statusAnswer(
  room: Room,
  message: string,
  decision: RouteDecision,
  now: number,
  spent?: Spent,
): StatusAnswer | null {
  const question = statusQuestionOf(message, decision);
  const said = question && saidOf(room, question, now, spent);
  if (!said) return null;
  const lines = said.flatMap((part) => part.lines);
  const text = said
    .map(({ title, lines: shown, more, none }) => {
      const rest = more > 0 ? [`- and ${more} more`] : [];
      if (shown.length === 0) return none;
      return [`**${title}**`, ...shown.map((line) => `- ${line.text}`), ...rest].join("\n");
    })
    .filter(Boolean)
    .join("\n\n");
  return { text, facts: lines.flatMap(({ fact }) => fact ?? []) };
}

function saidOf(room: Room, question: StatusQuestion, now: number, spent: Spent | undefined): Part[] | null {
  const { foci } = question;
  const asksFor = (focus: Focus) => foci.includes(focus);
  if (asksFor("spent") && !spent) return null;
  const beside = [
    ...(asksFor("online") ? (onlineParts(room, question, now) ?? []) : []),
    ...(asksFor("spent") && spent ? spentParts(spent) : []),
  ];
  const isAll = foci.every((focus) => focus === "online" || focus === "spent");
  if (isAll) return beside.length > 0 ? beside : null;
  if (question.about.length > 0) return partsAbout(room, question, now);
  return [...focused(partsOf(room, now), question), ...beside];
}

function spentParts(spent: Spent): Part[] {
  const sum = spent.map(({ usage }) => usage).reduce(sumUsage, NO_USAGE);
  const lines = spent.map(({ name, usage }) => ({ text: `${name}: ${usageText(usage)}` }));
  const nothing = `No agent has reported any use in the last ${SPENT_H} hours.`;
  return [part("spent", `In the last ${SPENT_H} hours: ${usageText(sum)}`, lines, nothing)];
}

/** Who is present, or whether those that it asks about are. */
function onlineParts(room: Room, { about }: StatusQuestion, now: number): Part[] | null {
  const agents = Object.values(room.agents).filter(({ name, role }) =>
    isAbout(about, stemsIn(`${name} ${role} ${findRole(room.team, role)?.title ?? ""}`)),
  );
  if (agents.length === 0 && about.length > 0) return null;
  const lines = agents
    .toSorted((a, b) => Number(b.online) - Number(a.online))
    .map(({ name, role, online, offlineSince }) => {
      const since = offlineSince === null ? "" : ` for ${age(now - offlineSince)}`;
      const title = findRole(room.team, role)?.title ?? role;
      return { text: `${name} (${title}): ${online ? "online" : `offline${since}`}` };
    });
  const online = agents.filter((agent) => agent.online).length;
  return [part("online", `Online: ${online} of ${counted(agents.length, "agent")}`, lines, NOBODY)];
}
const NOBODY = "No agent has joined yet.";

interface Part {
  focus: Focus;
  title: string;
  lines: Line[];
  /** How many were left out. */
  more: number;
  /** Said if there is nothing. */
  none: string;
  /** Its tasks are in another part, too: given only if asked for. */
  isAlso?: true;
}

function part(focus: Part["focus"], title: string, all: readonly Line[], none = "", most = LINES): Part {
  return { focus, title, lines: all.slice(0, most), more: Math.max(0, all.length - most), none };
}

/** The part that was asked for; if all were, those that have something to say. */
function focused(parts: readonly Part[], { foci }: StatusQuestion): Part[] {
  if (!foci.includes("all")) return parts.filter(({ focus }) => foci.includes(focus));
  const full = parts.filter(({ lines, isAlso }) => lines.length > 0 && !isAlso);
  return full.length > 0 ? full : [part("all", "", [], "Nothing is in progress, and nothing waits.")];
}

function partsOf(room: Room, now: number): Part[] {
  const inHand = room.tasks.filter((task) => task.lease !== null);
  const running = room.sessions.live.filter(({ state }) => state !== "queued");
  const ready = room.tasks.filter(isReady).sort(compareTasks);
  const waiting = room.tasks.filter(({ state, waitsFor }) => state === "pending" && waitsFor.length > 0);
  const there = availableRoles(room);
  const unattended = ready.filter(({ role }) => !there.includes(role));
  const done = room.ended.filter(({ state }) => state === "completed");
  return [
    part(
      "working",
      `In progress: ${counted(inHand.length, "task")}`,
      inHand.map((task) => taskLine(room, task, now)),
      "Nothing is in progress.",
    ),
    part(
      "working",
      "Sessions",
      running.map(({ id, title, state, step }) => ({
        text: `Session ${id}, ${titleOf(title, TITLE)}: ${state === "paused" ? "paused" : `at the step “${step}”`}`,
        fact: { kind: "session", id, title },
      })),
    ),
    part("waiting", "Waiting for you", waitingForPeople(room, now), "Nothing waits for you."),
    part(
      "waiting",
      `Waiting for other tasks: ${waiting.length}`,
      waiting.map((task) => taskLine(room, task, now)),
    ),
    {
      ...part(
        "waiting",
        `Queued with no agent for them: ${unattended.length}`,
        unattended.map((task) => taskLine(room, task, now)),
      ),
      isAlso: true,
    },
    part(
      "next",
      `Queued: ${counted(ready.length, "task")}${ready.length > 1 ? ", in this order" : ""}`,
      ready.map((task) => taskLine(room, task, now)),
      "Nothing is queued.",
    ),
    part(
      "done",
      "Done last",
      done.map((task) => endedLine(task, now)),
      "No task has been completed yet.",
      DONE_LINES,
    ),
  ];
}

function waitingForPeople(room: Room, now: number): Line[] {
  const failed = room.tasks.filter(({ state }) => state === "failed");
  return [
    ...Object.values(room.decisions)
      .sort((a, b) => a.openedAt - b.openedAt)
      .map(({ id, question, openedAt }): Line => {
        const title = titleOf(question, TITLE);
        return { text: `${title} (${age(now - openedAt)})`, fact: { kind: "decision", id, title } };
      }),
    ...room.questions.map(({ messageId, from, text, at }): Line => {
      const title = titleOf(text, TITLE);
      return {
        text: `${from.name} asks: ${title} (${age(now - at)})`,
        fact: { kind: "question", id: messageId, title },
      };
    }),
    ...failed.map((task) => taskLine(room, task, now)),
  ];
}

/** Tasks that have the question's words, or a holder that it names; `null`: no task, so somebody else has to know. */
function partsAbout(room: Room, { about }: StatusQuestion, now: number): Part[] | null {
  const live = room.tasks.filter((task) => isAbout(about, wordsOfTask(room, task)));
  const ended = room.ended.filter((task) => isAbout(about, stemsIn(`${task.id} ${task.title}`)));
  const lines = [...live.sort((a, b) => Number(b.lease !== null) - Number(a.lease !== null))].map((task) =>
    taskLine(room, task, now),
  );
  const all = [...lines, ...ended.map((task) => endedLine(task, now))];
  if (all.length === 0) return null;
  return [part("all", counted(all.length, "task"), all)];
}

function wordsOfTask(room: Room, task: Task): ReadonlySet<string> {
  const { id, title, instruction, lease, role } = task;
  const holder = lease ? (room.agents[lease.agentId]?.name ?? "") : "";
  const who = lease ? ` ${holder} ${role} ${findRole(room.team, role)?.title ?? ""}` : "";
  return stemsIn(`${id} ${title} ${instruction.slice(0, 300)}${who}`);
}

function stemsIn(text: string): ReadonlySet<string> {
  const stems = wordsOf(text).stems.filter((stem) => stem !== BREAK);
  return new Set(stems.flatMap((stem) => [stem, stemOf(stem)]));
}

function isAbout(about: readonly string[], words: ReadonlySet<string>): boolean {
  return about.every((stem) => words.has(stem) || [...words].some((word) => isForm(word, stem)));
}

/** "Erstattung" and "Erstattungen": they differ at the end. */
function isForm(word: string, stem: string): boolean {
  const same = Math.max(6, stem.length - 2);
  return stem.slice(0, same) === word.slice(0, same) && Math.abs(word.length - stem.length) <= 2;
}

function taskLine(room: Room, task: Task, now: number): Line {
  const { id, title } = task;
  return {
    text: `${id} ${titleOf(title, TITLE)}: ${stateOf(room, task, now)}`,
    fact: { kind: "task", id, title },
  };
}

function stateOf(room: Room, task: Task, now: number): string {
  const { lease, role, state, waitsFor, progress, attempts } = task;
  const filled = findRole(room.team, role);
  const roleTitle = filled?.title ?? role;
  if (lease) {
    const name = room.agents[lease.agentId]?.name ?? roleTitle;
    const asked = awaited(task)?.requiresAgent;
    const waits = asked ? `, waiting for an answer from ${asked}` : "";
    const percent = progress?.percent ? `, ${progress.percent} %` : "";
    return `${name} (${roleTitle}) has it for ${age(now - lease.claimedAt)}${percent}${waits}`;
  }
  if (state === "failed") return `failed after ${counted(attempts, "attempt")}`;
  if (state === "in_review") {
    const isAsked = blockedReasons(room, task).some(({ kind }) => kind === "waits_on_human");
    return isAsked ? "waits for a person's answer" : "in review";
  }
  if (waitsFor.length > 0) return `waits for ${listed(waitsFor)}`;
  if (brokenSpec(filled)) return `queued, but the spec of ${roleTitle} has an error`;
  const isThere = availableRoles(room).includes(role);
  return isThere ? `queued for ${roleTitle}` : `queued, but no ${roleTitle} is connected`;
}

function endedLine({ id, title, state, by, at, unreviewed }: EndedTask, now: number): Line {
  const how = state === "completed" ? `completed by ${by}` : `cancelled by ${by}`;
  const note = unreviewed ? ", not reviewed" : "";
  return {
    text: `${id} ${titleOf(title, TITLE)}: ${how} ${age(now - at)} ago${note}`,
    fact: { kind: "task", id, title },
  };
}

function age(ms: number): string {
  const minutes = Math.max(0, Math.floor(ms / 60_000));
  if (minutes === 0) return "less than a minute";
  if (minutes < 60) return `${minutes} min`;
  const hours = Math.floor(minutes / 60);
  return hours < 48 ? `${hours} h` : `${Math.floor(hours / 24)} days`;
}
