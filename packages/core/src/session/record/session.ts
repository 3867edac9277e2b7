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
 * Its step says where it is; `steps.ts` has their order.
 */
export const SESSION_STATES = ["queued", "running", "paused"] as const;
export type SessionState = (typeof SESSION_STATES)[number];

export const SESSION_ENDS = ["completed", "failed", "stopped"] as const;
export type SessionEnd = (typeof SESSION_ENDS)[number];

/** What people see: the state, whether it waits for a person, and how it ended. */
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
  /** The session that it was made for; `null`: an agent saved it on its own. */
  sessionId: SessionId | null;
  /** When it was made. */
  at: number;
}

/** What an agent presented at a step. */
export interface Proposal<S extends ProposalStep = ProposalStep> {
  /** From 1, for this step; earlier ones are in the table. */
  version: number;
  value: ReplyOf<S>;
  /** Repairs that it took to read it, and what differs from what the level asks for. */
  repairs: Mended[];
  by: { agentId: Word; name: Word; role: RoleName };
  /** Empty if it was served and belongs to no task. */
  taskId: TaskId;
  /** It was taken from the room's scouts, and nobody was asked. */
  servedFrom?: ServedFrom;
  at: number;
  /** Something before it has been opened again since: it may no longer fit. */
  staleSince: number | null;
}

export type Proposals = { [S in ProposalStep]?: Proposal<S> };

/** What a person said to one question; one that nobody answered is left to the agents' judgement. */
export interface QuestionAnswer {
  /** The option chosen, if the question has options. */
  option: string | null;
  text: string;
  by: { id: Word; name: Word };
  at: number;
  /** The question as of the answer: a reworded one shows both. */
  question: string;
}

export interface SectionApproval {
  /** Of the design, at the approval. */
  version: number;
  by: { id: Word; name: Word };
  at: number;
}

/** A slice as settled by people. */
export interface BatchPlan {
  title: string;
  description: string;
}

/** A sequential slice of a session. */
export interface Batch extends BatchPlan {
  /** `stopped`, `failed`: its session ended so before it was done; one that had not begun is always `stopped`. */
  state: "pending" | "active" | "at_checkpoint" | "completed" | "stopped" | "failed";
  /** What its review said, once it is completed, for the next plan. */
  result: string | null;
  /** What its reviews found and nobody mended, once it is completed, for the next plan. */
  carried: Carried[];
  /** Consumed from its plan to its checkpoint, and by the scout after it. */
  usage: Usage;
  startedAt: number | null;
  /** When its review passed. */
  reviewedAt: number | null;
  /** How long it has waited for people so far, and since when it does again. */
  waitedMs: number;
  waitingSince: number | null;
  /** `null` before its end. */
  tally: BatchTally | null;
}

/** The totals of a batch's tasks, without its plan, its review and its scout. */
export interface BatchTally {
  tasks: number;
  usage: Usage;
  /** The estimate for them when their plan was approved. */
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
  /** What the person said; for a section, which one. */
  comment: { text: string; by: Word; sectionId: Word | null } | null;
  /** Unusable replies so far, and the last one's reason. */
  refusals: { code: string; message: string }[];
}

/** The state of the scout that looks at what a batch changed. */
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
  /** Of the approved plan: nothing else is carried out. */
  fingerprint: string;
  approvedBy: { id: string; name: string };
  at: number;
  /** The plan's own ids, and the tasks made of them. */
  tasks: Record<string, TaskId>;
  /** Those of its tasks that have not ended. */
  open: TaskId[];
  /** The outcome of each task, including those that are gone. */
  outcomes: TaskOutcomes;
  /** Its estimate when it was approved. */
  estimate: PlanEstimate | null;
  /** Reviews of the whole so far. */
  rounds: number;
  /** What the last review of the whole wanted mended, to recognise it when it is said again. */
  rejected: string[];
  /** Whose work they rejected, as of the last rework that ended. */
  rejections: Rejection[];
  /** A person let the findings of the last review stand. */
  overridden: { reason: string; by: string; at: number } | null;
}

/** A ready task of a pipeline that nobody gets yet. */
export interface HeldStep {
  taskId: TaskId;
  /** Since when the coordinator has been asked about it; `null`: it answered, and left this one. */
  askedAt: number | null;
  /** It starts once this one has ended; `null`: when the coordinator says so. */
  behind: TaskId | null;
}

