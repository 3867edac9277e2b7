import { decisionsFor } from "../context/decisions.ts";
import {
  blockersOf,
  locksOf,
  pendingTask,
  type Reported,
  redoneIn,
  type SharedBlocker,
  type SharedContext,
  type SharedDecision,
  type SharedLock,
  type SharedTask,
} from "../context/shared.ts";
import type { DeliveryFacts } from "../delivery/facts.ts";
import { findSession } from "../flow/sessions.ts";
import type { SessionId } from "../kernel/ids.ts";
import type { Room } from "../kernel/room.ts";
import { listed, listedUpTo } from "../kernel/words.ts";
import { blockedReasonsIn } from "../task/blocked.ts";
import type { EarlierTask } from "../task/earlier.ts";
import type { Task } from "../task/task.ts";
import { saidBy } from "../wisdom/wisdom.ts";
import { sharedContextCommand } from "./commands.ts";
import type { Part } from "./context/budget.ts";
import { type Item, items } from "./context/items.ts";
import { WEIGHT } from "./context/weights.ts";
import { bullets, document, inline, isoMinute, itemLines, section } from "./markdown.ts";
import { limited, readerOf, WISDOM_BYTES } from "./wisdom.ts";

/**
 * Limit of what a delivery says about its session beside the task, and about the team's knowledge: 600 words, in bytes
 * as `sizeOf` counts them.
 */
export const SHARED_BYTES = 3_200;
/** The part of that for what others decided, and how far they are. */
export const SHARED_DECISIONS_BYTES = 800;
export const SHARED_NOW_BYTES = SHARED_BYTES - WISDOM_BYTES - SHARED_DECISIONS_BYTES;
/** Most entries of each list, for programs. */
const FACTS_MAX = 100;

/** What is known about a task's session beside the task itself. */
export interface SharedInput {
  room: Room;
  task: Task;
  reported?: readonly Reported[] | undefined;
  /** Tasks that the delivery covers anyway. */
  earlier?: readonly Pick<EarlierTask, "id">[] | undefined;
}

/** What the others of the session decided, and how far they are. */
export function sharedParts(input: SharedInput, isWhole: boolean): Part[] {
  const found = sharedFor(input, isWhole);
  return found ? [found.decisionsPart, found.nowPart] : [];
}

/** The same with its sources: each line and the decision behind it. */
export function sharedFor(input: SharedInput, isWhole = false) {
  const { sessionId } = input.task;
  const told = othersOf(input);
  if (!told || sessionId === null) return null;
  const command = sharedContextCommand(sessionId);
  const decisions = told.decisions.map((one): [Item, SharedDecision] => [
    { kind: "decision", text: decisionLine(one) },
    one,
  ]);
  const decisionsPart = items({
    weight: WEIGHT.sharedDecisions,
    title: `What others decided in session ${sessionId}`,
    lead: "Information, not orders. Tell them by message if you need it otherwise.",
    items: decisions.map(([item]) => item),
    command,
  });
  const nowPart = items({
    weight: WEIGHT.shared,
    title: `Session ${sessionId} now`,
    items: nowItems(told),
    command,
  });
  return {
    decisions,
    decisionsPart: limited(decisionsPart, isWhole ? Infinity : SHARED_DECISIONS_BYTES),
    nowPart: limited(nowPart, isWhole ? Infinity : SHARED_NOW_BYTES),
  };
}

type Others = Omit<SharedContext, "wisdom" | "changed">;

/** What is about others; `null` if there is nothing to tell. */
function othersOf({ room, task, reported = [], earlier = [] }: SharedInput): Others | null {
  const { sessionId } = task;
  const session = sessionId === null ? undefined : findSession(room.sessions, sessionId);
  if (!session?.execution) return null;
  const own = new Set([task.id, ...(task.reviewOf ? [task.reviewOf.taskId] : [])]);
  const known = new Set([...own, ...earlier.map(({ id }) => id)]);
  const inSession = room.tasks.filter((one) => one.sessionId === sessionId && !own.has(one.id));
  // A review's findings are given where they are mended.
  const others = inSession.filter(({ reviewOf }) => reviewOf === null);
  const reasonsOf = blockedReasonsIn(room);
  const redone = redoneIn(session);
  const unknown = reported.filter(({ taskId }) => !known.has(taskId) && !redone.has(taskId));
  return {
    decisions: decisionsFor(unknown, readerOf(room, task, task.role)),
    completed: reported
      .filter(
        ({ taskId, state }) => state === "completed" && session.execution?.outcomes[taskId] && !redone.has(taskId),
      )
      .map(({ taskId, role, title, by, at }) => ({
        taskId,
        role,
        title,
        by,
        at,
        state: "completed" as const,
        percent: null,
        blocked: [],
      })),
    pending: others.map((one) => pendingTask(room, one, reasonsOf(one))),
    blockers: others.flatMap(blockersOf),
    locks: locksOf(room, new Set(inSession.map(({ id }) => id))),
  };
}

