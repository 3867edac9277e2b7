import type { AgentCaller, PersonCaller } from "../kernel/actor.ts";
import type { SessionId } from "../kernel/ids.ts";
import type { WisdomDraft, WisdomId, WisdomSource } from "./wisdom.ts";

declare module "../kernel/command.ts" {
  interface Commands {
    addWisdom: {
      by: AgentCaller | PersonCaller;
      entries: (WisdomDraft & { source?: WisdomSource })[];
      /** Of which session; a person names it, an agent's is that of the task in its hand. */
      sessionId?: SessionId | null;
    };
    promoteWisdom: { by: PersonCaller; id: WisdomId };
    supersedeWisdom: {
      by: AgentCaller | PersonCaller;
      id: WisdomId;
      /** What stands in its place; `null` withdraws it. */
      entry: WisdomDraft | null;
      reason: string;
    };
  }

  interface Replies {
    addWisdom: Added;
    promoteWisdom: { id: WisdomId; promoted: boolean };
    supersedeWisdom: { id: WisdomId; supersededBy: WisdomId | null };
  }
}

export interface Added {
  /** Of each entry, in order; of one that the room had already, its number. */
  ids: WisdomId[];
  scope: "room" | "session";
  /** Entries that made room for them. */
  gaveWay: WisdomId[];
}
