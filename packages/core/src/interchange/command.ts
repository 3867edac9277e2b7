import type { PersonCaller } from "../kernel/actor.ts";
import type { SessionId } from "../kernel/ids.ts";
import type { ImportedSession, RoomOrigin } from "./events.ts";

declare module "../kernel/command.ts" {
  interface Commands {
    importSession: { by: PersonCaller; session: Omit<ImportedSession, "id"> };
    importRoom: { by: PersonCaller; name: string; from: RoomOrigin };
  }

  interface Replies {
    importSession: { sessionId: SessionId };
    importRoom: Record<never, never>;
  }
}
