import type { PersonCaller } from "../kernel/actor.ts";
import type { SessionId } from "../session/record/session.ts";
import type { ImportedSession } from "./events.ts";

export type InterchangeCommand = {
  type: "importSession";
  by: PersonCaller;
  session: Omit<ImportedSession, "id">;
};

export interface InterchangeReplies {
  importSession: { sessionId: SessionId };
}
