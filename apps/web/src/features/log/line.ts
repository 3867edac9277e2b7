import type { EventData, EventsOf, RoomEvent } from "@squadroom/core/kernel/event";
import type { FeedItem } from "../../live/feed-item.ts";
import type { Names } from "../../live/names.ts";
import { plainText } from "../../words/plain-text.ts";
import { roleTitle } from "../../words/role-title.ts";
import { BACKLOG_TOLD } from "./backlog-line.ts";
import { BRANCH_TOLD } from "./branch-line.ts";
import { FANOUT_TOLD } from "./fanout-line.ts";
import { LOCK_TOLD } from "./lock-line.ts";
import { MESSAGE_TOLD } from "./message-line.ts";
import { RETENTION_TOLD } from "./retention-line.ts";
import { ROOM_TOLD } from "./room-line.ts";
import { RUN_TOLD } from "./run-line.ts";
import { type Line, line } from "./sentence.ts";
import { SESSION_DONE_TOLD } from "./session-done-line.ts";
import { SESSION_TOLD } from "./session-line.ts";
import { TASK_TOLD } from "./task-line.ts";
import { type FeedFilter, MESSAGES, NOWHERE, TASKS, type Told, type ToldOf } from "./told.ts";
import { USAGE_TOLD } from "./usage-line.ts";
import { WISDOM_TOLD } from "./wisdom-line.ts";

const ROUTE_CORRECTED = {
  moved: "<b>{{who}}</b> moved <b>{{task}}</b> from {{from}} to <b>{{to}}</b>, where it should have gone",
  created: "<b>{{who}}</b> asked <b>{{to}}</b> after the room had answered: <b>{{task}}</b>",
  kept: "<b>{{who}}</b> said that <b>{{to}}</b> should have got this, not {{from}}; <b>{{task}}</b> stays",
} as const;

/** What people say about how messages are routed. */
const ROUTING_TOLD: ToldOf<EventsOf<"routing">> = {
  "routing.corrected": {
    shown: MESSAGES,
    line: ({ data: { message, from, to, how } }, names, who) => {
      const task = message.taskId ?? "";
      const values = { who, task, from: from ? names.role(from) : "", to: names.role(to) };
      return line("reroute", ROUTE_CORRECTED[how], values, { because: message.body });
    },
  },
  "routing.phrases_dismissed": {
    shown: NOWHERE,
    line: ({ data: { phrases } }, _, who) =>
      line("cancelled", "<b>{{who}}</b> wants no rule of {{phrases}}", {
        who,
        phrases: phrases.map(({ phrase }) => phrase).join(", "),
      }),
  },
};

/** What agents may do with their tools, and who says so. */
const POLICY_TOLD: ToldOf<EventsOf<"policy">> = {
  "policy.changed": {
    shown: TASKS,
    line: ({ data: { settings } }, _, who) =>
      line("decided", "<b>{{who}}</b> set the policy of tool calls: preset {{preset}}", {
        who,
        preset: settings.preset,
      }),
  },
  "policy.granted": {
    shown: TASKS,
    line: ({ data: { grants } }) => {
      const calls = plainText(grants.map(({ words }) => words).join(", "));
      const scope = grants[0]?.scope;
      return scope?.kind === "task"
        ? line("decided", "<b>{{task}}</b> may use {{calls}} without asking", {
            task: scope.taskId,
            calls,
          })
        : line("decided", "<b>{{role}}</b> may always use {{calls}} without asking", {
            role: roleTitle(scope?.role ?? ""),
            calls,
          });
    },
  },
  "policy.revoked": {
    shown: TASKS,
    line: (_, __, who) =>
      line("decided", "<b>{{who}}</b> took back what an answer had allowed: it asks again", {
        who,
      }),
  },
};

/** What was carried into the room. */
const INTERCHANGE_TOLD: ToldOf<EventsOf<"interchange">> = {
  "interchange.imported": {
    shown: TASKS,
    line: ({ data: { session } }, _, who) =>
      line(
        "session",
        "<b>{{who}}</b> imported session {{id}}, {{title}}",
        { who, id: String(session.id), title: session.title },
        { because: session.source },
      ),
  },
  "interchange.room_imported": {
    shown: TASKS,
    line: ({ data: { name, from } }, _, who) =>
      line(
        "room",
        "<b>{{who}}</b> imported this room, {{name}}, from another server, where it was called {{from}}. Its agents connect again.",
        { who, name, from: from.name },
      ),
  },
};

