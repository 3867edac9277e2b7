import type { ProposalStep } from "../flow/steps.ts";
import type { Actor } from "../kernel/actor.ts";
import type { TaskId } from "../kernel/ids.ts";
import type { ActedFact } from "../kernel/ruling.ts";
import { type HeldTask, MAX_ATTEMPTS } from "./task.ts";

/** How often an unusable reply is sent back; then the task has failed. */
export const REPLY_RETRIES = 1;

/** What a reply was about: a step of a session, a round of discussion, or whether a step's work passes. */
export type ReplyStep = ProposalStep | "perspective" | "verdict";

/** What a reply makes of the task it answers. */
export type Taken = {
  ok: true;
  facts: ActedFact[];
  state: "completed" | "reply_refused" | "failed";
  /** Why the reply cannot be used; for a good one, what was read differently than it was sent. */
  message: string | null;
};

/** The completion of a task, as logged if its reply is good. */
export type Completion = Extract<ActedFact, { type: "task.completed" }>;

const EXCERPT_MAX = 500;

/**
 * A reply that cannot be used. The first such reason goes back to the agent, which keeps the task;
 * after that the task has failed, and a person is asked.
 *
 * @param attempt from 1
 */
export function refuseReply(
  task: Pick<HeldTask, "id" | "sessionId" | "lease">,
  reply: string | null,
  { code, message }: { code: string; message: string },
  { attempt, step, actor }: { attempt: number; step: ReplyStep; actor: Actor },
): Taken {
  const taskId: TaskId = task.id;
  const told: ActedFact = {
    type: "session.reply_refused",
    data: {
      sessionId: task.sessionId ?? 0,
      taskId,
      step,
      code,
      message,
      attempt,
      excerpt: (reply ?? "").slice(0, EXCERPT_MAX).toWellFormed(),
    },
    actor,
  };
  if (attempt <= REPLY_RETRIES) return { ok: true, facts: [told], state: "reply_refused", message };
  const ended: ActedFact = {
    type: "task.attempt_ended",
    data: {
      taskId,
      fence: task.lease.fence,
      how: "failed",
      reason: `Its reply could not be used, twice: ${message}`,
      attempts: MAX_ATTEMPTS,
      final: true,
    },
    actor,
  };
  const why = `${taskId} has failed: its reply could not be used, twice. ${message}`;
  return { ok: true, facts: [told, ended], state: "failed", message: why };
}
