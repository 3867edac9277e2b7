import type { AgentId, RoleName, TaskId } from "../kernel/ids.ts";

declare const brand: unique symbol;
export type DecisionId = string & { readonly [brand]: "DecisionId" };

/**
 * The decision machine: a question that waits for a person.
 *
 * | state      | entered by                                  | left by                                        |
 * |------------|---------------------------------------------|------------------------------------------------|
 * | pending    | opened, by the room or by an agent          | answered; withdrawn when it became moot        |
 * | answered   | one answer by one person                    | undone → superseded, until something acted on it |
 * | withdrawn  | its subject needs no answer any more        | (end)                                          |
 * | superseded | an undo; the same question is pending anew  | (end)                                          |
 *
 * At most one is pending per subject and kind.
 */
export const DECISION_STATES = ["pending", "answered", "withdrawn", "superseded"] as const;
export type DecisionState = (typeof DECISION_STATES)[number];

export const DECISION_KINDS = ["task_failed", "role_unavailable", "intervention"] as const;
export type DecisionKind = (typeof DECISION_KINDS)[number];

export const URGENCIES = ["critical", "high", "medium", "low"] as const;
export type Urgency = (typeof URGENCIES)[number];

/** What a decision is about. */
export type DecisionSubject = { kind: "task"; taskId: TaskId } | { kind: "role"; role: RoleName };

/** One possible answer: what it is called, and what it does. */
export interface DecisionOption {
  id: string;
  label: string;
  consequence: string;
  /** The answer says nothing without a note. */
  needsNote: boolean;
  /** Whether it can be taken back until somebody acted on it. */
  canUndo: boolean;
}

export interface Decision {
  id: DecisionId;
  kind: DecisionKind;
  subject: DecisionSubject;
  question: string;
  /** Why it is asked: what happened. */
  reason: string;
  options: DecisionOption[];
  urgency: Urgency;
  openedAt: number;
  /** The agent that asks and waits for the answer; `null`: the room itself. */
  askedBy: { agentId: AgentId; name: string; role: RoleName } | null;
  /** The decision whose undo opened this one. */
  supersedes: DecisionId | null;
}

export interface DecisionAnswer {
  optionId: string;
  note: string;
  by: { id: string; name: string };
  at: number;
}

/** Answered lately, while it can still be of interest. */
export interface AnsweredDecision extends Decision {
  answer: DecisionAnswer;
}

/** Longest note, UTF-16 units. */
export const NOTE_MAX = 4_000;
/** Answered decisions that the view keeps. */
export const ANSWERED_KEPT = 30;

export function subjectKey(kind: DecisionKind, subject: DecisionSubject): string {
  return subject.kind === "task" ? `${kind} ${subject.taskId}` : `${kind} ${subject.role}`;
}
