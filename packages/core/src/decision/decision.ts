import type { BranchKey } from "../branch/branch.ts";
import type { BudgetScope } from "../budget/scope.ts";
import type { SessionStep } from "../flow/steps.ts";
import type { AgentId, DecisionId, MessageId, RoleName, SessionId, TaskId, Word } from "../kernel/ids.ts";
import type { ActKind, DecisionAct, DecisionKind } from "../kernel/question.ts";
import { unreachable } from "../kernel/unreachable.ts";
import type { LockId } from "../lock/lock.ts";
import type { Batch, SectionApproval } from "../session/record/session.ts";

export type { DecisionId, DecisionKind };

/**
 * The decision machine: a question that waits for a person.
 *
 * | state      | entered by                                    | left by                                          |
 * |------------|-----------------------------------------------|--------------------------------------------------|
 * | pending    | opened, by the room or by an agent            | revised → pending; answered; withdrawn when moot |
 * | answered   | one answer of one person                      | undone → superseded, until something acted on it |
 * | withdrawn  | its subject needs no answer any more          | (end)                                            |
 * | superseded | an undo; the same question is pending again   | (end)                                            |
 *
 * At most one is pending per subject and kind.
 */
export const DECISION_STATES = ["pending", "answered", "withdrawn", "superseded"] as const;
export type DecisionState = (typeof DECISION_STATES)[number];

export const DECISION_KINDS = [
  "task_failed",
  "role_unavailable",
  "intervention",
  "triage",
  "scope",
  "questions",
  "approach",
  "design_section",
  "plan",
  "review_failed",
  "batch_checkpoint",
  "pipeline_checkpoint",
  "discussion_blocked",
  "budget",
  "next_session",
  "gate_failed",
  "lockout",
  "permission",
  "merge_failed",
  "deadlock",
  "message_overdue",
  "message_loop",
] as const satisfies readonly DecisionKind[];

/** The most urgent first. */
export const URGENCIES = ["critical", "high", "medium", "low"] as const;
export type Urgency = (typeof URGENCIES)[number];

/** What a decision is about. */
export type DecisionSubject =
  | { kind: "task"; taskId: TaskId }
  | { kind: "role"; role: RoleName }
  | BudgetSubject
  | CallSubject
  | BranchSubject
  | LocksSubject
  | MessageSubject
  | SessionSubject;

/** The room, an agent or a run that has used its budget. */
export interface BudgetSubject {
  kind: "budget";
  scope: BudgetScope;
  /** As sentences call it. */
  name: string;
}

/** Locks that are waited for in a circle. */
export interface LocksSubject {
  kind: "locks";
  lockIds: LockId[];
  /** Names of those who wait for each other. */
  names: Word[];
}

/** A branch that could not be merged. */
export interface BranchSubject {
  kind: "branch";
  key: BranchKey;
  title: string;
  /** As git calls it. */
  name: string;
}

/** A conversation between agents, by the message that began it. */
export interface MessageSubject {
  kind: "message";
  messageId: MessageId;
  /** In a line. */
  about: string;
  /** The asker's task. */
  taskId: TaskId | null;
}

/** A tool call that waits for a person. */
export interface CallSubject {
  kind: "call";
  agentId: AgentId;
  /** As the harness counts its calls. */
  callId: Word;
  /** Hash of the call as asked: another call under this id is a different one. */
  digest: Word;
  /** The task in hand. */
  taskId: TaskId | null;
  tool: string;
  /** As written, cut if long; for a tool that runs no commands, its input. */
  command: string;
  /** Relative to the project's root. */
  cwd: string;
  /** What it would change. */
  touches: { path: string | null; access: "read" | "write" | "delete" }[];
  /** The rule that asks, and what it says. */
  rule: Word;
  ruleTitle: Word;
  /** Every rule that asks, with the words that it matches. */
  asks: { rule: Word; words: string }[];
  /** When it is denied without an answer, epoch ms. */
  deadlineAt: number;
}

/** `part`: the part of the step that it is about, if not all of it: a section, the batches, the splits. */
export interface SessionSubject {
  kind: "session";
  sessionId: SessionId;
  title: string;
  step: SessionStep;
  part: Word | null;
}

/** One possible answer: what it is called, and what it does. The id is a name and no more. */
export interface DecisionOption<A extends ActKind = ActKind> {
  id: Word;
  label: string;
  consequence: string;
  /** The answer says nothing without a note. */
  needsNote: boolean;
  /** It can be taken back until something acted on it. */
  canUndo: boolean;
  act: DecisionAct<A>;
}

export interface Decision {
  id: DecisionId;
  kind: DecisionKind;
  subject: DecisionSubject;
  /** From 1; rises when the question or its answers change, so that an answer to an older version is refused. */
  version: number;
  question: string;
  /** Why it is asked: what happened. */
  reason: string;
  options: DecisionOption[];
  urgency: Urgency;
  /** How many cannot continue before the answer: sessions where `holdsUpSessions`, otherwise tasks. */
  holdsUp: number;
  openedAt: number;
  /** The agent that asks and waits for the answer; `null`: the room itself. */
  askedBy: { agentId: AgentId; name: Word; role: RoleName } | null;
  /** The decision whose undo opened this one. */
  supersedes: DecisionId | null;
}

