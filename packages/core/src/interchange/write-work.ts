import type { ErrorRow } from "../error/contract.ts";
import { fixText } from "../error/reported-error.ts";
import type { StandingMessage } from "../message/state.ts";
import { artifactsOf } from "../task/artifacts.ts";
import type { TaskState } from "../task/task.ts";
import type { MessageFate } from "./by-log.ts";
import type { CarriedFile } from "./carried.ts";
import { errorRef, messageRef, nameText, stamp, timeText } from "./document-ids.ts";
import { outputKey } from "./fields.ts";
import type { CarriedTask } from "./session-data.ts";
import { documentFile } from "./write-yaml.ts";

/** The session's tasks by their names in its documents. */
export interface TaskRefs {
  /** A task of another session, or of none, keeps the room's own id. */
  of(taskId: string): string;
  /** Tasks of the session that wait for this one. */
  waitingFor(taskId: string): string[];
}

/** A task's state in the document's four words; the room's own is beside it. */
export const STATUS: Readonly<Record<TaskState, string>> = {
  pending: "pending",
  claimed: "in_progress",
  in_progress: "in_progress",
  in_review: "in_progress",
  completed: "completed",
  failed: "blocked",
  cancelled: "pending",
};

export function planFile(task: CarriedTask, refs: TaskRefs): CarriedFile {
  const { id, role, createdAt, priority, timeoutS, boundaries, outputs } = task;
  const ref = refs.of(id);
  return documentFile(`role-plan-${nameText(role)}-${ref}.md`, "Task Assignment", {
    meta: {
      task_id: ref,
      agent: role,
      created_at: timeText(createdAt),
      priority,
      timeout: timeoutS,
    },
    dependencies: { requires: task.requires.map(refs.of), blocks: refs.waitingFor(id) },
    instruction: task.instruction,
    boundaries: { allowed: boundaries.allowed, forbidden: boundaries.forbidden },
    outputs: Object.fromEntries(
      outputs.map((one, i) => (typeof one === "string" ? [outputKey(i), one] : [one.name, one.path])),
    ),
    success_criteria: task.successCriteria,
    squadroom: {
      task: id,
      title: task.title,
      created_by: task.createdBy,
      agent_id: task.agentId,
      from_task: task.fromTaskId,
      intent: task.intent,
      allowed_within: boundaries.within,
    },
  });
}

/** How far a task is, and its result; `null`: nothing was said about it. */
export function progressFile(task: CarriedTask, spentS: number | null, refs: TaskRefs) {
  const { id, role, progress, result, state, usage, reviews } = task;
  if (progress === null && result === null && state === "pending") return null;
  const ref = refs.of(id);
  const blockers = progress?.blockers ?? [];
  const made = artifactsOf({ taskId: id, state, at: 0, agent: null, progress, result });
  const isDone = state === "completed";
  return documentFile(`role-comm-${nameText(role)}-${ref}.md`, "Progress Update", {
    meta: {
      task_id: ref,
      agent: role,
      updated_at: timeText(task.endedAt ?? progress?.at ?? task.createdAt),
    },
    status: blockers.length > 0 && !isDone ? "blocked" : STATUS[state],
    progress_percentage: isDone ? 100 : (progress?.percent ?? 0),
    current_action: progress?.action ?? "",
    completed_steps: progress?.completed ?? [],
    remaining_steps: progress?.remaining ?? [],
    artifacts_created: made.map(({ path, stage, status, ...known }) => ({
      path,
      lines: known.lines ?? undefined,
      status: stage,
      change: status,
      hash: known.hash ?? undefined,
      size: known.size ?? undefined,
      producer: known.producer ?? undefined,
    })),
    validation_results: Object.fromEntries(
      [...(progress?.checks ?? []), ...(result?.checks ?? [])].map(({ name, passed, value }) => {
        const status = passed === undefined ? "not_run" : passed ? "passing" : "failing";
        return [name, { status, [name === "coverage" ? name : "errors"]: value }] as const;
      }),
    ),
    blockers: blockers.map(({ id: number, description, since, requiresAgent }) => ({
      description,
      blocking_since: timeText(since),
      requires_agent: requiresAgent,
      id: number,
    })),
    time_spent: spentS,
    squadroom: {
      task: id,
      state,
      attempts: task.attempts,
      unreviewed: task.unreviewed,
      ended_at: task.endedAt === null ? null : timeText(task.endedAt),
      result,
      usage,
      reviews,
    },
  });
}

export function messageFile(message: StandingMessage, fate: MessageFate, refs: TaskRefs): CarriedFile {
  const { id, from, to, at, kind, subject, about, body, responseBy, taskId } = message;
  const ref = messageRef(id, at);
  const sender = from.kind === "agent" ? from.role : from.kind === "person" ? "user" : "server";
  const receiver = "role" in to ? to.role : to.kind;
  const path = `role-comm-${nameText(sender)}-to-${nameText(receiver)}-${ref}.md`;
  return documentFile(path, "Inter-Agent Message", {
    meta: {
      message_id: ref,
      from_agent: sender,
      to_agent: receiver,
      created_at: timeText(at),
      priority: fate.raisedTo ?? message.priority ?? "medium",
    },
    type: kind ?? "notification",
    subject: subject ?? "",
    message: body,
    context: {
      task_id: taskId === null ? null : refs.of(taskId),
      component: about?.component ?? null,
      file: about?.file ?? null,
    },
    response_needed: responseBy !== undefined,
    response_by: responseBy === undefined ? null : timeText(responseBy),
    squadroom: {
      message: id,
      from,
      to,
      intent: message.intent,
      mentions: message.mentions,
      replies_to: message.repliesTo,
      attachments: message.attachments,
      state: message.state,
      sent_as: message.priority,
      ...fate,
    },
  });
}

export function errorFile(error: ErrorRow, roomId: string, refs: TaskRefs): CarriedFile {
  const { id, by, at, type, message, file, line, column, attemptedFixes } = error;
  const ref = errorRef(roomId, id, at);
  return documentFile(`error-${nameText(by.role)}-${stamp(at)}-${id}.md`, "Error", {
    error_id: ref,
    agent: by.role,
    task_id: refs.of(error.taskId),
    severity: error.severity,
    occurred_at: timeText(at),
    error: { type, message, file, line, column },
    attempted_fixes: attemptedFixes.map((one) =>
      one.outcome === "not_tried" ? `Not tried: ${fixText(one)}` : fixText(one),
    ),
    requires_intervention: error.requiresIntervention,
    suggested_agent: error.suggestedAgent,
    squadroom: {
      error: id,
      by,
      run: error.runId,
      count: error.count,
      stopped: error.stopped,
      attempted_fixes: attemptedFixes,
    },
  });
}
