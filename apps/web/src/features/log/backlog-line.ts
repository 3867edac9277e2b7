import type { ItemId } from "@squadroom/core/backlog/item";
import type { EventsOf } from "@squadroom/core/kernel/event";
import { unended } from "../../words/plain-text.ts";
import { type Line, line } from "./sentence.ts";
import { TASKS, type Told, type ToldOf } from "./told.ts";

type Values = Line["values"];

export const BACKLOG_TOLD: ToldOf<EventsOf<"backlog">> = {
  "backlog.added": {
    shown: TASKS,
    line: ({ data: { items } }, _, who) => {
      const [first] = items;
      const values = { who, item: String(first?.id ?? ""), title: unended(first?.title ?? "") };
      const count = items.length - 1;
      return count > 0
        ? line("item", "line.itemsAdded", values, { count })
        : line("item", "line.itemAdded", values);
    },
  },
  "backlog.mode_changed": {
    shown: TASKS,
    line: ({ data }, _, who) =>
      line("mode", data.mode === "normal" ? "line.modeNormal" : "line.modeClearing", { who }),
  },
  "backlog.clearing_paused": {
    shown: TASKS,
    line: ({ data: { why } }) => {
      const because = why.kind === "decision" ? why.question : undefined;
      const values = {
        from: why.kind === "question" ? why.from : "",
        count: why.kind === "failures" ? String(why.items.length) : "",
      };
      return line("paused", `line.clearingPaused.${why.kind}`, values, { tone: "warn", because });
    },
  },
  "backlog.clearing_resumed": {
    shown: TASKS,
    line: ({ data }, _, who) => line("mode", `line.clearingResumed.${data.because}`, { who }),
  },
  "backlog.edited": ofItem((values) => line("edited", "line.itemEdited", values)),
  "backlog.moved": ofItem((values) => line("item", "line.itemMoved", values)),
  "backlog.picked": ofItem((values, { data: { why, taskId: task } }) => {
    const key = { asked: "itemPicked", clearing: "itemHandedOut", went_on: "itemWentOn" } as const;
    return line("item", `line.${key[why]}`, { ...values, task });
  }),
  "backlog.deferred": ofItem((values, { data }) =>
    line("parked", "line.itemDeferred", values, { because: data.reason }),
  ),
  "backlog.finished": ofItem((values, { data: { summary, by: who } }) =>
    line("completed", "line.itemFinished", { ...values, who }, { tone: "ok", because: summary }),
  ),
  "backlog.returned": ofItem((values, { data: { how, reason } }) => {
    const tone = how === "failed" ? "warn" : "plain";
    return line("released", `line.itemReturned.${how}`, values, { tone, because: reason });
  }),
  "backlog.closed": ofItem((values, { data }) =>
    line("decided", "line.itemClosed", values, { because: data.reason }),
  ),
  "backlog.dropped": ofItem((values, { data }) =>
    line("cancelled", "line.itemDropped", values, { because: data.reason }),
  ),
  "backlog.reopened": ofItem((values, { data }) =>
    line("retried", "line.itemReopened", values, { because: data.reason }),
  ),
};

function ofItem<E extends { data: { itemId: ItemId } }>(
  say: (values: Values, event: E) => Line,
): Told<E> {
  return {
    shown: TASKS,
    line: (event, _, who) => say({ who, item: String(event.data.itemId) }, event),
  };
}