const REPORTED = {
  critical: "<b>{{who}}</b> met a critical error on <b>{{task}}</b>",
  error: "<b>{{who}}</b> met an error on <b>{{task}}</b>",
  warning: "<b>{{who}}</b> reported a warning on <b>{{task}}</b>",
} as const;

/** What went wrong. */
const ERROR_TOLD: ToldOf<EventsOf<"error">> = {
  "error.reported": {
    shown: TASKS,
    line: ({ data: { error, count, stops } }, _, who) => {
      const { severity, taskId: task, message: because } = error;
      const tone = severity === "warning" ? "warn" : "bad";
      const key = stops ? "Error {{count}} on <b>{{task}}</b> stopped <b>{{who}}</b>" : REPORTED[severity];
      return line("failed", key, { who, task, count: String(count) }, { tone, because });
    },
  },
};

/** What is said about lines of a change. */
const COMMENT_TOLD: ToldOf<EventsOf<"comment">> = {
  "comment.added": {
    shown: TASKS,
    line: ({ data: { taskId, comments } }, _, who) => {
      const [first] = comments;
      const because = first && `${first.file}:${first.line} ${first.text}`;
      return line(
        "message",
        [
          "<b>{{who}}</b> commented on a line of <b>{{task}}</b>",
          "<b>{{who}}</b> commented on {{count}} places of <b>{{task}}</b>",
        ],
        { who, task: taskId },
        { because, count: comments.length },
      );
    },
  },
};

/** What the feed says about every event: one without its words and its filters does not compile. */
const TOLD: ToldOf<EventData> = {
  ...ROOM_TOLD,
  ...MESSAGE_TOLD,
  ...TASK_TOLD,
  ...BACKLOG_TOLD,
  ...SESSION_TOLD,
  ...SESSION_DONE_TOLD,
  ...USAGE_TOLD,
  ...POLICY_TOLD,
  ...RUN_TOLD,
  ...BRANCH_TOLD,
  ...COMMENT_TOLD,
  ...FANOUT_TOLD,
  ...ROUTING_TOLD,
  ...WISDOM_TOLD,
  ...LOCK_TOLD,
  ...ERROR_TOLD,
  ...INTERCHANGE_TOLD,
  ...RETENTION_TOLD,
};

function told({ type }: RoomEvent): Told<RoomEvent> {
  return TOLD[type] as Told<RoomEvent>;
}

/** The sentence for an event. */
export function lineOf(event: RoomEvent, names: Names): Line {
  return told(event).line(event, names, names.actor(event.actor));
}

/** Which filters show this event, besides "all" or "machinery". */
export function filtersOf(event: RoomEvent): readonly FeedFilter[] {
  const { shown } = told(event);
  return typeof shown === "function" ? shown(event) : shown;
}

function isShown(item: Exclude<FeedItem, { kind: "day" }>, filter: FeedFilter): boolean {
  const isMachinery = item.kind === "row" && item.isMachinery;
  if (filter === "all" || filter === "machinery") return isMachinery === (filter === "machinery");
  return !isMachinery && item.events.some((event) => filtersOf(event).includes(filter));
}

/** The filter that shows the row with this event. */
export function filterWith(items: readonly FeedItem[], seq: number): "all" | "machinery" {
  const row = items.find((item) => item.kind === "row" && item.events.some((event) => event.seq === seq));
  return row?.kind === "row" && row.isMachinery ? "machinery" : "all";
}

/** The rows that a filter shows; a day is shown only if something follows it. A row is in "all" or in "machinery". */
export function filterFeed(items: readonly FeedItem[], filter: FeedFilter): readonly FeedItem[] {
  const shown: FeedItem[] = [];
  for (const item of items) {
    if (item.kind === "day") {
      if (shown.at(-1)?.kind === "day") shown.pop();
      shown.push(item);
    } else if (isShown(item, filter)) shown.push(item);
  }
  if (shown.at(-1)?.kind === "day") shown.pop();
  return shown;
}
