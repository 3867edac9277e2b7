import type { Complexity, ProposalStep } from "../flow/steps.ts";
import type { AgentId, RoleName, SessionId, TaskId, Word } from "../kernel/ids.ts";
import type { LockId } from "../lock/lock.ts";

/** Acts on the task or the role that the decision is about; `abort` gives up the session that the task belongs to. */
export const TASK_ACTS = ["retry", "cancel", "tell", "set_free", "wait", "abort"] as const;

/** Acts on the message, or the subject of messages, that the decision is about. */
export const MESSAGE_ACTS = ["answer_message", "wait_for_answer", "close_message"] as const;

/** Acts on the branch that the decision is about. */
export const MERGE_ACTS = ["retry_merge", "skip_merge"] as const;

export const PERMIT_SCOPES = ["once", "task", "role"] as const;
export type PermitScope = (typeof PERMIT_SCOPES)[number];
/** Acts on the session that the decision is about. */
export const SESSION_ACTS = [
  "discuss",
  "revise",
  "renew",
  "agree",
  "skip_to_plan",
  "send_answers",
  "approve_section",
  "previous_section",
  "approve_plan",
  "fix_findings",
  "let_stand",
  "next_batch",
  "adjust_batches",
  "redo",
  "override_gate",
  "stop",
  "raise_budget",
  "lift_budget",
  "stop_at_budget",
  "hold",
  "pass_checkpoint",
  "improve_checkpoint",
  "recheck_checkpoint",
  "feedback_checkpoint",
  "revise_discussed",
  "proceed_discussed",
] as const;

type Plain<Kind extends string> = { [K in Kind]: { kind: K } }[Kind];

export type SessionAct =
  | Plain<(typeof SESSION_ACTS)[number]>
  | { kind: "back"; step: ProposalStep }
  | { kind: "override_level"; level: Complexity }
  | { kind: "accept_scope" | "keep_whole"; part: "batches" | "splits" }
  /** `null`: the agents choose. */
  | { kind: "choose"; approachId: Word | null }
  | { kind: "another_round" | "roll_back"; taskId: TaskId }
  /** A step of a pipeline, and all between it and the checkpoint. */
  | { kind: "revise_step"; step: Word }
  | { kind: "start"; sessionId: SessionId };

/**
 * What an answer does. It is made where the option is made, and carried out in one place (`asking/answer.ts`, for
 * sessions `session/answer.ts`): nothing is read out of an option's id.
 */
export type DecisionAct =
  | Plain<(typeof TASK_ACTS)[number]>
  | Plain<(typeof MERGE_ACTS)[number]>
  | Plain<(typeof MESSAGE_ACTS)[number]>
  | SessionAct
  | { kind: "reroute"; role: RoleName }
  /** `agentId`: who alone may take it there. */
  | { kind: "hand_on"; role: RoleName; agentId?: AgentId }
  /** Files that the task may change, beyond its boundaries. */
  | { kind: "allow"; paths: string[] }
  /** Who may take it again, of those who had it rejected: all but the last, or the last alone. */
  | { kind: "lift_lockout"; of: "others" | "last" }
  | { kind: "let_go_on"; taskId: TaskId }
  /** A tool call may run: this one, each like it in this task, or each of its kind in this role. */
  | { kind: "permit"; scope: PermitScope }
  | { kind: "deny_call" }
  /** Who waits for this lock in a circle gives way. */
  | { kind: "yield"; lockId: LockId };
