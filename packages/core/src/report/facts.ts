import type { ErrorRow } from "../error/contract.ts";
import type { WorkRow } from "../metrics/contract.ts";
import type { Span } from "../metrics/spans.ts";
import type { BatchRecord } from "../session/batch/record.ts";
import type { SessionRow } from "../session/contract.ts";
import type { Decided } from "../session/record/decided.ts";
import type { Gate } from "../session/record/gate.ts";
import type { Session } from "../session/record/session.ts";
import type { SessionReview } from "../session/review/session-review.ts";
import type { WorkerReport } from "../session/workers.ts";
import type { Artifact } from "../task/result.ts";
import type { Usage } from "../usage/usage.ts";
import type { ImportedFacts } from "./imported.ts";

/** A time in which a person was asked something. */
export interface Wait extends Span {
  /** What it was about, in a word: the step, or the task. */
  about: string;
  question: string;
  /** Nobody answered before the session ended. */
  isOpen: boolean;
}

/** What one agent consumed for the session. */
export interface AgentUsage {
  agentId: string;
  name: string;
  role: string;
  usage: Usage;
}

/** What the report is based on: the session as of its end, and what its agents had left by then. */
export interface ReportFacts {
  room: string;
  /** `null`: it ran here. */
  imported: ImportedFacts | null;
  row: SessionRow;
  description: string;
  /** `null`: it ended before rooms kept that. */
  session: Session | null;
  batches: readonly BatchRecord[];
  reviews: readonly SessionReview[];
  decided: readonly Decided[];
  gates: readonly Gate[];
  /** Its tasks, in the order in which they were created. */
  work: readonly WorkRow[];
  artifacts: readonly (Artifact & { taskId: string; agent: string })[];
  usage: readonly AgentUsage[];
  waits: readonly Wait[];
  errors: readonly ErrorRow[];
  /** For a pipeline, what each role did. */
  workers: readonly WorkerReport[];
  /** What its agents decided: written down for the team, or given with the result of a task. */
  noted: readonly { about: string; text: string; by: string; at: number }[];
}
