import type { EventsOf } from "@squadroom/core/kernel/event";
import { line } from "./sentence.ts";
import { TASKS, type ToldOf } from "./told.ts";

const WISDOM = {
  decision: "<b>{{who}}</b> wrote down decision {{id}}",
  convention: "<b>{{who}}</b> wrote down convention {{id}}",
  issue: "<b>{{who}}</b> wrote down issue {{id}}",
  learning: "<b>{{who}}</b> wrote down learning {{id}}",
} as const;

/** What the team knows. */
export const WISDOM_TOLD: ToldOf<EventsOf<"wisdom">> = {
  "wisdom.added": {
    shown: TASKS,
    line: ({ data: { entries } }, _, who) => {
      const [first] = entries;
      const count = entries.length;
      return count === 1 && first
        ? line("item", WISDOM[first.kind], { who, id: String(first.id) }, { because: first.text })
        : line(
            "item",
            [
              "<b>{{who}}</b> wrote down an entry of the team’s wisdom",
              "<b>{{who}}</b> wrote down {{count}} entries of the team’s wisdom",
            ],
            { who },
            { because: first?.text, count },
          );
    },
  },
  "wisdom.promoted": {
    shown: TASKS,
    line: ({ data: { id } }, _, who) =>
      line("item", "<b>{{who}}</b> made entry {{id}} the room’s", { who, id: String(id) }),
  },
  "wisdom.superseded": {
    shown: TASKS,
    line: ({ data: { id, by, reason } }, _, who) =>
      by === null
        ? line("cancelled", "<b>{{who}}</b> withdrew entry {{id}}", { who, id: String(id) }, { because: reason })
        : line(
            "item",
            "<b>{{who}}</b> superseded entry {{id}} by entry {{by}}",
            { who, id: String(id), by: String(by) },
            { because: reason || undefined },
          ),
  },
};
