import type { Attachment } from "../attachment/attachment.ts";
import { type EventsOf, type FactsOf, fact, NOTHING } from "../kernel/event.ts";
import type { SessionId, Word } from "../kernel/ids.ts";
import { SESSIONS_ENDED_KEPT, type SessionEnd, type SessionProgress } from "../session/record/session.ts";

/** A session that was read from files, as its event brings it; who brought it in and when are the event's. */
export interface ImportedSession {
  id: SessionId;
  title: string;
  description: string;
  end: SessionEnd;
  /** As the files say, epoch ms; `null`: they don't. */
  startedAt: number | null;
  endedAt: number | null;
  progress: SessionProgress;
  /** The name of what was brought in. */
  source: string;
  /** The zip of all its files. */
  archive: Attachment;
  /** How many files it has. */
  files: number;
}

/** Where a room was before it came here. */
export interface RoomOrigin {
  /** Its name there. */
  name: Word;
  roomId: Word;
  release: Word;
}

/** Payloads of the events about what is carried into a room. */
declare module "../kernel/event.ts" {
  interface EventData {
    /** A session of another room or another tool was brought in with all its files; it has ended, and nothing of it runs. */
    "interchange.imported": { session: ImportedSession };
    /** The room itself came from another server, with its log up to here, and has this name. Its agents and runners connect again. */
    "interchange.room_imported": { name: Word; from: RoomOrigin };
  }
}

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

/** Why it has ended, for lists. */
export function importReason({ source }: { source: string }): string {
  return `Imported from ${source}`;
}
