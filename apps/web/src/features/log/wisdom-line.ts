import type { EventsOf } from "@squadroom/core/kernel/event";
import { line } from "./sentence.ts";
import { TASKS, type ToldOf } from "./told.ts";

/** What the team knows. */
export const WISDOM_TOLD: ToldOf<EventsOf<"wisdom">> = {
  "wisdom.added": {
    shown: TASKS,
    line: ({ data: { entries } }, _, who) => {
      const [first] = entries;
      const count = entries.length;
      return count === 1 && first
        ? line(
            "item",
            `line.wisdom.${first.kind}`,
            { who, id: String(first.id) },
            { because: first.text },
          )
        : line("item", "line.wisdom.several", { who }, { because: first?.text, count });
    },
  },
  "wisdom.promoted": {
    shown: TASKS,
    line: ({ data: { id } }, _, who) =>
      line("item", "line.wisdom.promoted", { who, id: String(id) }),
  },
  "wisdom.superseded": {
    shown: TASKS,
    line: ({ data: { id, by, reason } }, _, who) =>
      by === null
        ? line("cancelled", "line.wisdom.withdrawn", { who, id: String(id) }, { because: reason })
        : line(
            "item",
            "line.wisdom.superseded",
            { who, id: String(id), by: String(by) },
            { because: reason || undefined },
          ),
  },
};
