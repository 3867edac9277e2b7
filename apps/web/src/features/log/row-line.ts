import type { WorkVerdict } from "@squadroom/core/reply/verdict";
import { checkedIn } from "@squadroom/core/task/result";
import { durationText } from "../../clock/time.tsx";
import type { RowItem } from "../../live/feed-item.ts";
import type { Names } from "../../live/names.ts";
import { finishedBy, headOf, resultIn, taskOfRow, tookMs } from "./folded.ts";
import { lineOf } from "./line.ts";
import { type Line, line } from "./sentence.ts";
import { CHECKED_TONES } from "./task-line.ts";

/** How many of several are named. */
const NAMED = 3;
/** What several did in the same way. */
const TOGETHER: { [type: string]: readonly [string, more: string] } = {
  "agent.joined": ["<b>{{agents}}</b> joined", "<b>{{agents}}</b> and {{count}} more joined"],
  "agent.left": ["<b>{{agents}}</b> left", "<b>{{agents}}</b> and {{count}} more left"],
  "agent.went_offline": ["<b>{{agents}}</b> went offline", "<b>{{agents}}</b> and {{count}} more went offline"],
  "agent.came_online": ["<b>{{agents}}</b> are back", "<b>{{agents}}</b> and {{count}} more are back"],
};

/** What a row says: the line that gives its state; once its task is done, in fewer words. */
export function rowLine(row: RowItem, names: Names): Line {
  const head = headOf(row);
  const said = lineOf(head.event, names);
  const { type } = head.event;
  const together = TOGETHER[type];
  if (together && row.events.length > 1 && row.events.every((event) => event.type === type)) {
    const all = row.events.flatMap(({ data }) =>
      "agentId" in data && data.agentId ? [names.agent(data.agentId)] : [],
    );
    const agents = all.slice(0, NAMED).join(", ");
    const count = all.length - NAMED;
    const values = { agents, count: count.toLocaleString("en") };
    return { ...said, sentence: together[count > 0 ? 1 : 0], values };
  }
  const who = finishedBy(row, names);
  const task = taskOfRow(row);
  if (who === null || task === null) return said;
  const ms = tookMs(row);
  const because = row.end ? undefined : said.because;
  const values = { who, task, title: names.title(task) };
  const tone = CHECKED_TONES[checkedOf(row) ?? "none"];
  return ms === null
    ? line("completed", "<b>{{task}}</b> {{title}}, done by <b>{{who}}</b>", values, { tone, because })
    : line(
        "completed",
        "<b>{{task}}</b> {{title}}, done by <b>{{who}}</b> in {{time}}",
        { ...values, time: durationText(ms) },
        { tone, because },
      );
}

/** How its work did in a check or a discussion; `null`: nobody looked at it. */
function checkedOf(row: RowItem): WorkVerdict | null {
  const verdict = verdictIn(row);
  const result = row.end?.result ?? resultIn(row.events, taskOfRow(row));
  const checked = result && checkedIn(result);
  if (verdict && checked !== "failed") return verdict.next === "goes_on" ? "passed" : "unclear";
  return checked;
}

/** What its checks came to, once it is done. */
export function checkedText(row: RowItem, names: Names): string[] {
  if (finishedBy(row, names) === null || (verdictIn(row) && checkedOf(row) !== "failed")) return [];
  const checked = checkedOf(row);
  if (checked === "passed") return [];
  return [checked === null ? "no check reported" : checked === "failed" ? "not passed" : "unclear whether it passes"];
}

function verdictIn(row: RowItem) {
  const end = row.events.findLast((event) => event.type === "session.discussed");
  return end?.type === "session.discussed" ? end.data.verdict : null;
}

/** What a discussion came to, or how far it is. */
export function discussedIn(row: RowItem): string[] {
  const opened = row.events.findLast((event) => event.type === "session.discussion_opened");
  const verdict = verdictIn(row);
  const count = row.events.filter((event) => event.type === "session.perspective_given").length;
  if (!verdict) {
    if (opened?.type !== "session.discussion_opened") return [];
    const of = opened.data.discussion.perspectives.length;
    return [`${count} of ${of} perspectives`];
  }
  const { outcome, severity, next, averageRating } = verdict;
  if (outcome === "skipped") return ["not discussed: nobody took part"];
  const what = next !== "goes_on" ? "blocked" : severity === "none" ? "agreed" : "agreed with a warning";
  const said = averageRating === null ? what : `${what}, ${averageRating.toFixed(1)} of 5`;
  return count > 0 ? [said, count === 1 ? `${count} perspective` : `${count} perspectives`] : [said];
}
