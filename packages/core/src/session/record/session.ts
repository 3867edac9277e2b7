import type { SessionBudget } from "../../budget/budget.ts";
import type { Ask, Complexity, Phase, ProposalStep, SessionStep } from "../../flow/steps.ts";
import type { RoleName, SessionId, TaskId, Word } from "../../kernel/ids.ts";
import type { Advance } from "../../pipeline/advance.ts";
import type { Pipeline } from "../../pipeline/pipeline.ts";
import { hasPassed } from "../../reply/passed.ts";
import type { ReplyOf } from "../../reply/shapes.ts";
import type { Boundaries } from "../../task/boundaries.ts";
import type { Rejection } from "../../task/doer.ts";
import type { Carried } from "../../task/found.ts";
import type { Usage } from "../../usage/usage.ts";
import type { PlanEstimate, TakenTask } from "../plan/estimate.ts";
import type { Discussion } from "./discussion.ts";
import type { GatePreset, GateRecord, GateState } from "./gate.ts";
import type { TaskOutcomes } from "./outcome.ts";

/**
 * The session machine: one piece of work on its way from idea to done (domain.md § 6).
 *
 * | state   | entered by                                     | left by                                                    |
 * |---------|------------------------------------------------|------------------------------------------------------------|
 * | queued  | created; split off another                     | started → running; stopped → (end)                         |
 * | running | started, by itself when no other runs          | paused → paused; stopped, failed, completed → (end)        |
 * | paused  | paused by a person                             | resumed → running; stopped, failed → (end)                 |
 *
 * One session of a room runs; a paused one counts, unless a person parked it. While it runs, it is *active*
 * as long as agents work, and *waiting on a human* when a decision of it or of a task of it is pending, unless it
 * continues meanwhile: derived, never stored.
 * Where it stands is its step; `steps.ts` has their order.
 */
export const SESSION_STATES = ["queued", "running", "paused"] as const;
export type SessionState = (typeof SESSION_STATES)[number];

export const SESSION_ENDS = ["completed", "failed", "stopped"] as const;
export type SessionEnd = (typeof SESSION_ENDS)[number];

/** What people see: the state, where it waits for a person, and how it ended. */
export const SESSION_STATUSES = ["queued", "active", "waiting_on_human", "paused", ...SESSION_ENDS] as const;
export type SessionStatus = (typeof SESSION_STATUSES)[number];

export interface Mended {
  kind: Word;
  /** Where in the reply. */
  path: string;
  message: string;
}

/** Where a scout comes from that was not made for its session. */
export interface ServedFrom {
  scoutId: number;
  /** The session that it was made for; `null`: an agent saved it by itself. */
  sessionId: SessionId | null;
  /** When it was made. */
  at: number;
}

/** What an agent presented at a step. */
export interface Proposal<S extends ProposalStep = ProposalStep> {
  /** From 1, of this step; earlier ones are in the table. */
  version: number;
  value: ReplyOf<S>;
  /** What had to be mended to read it, or is not as the level asks. */
  repairs: Mended[];
  by: { agentId: Word; name: Word; role: RoleName };
  /** Empty where it was served and belongs to no task. */
  taskId: TaskId;
  /** It was taken from the room's scouts, and nobody was asked. */
  servedFrom?: ServedFrom;
  at: number;
  /** Something in front of it was opened again since: it may not fit any more. */
  staleSince: number | null;
}

export type Proposals = { [S in ProposalStep]?: Proposal<S> };

/** What a person said to one question; one that nobody answered is left to the agents' judgement. */
export interface QuestionAnswer {
  /** The option chosen, where the question has options. */
  option: string | null;
  text: string;
  by: { id: Word; name: Word };
  at: number;
  /** The question as it was when it was answered: a reworded one shows both. */
  question: string;
}

export interface SectionApproval {
  /** Of the design, at the approval. */
  version: number;
  by: { id: Word; name: Word };
  at: number;
}

/** A slice as people settle it. */
export interface BatchPlan {
  title: string;
  description: string;
}

/** A sequential slice of a session. */
export interface Batch extends BatchPlan {
  /** `stopped`, `failed`: its session ended so before it was done; one that had not begun is always `stopped`. */
  state: "pending" | "active" | "at_checkpoint" | "completed" | "stopped" | "failed";
  /** What its review said, once it is completed: the next plan knows it. */
  result: string | null;
  /** What its reviews found and nobody mended, once it is completed: the next plan knows it. */
  carried: Carried[];
  /** Consumed from its plan to its checkpoint, and by the scout behind it. */
  usage: Usage;
  startedAt: number | null;
  /** Its review passed. */
  reviewedAt: number | null;
  /** How long it waited for people so far, and since when it does again. */
  waitedMs: number;
  waitingSince: number | null;
  /** `null` before its end. */
  tally: BatchTally | null;
}