/** What an undo takes back. */
export type Undo =
  | { kind: "retry"; taskId: TaskId }
  /** `agentId`: the only agent that could claim the task before. */
  | { kind: "reroute"; to: RoleName; tasks: { taskId: TaskId; agentId: AgentId | null }[] }
  /** `toldBefore`: tasks that were told to wait already, and still are. */
  | { kind: "wait"; role: RoleName; toldBefore?: TaskId[] }
  /** The step that the answer led to, as long as nobody acted there; with the scope that a triage settled. */
  | {
      kind: "session";
      sessionId: SessionId;
      from: SessionStep;
      to: SessionStep;
      scope?: ScopeBefore;
    }
  /** `was`: how the section was approved before. */
  | { kind: "section"; sessionId: SessionId; sectionId: Word; was: SectionApproval | null }
  /** `splits`: the sessions that were made of it; `describedTo`: the length of the description before. */
  | {
      kind: "scope";
      sessionId: SessionId;
      part: "batches" | "splits";
      batch: number | null;
      splits: SessionId[];
      describedTo: number;
    };

/** A session's scope before the answer that settled it. */
export interface ScopeBefore {
  /** What was settled, in the order in which it is asked. */
  parts: ("batches" | "splits")[];
  batch: number | null;
  /** Batches that could still be edited; `null`: none were settled. */
  batches: Batch[] | null;
  decidedSplits: string[];
  /** `splits`: the sessions that were made of it; `describedTo`: the length of the description before. */
  splits: SessionId[];
  describedTo: number;
}

export interface DecisionAnswer {
  optionId: Word;
  /** The option's label as it was then, or as edited if the person changed what was proposed. */
  label: string;
  note: string;
  by: { id: Word; name: Word };
  at: number;
  /** `null` from the start, or since something acted on the answer: it stands. */
  undo: Undo | null;
}

/** Answered lately. */
export interface AnsweredDecision extends Decision {
  answer: DecisionAnswer;
  /** What acted on it, in a sentence, where that ended its undo. */
  acted: string | null;
}

/** Ended lately without an answer that counts, so that late answers can be told why. */
export interface MootDecision {
  id: DecisionId;
  state: "withdrawn" | "superseded";
  reason: string;
  at: number;
}

declare module "../kernel/view.ts" {
  interface RoomView {
    /** Pending, at most one per subject and kind. */
    decisions: Record<DecisionId, Decision>;
    /** The latest first. */
    answered: AnsweredDecision[];
    /** Withdrawn and superseded ones, the latest first. */
    moot: MootDecision[];
  }
}

/** Longest question, reason and note, UTF-16 units. */
export const QUESTION_MAX = 2_000;
export const REASON_MAX = 4_000;
export const NOTE_MAX = 4_000;
/** Most answers that an agent offers. */
export const OPTIONS_MAX = 8;
/** Most answers of one bulk. */
export const BULK_MAX = 100;
/** Answered decisions that the view keeps; older ones are in the tables, and stand. */
export const ANSWERED_KEPT = 30;
/** Withdrawn and superseded ones that it keeps. */
export const MOOT_KEPT = 30;

/** At most one decision of a kind is pending for each of these. */
export function subjectKey({ kind, subject }: Pick<Decision, "kind" | "subject">): string {
  switch (subject.kind) {
    case "task":
      return `${kind} ${subject.taskId}`;
    case "role":
      return `${kind} ${subject.role}`;
    case "session":
      return `${kind} ${subject.sessionId} ${subject.part ?? ""}`;
    case "budget":
      return `${kind} ${JSON.stringify(subject.scope)}`;
    case "call":
      return `${kind} ${subject.agentId} ${subject.callId}`;
    case "branch":
      return `${kind} ${subject.key}`;
    case "locks":
      return `${kind} ${[...subject.lockIds].sort((a, b) => a - b)}`;
    case "message":
      return `${kind} ${subject.messageId}`;
    default:
      return unreachable(subject);
  }
}

/** What it holds up is counted in sessions, unless a single task was rejected: by its reviewers, or in a discussion. */
export function holdsUpSessions({
  kind,
  subject,
}: {
  kind: DecisionKind;
  subject: { kind: string; step?: string };
}): boolean {
  const isOfTask = kind === "review_failed" || kind === "discussion_blocked";
  return subject.kind === "session" && !(isOfTask && subject.step === "execute");
}

/** Whether its subject continues while nobody answers: an agent of a pipeline wants a step redone once more. */
export function isAskedMeanwhile({ kind, subject }: { kind: DecisionKind; subject: { kind: string } }): boolean {
  return kind === "intervention" && subject.kind === "session";
}

/** How much something that waits for a person weighs. */
export interface Weight {
  urgency: Urgency;
  holdsUp: number;
  /** Since when it waits, epoch ms. */
  sinceAt: number;
}

/** The most urgent first, then what holds up the most, then the oldest. */
export function compareWeight(a: Weight, b: Weight): number {
  const urgency = URGENCIES.indexOf(a.urgency) - URGENCIES.indexOf(b.urgency);
  return urgency || b.holdsUp - a.holdsUp || a.sinceAt - b.sinceAt;
}

type Weighed = Pick<Decision, "id" | "urgency" | "holdsUp" | "openedAt">;

export function compareDecisions(a: Weighed, b: Weighed): number {
  const weight = compareWeight(
    { urgency: a.urgency, holdsUp: a.holdsUp, sinceAt: a.openedAt },
    { urgency: b.urgency, holdsUp: b.holdsUp, sinceAt: b.openedAt },
  );
  return weight || (a.id < b.id ? -1 : 1);
}
