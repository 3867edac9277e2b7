import type { AgentCaller, PersonCaller } from "../kernel/actor.ts";
import type { SessionId } from "../kernel/ids.ts";
import type { WisdomDraft, WisdomId, WisdomSource } from "./wisdom.ts";

declare module "../kernel/command.ts" {
  interface Commands {
    addWisdom: {
      by: AgentCaller | PersonCaller;
      entries: (WisdomDraft & { source?: WisdomSource })[];
      /** Its session; a person names it, an agent's is that of the task it holds. */
      sessionId?: SessionId | null;
    };
  }

  interface Replies {
    addWisdom: Added;
  }
}

export interface Added {
  /** For each entry, in order; for one that the room already had, its number. */
  ids: WisdomId[];
  scope: "room" | "session";
  /** Entries that made room for them. */
  gaveWay: WisdomId[];
}
