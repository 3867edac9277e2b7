import type { ItemId } from "@squadroom/core/backlog/item";
import type { EventsOf } from "@squadroom/core/kernel/event";
import { unended } from "../../words/plain-text.ts";
import { type Line, line } from "./sentence.ts";
import { TASKS, type Told, type ToldOf } from "./told.ts";

const CLEARING_PAUSED = {
  decision: "Working through the backlog is paused: a person has to decide",
  question: "Working through the backlog is paused: {{from}} asked a person",
  failures: "Working through the backlog is paused: {{count}} items in a row failed",
} as const;

const CLEARING_RESUMED = {
  asked: "<b>{{who}}</b> resumed working through the backlog",
  decided: "Work through the backlog resumed",
} as const;

const PICKED = {
  asked: "<b>{{who}}</b> picked <b>item {{item}}</b> as <b>{{task}}</b>",
  clearing: "The backlog handed out <b>item {{item}}</b> as <b>{{task}}</b>",
  went_on: "Work on <b>item {{item}}</b> continues as <b>{{task}}</b>",
} as const;

const ITEM_RETURNED = {
  failed: "<b>Item {{item}}</b> is open again: its work failed",
  cancelled: "<b>Item {{item}}</b> is open again: its work was cancelled",
  put_back: "<b>{{who}}</b> put <b>item {{item}}</b> back",
} as const;

type Values = Record<"who" | "item", string>;

export const BACKLOG_TOLD: ToldOf<EventsOf<"backlog">> = {
  "backlog.added": {
    shown: TASKS,
    line: ({ data: { items } }, _, who) => {
      const [first] = items;
      const values = { who, item: String(first?.id ?? ""), title: unended(first?.title ?? "") };
      const count = items.length - 1;
      return count > 0
        ? line("item", "<b>{{who}}</b> added <b>item {{item}}</b> {{title}} and {{count}} more", values, { count })
        : line("item", "<b>{{who}}</b> added <b>item {{item}}</b> {{title}} to the backlog", values);
    },
  },
  "backlog.mode_changed": {
    shown: TASKS,
    line: ({ data }, _, who) =>
      line(
        "mode",
        data.mode === "normal"
          ? "<b>{{who}}</b> switched back to normal mode"
          : "<b>{{who}}</b> switched to working through the backlog",
        { who },
      ),
  },
  "backlog.clearing_paused": {
    shown: TASKS,
    line: ({ data: { why } }) => {
      const because = why.kind === "decision" ? why.question : undefined;
      const values = {
        from: why.kind === "question" ? why.from : "",
        count: why.kind === "failures" ? String(why.items.length) : "",
      };
      return line("paused", CLEARING_PAUSED[why.kind], values, { tone: "warn", because });
    },
  },
  "backlog.clearing_resumed": {
    shown: TASKS,
    line: ({ data }, _, who) => line("mode", CLEARING_RESUMED[data.because], { who }),
  },
  "backlog.edited": ofItem((values) => line("edited", "<b>{{who}}</b> edited <b>item {{item}}</b>", values)),
  "backlog.moved": ofItem((values) => line("item", "<b>{{who}}</b> moved <b>item {{item}}</b>", values)),
  "backlog.picked": ofItem((values, { data: { why, taskId: task } }) => {
    return line("item", PICKED[why], { ...values, task });
  }),
  "backlog.deferred": ofItem((values, { data }) =>
    line("parked", "<b>{{who}}</b> deferred <b>item {{item}}</b>", values, {
      because: data.reason,
    }),
  ),
  "backlog.finished": ofItem((values, { data: { summary, by: who } }) =>
    line(
      "completed",
      "<b>{{who}}</b> finished <b>item {{item}}</b>; it's waiting for a review",
      { ...values, who },
      { tone: "ok", because: summary },
    ),
  ),
  "backlog.returned": ofItem((values, { data: { how, reason } }) => {
    const tone = how === "failed" ? "warn" : "plain";
    return line("released", ITEM_RETURNED[how], values, { tone, because: reason });
  }),
  "backlog.closed": ofItem((values, { data }) =>
    line("decided", "<b>{{who}}</b> closed <b>item {{item}}</b>", values, { because: data.reason }),
  ),
  "backlog.dropped": ofItem((values, { data }) =>
    line("cancelled", "<b>{{who}}</b> dropped <b>item {{item}}</b>", values, {
      because: data.reason,
    }),
  ),
  "backlog.reopened": ofItem((values, { data }) =>
    line("retried", "<b>{{who}}</b> reopened <b>item {{item}}</b>", values, {
      because: data.reason,
    }),
  ),
};

function ofItem<E extends { data: { itemId: ItemId } }>(say: (values: Values, event: E) => Line): Told<E> {
  return {
    shown: TASKS,
    line: (event, _, who) => say({ who, item: String(event.data.itemId) }, event),
  };
}
