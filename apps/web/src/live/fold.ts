import type { EventType, RoomEvent } from "@squadroom/core/kernel/event";
import { addUsage, NO_USAGE, sumUsage, type Usage } from "@squadroom/core/usage/usage";
import { type FeedItem, type FoldItem, isAside, type LineItem, type UsageEvent } from "./feed-item.ts";

/*
 * Lines of one task fold into one row if only work is between them: other tasks' lines, handed-on work, delivered mail,
 * rounds of discussion. Messages, decisions, sessions, and agents that come and go end the stretch: what was read
 * before them is not shown after them, nor the other way round.
 */

/** How many rows to look back for a task's own: as many as agents work at once, and no row far out of sight changes. */
export const FOLD_REACH = 40;
/** No row has events from two stretches of this length, so that old rows can be dropped cleanly. */
const STRETCH_SEQS = 1_000;
/** Most facts that a line keeps: an agent that reports all day has one, which must not grow all day. */
const EVENTS_KEPT = 50;
/** Most reports whose task has no row yet. */
const LOOSE_KEPT = 50;

/** Work besides a task's own lines: rows of their own, which end no stretch. */
const BESIDE: ReadonlySet<EventType> = new Set<EventType>([
  "task.created",
  "task.parked",
  "task.reassigned",
  "task.cancelled",
  "handoff.delivered",
  "handoff.rerouted",
  "fanout.opened",
  "session.discussed",
  "wisdom.added",
  "message.delivered",
  "backlog.picked",
  "backlog.finished",
  "backlog.returned",
]);

/** The one task that a line is about; `null`: none, or several. */
export function taskOf(event: RoomEvent): string | null {
  switch (event.type) {
    case "task.claimed":
    case "task.resumed":
    case "task.started":
    case "task.progressed":
    case "task.subagents_changed":
    case "task.completed":
    case "task.released":
    case "task.attempt_ended":
    case "task.retried":
    case "task.submitted":
    case "task.reviewed":
    case "task.passed":
    case "task.returned":
    case "usage.reported":
    case "backlog.picked":
    case "backlog.finished":
    case "fanout.branch_ended":
      return event.data.taskId;
    case "session.perspective_given":
      return event.data.taskId;
    case "session.discussion_opened":
      return event.data.discussion.taskId;
    case "session.ruled":
      return event.data.ended.length === 1 ? (event.data.ended[0] ?? null) : null;
    case "message.sent":
      return isAside(event) ? event.data.message.taskId : null;
    case "task.created":
      return event.data.tasks.length === 1 ? (event.data.tasks[0]?.id ?? null) : null;
    case "task.cancelled":
      return event.data.cascade.length === 0 ? event.data.taskId : null;
    default:
      return null;
  }
}

/** Whether rows after this one may belong to rows before it. */
function isWork(item: FeedItem): item is LineItem | FoldItem {
  if (item.kind === "fold") return true;
  return item.kind === "line" && (taskOf(item.event) !== null || BESIDE.has(item.event.type));
}

function taskOfItem(item: FeedItem): string | null {
  if (item.kind === "fold") return item.taskId;
  return item.kind === "line" ? taskOf(item.event) : null;
}

/** Where the rows have one of this task that continues with an event of this seq; -1: nowhere. */
function rowOf(items: readonly FeedItem[], taskId: string, seq: number): number {
  const from = Math.max(0, items.length - FOLD_REACH);
  for (let at = items.length - 1; at >= from; at--) {
    const item = items[at];
    if (!item || !isWork(item)) return -1;
    if (taskOfItem(item) === taskId) return stretchOf(item.fromSeq) === stretchOf(seq) ? at : -1;
  }
  return -1;
}

function stretchOf(seq: number): number {
  return Math.floor(seq / STRETCH_SEQS);
}

/**
 * Adds an event of one task to the rows of its day: to the task's own row, or as a row.
 * A usage report is not a row: while its task has none, it is loose.
 *
 * @returns false if it belongs to no single task
 */
