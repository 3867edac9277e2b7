import type { WisdomKind } from "../delivery/wisdom-kinds.ts";
import type { RoleName, SessionId, TaskId } from "../kernel/ids.ts";
import type { RunId } from "../run/run.ts";
import type { WisdomId, WisdomSource } from "./wisdom.ts";

/** An entry as its event brings it; who said it and when are the event's. */
export interface NewWisdom {
  id: WisdomId;
  kind: WisdomKind;
  text: string;
  files: string[];
  labels: string[];
  roles: RoleName[];
  supersedes: WisdomId | null;
  source: WisdomSource | null;
}

/** Payloads of the events about what a team knows. */
declare module "../kernel/event.ts" {
  interface EventData {
    /**
     * Somebody wrote down what the team should know. `scope` `session`: only work of that session gets it.
     * `gaveWay`: entries that made room for them.
     */
    "wisdom.added": {
      entries: NewWisdom[];
      scope: "room" | "session";
      taskId: TaskId | null;
      sessionId: SessionId | null;
      runId: RunId | null;
      gaveWay: WisdomId[];
    };
    /** A person made an entry of a session the room's. */
    "wisdom.promoted": { id: WisdomId };
    /** An entry is no longer in force. `by`: the entry in its place; `null`: a person withdrew it. */
    "wisdom.superseded": { id: WisdomId; by: WisdomId | null; reason: string };
  }
}
