import type { RoomEvent } from "@squadroom/core/kernel/event";
import type { RoomRecord, Violation } from "./evidence.ts";

type DataOf<T extends RoomEvent["type"]> = Extract<RoomEvent, { type: T }>["data"];
type Opened = DataOf<"session.discussion_opened">["discussion"];
type Said = DataOf<"session.perspective_given">["reply"];
type Verdict = DataOf<"session.discussed">["verdict"];

interface Round {
  sessionId: number;
  opened: Opened;
  /** By the task that gave it. */
  given: Map<string, Said>;
  /** Points of view that are given, or given up. */
  settled: Set<string>;
  verdict: Verdict | null;
}

/**
 * § 10: a round ends once all are through, by what they said; the first HIGH has its step revised once, the next one is
 * a person's, and what else was held against the work stays with it as a warning.
 */
export function checkDiscussions({
  roomId,
  events,
  sessions,
}: Pick<RoomRecord, "roomId" | "events" | "sessions">): Violation[] {
  const found: Violation[] = [];
  const bad = (what: string) => found.push({ invariant: "§ 10 discussions", room: roomId, what });
  const rounds = new Map<number, Round>();
  const ended = new Set<string>();
  /** `session step` that a verdict sends back, until it is. */
  const sentBack = new Set<string>();
  /** Tasks that a person was asked about, by decision. */
  const asked = new Map<string, string>();
  const about = (taskId: string) => [...rounds.values()].filter(({ opened }) => opened.taskId === taskId);

  for (const [i, event] of events.entries()) {
    switch (event.type) {
      case "session.discussion_opened": {
        const { sessionId, discussion: opened } = event.data;
        const none = { given: new Map(), settled: new Set<string>(), verdict: null };
        rounds.set(opened.id, { sessionId, opened, ...none });
        break;
      }
      case "session.perspective_given": {
        const { discussionId, taskId, reply } = event.data;
        rounds.get(discussionId)?.given.set(taskId, reply);
        break;
      }
      case "fanout.branch_ended":
        rounds.get(event.data.fanoutId)?.settled.add(event.data.taskId);
        break;
      case "task.retried":
        for (const { settled } of rounds.values()) settled.delete(event.data.taskId);
        break;
      case "session.discussed": {
        const { sessionId, discussionId, step, verdict } = event.data;
        const round = rounds.get(discussionId);
        if (!round) {
          bad(`event ${event.seq}: round ${discussionId} was never opened`);
          break;
        }
        round.verdict = verdict;
        for (const what of wrongIn(round, step, verdict)) bad(`event ${event.seq}: ${step} ${what}`);
        if (verdict.next === "revise") sentBack.add(`${sessionId} ${step}`);
        break;
      }
      case "decision.opened": {
        const { id, kind, subject } = event.data.decision;
        if (kind === "discussion_blocked" && subject.kind === "session") asked.set(id, String(subject.part));
        break;
      }
      case "session.revised": {
        const { sessionId, how, instead } = event.data;
        if (how !== "discussion") break;
        const [step = ""] = Object.keys(instead);
        const before = events[i - 1];
        const isAnswer = before?.type === "decision.answered" && asked.has(before.data.decisionId);
        if (!sentBack.delete(`${sessionId} ${step}`) && !isAnswer)
          bad(`event ${event.seq}: ${step} is revised, and neither a round nor a person wants it`);
        break;
      }
      case "task.cancelled":
        for (const id of [event.data.taskId, ...event.data.cascade]) ended.add(id);
        break;
      case "task.completed": {
        const { taskId, fence, result } = event.data;
        ended.add(taskId);
        if (fence !== null) break;
        for (const what of about(taskId).flatMap((round) => untold(round, result.warnings)))
          bad(`event ${event.seq}: ${taskId} is done, and ${what}`);
        break;
      }
      default:
        break;
    }
  }

  for (const one of sentBack) bad(`${one} is HIGH, and nobody revises it`);
  const active = new Set(
    sessions.flatMap(({ id, status, isParked }) => (status === "active" && !isParked ? [id] : [])),
  );
  const asks = new Set(asked.values());
  for (const { sessionId, opened, settled, verdict } of rounds.values()) {
    if (!active.has(sessionId) || ended.has(opened.taskId)) continue;
    const isThrough = opened.perspectives.every(({ taskId }) => settled.has(taskId));
    if (verdict === null && isThrough) bad(`${opened.round} on ${opened.step} never ends`);
    if (verdict?.next === "asks" && !asks.has(opened.taskId)) bad(`${opened.step} is HIGH again, and nobody was asked`);
  }
  return found;
}

/** What of a verdict does not follow from what was said. */
function wrongIn({ opened, given }: Round, step: string, verdict: Verdict): string[] {
  const said = [...given.values()];
  const ratings = said.map(({ rating }) => rating);
  const average = ratings.length === 0 ? null : ratings.reduce((sum, one) => sum + one, 0) / ratings.length;
  const severity = severityFrom(said, average ?? 5);
  const next = severity !== "high" ? "goes_on" : /-R\d+$/.test(step) ? "asks" : "revise";
  const skipped = opened.perspectives.flatMap((one) => (given.has(one.taskId) ? [] : [one.name]));
  const told = verdict.skipped.map(({ name }) => name);
  return [
    ...(verdict.averageRating === average ? [] : [`was rated ${average}, its verdict says ${verdict.averageRating}`]),
    ...(verdict.severity === severity ? [] : [`is ${severity} by what was said, its verdict says ${verdict.severity}`]),
    ...(verdict.next === next ? [] : [`${next} by what was said, its verdict ${verdict.next}`]),
    ...(told.join() === skipped.join() ? [] : [`skipped ${skipped}, its verdict says ${told}`]),
  ];
}

function severityFrom(said: readonly Said[], average: number): Verdict["severity"] {
  const ratings = said.map(({ rating }) => rating);
  const low = ratings.filter((rating) => rating < 3).length;
  const isGrave = said.some(
    ({ missing, risks }) => missing.length > 0 || risks.some(({ severity }) => severity === "high"),
  );
  if (isGrave || low > 1 || average < 3) return "high";
  if (low > 0 || Math.max(...ratings) - Math.min(...ratings) > 2) return "medium";
  return said.some(({ divergent }) => divergent.length > 0) ? "low" : "none";
}

/** What a round that went on held against the work, and its result doesn't say. */
function untold({ opened, verdict }: Round, warnings: readonly string[]): string[] {
  if (verdict?.next !== "goes_on") return [];
  const own = warnings.filter((one) => one.startsWith(opened.round));
  const missed = verdict.skipped.filter(
    ({ name }) => !own.some((one) => /\bw(as|ere) skipped/.test(one) && one.toLowerCase().includes(name)),
  );
  const isTold = verdict.severity === "none" || own.some((one) => one.includes("of 5"));
  return [
    ...(isTold ? [] : [`${opened.round} was ${verdict.severity} without a warning`]),
    ...missed.map(({ name }) => `${opened.round} skipped ${name} without a warning`),
  ];
}