/** Why held tasks were released: somebody said so, nobody was there to say so, or it is their turn. */
export const DISPATCHED_WHY = ["told", "nobody_there", "no_answer", "in_turn"] as const;

/** One ruling on what comes next in a pipeline, as shown in the session. */
export type Ruled = { at: number } & (
  | { ended: TaskId[]; advances: Advance<TaskId>[] }
  | { by: string; why: (typeof DISPATCHED_WHY)[number]; taskIds: TaskId[]; behind: TaskId | null }
);

/** How a pipeline's ready steps get to agents. */
export interface Dispatch {
  held: readonly HeldStep[];
  /** The latest rulings, the newest first. */
  rulings: readonly Ruled[];
  /** How often the coordinator was woken. */
  wakes: number;
}

/** Most rulings that the view keeps of a session; all are in the log. */
export const RULINGS_KEPT = 20;

/** What is asked for when a session is created, in either flow. */
interface Wished {
  id: SessionId;
  title: string;
  description: string;
  createdBy: { kind: "person" | "agent" | "server"; id: Word; name: Word };
  /** The session from which it was split off. */
  splitOf: SessionId | null;
  /** The backlog item from which it came. */
  itemId: number | null;
  /** Its place in the queue, compared as text. */
  position: Word;
  /** The point of view of its scout; one made from there is served again while nothing has changed. */
  angle?: string | null;
  /** What else its gates ask for; by default `minimum`. */
  gatePreset?: GatePreset;
  /** What its tasks may change, and must not; left out: everything. */
  boundaries?: Boundaries;
}

export interface NewSession extends Wished {
  /** Its pipeline, as its team had it then; left out: it goes step by step. */
  pipeline?: Pipeline;
}

/** A session that has not ended, of either flow. */
export type Session = BrainstormSession | PipelineSession;
/** The session type of a flow's name: two flows, one machinery (ADR 43). */
export type SessionOf<F extends Session["flow"]> = Extract<Session, { flow: F }>;

/** A session in steps that a person talks through with agents. */
export interface BrainstormSession extends SharedSession {
  flow: "brainstorm";
}

/** A session that follows a graph of steps, as its team had it at the start. */
export interface PipelineSession extends SharedSession {
  flow: "pipeline";
  pipeline: Pipeline;
  /** Checkpoints that a person passed, by id. */
  passed: Readonly<Record<string, { by: string; at: number }>>;
  dispatch: Dispatch;
}

/**
 * What a session has in either flow; what talking produces stays empty in a pipeline, whose step is always `execute`.
 */
interface SharedSession extends Wished {
  state: SessionState;
  createdAt: number;
  startedAt: number | null;
  /** Since when it has been at this step. */
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
  /** As chosen by a person; if that was left to the agents, as their design says. */
  approachId: string | null;
  approachBy: "person" | "agent" | null;
  /** Approved sections of the design, by id. */
  sections: Record<string, SectionApproval>;
  /** The section that is shown. */
  sectionId: string | null;
  /** What outdated proposals were based on when somebody went back: while that is the same, they fit. */
  staleBasis: Partial<Record<ProposalStep, { basis: string; since: number }>>;
  /** Steps from which somebody went back: their discussion stays in the prompts. */
  leftSteps: SessionStep[];
  /** `null` until a person has decided about them. */
  batches: Batch[] | null;
  splits: Split[] | null;
  /** Somebody went back to the triage: the settled batches may be edited there, or stay. */
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
  /** Comments of people so far: more than this shows that it was discussed. */
  comments: number;
  /** What else its gates are based on. */
  gates: GateRecord;
  /** Rounds of discussion about its steps' work, the oldest first. */
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
  /** Passed, with what the gate after them asks for. */
  tasksCompleted: number;
  gates: Record<Phase, GateState>;
}

/** The room's sessions at one `seq`. */
export interface Sessions {
  /** The last number given. */
  number: number;
  /** Not ended, in order of creation. */
  live: readonly Session[];
  /** How the next one starts: by itself, once a person has agreed, or once a person starts one. */
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
/** Most sessions that have not ended. */
export const SESSIONS_MAX = 200;
/** Most ended ones that the view keeps; all are in the table. */
export const SESSIONS_ENDED_KEPT = 30;
/** Most batches, and most splits, of one session. */
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
