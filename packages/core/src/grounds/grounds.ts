import type { DecisionKind } from "../decision/decision.ts";
import { findPipelineSession, findSession } from "../flow/sessions.ts";
import type { SessionId, TaskId } from "../kernel/ids.ts";
import type { RoomView } from "../kernel/view.ts";
import { countedSteps, type PipelineStep } from "../pipeline/pipeline.ts";
import { stepsBehind } from "../pipeline/revise.ts";
import { lineageOf, sessionKey } from "../run/lineage.ts";
import { heldAgainst } from "../session/discussion/held.ts";
import { heldBy } from "../session/gate/gates.ts";
import { failingChecks, failingTexts } from "../session/pipeline/failing.ts";
import { isMissing } from "../session/record/evidence.ts";
import type { PipelineSession, Session } from "../session/record/session.ts";
import { openBlockers } from "../task/blockers.ts";
import { foundText } from "../task/found.ts";
import { liveTask } from "../task/order.ts";
import { checkText, type TaskResult } from "../task/result.ts";
import type { Progress } from "../task/task.ts";

/** What a decision is about, and what speaks against a yes. */
export interface Basis {
  /** In sentences, failed checks first. */
  warnings: string[];
  sessionId: SessionId | null;
  /** Whose work it is about, in order; `null`: that of the whole session. */
  tasks: readonly TaskId[] | null;
  /** The key of the branch with what they changed. */
  branch: string | null;
}

interface Asked {
  kind: DecisionKind;
  subject: { kind: string; sessionId?: number; part?: string | null; taskId?: string | null; key?: string };
}

const NOTHING: Basis = { warnings: [], sessionId: null, tasks: [], branch: null };

/** On what grounds a person answers, as far as the room knows them now. */
export function basisOf(view: RoomView, { kind, subject }: Asked): Basis {
  switch (subject.kind) {
    case "session":
      return ofSession(view, kind, subject.sessionId as SessionId, subject.part ?? null);
    case "task":
    case "message":
      return subject.taskId ? ofTask(view, subject.taskId as TaskId) : NOTHING;
    case "branch": {
      const key = subject.key ?? "";
      const session = view.sessions.live.find(({ id }) => sessionKey(id) === key);
      const basis = session ? ofSession(view, kind, session.id, null) : ofTask(view, key as TaskId);
      return { ...basis, branch: key };
    }
    default:
      return NOTHING;
  }
}

function ofTask(view: RoomView, taskId: TaskId): Basis {
  const task = liveTask(view, taskId);
  const key = task ? lineageOf(view, task).key : taskId;
  const blockers = task ? openBlockers(task) : [];
  return {
    warnings: blockers.map(({ description }) => `${taskId} is blocked: ${description}`),
    sessionId: null,
    tasks: [taskId],
    branch: branchIn(view, key),
  };
}

function ofSession(view: RoomView, kind: DecisionKind, sessionId: SessionId, part: string | null): Basis {
  const session = findSession(view.sessions, sessionId);
  const pipeline = findPipelineSession(view.sessions, sessionId);
  const branch = branchIn(view, sessionKey(sessionId));
  if (!session) return { ...NOTHING, sessionId, tasks: null, branch };
  const steps = pipeline && stepsAbout(pipeline, kind, part);
  const made = session.execution?.tasks ?? {};
  return {
    sessionId,
    branch,
    tasks: steps ? steps.flatMap(({ id }) => made[id] ?? []) : null,
    warnings: [
      ...new Set([
        ...(kind === "gate_failed" ? (heldBy(session)?.evidence ?? []).filter(isMissing).map(({ text }) => text) : []),
        ...(pipeline && steps ? againstSteps(pipeline, steps) : []),
        ...carriedIn(session),
      ]),
    ],
  };
}

/** The steps that the answer is about: those before the checkpoint, the one discussed, otherwise all that count. */
function stepsAbout({ pipeline, execution }: PipelineSession, kind: DecisionKind, part: string | null): PipelineStep[] {
  const { steps } = pipeline;
  if (kind === "pipeline_checkpoint" && part !== null) return stepsBehind(steps, part);
  const counted = countedSteps(steps).filter(({ isCheckpoint }) => !isCheckpoint);
  return kind === "discussion_blocked" ? counted.filter(({ id }) => execution?.tasks[id] === part) : counted;
}

function againstSteps(session: PipelineSession, steps: readonly PipelineStep[]): string[] {
  const ids = new Set(steps.map(({ id }) => id));
  return [
    ...failingTexts(failingChecks(session).filter(({ step }) => ids.has(step.id))),
    ...steps.flatMap(({ id }) => heldAgainst(session, id)),
  ];
}

/** What reviewers found, and what is still open. */
function carriedIn({ execution }: Session): string[] {
  return Object.entries(execution?.outcomes ?? {}).flatMap(([taskId, { carried }]) =>
    carried.map((found) => `${taskId}: ${foundText(found)}`),
  );
}

function branchIn({ branches }: RoomView, key: string): string | null {
  return branches[key as keyof typeof branches] === undefined ? null : key;
}

/** What a task's own report has against it: checks that failed first. */
export function warningsIn(
  taskId: string,
  { checks = [], warnings = [] }: Partial<Pick<TaskResult, "checks" | "warnings">>,
  progress: Pick<Progress, "checks"> | null,
): { failed: string[]; warned: string[] } {
  const last = checks.length > 0 ? checks : (progress?.checks ?? []);
  return {
    failed: last.filter(({ passed }) => passed === false).map((check) => `${taskId}: ${checkText(check)}`),
    warned: warnings.map((text) => `${taskId}: ${text}`),
  };
}
