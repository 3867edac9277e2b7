import type { Reply } from "@squadroom/client/call";
import { oneLine } from "../quoting.ts";
import { columns, dated, lasted } from "../words.ts";

type Timeline = Reply<"getTimeline">["timeline"];

/** Who worked when in a session. */
export function timelineText(timeline: Timeline): string {
  const { title, rows, waits, woken, ahead, spent, done, all, counted, now, cut } = timeline;
  const took = (from: number, to: number | null) =>
    `${dated(from)} ${to === null ? "until now" : `for ${lasted(to - from)}`}`;
  const bars = rows
    .flatMap(({ role, bars: own }) => own.map((bar) => ({ role, bar })))
    .sort((a, b) => a.bar.from - b.bar.from);
  const lengths = { "at work": spent.work, "in discussion": spent.discussion };
  const rest = { "waiting for a person": spent.person, "nobody at work": spent.rest };
  const lines = [
    `${oneLine(title)}: ${done} of ${all} ${counted} done; ${Object.entries({ ...lengths, ...rest })
      .map(([what, ms]) => `${lasted(ms)} ${what}`)
      .join(", ")}.`,
    bars.length === 0 ? "Nobody has worked on it yet." : "Who worked when:",
    columns(
      bars.map(({ role, bar }) => [
        took(bar.from, bar.to),
        role,
        bar.taskId,
        oneLine(bar.kind === "discussion" && bar.attempt === 0 ? bar.note : bar.agent),
        [
          bar.kind === "discussion" ? "discussion" : bar.attempt > 1 ? `attempt ${bar.attempt}` : "",
          bar.end === null || bar.end === "done" ? "" : bar.end.replace("_", " "),
        ]
          .filter(Boolean)
          .join(", "),
      ]),
    ),
  ];
  if (cut > 0) lines.push(`${cut} later tasks are left out.`);
  if (waits.length > 0)
    lines.push(
      "Waits, longest first:",
      columns(
        waits
          .map((wait) => ({ ...wait, ms: (wait.to ?? now) - wait.from }))
          .sort((a, b) => b.ms - a.ms)
          .map(({ ms, from, to, taskId, kind, text }) => [
            lasted(ms),
            `${to === null ? "since" : "from"} ${dated(from)}`,
            taskId ?? "all",
            kind,
            oneLine(text),
          ]),
      ),
    );
  if (woken.length > 0)
    lines.push(
      "The coordinator was woken:",
      columns(
        woken.map(({ from, to, taskIds, why }) => [
          taskIds.length === 0 ? dated(from) : took(from, to),
          taskIds.length === 0 ? "all may be done" : `which go of ${taskIds.join(", ")}`,
          why?.replaceAll("_", " ") ?? "",
        ]),
      ),
    );
  if (ahead.length > 0)
    lines.push(
      "Ahead, if people answer at once:",
      columns(
        ahead.map(({ from, to, role, taskId, title: what }) => [
          `${dated(from)} for ${lasted(to - from)}`,
          role,
          taskId,
          oneLine(what),
        ]),
      ),
    );
  return lines.filter(Boolean).join("\n");
}
