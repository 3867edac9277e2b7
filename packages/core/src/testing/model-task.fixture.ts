import type { Priority } from "../task/task.ts";

export interface ModelTask {
  id: string;
  role: Role;
  state: "pending" | "claimed" | "in_progress" | "completed" | "failed" | "cancelled";
  priority: Priority;
  attempts: number;
  holder: string | null;
  fence: number | null;
  claimedAt: number;
  timeoutS: number;
  front: number;
  lastHolder: string | null;
  /** Its last claim ended by silence. */
  fellSilent: boolean;
  /** Its last attempt ended by silence, or with its agent. */
  gaveBack: boolean;
  /** Claims since the last sign of work that reached nobody. */
  unread: number;
  waits: Set<string>;
  /** Fences it was ever held under. */
  fences: number[];
  /** Who sent it and what it says, for a user's message. */
  said: { by: string; body: string } | null;
  /** The task of the user's message that it came from; its own id for that one. */
  origin: string | null;
  /** Time of the claim that its holder waited for a person, ms. */
  pausedMs: number;
  /** The latest decision about its failure. */
  failure: ModelDecision | null;
  /** The latest question that an agent asked about it. */
  question: (ModelDecision & { by: string; at: number }) | null;
}

export interface ModelDecision {
  state: "pending" | "answered" | "moot";
  /** Nothing acted on the answer yet, and it can be taken back. */
  isOpenToUndo: boolean;
}

/** Answers of a person: to the failure, or to the question. */
export type ModelAnswer = "retry" | "cancel" | "answer";

export type Role = "planner" | "builder";

export interface Keeper {
  name: string;
  isLead: boolean;
}

export interface ModelAgent {
  name: string;
  role: Role;
  state: "online" | "silent" | "left";
  seenAt: number;
}

/** What a command answers: `ok`, or the code of the refusal. */
export type Answer = string;

/** A task as it is when it has just been made. */
export function aModelTask(
  made: Pick<ModelTask, "id" | "role" | "priority" | "timeoutS" | "said" | "origin"> & {
    waits: string[];
  },
): ModelTask {
  return {
    ...made,
    state: "pending",
    attempts: 0,
    holder: null,
    fence: null,
    claimedAt: 0,
    front: 0,
    lastHolder: null,
    fellSilent: false,
    gaveBack: false,
    unread: 0,
    waits: new Set(made.waits),
    fences: [],
    pausedMs: 0,
    failure: null,
    question: null,
  };
}
