import type { DecisionRow } from "../asking/contract.ts";
import type { ErrorRow } from "../error/contract.ts";
import type { RoomEvent } from "../kernel/event.ts";
import type { LockRow } from "../lock/contract.ts";
import type { StandingMessage } from "../message/state.ts";
import type { BatchRecord } from "../session/batch/record.ts";
import type { SessionEntry, SessionRow, SessionVersion } from "../session/contract.ts";
import type { Decided } from "../session/record/decided.ts";
import type { Session, SessionProgress } from "../session/record/session.ts";
import type { SessionReview } from "../session/review/session-review.ts";
import type { KeptTask, TaskReview } from "../task/contract.ts";
import type { WisdomRow } from "../wisdom/contract.ts";

export interface CarriedTask extends KeptTask {
  createdBy: unknown;
  reviews: TaskReview[];
}

export interface CarriedProposal extends SessionVersion {
  value: unknown;
  repairs: unknown;
}

/** Everything a room knows about one session, each list in the order in which it came about. */
export interface SessionData {
  roomId: string;
  room: string;
  row: SessionRow;
  progress: SessionProgress | null;
  description: string;
  /** As it is, or was when it ended. */
  session: Session | null;
  batches: BatchRecord[];
  reviews: SessionReview[];
  decided: Decided[];
  entries: SessionEntry[];
  proposals: CarriedProposal[];
  tasks: CarriedTask[];
  messages: StandingMessage[];
  /** What the log says about them, in its order. @see TOLD_BY_LOG */
  told: RoomEvent[];
  errors: ErrorRow[];
  decisions: DecisionRow[];
  /** Held or waited for by its tasks. */
  locks: LockRow[];
  wisdom: WisdomRow[];
  /** Its report, in Markdown; `null`: it has not ended. */
  summary: string | null;
  /** Diffs of its results and files of its messages, by their ids. */
  files: { id: string; name: string; bytes: Uint8Array }[];
}
