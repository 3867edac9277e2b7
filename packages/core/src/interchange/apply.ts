import { type EventsOf, type FactsOf, fact, NOTHING } from "../kernel/event.ts";
import { SESSIONS_ENDED_KEPT } from "../session/record/session.ts";

export const INTERCHANGE_FACTS: FactsOf<EventsOf<"interchange">> = {
  "interchange.imported": fact(NOTHING, (next, { data: { session }, actor, at }) => {
    if (actor.kind !== "person") throw new Error("only a person brings a session in");
    const { id, title, end, progress } = session;
    const { number, ended } = next.sessions;
    if (id !== number + 1) throw new Error(`session ${id} does not follow ${number}`);
    const last = { id, title, end, at, by: actor.name, reason: importReason(session), progress };
    next.sessions = {
      ...next.sessions,
      number: id,
      ended: [last, ...ended].slice(0, SESSIONS_ENDED_KEPT),
    };
  }),
  "interchange.room_imported": fact(NOTHING, (next, { data: { name } }) => {
    next.name = name;
  }),
};

/** Why it is over, as lists say it. */
export function importReason({ source }: { source: string }): string {
  return `Imported from ${source}`;
}
