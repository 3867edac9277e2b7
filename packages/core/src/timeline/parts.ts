import type { RoleName } from "../kernel/ids.ts";
import type { Span } from "../metrics/spans.ts";
import type { AttemptEnd } from "../task/task.ts";
import type { Told } from "./told.ts";

/** One attempt at a task, or a discussion of it. */
export interface TimelineBar extends Span {
  taskId: string;
  title: string;
  kind: "work" | "discussion";
  /** Empty of a round of discussion: several have their say. */
  agent: string;
  /** From 1; of a round of discussion 0. */
  attempt: number;
  /** `null`: it goes on. */
  end: "done" | "released" | "cancelled" | AttemptEnd | null;
  /** Why it ended without a result; of a discussion its round. */
  note: string;
  /** Its step was done again. */
  isReplaced: boolean;
}

export const WAIT_KINDS = ["person", "lock", "blocker", "agent", "paused", "blocked"] as const;

/** A time in which a task, or all of it, waited. */
export interface TimelineWait extends Span {
  kind: (typeof WAIT_KINDS)[number];
  /** `null`: all of it. */
  taskId: string | null;
  role: RoleName | null;
  /** What for, in words. */
  text: string;
}

/** A time in which the coordinator was asked what goes on. */
export interface TimelineWake extends Span {
  /** The tasks that could start; empty: whether the pipeline is complete. */
  taskIds: string[];
  /** Why they went on; `null`: they wait, or it was told something and not asked. */
  why: Told["why"];
}

export interface TimelineTask {
  id: string;
  title: string;
  role: RoleName;
  createdAt: number;
  endedAt: number | null;
  isHeld: boolean;
}
