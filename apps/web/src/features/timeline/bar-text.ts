import type { TimelineBar, TimelineWait, TimelineWake } from "@squadroom/core/timeline/parts";
import { clockOf } from "../../clock/since.ts";
import { durationText } from "../../clock/time.tsx";
import { plainText } from "../../words/plain-text.ts";
import { t } from "./words.ts";

/** What became of an attempt; of one that goes on since when. */
export function barNotes(bar: TimelineBar): string[] {
  const { agent, attempt, end, isReplaced, kind, note, from } = bar;
  const isRound = kind === "discussion" && attempt === 0;
  return [
    isRound ? t("discussed", { round: note }) : agent,
    attempt > 1 ? t("attempt", { count: attempt }) : "",
    end === null ? t("since", { from: clockOf(from) }) : end === "done" ? "" : t(`ends.${end}`),
    isReplaced ? t("replaced") : "",
  ].filter(Boolean);
}

/** All of a bar in one line, for its tip. */
export function barText(bar: TimelineBar, now: number): string {
  const { taskId, title, from, to } = bar;
  const times = `${clockOf(from)}, ${durationText((to ?? now) - from)}`;
  return [`${taskId} ${plainText(title)}`, times, ...barNotes(bar)].join(", ");
}

/** What a wait was for. */
export function waitText({ kind, text: said }: TimelineWait): string {
  const text = plainText(said);
  return kind === "agent" && text === "" ? t("waits.noAgent") : t(`waits.${kind}`, { text });
}

/** What the coordinator was woken for, and what came of it. */
export function wakeText({ taskIds, to, why }: TimelineWake): string {
  if (taskIds.length === 0) return t("woken.complete");
  const asked = t("woken.asked", { tasks: taskIds.join(", ") });
  return to === null || why === null ? asked : `${asked}, ${t(`woken.${why}`)}`;
}
