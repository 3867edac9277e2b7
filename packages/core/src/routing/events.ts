import type { RoleName } from "../kernel/ids.ts";
import type { Message } from "../message/message.ts";
import type { NewTask } from "../task/task.ts";
import type { Tier } from "../team/tiers.ts";
import type { CorrectedHow, DismissedPhrase } from "./correction.ts";

/** Payloads of events about routing. */
declare module "../kernel/event.ts" {
  interface EventData {
    /**
     * A person said who should have got a message, which the log has at `sentSeq`. A task that nobody has taken moves; where
     * the room had answered, one is made; else the task stays, and the correction is kept for the rules.
     */
    "routing.corrected": {
      /** As it is addressed now. */
      message: Message;
      sentSeq: number;
      /** `null`: the room had answered it. */
      from: RoleName | null;
      to: RoleName;
      how: CorrectedHow;
      task: NewTask | null;
      /** How much the task takes that is made. */
      tier?: Tier;
    };
    /** A person wants no rule of these words. */
    "routing.phrases_dismissed": { phrases: DismissedPhrase[] };
  }
}