export function addTaskEvent(items: FeedItem[], loose: UsageEvent[], event: RoomEvent): boolean {
  const taskId = taskOf(event);
  if (taskId === null) return false;
  const at = rowOf(items, taskId, event.seq);
  const known = items[at];
  if (event.type === "usage.reported") {
    if (known) items[at] = withReports(foldOf(known, taskId), [event]);
    else if (loose.push(event) > LOOSE_KEPT) loose.shift();
    return true;
  }
  const line = withAsked(items, lineItem(event));
  if (known) items[at] = withLines(known, taskId, [line]);
  else items.push(withLoose(line, taskId, loose));
  return true;
}

/**
 * Newer rows after older ones: up to the end of the first stretch, lines of one task become one row. It keeps the newer
 * one's key, which may be on the screen.
 */
export function joinRows(older: FeedItem[], loose: UsageEvent[], newer: readonly FeedItem[]): FeedItem[] {
  const items = older;
  let at = joinLine(items, newer[0]) ? 1 : 0;
  for (; at < newer.length; at++) {
    const item = newer[at];
    if (!item) break;
    if ("event" in item) noteEnd(items, item.event);
    if (!isWork(item)) break;
    const taskId = taskOfItem(item);
    const place = taskId === null ? -1 : rowOf(items, taskId, item.fromSeq);
    const known = items[place];
    if (taskId === null) items.push(item);
    else if (!known) items.push(withLoose(item, taskId, loose));
    else {
      const [first, ...rest] = linesOf(item);
      const lines = first ? [at === 0 ? withAsked(items, first) : first, ...rest] : [];
      const whole = withLines(known, taskId, lines);
      const key = item.key;
      items[place] = item.kind === "fold" ? withRest(foldOf(whole, taskId), item) : { ...whole, key };
    }
  }
  items.push(...newer.slice(at));
  return items;
}

/** A round that begins asks several agents at once: the row that says so belongs to the round. */
function withAsked(items: FeedItem[], line: LineItem): LineItem {
  const last = items.at(-1);
  if (line.event.type !== "session.discussion_opened" || last?.kind !== "line") return line;
  if (last.event.type !== "fanout.opened" || last.at !== line.at) return line;
  items.pop();
  return continued(last, line);
}

/** The first newer line may only repeat what the last older one says. */
function joinLine(items: FeedItem[], line: FeedItem | undefined): boolean {
  const last = items.at(-1);
  if (last?.kind !== "line" || line?.kind !== "line" || taskOf(line.event) !== null) return false;
  if (!continues(last.event, line.event)) return false;
  items[items.length - 1] = { ...continued(last, line), key: line.key };
  return true;
}

/** A handoff ends its agent's task: the task's own row says so too. */
export function noteEnd(items: FeedItem[], event: RoomEvent): void {
  if (event.type !== "handoff.delivered") return;
  const { fromTaskId, fromFence, from, intent } = event.data;
  if (fromFence === null || intent === "question") return;
  const at = rowOf(items, fromTaskId, event.seq);
  const known = items[at];
  if (known) items[at] = { ...foldOf(known, fromTaskId), end: { at: event.at, by: from.name } };
}

export function lineItem(event: RoomEvent): LineItem {
  const { seq, at } = event;
  return { kind: "line", key: `e${seq}`, seq, fromSeq: seq, at, event, events: [event] };
}

export function linesOf(item: FeedItem): readonly LineItem[] {
  if (item.kind === "fold") return item.lines;
  return item.kind === "line" ? [item] : [];
}

function foldOf(item: FeedItem, taskId: string): FoldItem {
  if (item.kind === "fold") return item;
  if (item.kind !== "line") throw new Error(`A ${item.kind} is no line of ${taskId}`);
  const { key, seq, fromSeq, at } = item;
  const lines = [item];
  const none = { usage: null, reports: [], end: null };
  return { kind: "fold", key, seq, fromSeq, at, taskId, lines, ...none };
}

function withLines(item: FeedItem, taskId: string, more: readonly LineItem[]): LineItem | FoldItem {
  const lines = linesOf(item).slice();
  for (const line of more) addLine(lines, line);
  const [only] = lines;
  if (item.kind === "line" && only && lines.length === 1) return { ...only, key: item.key };
  const seq = more.reduce((last, line) => Math.max(last, line.seq), foldOf(item, taskId).seq);
  const fold = foldOf(item, taskId);
  const goesOn = more.some(({ event }) => event.type.startsWith("task."));
  return { ...fold, lines, seq, end: goesOn ? null : fold.end };
}

