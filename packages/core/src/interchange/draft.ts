import type { Accumulated } from "../context/accumulator.ts";
import type { FixRead } from "../error/reported-error.ts";
import type { Phase } from "../flow/steps.ts";
import type { Output } from "../kernel/assignment.ts";
import type { MessageState } from "../message/state.ts";
import type { GateState } from "../session/record/gate.ts";
import type { SessionEnd } from "../session/record/session.ts";

/** Kinds of entries that a folder has. */
export const ENTRY_KINDS = [
  "tasks",
  "progress",
  "messages",
  "errors",
  "locks",
  "decisions",
  "artifacts",
  "other",
] as const;
export type EntryKind = (typeof ENTRY_KINDS)[number];

/** How many entries of a kind there are, and what becomes of them. */
export interface EntryCount {
  kind: EntryKind;
  found: number;
  asIs: number;
  repaired: number;
  left: number;
}

export interface DraftTask {
  file: string;
  ref: string;
  /** What its room called it. */
  name: string;
  agent: string;
  title: string;
  instruction: string;
  priority: string;
  createdAt: number | null;
  requires: string[];
  /** Seconds; `null`: its file has none. */
  timeoutS: number | null;
  boundaries: { allowed: string[]; forbidden: string[] };
  outputs: Output[];
  criteria: string[];
  /** As its progress says; `null`: nothing was said about it. */
  status: string | null;
  percent: number | null;
  summary: string;
}

export interface DraftMessage {
  file: string;
  ref: string;
  from: string;
  to: string;
  kind: string;
  subject: string;
  body: string;
  priority: string;
  at: number | null;
  task: string | null;
  /** The message that it answers, by the folder's name for it. */
  repliesTo?: string | null;
  responseBy: number | null;
  /** As of when the folder was written; `null`: the folder doesn't say. */
  state: MessageState | null;
}

export interface DraftError {
  file: string;
  ref: string;
  agent: string;
  severity: string;
  type: string;
  message: string;
  place: string;
  at: number | null;
  task: string | null;
  fixes: FixRead[];
}

/** A question to a person, as the room that wrote the folder asked it. */
export interface DraftDecision {
  file: string;
  question: string;
  /** `null`: nobody answered. */
  answer: string | null;
  note: string;
  by: string;
  at: number | null;
}

/** What a task of a pipeline produced. */
export interface DraftAccumulated extends Omit<Accumulated, "task"> {
  role: string;
  /** The folder's name for it. */
  task: string;
}

/** What a folder says about a session, in the form that a room shows. */
export interface SessionDraft {
  title: string;
  description: string;
  /** Its folder's name for it. */
  ref: string;
  folder: string;
  end: SessionEnd;
  phase: Phase;
  gates: Record<Phase, GateState>;
  startedAt: number | null;
  endedAt: number | null;
  tasksTotal: number;
  tasksCompleted: number;
  tasks: DraftTask[];
  messages: DraftMessage[];
  errors: DraftError[];
  decisions: DraftDecision[];
  /** The oldest first within a role. */
  accumulator: DraftAccumulated[];
  /** Its report, in Markdown; empty: it has none. */
  summary: string;
}
