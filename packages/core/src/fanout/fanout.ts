import type { Attachment } from "../attachment/attachment.ts";
import type { MessageId, RoleName, TaskId } from "../kernel/ids.ts";
import type { Wish } from "../task/task.ts";
import type { Tier } from "../team/tiers.ts";

/** Counts from 1 in each room. */
export type FanoutId = number;

/** Most fan-outs that are over and still shown in the room. */
export const FANOUTS_KEPT = 12;
/** Longest part of a branch's result that is kept, UTF-16 units; its task has the whole. */
export const BRANCH_TEXT_MAX = 1_200;
/** Most attempts of a branch that are shown, the newest. */
export const BRANCH_ATTEMPTS_KEPT = 4;

/**
 * How a branch ended.
 *
 * | outcome   | its agent                                                       |
 * |-----------|-----------------------------------------------------------------|
 * | fulfilled | completed it, with a result that says something                 |
 * | rejected  | gave up or was gone, or somebody cancelled the branch           |
 * | timed_out | had no result at its limit, or nobody had taken it by then      |
 * | empty     | ended its turns without a word, or completed it with none       |
 */
export const BRANCH_OUTCOMES = ["fulfilled", "rejected", "timed_out", "empty"] as const;
export type BranchOutcome = (typeof BRANCH_OUTCOMES)[number];

/** One try of a branch. */
export interface BranchAttempt {
  /** Since when it may be taken, epoch ms. */
  since: number;
  /** When its agent took it. */
  takenAt: number | null;
  endedAt: number | null;
  /** `null`: it is under way. */
  outcome: BranchOutcome | null;
  /** The result, or why there is none; cut at `BRANCH_TEXT_MAX`. */
  text: string;
  /** The agent that ended it. */
  by: string | null;
}

/** One of several agents' parts in a request, done without seeing what the others do. */
export interface FanoutBranch {
  taskId: TaskId;
  role: RoleName;
  title: string;
  /** The newest last, never none. */
  attempts: readonly BranchAttempt[];
}

/** One request to several agents at once. Their results meet in one task, which waits for all of them. */
export interface Fanout {
  id: FanoutId;
  /** The user's message that it answers. */
  messageId: MessageId | null;
  title: string;
  by: string;
  /** `null`: nobody judged how much it takes. */
  tier: Tier | null;
  /** Seconds that a branch has, and that it waits for somebody to take it. */
  branchS: number;
  openedAt: number;
  branches: readonly FanoutBranch[];
  /** Files of the message, for every branch; absent if there are none. */
  attachments?: readonly Attachment[];
  /** What its work needs, such as a model; absent if nobody said. */
  wish?: Wish;
  /** The task that gets all results. */
  joinTaskId: TaskId;
  /** A branch was retried after that task had begun: another one joins the results again. */
  isStale: boolean;
}

export interface Fanouts {
  /** The last number given. */
  number: FanoutId;
  /** The newest last. */
  all: readonly Fanout[];
}

declare module "../kernel/view.ts" {
  interface RoomView {
    /** Requests to several agents at once. */
    fanouts: Fanouts;
  }
}

/** The part of a room that fan-outs need. */
interface Having {
  fanouts: Fanouts;
}

export const NO_FANOUTS: Fanouts = { number: 0, all: [] };

export function currentAttempt({ attempts }: FanoutBranch): BranchAttempt {
  return attempts.at(-1) as BranchAttempt;
}

export function isOpen(branch: FanoutBranch): boolean {
  return currentAttempt(branch).outcome === null;
}

/** Whether every branch has an outcome. */
export function isSettled({ branches }: Pick<Fanout, "branches">): boolean {
  return !branches.some(isOpen);
}

export function findFanout({ fanouts }: Having, id: FanoutId) {
  return fanouts.all.find((fanout) => fanout.id === id);
}

/** The fan-outs whose results this task joins: its agent may open more than one. */
export function allJoinedBy({ fanouts }: Having, id: TaskId): Fanout[] {
  return fanouts.all.filter((fanout) => fanout.joinTaskId === id);
}

/** The newest of them. */
export function joinedBy(room: Having, id: TaskId): Fanout | undefined {
  return allJoinedBy(room, id).at(-1);
}
