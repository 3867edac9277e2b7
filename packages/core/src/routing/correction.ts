import type { MessageId, RoleName, TaskId, Word } from "../kernel/ids.ts";

/** A person said who should have got a message. */
export interface RouteCorrection {
  messageId: MessageId;
  /** Where it went; `null`: the room had answered it. */
  from: RoleName | null;
  to: RoleName;
  how: CorrectedHow;
  /** The message's task, which a message read earlier may not have. */
  taskId: TaskId | null;
  by: string;
  at: number;
}

/** What became of the message's task: it moved, was made, or stays where it is. */
export const CORRECTED_HOW = ["moved", "created", "kept"] as const;
export type CorrectedHow = (typeof CORRECTED_HOW)[number];

/** Words for which nobody wants a rule. */
export interface DismissedPhrase {
  phrase: Word;
  to: RoleName;
}

/** What people said about how messages are routed; the newest last. */
export interface RoutingRecord {
  corrections: readonly RouteCorrection[];
  dismissed: readonly DismissedPhrase[];
}

declare module "../kernel/view.ts" {
  interface RoomView {
    /** What people said about how messages are routed. */
    routing: RoutingRecord;
  }
}

/** Most corrections kept; the log has all of them. */
export const CORRECTIONS_KEPT = 50;
export const DISMISSED_MAX = 200;

export const NO_RECORD: RoutingRecord = { corrections: [], dismissed: [] };
