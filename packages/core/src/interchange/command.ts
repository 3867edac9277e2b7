import type { PersonCaller } from "../kernel/actor.ts";
import type { SessionId } from "../session/record/session.ts";
import type { ImportedSession, RoomOrigin } from "./events.ts";

export type InterchangeCommand =
  | { type: "importSession"; by: PersonCaller; session: Omit<ImportedSession, "id"> }
  | { type: "importRoom"; by: PersonCaller; name: string; from: RoomOrigin };

export interface InterchangeReplies {
  importSession: { sessionId: SessionId };
  importRoom: Record<never, never>;
}
