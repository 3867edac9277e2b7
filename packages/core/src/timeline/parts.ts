import type { RoleName } from "../kernel/ids.ts";
import type { Span } from "../metrics/spans.ts";
import type { AttemptEnd } from "../task/task.ts";
import type { Told } from "./told.ts";

/** One attempt at a task, or a discussion of it. */
export interface TimelineBar extends Span {
  taskId: string;
  title: string;
  kind: "work" | "discussion";
  /** Empty for a round of discussion, in which several have their say. */
  agent: string;
  /** From 1; 0 for a round of discussion. */
  attempt: number;
  /** `null`: it has not ended. */
  end: "done" | "released" | "cancelled" | AttemptEnd | null;
  /** Why it ended without a result; for a discussion, its round. */
  note: string;
  /** Its step was redone. */
  isReplaced: boolean;
}

export const WAIT_KINDS = ["person", "lock", "blocker", "agent", "paused", "blocked"] as const;

/** A time in which a task, or the whole session, waited. */
export interface TimelineWait extends Span {
  kind: (typeof WAIT_KINDS)[number];
  /** `null`: the whole session. */
  taskId: string | null;
  role: RoleName | null;
  /** What for, in words. */
  text: string;
}

/** A time in which the coordinator was asked what comes next. */
export interface TimelineWake extends Span {
  /** The tasks that could start; empty: whether the pipeline is complete. */
  taskIds: string[];
  /** Why they started; `null`: they wait, or it was told something without being asked. */
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
