import type { EventsOf } from "@squadroom/core/kernel/event";
import { line } from "./sentence.ts";
import { TASKS, type ToldOf } from "./told.ts";

/** What was carried into the room. */
export const INTERCHANGE_TOLD: ToldOf<EventsOf<"interchange">> = {
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
