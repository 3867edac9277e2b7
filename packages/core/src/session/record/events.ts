import type { BudgetLimit } from "../../budget/budget.ts";
import type { Ask, Complexity, Phase, ProposalStep, SessionStep } from "../../flow/steps.ts";
import type { SessionId, TaskId, Word } from "../../kernel/ids.ts";
import type { Advance } from "../../pipeline/advance.ts";
import type { Revision } from "../../pipeline/revise.ts";
import type { PerspectiveReply } from "../../reply/shapes.ts";
import type { Boundaries } from "../../task/boundaries.ts";
import type { NewTask } from "../../task/task.ts";
import type { PlanEstimate } from "../plan/estimate.ts";
import type { DiscussionVerdict, NewDiscussion } from "./discussion.ts";
import type {
  Batch,
  BatchPlan,
  DISPATCHED_WHY,
  Mended,
  NewSession,
  Proposal,
  QuestionAnswer,
  SectionApproval,
  SessionEnd,
  SessionWork,
  Split,
} from "./session.ts";

/** Payloads of the session's events. */
declare module "../../kernel/event.ts" {
  interface EventData {
    /** Sessions were added; they wait in the queue until their turn. */
    "session.created": { sessions: NewSession[] };
    /** The text of a session that has not started changed. */
    "session.edited": { sessionId: SessionId; title: string; description: string };
    /** A queued session moved within the queue. */
    "session.moved": { sessionId: SessionId; position: Word };
    /** No other session runs: it is its turn. */
    "session.started": { sessionId: SessionId; angle?: string; boundaries?: Boundaries };
    /** The room asks before the next one starts, and a person said: not now. It is the one that was next. */
    "session.next_held": { sessionId: SessionId };
    /** An agent gets a task for this step. */
    "session.asked": {
      sessionId: SessionId;
      step: ProposalStep;
      ask: Ask;
      comment: SessionWork["comment"];
      task: NewTask;
    };
    /** An agent answered what a step asked for, and people see it. */
    "session.proposed": {
      sessionId: SessionId;
      step: ProposalStep;
      proposal: Omit<Proposal, "at" | "staleSince">;
    };
    /** An agent's answer cannot be used; the reason goes back to it. */
    "session.reply_refused": {
      sessionId: SessionId;
      taskId: TaskId;
      step: ProposalStep | "perspective" | "verdict";
      code: Word;
      message: string;
      /** From 1. */
      attempt: number;
      /** The beginning of its answer. */
      excerpt: string;
    };
    /** An agent's contribution to a discussion that leaves the text as it is. */
    "session.remarked": {
      sessionId: SessionId;
      step: ProposalStep;
      taskId: TaskId;
      text: string;
      by: Proposal["by"];
    };
    /** People answered questions of the session. `null`: an answer was taken back. */
    "session.question_answered": {
      sessionId: SessionId;
      answers: Record<string, Omit<QuestionAnswer, "at"> | null>;
    };
    /** The session's level was settled, which says how many questions, approaches and sections it gets. */
    "session.level_set": {
      sessionId: SessionId;
      level: Complexity;
      how: "agreed" | "overridden" | "skipped";
    };
    /** What becomes of proposed batches was settled. */
    "session.batches_set": { sessionId: SessionId; batches: BatchPlan[] };
    /** What becomes of proposed splits was settled. */
    "session.splits_set": { sessionId: SessionId; splits: Split[] };
    /** A person chose how the session does its work. `null`: left to the agents. */
    "session.approach_chosen": { sessionId: SessionId; approachId: Word | null };
    /** A person approved a section of the design. */
    "session.section_approved": { sessionId: SessionId; sectionId: Word; version: number };
    /** The next section of the design is presented. */
    "session.section_shown": { sessionId: SessionId; sectionId: Word };
    /** An undo: the section is shown, and approved as it was before, or no longer. */
    "session.section_reopened": {
      sessionId: SessionId;
      sectionId: Word;
      approval: SectionApproval | null;
    };
    /** An undo: what becomes of the batches, or of the splits, is open again. `batch`: the one under way before. */
    "session.scope_reopened": {
      sessionId: SessionId;
      part: "batches" | "splits";
      batch: number | null;
      /** The session's, as it was before. */
      description: string;
      /** Settled before, and open to edits then; left out: none were settled. */
      batches?: Batch[];
      /** Titles of splits decided about before; left out: none. */
      decidedSplits?: string[];
    };
    /**
     * It is at another step. `stale`: later proposals that may no longer fit; they are kept. `dropped`: the task that
     * nobody needs any more.
     */
    "session.step_entered": {
      sessionId: SessionId;
      step: SessionStep;
      why: "forward" | "back" | "skipped" | "undone";
      stale: ProposalStep[];
      /** Back at the triage only its scope is open: the level stays. */
      keepsLevel?: true;
    };
    /** The tasks start; `tasks` by the plan's own ids. */
    "session.plan_approved": {
      sessionId: SessionId;
      fingerprint: Word;
      /** What it will probably take, from what the room knew then. */
      estimate?: PlanEstimate;
      by: { id: Word; name: Word };
      tasks: { planId: Word; task: NewTask }[];
    };
    /**
     * Findings of a review become tasks, one round further. `takesBack`: the task of the plan that a person gave up,
     * whose changes they take back.
     */
    "session.reworked": {
      sessionId: SessionId;
      tasks: { planId: Word; task: NewTask }[];
      takesBack?: TaskId;
    };
    /** Steps of its pipeline become tasks; `planId` is the step's id. */
    "session.advanced": { sessionId: SessionId; tasks: { planId: Word; task: NewTask }[] };
    /** What comes next in its pipeline; `ended`: what it follows. Several that could start wait for the coordinator. */
    "session.ruled": { sessionId: SessionId; ended: TaskId[]; advances: Advance<TaskId>[] };
    /** Tasks that waited for the coordinator go to their roles; those with `behind` once that one has ended. */
    "session.dispatched": {
      sessionId: SessionId;
      tasks: { taskId: TaskId; behind: TaskId | null }[];
      why: (typeof DISPATCHED_WHY)[number];
    };
    /** A person lets a pipeline continue past a checkpoint. */
    "session.checkpoint_passed": { sessionId: SessionId; checkpoint: Word };
    /**
     * Something is redone: new steps, and those that they replace. `checkpoint`: before that one is passed; `null`:
     * wherever the pipeline is.
     */
    "session.revised": {
      sessionId: SessionId;
      checkpoint: Word | null;
      how: "improve" | "revise" | "recheck" | "feedback" | "discussion";
      /** What the person said. */
      note: string;
    } & Revision;
    /** The work of a step is done, and is discussed before it counts: each point of view has a task. */
    "session.discussion_opened": { sessionId: SessionId; discussion: NewDiscussion };
    /** An agent gave its point of view in a discussion. */
    "session.perspective_given": {
      sessionId: SessionId;
      discussionId: number;
      taskId: TaskId;
      /** Name of the point of view. */
      name: Word;
      reply: Omit<PerspectiveReply, "type">;
      /** Repairs that it took to read it. */
      repairs: Mended[];
    };
    /** A round of discussion is over; `verdict` has its outcome, and what becomes of the work. */
    "session.discussed": {
      sessionId: SessionId;
      discussionId: number;
      round: Word;
      /** The pipeline's step. */
      step: Word;
      verdict: Omit<DiscussionVerdict, "at">;
    };
    /** A person lets the findings of a review stand, with the reason. */
    "session.review_overridden": { sessionId: SessionId; reason: string };
    /** A person lets what a gate misses stand: these of its checks, and nothing that fails later. */
    "session.gate_overridden": {
      sessionId: SessionId;
      phase: Phase;
      batch: number | null;
      reason: string;
      checks: Word[];
    };
    /** The batch is over, and the next one is planned; `null`: there is no other. */
    "session.batch_ended": { sessionId: SessionId; batch: number; next: number | null };
    /** A batch is reviewed and others are left: an agent gets a task to scout again, beside the checkpoint. */
    "session.rescouted": { sessionId: SessionId; batch: number; task: NewTask };
    /** A person changed the remaining batches. */
    "session.batches_adjusted": { sessionId: SessionId; rest: BatchPlan[] };
    /** A session gets no work until it is resumed. `limits`: of its budget, which paused it. */
    "session.paused": { sessionId: SessionId; reason: string; limits?: BudgetLimit[] };
    /** A paused session continues. */
    "session.resumed": { sessionId: SessionId };
    /** A paused session lets others run, or no longer does. */
    "session.parked": { sessionId: SessionId; isParked: boolean };
    /** A session has ended; `end` says how. */
    "session.ended": { sessionId: SessionId; end: SessionEnd; reason: string };
  }
}