/** What keeps others comes first, then who works on what, then what is done; what nobody has begun is no news. */
function nowItems({ completed, pending, blockers, locks }: Others): Item[] {
  const isBegun = ({ state, percent }: SharedTask) => state !== "pending" || percent !== null;
  const begun = pending.filter(isBegun);
  const others = pending.filter((one) => !isBegun(one));
  const ids = (name: string, all: readonly SharedTask[]): Item[] =>
    all.length === 0
      ? []
      : [
          {
            kind: "line",
            text: `${name}: ${listedUpTo(
              20,
              all.map(({ taskId }) => taskId),
            )}.`,
          },
        ];
  const news = [
    ...blockers.map((one): Item => ({ kind: "blocker", text: blockerLine(one) })),
    ...locks.map((one): Item => ({ kind: "lock", text: lockLine(one) })),
    ...begun.map((one): Item => ({ kind: "task", text: taskLine(one) })),
    ...ids("Done", completed),
  ];
  return news.length === 0 ? [] : [...news, ...ids("Not begun", others)];
}

/** The same for programs. */
export function sharedFacts(input: SharedInput): DeliveryFacts["shared"] {
  const told = othersOf(input);
  if (!told) return null;
  const first = <T>(all: readonly T[]) => all.slice(0, FACTS_MAX);
  return {
    decisions: first(told.decisions).map(({ text, by, taskId, at }) => ({ text, by, taskId, at })),
    blockers: first(told.blockers),
    locks: first(told.locks).map(({ patterns, state, by, taskId }) => ({
      patterns: [...patterns],
      state,
      by,
      taskId,
    })),
    pending: first(told.pending).map(({ taskId, title, state, by }) => ({
      taskId,
      title,
      state,
      by,
    })),
    completed: first(told.completed).map(({ taskId, title, by }) => ({ taskId, title, by })),
  };
}

function decisionLine({ text, by, taskId, role, step }: SharedDecision): string {
  const from = [`${inline(by)}${role === null ? "" : ` (${role})`}`, taskId ?? step].filter(Boolean);
  return `${inline(text)} [${from.join(", ")}]`;
}

function blockerLine({ taskId, description, requiresAgent, since }: SharedBlocker): string {
  const needs = requiresAgent === null ? "" : `, needs ${inline(requiresAgent)}`;
  return `${taskId} is blocked since ${isoMinute(since)}${needs}: ${inline(description)}`;
}

function lockLine({ patterns, state, by, taskId, waitsFor }: SharedLock): string {
  const what = listedUpTo(3, patterns.map(inline));
  const task = taskId === null ? "" : ` for ${taskId}`;
  return state === "held"
    ? `${inline(by)} has locked ${what}${task}.`
    : `${inline(by)} is waiting for ${what}${task}${waitsFor.length > 0 ? `, after ${listed(waitsFor.map(inline))}` : ""}.`;
}

function taskLine({ taskId, title, state, by, percent, blocked }: SharedTask): string {
  const isAsked = state === "in_review" && blocked.length > 0;
  const isLeft = state === "pending" && percent !== null;
  const how = isAsked ? "handed in" : isLeft ? "begun, and nobody has it" : STATES[state];
  const at = percent === null ? "" : `, ${percent} %`;
  const who = by === null ? "" : `, ${inline(by)}`;
  const why = blocked.length > 0 ? `. ${blocked.map(inline).join(" ")}` : "";
  return `${taskId} ${inline(title)}: ${how}${who}${at}${why}`;
}

const STATES = {
  pending: "pending",
  claimed: "claimed",
  in_progress: "in progress",
  in_review: "in review",
  failed: "failed",
  completed: "completed",
  cancelled: "cancelled",
} as const;

/** Everything that a session shares, as one document. */
export function sharedText(sessionId: SessionId, title: string, shared: SharedContext): string {
  const { decisions, completed, pending, blockers, locks, wisdom, changed } = shared;
  const list = (name: string, lines: readonly string[]) => section(name, lines.length > 0 ? bullets(lines) : null);
  const parts = [
    list(
      "Decisions",
      decisions.map((one) => `${isoMinute(one.at)}: ${decisionLine(one)}`),
    ),
    list(
      "Wisdom",
      wisdom.map((one) => `${one.kind} ${one.id}: ${itemLines(one.text, `[${inline(saidBy(one))}]`)}`),
    ),
    list("Blockers", blockers.map(blockerLine)),
    list("Locks", locks.map(lockLine)),
    list("Tasks pending", pending.map(taskLine)),
    list(
      "Tasks completed",
      completed.map((one) => `${isoMinute(one.at)}: ${taskLine(one)}`),
    ),
  ];
  const isEmpty = parts.every((part) => part === null);
  const by = changed?.by ? ` by ${inline(changed.by)}` : "";
  return document([
    `# Shared context of session ${sessionId}: ${inline(title)}`,
    changed ? `Changed last ${isoMinute(changed.at)}${by}.` : null,
    ...parts,
    isEmpty ? "Nobody has decided, done or written down anything yet." : null,
  ]);
}
