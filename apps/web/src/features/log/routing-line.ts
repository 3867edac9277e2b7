import type { EventsOf } from "@squadroom/core/kernel/event";
import { line } from "./sentence.ts";
import { MESSAGES, NOWHERE, type ToldOf } from "./told.ts";

/** What people say about how messages are routed. */
export const ROUTING_TOLD: ToldOf<EventsOf<"routing">> = {
  "routing.corrected": {
    shown: MESSAGES,
    line: ({ data: { message, from, to, how } }, names, who) => {
      const task = message.taskId ?? "";
      const values = { who, task, from: from ? names.role(from) : "", to: names.role(to) };
      return line("reroute", `line.routeCorrected.${how}`, values, { because: message.body });
    },
  },
  "routing.phrases_dismissed": {
    shown: NOWHERE,
    line: ({ data: { phrases } }, _, who) =>
      line("cancelled", "line.phrasesDismissed", {
        who,
        phrases: phrases.map(({ phrase }) => phrase).join(", "),
      }),
  },
};