/**
 * What only repeats the previous line goes into it, as does a first sign of work into the claim. How a branch ended
 * says why its attempt did, and adds nothing to its result.
 */
function addLine(lines: LineItem[], line: LineItem): void {
  const last = lines.at(-1);
  if (last && continues(last.event, line.event)) {
    lines[lines.length - 1] = continued(last, line);
    return;
  }
  if (last?.event.at === line.event.at && line.event.type === "fanout.branch_ended") {
    const isTold = last.event.type === "task.completed" && line.event.data.outcome === "fulfilled";
    if (isTold || last.event.type === "task.attempt_ended") {
      const told = continued(last, line);
      lines[lines.length - 1] = isTold ? { ...told, event: last.event } : told;
      return;
    }
  }
  if (line.event.type === "task.started") {
    const claim = lines.findLastIndex(({ event }) => event.type === "task.claimed");
    const claimed = lines[claim];
    if (claimed) {
      lines[claim] = { ...claimed, seq: line.seq, events: [...claimed.events, ...line.events] };
      return;
    }
  }
  lines.push(line);
}

/** Does `event` only repeat what the previous line says? */
export function continues(before: RoomEvent, event: RoomEvent): boolean {
  if (event.type === "task.progressed")
    return before.type === "task.progressed" && before.data.taskId === event.data.taskId;
  if (event.type === "task.subagents_changed")
    return before.type === event.type && before.data.taskId === event.data.taskId;
  if (event.type === "message.delivered")
    return before.type === "message.delivered" && before.data.agentId === event.data.agentId;
  if (event.type === "session.ended") return before.type === "session.ruled";
  return isEffect(before, event);
}

/** What follows automatically from the previous line, at the same moment. */
function isEffect(before: RoomEvent, event: RoomEvent): boolean {
  if (before.at !== event.at) return false;
  if (event.type === "session.started") return before.type === "session.created" && before.data.sessions.length === 1;
  if (event.type === "session.checkpoint_passed") return before.type === "decision.answered";
  if (event.type === "session.advanced") return before.type === "session.revised";
  return event.type === "session.ruled" && /^session\.(advanced|revised)$/.test(before.type);
}

export function continued(line: LineItem, more: LineItem): LineItem {
  const events = [...line.events, ...more.events].slice(-EVENTS_KEPT);
  const event = isEffect(line.event, more.event) ? line.event : more.event;
  return { ...line, seq: more.seq, event, events };
}

/** A new row, with what was reported for its task before. */
function withLoose(item: LineItem | FoldItem, taskId: string, loose: UsageEvent[]): LineItem | FoldItem {
  if (loose.length === 0) return item;
  const own = loose.filter(({ data, seq }) => data.taskId === taskId && stretchOf(seq) === stretchOf(item.fromSeq));
  const [first] = own;
  if (!first) return item;
  loose.splice(0, loose.length, ...loose.filter((report) => !own.includes(report)));
  return { ...withReports(foldOf(item, taskId), own), fromSeq: first.seq };
}

function withReports(fold: FoldItem, reports: readonly UsageEvent[]): FoldItem {
  const usage = reports.reduce((sum, { data }) => addUsage(sum, data.usage), NO_USAGE);
  return addSpent(fold, usage, reports);
}

/** What a newer row knows besides its lines. */
function withRest(fold: FoldItem, { key, usage, reports, end, seq }: FoldItem): FoldItem {
  const whole = { ...fold, key, end: end ?? fold.end };
  const spent = usage ? addSpent(whole, usage, reports) : whole;
  return { ...spent, seq: Math.max(spent.seq, seq) };
}

function addSpent(fold: FoldItem, usage: Usage, reports: readonly UsageEvent[]): FoldItem {
  return {
    ...fold,
    seq: Math.max(fold.seq, reports.at(-1)?.seq ?? 0),
    usage: sumUsage(fold.usage ?? NO_USAGE, usage),
    reports: [...fold.reports, ...reports].slice(-EVENTS_KEPT),
  };
}
