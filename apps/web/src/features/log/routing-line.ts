import type { EventsOf } from "@squadroom/core/kernel/event";
import { line } from "./sentence.ts";
import { MESSAGES, NOWHERE, type ToldOf } from "./told.ts";

const ROUTE_CORRECTED = {
  moved: "<b>{{who}}</b> moved <b>{{task}}</b> from {{from}} to <b>{{to}}</b>, where it should have gone",
  created: "<b>{{who}}</b> asked <b>{{to}}</b> after the room had answered: <b>{{task}}</b>",
  kept: "<b>{{who}}</b> said that <b>{{to}}</b> should have got this, not {{from}}; <b>{{task}}</b> stays",
} as const;

/** What people say about how messages are routed. */
export const ROUTING_TOLD: ToldOf<EventsOf<"routing">> = {
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
