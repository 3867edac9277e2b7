import type { SessionId } from "../kernel/ids.ts";
import type { EarlierPeriods } from "./periods.ts";

/** Payloads of the events about how long sessions are kept. */
declare module "../kernel/event.ts" {
  interface EventData {
    /** A person said how long ended sessions are kept. */
    "retention.set": { periods: EarlierPeriods };
    /** Their time is over: they are out of the lists, and can be brought back. */
    "retention.archived": { sessionIds: SessionId[] };
    /**
     * Nobody brought them back in time: what people and agents wrote in them is gone, from here and from all that was made of
     * it. Their events are still in the log, with ids and numbers.
     */
    "retention.deleted": { sessionIds: SessionId[] };
    /** A person wants an ended session kept: nothing happens to it until it is released. */
    "retention.held": { sessionId: SessionId; reason: string };
    /** A held session goes the way of the others again. */
    "retention.released": { sessionId: SessionId };
    /** A person brought an archived session back; it is archived again when the same time is over once more. */
    "retention.restored": { sessionId: SessionId };
  }
}
