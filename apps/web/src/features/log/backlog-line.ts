import { unreachable } from "@squadroom/core/kernel/unreachable";
import type { RoomEvent } from "@squadroom/core/log/event";
import { unended } from "../../words/plain-text.ts";
import { type Line, line } from "./sentence.ts";

type BacklogEvent = Extract<RoomEvent, { type: `backlog.${string}` }>;

/** The sentence for what happens to the backlog. */
export function backlogLine(event: BacklogEvent, who: string): Line {
  switch (event.type) {
    case "backlog.added": {
      const [first] = event.data.items;
      const title = unended(first?.title ?? "");
      const values = { who, item: String(first?.id ?? ""), title };
      const more = event.data.items.length - 1;
      return more > 0
        ? line("item", "line.itemsAdded", values, { count: more })
        : line("item", "line.itemAdded", values);
    }
    case "backlog.mode_changed": {
      const key = event.data.mode === "normal" ? "line.modeNormal" : "line.modeClearing";
      return line("mode", key, { who });
    }
    case "backlog.clearing_paused": {
      const { why } = event.data;
      const because = why.kind === "decision" ? why.question : undefined;
      const values = {
        from: why.kind === "question" ? why.from : "",
        count: why.kind === "failures" ? String(why.items.length) : "",
      };
      return line("paused", `line.clearingPaused.${why.kind}`, values, { tone: "warn", because });
    }
    case "backlog.clearing_resumed":
      return line("mode", `line.clearingResumed.${event.data.because}`, { who });
    default:
      return itemLine(event, who);
  }
}

type ItemEvent = Extract<BacklogEvent, { data: { itemId: number } }>;

function itemLine(event: ItemEvent, who: string): Line {
  const values = { who, item: String(event.data.itemId) };
  switch (event.type) {
    case "backlog.edited":
      return line("edited", "line.itemEdited", values);
    case "backlog.moved":
      return line("item", "line.itemMoved", values);
    case "backlog.picked": {
      const { why, taskId: task } = event.data;
      const key = {
        asked: "itemPicked",
        clearing: "itemHandedOut",
        went_on: "itemWentOn",
      } as const;
      return line("item", `line.${key[why]}`, { ...values, task });
    }
    case "backlog.deferred":
      return line("parked", "line.itemDeferred", values, { because: event.data.reason });
    case "backlog.finished": {
      const { summary, by } = event.data;
      return line(
        "completed",
        "line.itemFinished",
        { ...values, who: by },
        { tone: "ok", because: summary },
      );
    }
    case "backlog.returned": {
      const { how, reason } = event.data;
      const more = { tone: how === "failed" ? ("warn" as const) : ("plain" as const) };
      return line("released", `line.itemReturned.${how}`, values, { ...more, because: reason });
    }
    case "backlog.closed":
      return line("decided", "line.itemClosed", values, { because: event.data.reason });
    case "backlog.dropped":
      return line("cancelled", "line.itemDropped", values, { because: event.data.reason });
    case "backlog.reopened":
      return line("retried", "line.itemReopened", values, { because: event.data.reason });
    default:
      return unreachable(event);
  }
}
