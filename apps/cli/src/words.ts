import type { Presence } from "@squadroom/core/agent/presence";
import { unreachable } from "@squadroom/core/kernel/unreachable";
import { listed } from "@squadroom/core/kernel/words";
import type { Ball, BallWhy } from "@squadroom/core/room/ball";
import type { RoomCard } from "@squadroom/core/room/card";
import { oneLine } from "./quoting.ts";

/** "12 s", "4 min", "3 h", "2 d". */
export function lasted(ms: number): string {
  const seconds = Math.max(0, Math.round(ms / 1000));
  if (seconds < 120) return `${seconds} s`;
  if (seconds < 7200) return `${Math.round(seconds / 60)} min`;
  if (seconds < 172_800) return `${Math.round(seconds / 3600)} h`;
  return `${Math.round(seconds / 86_400)} d`;
}

/** UTC, to the minute. */
export function dated(at: number): string {
  return `${new Date(at).toISOString().slice(0, 16).replace("T", " ")}Z`;
}

const WORK = {
  idle: "idle",
  queued: "about to work",
  working: "working",
  waiting_on_human: "waiting for you",
  waiting_on_agent: "waiting for an answer",
} as const;

/** Reachability, work, and how both are known. */
export function presenceWords(presence: Presence | null, now: number): string {
  if (!presence) return "nobody has joined";
  const { reach, work, reason } = presence;
  const since = presence.sinceAt === null || reach === "offline" ? "" : ` for ${lasted(now - presence.sinceAt)}`;
  const doing = reach === "offline" ? reach : `${reach}, ${WORK[work]}${since}`;
  return `${doing} (${reasonWords(reason, now)})`;
}

function reasonWords(reason: Presence["reason"], now: number): string {
  switch (reason.kind) {
    case "left":
      return `left ${lasted(now - reason.at)} ago`;
    case "silent":
      return `silent for ${lasted(now - reason.sinceAt)}, offline after ${reason.afterS} s`;
    case "quiet":
      return `quiet for ${lasted(now - reason.sinceAt)}, offline in ${lasted(reason.offlineAt - now)}`;
    case "seen":
      return `seen ${lasted(now - reason.at)} ago`;
    case "waiting_poll":
      return "waits for a task";
    default:
      return unreachable(reason);
  }
}

/** Who has the ball, why, and what comes next: one line. @param pending decisions that wait for a person */
export function ballWords(ball: Ball, now: number, pending: number): string {
  const since = ball.sinceAt === null ? "" : `, for ${lasted(now - ball.sinceAt)}`;
  const next = ball.next === null ? "" : `; next: ${ball.next}`;
  const more = ball.alsoWorking > 0 ? `; ${ball.alsoWorking} more at work` : "";
  const asked = pending > 0 && ball.holder !== "you" ? "; a decision waits for a person" : "";
  return `${whyWords(ball, ball.why)}${since}${next}${more}${asked}`;
}

function whyWords({ name, holder }: Ball, why: BallWhy): string {
  switch (why.kind) {
    case "question":
      return `you: ${why.from} asks "${shortened(why.text)}"`;
    case "decision":
      return `you: ${why.from ? `${why.from} asks "${shortened(why.question)}"` : shortened(why.question)}`;
    case "task_failed":
      return `you: ${why.taskId} "${why.title}" has failed`;
    case "role_missing":
      return `${holder === "you" ? "you" : "nobody, as decided"}: ${why.broken ?? `no ${why.role} is connected`}${why.broken ? "" : ", and"} ${why.waiting === 1 ? `"${why.title}" waits` : `${why.waiting} tasks wait`}`;
    case "works_on":
      return `${name}: ${why.taskId} "${why.title}"${why.action ? `, ${why.action}` : ""}`;
    case "owes_answer":
      return `${name}: ${why.taskId} "${why.title}" of ${why.asker} waits for an answer`;
    case "about_to_take":
      return `${name}: about to take ${why.taskId} "${why.title}"`;
    case "waiting_for":
      return `nobody: ${why.taskId} "${why.title}" waits for ${why.waitsFor.join(", ")}`;
    case "dispatches":
      return `${name}: says when ${listed(why.taskIds)} of "${shortened(why.title)}" start`;
    case "clearing_paused":
      return `you: working through the backlog is paused, items ${why.items.join(", ")} failed one after the other`;
    case "paused":
      return `nobody: ${why.by} paused the room`;
    case "delivered":
      return `nobody: ${why.by} answered "${shortened(why.text)}"${why.unreviewed ? " (unreviewed)" : ""}`;
    case "quiet":
      return "nobody: nothing to do";
    case "no_team":
      return "nobody: no agent has joined yet";
    default:
      return unreachable(why);
  }
}

/** The first line, cut. */
export function shortened(text: string, max = 80): string {
  const [first = ""] = text.split(/[\n\r\u2028\u2029\u0085\v\f]/, 1);
  const line = oneLine(first);
  if (first === text && line.length <= max) return line;
  return `${line
    .slice(0, max - 1)
    .toWellFormed()
    .trimEnd()}…`;
}

/** Columns as wide as their widest cell, the last one open. */
export function columns(rows: readonly (readonly string[])[], indent = "  "): string {
  const widths: number[] = [];
  for (const row of rows) {
    for (const [i, cell] of row.entries()) widths[i] = Math.max(widths[i] ?? 0, cell.length);
  }
  return rows
    .map((row) => `${indent}${row.map((cell, i) => cell.padEnd(widths[i] ?? 0)).join("  ")}`.trimEnd())
    .join("\n");
}

/** What the room does besides waiting for messages; `null`: nothing. */
export function modeWords({
  workflowMode,
  isClearingPaused,
}: Pick<RoomCard, "workflowMode" | "isClearingPaused">): string | null {
  if (workflowMode === "normal") return null;
  return isClearingPaused ? "working through the backlog, paused" : "working through the backlog";
}