/** What the tasks of a batch came to: its plan, its review and its scout are no part of it. */
export interface BatchTally {
  tasks: number;
  usage: Usage;
  /** What they were thought to take when their plan was approved. */
  estimate: PlanEstimate | null;
}

/** A part that becomes a session of its own. */
export interface Split {
  title: string;
  description: string;
}

/** The task that the session waits for. */
export interface SessionWork {
  taskId: TaskId;
  step: SessionStep;
  ask: Ask;
  /** What the person said; of a section, which. */
  comment: { text: string; by: Word; sectionId: Word | null } | null;
  /** Replies that could not be used so far, the last one's reason. */
  refusals: { code: string; message: string }[];
}

/** Where the scout stands that looks at what a batch changed. */
export const RESCOUT_STATES = ["open", "reported", "failed", "cancelled"] as const;

/** It runs beside the checkpoint, so it has a place of its own. */
export interface Rescout {
  /** The batch that it looks back on, from 0. */
  after: number;
  state: (typeof RESCOUT_STATES)[number];
  work: SessionWork;
}

/** An approved plan that is being carried out. */
export interface Execution {
  /** Of the plan that was approved: nothing else is carried out. */
  fingerprint: string;
  approvedBy: { id: string; name: string };
  at: number;
  /** The plan's own ids, and the tasks made of them. */
  tasks: Record<string, TaskId>;
  /** Tasks of it that have not ended. */
  open: TaskId[];
  /** What became of each task, also of those that are gone. */
  outcomes: TaskOutcomes;
  /** What it was thought to take when it was approved. */
  estimate: PlanEstimate | null;
  /** Reviews of the whole so far. */
  rounds: number;
  /** What the last review of the whole found that had to be mended, to know it again when it is said again. */
  rejected: string[];
  /** Whose work they rejected, as it stood with the last rework that ended. */
  rejections: Rejection[];
  /** A person let what the last review found stand. */
  overridden: { reason: string; by: string; at: number } | null;
}

/** A ready task of a pipeline that nobody gets yet. */
export interface HeldStep {
  taskId: TaskId;
  /** Since when the coordinator is asked about it; `null`: it answered, and left this one. */
  askedAt: number | null;
  /** It goes once this one has ended; `null`: when the coordinator says so. */
  behind: TaskId | null;
}

/** Why held tasks were let go: somebody said so, nobody was there to say so, or it is their turn. */
export const DISPATCHED_WHY = ["told", "nobody_there", "no_answer", "in_turn"] as const;

/** One ruling on what follows in a pipeline, as the session shows it. */
export type Ruled = { at: number } & (
  | { ended: TaskId[]; advances: Advance<TaskId>[] }
  | { by: string; why: (typeof DISPATCHED_WHY)[number]; taskIds: TaskId[]; behind: TaskId | null }
);

/** How the ready steps of a pipeline get to agents. */
export interface Dispatch {
  held: readonly HeldStep[];
  /** The latest rulings, the newest first. */
  rulings: readonly Ruled[];
  /** How often the coordinator was woken. */
  wakes: number;
}

/** Rulings that the view keeps of a session; all are in the log. */
export const RULINGS_KEPT = 20;

/** A session as it is wished for, whichever flow it takes. */
interface Wished {
  id: SessionId;
  title: string;
  description: string;
  createdBy: { kind: "person" | "agent" | "server"; id: Word; name: Word };
  /** The session that it was split off. */
  splitOf: SessionId | null;
  /** The backlog item that it came from. */
  itemId: number | null;
  /** Its place in the queue: compares as text. */
  position: Word;
  /** From where its scout looks; one that was made from there is served again while nothing has changed. */
  angle?: string | null;
  /** What its gates ask for besides; `minimum` where it is not said. */
  gatePreset?: GatePreset;
  /** What its tasks may change, and must not; left out: everything. */
  boundaries?: Boundaries;
}

export interface NewSession extends Wished {
  /** It goes this way, as its team had it then; left out: it is talked through, step by step. */
  pipeline?: Pipeline;
}

/** A session that has not ended, in its flow. */
export type Session = BrainstormSession | PipelineSession;
/** By its name: two flows, one machinery (ADR 43). */
export type SessionOf<F extends Session["flow"]> = Extract<Session, { flow: F }>;

/** It is talked through, step by step. */
export interface BrainstormSession extends SharedSession {
  flow: "brainstorm";
}

