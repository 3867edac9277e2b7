import type { TimelineBar, TimelineWait, TimelineWake } from "@squadroom/core/timeline/read";
import { clockOf } from "../../clock/since.ts";
import { durationText } from "../../clock/time.tsx";
import { plainText } from "../../words/plain-text.ts";
import { isolated, say } from "../../words/say.tsx";

const ENDS = {
  released: "released",
  cancelled: "cancelled",
  expired: "its agent fell silent",
  timed_out: "took too long",
  failed: "failed",
  left: "its agent left",
  put_back: "put back",
  empty: "ended without a result",
  stopped: "stopped",
};

const WAITS = {
  person: (text) => say`a person: ${text}`,
  lock: (text) => isolated(text),
  blocker: (text) => isolated(text),
  agent: (text) => say`another attempt: ${text}`,
  paused: (text) => say`Paused. ${text}`,
  blocked: (text) => isolated(text),
} satisfies Record<string, (text: string) => string>;

const WOKEN = {
  told: "answered",
  nobody_there: "nobody was there",
  no_answer: "no answer in time",
  in_turn: "they went one by one",
};

/** The outcome of an attempt; for a running one, since when. */
export function barNotes(bar: TimelineBar): string[] {
  const { agent, attempt, end, isReplaced, kind, note, from } = bar;
  const isRound = kind === "discussion" && attempt === 0;
  return [
    isRound ? `discussion ${note}` : agent,
    attempt > 1 ? `attempt ${attempt}` : "",
    end === null ? `since ${clockOf(from)}` : end === "done" ? "" : ENDS[end],
    isReplaced ? "replaced" : "",
  ].filter(Boolean);
}

/** All of a bar in one line, for its tooltip. */
export function barText(bar: TimelineBar, now: number): string {
  const { taskId, title, from, to } = bar;
  const times = `${clockOf(from)}, ${durationText((to ?? now) - from)}`;
  return [`${taskId} ${plainText(title)}`, times, ...barNotes(bar)].join(", ");
}

/** What a wait was for. */
export function waitText({ kind, text: said }: TimelineWait): string {
  const text = plainText(said);
  return kind === "agent" && text === "" ? "an agent" : WAITS[kind](text);
}

/** What the coordinator was woken for, and the outcome. */
export function wakeText({ taskIds, to, why }: TimelineWake): string {
  if (taskIds.length === 0) return "told that all may be done";
  const asked = say`asked which of ${taskIds.join(", ")} go`;
  return to === null || why === null ? asked : `${asked}, ${WOKEN[why]}`;
}

const ENDED_WELL = new Set<TimelineBar["end"]>([null, "done", "released", "cancelled"]);

/** Whether an attempt ended without a result, by nobody's wish. */
export function endsBadly(end: TimelineBar["end"]): boolean {
  return !ENDED_WELL.has(end);
}