/** It goes by a graph of steps, as its team had it then. */
export interface PipelineSession extends SharedSession {
  flow: "pipeline";
  pipeline: Pipeline;
  /** Checkpoints that a person passed, by their ids. */
  passed: Readonly<Record<string, { by: string; at: number }>>;
  dispatch: Dispatch;
}

/** What a session has whichever flow it takes; what comes of talking stays empty in a pipeline, whose step is always `execute`. */
interface SharedSession extends Wished {
  state: SessionState;
  createdAt: number;
  startedAt: number | null;
  /** Since when it stands at this step. */
  stepAt: number;
  step: SessionStep;
  /** A paused one that lets others run meanwhile. */
  isParked: boolean;
  pausedAt: number | null;
  /** By itself, at a limit; `null`: by a person, or not at all. */
  pausedFor: "budget" | null;
  complexity: { level: Complexity; how: "agreed" | "overridden" | "skipped" } | null;
  proposals: Proposals;
  answers: Record<string, QuestionAnswer>;
  /** By the choice of a person; where that was left to the agents, as their design says. */
  approachId: string | null;
  approachBy: "person" | "agent" | null;
  /** Approved sections of the design, by id. */
  sections: Record<string, SectionApproval>;
  /** The section that is shown. */
  sectionId: string | null;
  /** What stale proposals rested on when somebody went back: while that is the same, they fit. */
  staleBasis: Partial<Record<ProposalStep, { basis: string; since: number }>>;
  /** Steps that were navigated back from: their discussion stays in the prompts. */
  leftSteps: SessionStep[];
  /** `null` until a person decided about them. */
  batches: Batch[] | null;
  splits: Split[] | null;
  /** Somebody went back to the triage: the batches that were settled may be edited there, or stay. */
  mayEditBatches: boolean;
  /** Titles of parts that a person split off, or kept. */
  decidedSplits: string[];
  /** The batch under way, from 0; `null` without batches. */
  batch: number | null;
  work: SessionWork | null;
  /** The latest scout between two batches. */
  rescout: Rescout | null;
  /** The approved plan, as tasks of the room. */
  execution: Execution | null;
  usage: Usage;
  budget: SessionBudget | null;
  /** Comments of people so far: more than this many tell that it was talked about. */
  comments: number;
  /** What its gates rest on besides. */
  gates: GateRecord;
  /** Rounds of discussion about the work of its steps, the oldest first. */
  discussions?: readonly Discussion[];
}

/** What remains of an ended session in the state, for the screen's short list. */
export interface EndedSession {
  id: SessionId;
  title: string;
  end: SessionEnd;
  at: number;
  by: string;
  reason: string;
  /** How far it was. */
  progress: SessionProgress;
}

/** How far a session is, derived. */
export interface SessionProgress {
  phase: Phase;
  tasksTotal: number;
  /** Passed, with what the gate behind them asks for. */
  tasksCompleted: number;
  gates: Record<Phase, GateState>;
}

/** The room's sessions at one `seq`. */
export interface Sessions {
  /** The last number given. */
  number: number;
  /** Not ended, in the order they were made. */
  live: readonly Session[];
  /** How the next one starts: by itself, once a person said so, or once a person starts one. */
  next: "by_itself" | "asks" | "held";
  /** The latest first. */
  ended: readonly EndedSession[];
  /** What the gates of new sessions ask for. */
  gatePreset: GatePreset;
  /** What tasks of plans took, the latest first. */
  taken: readonly TakenTask[];
}

declare module "../../kernel/view.ts" {
  interface RoomView {
    sessions: Sessions;
  }
}

export function emptySessions(): Sessions {
  return { number: 0, live: [], next: "by_itself", ended: [], gatePreset: "minimum", taken: [] };
}

export const SESSION_TITLE_MAX = 200;
export const SESSION_TEXT_MAX = 20_000;
/** Sessions that have not ended. */
export const SESSIONS_MAX = 200;
/** Ended ones that the view keeps; all are in the table. */
export const SESSIONS_ENDED_KEPT = 30;
/** Batches, and splits, of one session. */
export const BATCHES_MAX = 12;
/** The queued ones in the order in which they start. */
export function queuedSessions({ live }: Pick<Sessions, "live">): Session[] {
  return live
    .filter((session) => session.state === "queued")
    .sort((a, b) => (a.position < b.position ? -1 : a.position > b.position ? 1 : a.id - b.id));
}

/** Whether the work of the plan may count as done: its review passed, or a person said so. */
export function isReviewed({ proposals, execution }: Session): boolean {
  const review = proposals.review?.value;
  return (review !== undefined && hasPassed(review)) || (execution?.overridden ?? null) !== null;
}
