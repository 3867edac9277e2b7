import { findPipelineSession } from "../../flow/sessions.ts";
import type { Actor } from "../../kernel/actor.ts";
import type { Room } from "../../kernel/room.ts";
import { isJudging } from "../../pipeline/phase.ts";
import { beginsFailed, verdictOf, type WorkVerdict } from "../../reply/verdict.ts";
import { endAttempt } from "../../task/attempt.ts";
import { refuseReply, type Taken } from "../../task/refuse-reply.ts";
import type { TaskResult } from "../../task/result.ts";
import type { HeldTask } from "../../task/task.ts";
import { specOf } from "../../team/role-spec.ts";
import { findRole } from "../../team/team.ts";
import type { PipelineSession } from "../record/session.ts";
import { stepOfTask } from "./steps.ts";

/** Names of checks that are a judge's whole verdict. */
const WHOLE = /^(?:tests?|reviews?|qa|quality|readiness|verdict)$/i;

/** The session in whose pipeline a task is a step, and what its report says; `null`: it isn't a step. */
export function stepVerdict(
  room: Room,
  task: Pick<HeldTask, "id" | "sessionId" | "role">,
  { verdict: given, summary, checks = [] }: Pick<TaskResult, "verdict" | "summary" | "checks">,
): { session: PipelineSession; judges: boolean; verdict: WorkVerdict } | null {
  const session = findPipelineSession(room.sessions, task.sessionId);
  const step = session && stepOfTask(session, task.id);
  if (!session || !step) return null;
  if (isJudging(step)) {
    const whole = checks.some(({ name, passed }) => passed && WHOLE.test(name));
    const isRed = checks.some(({ passed }) => !passed);
    const said = verdictOf(isRed ? "failed" : (given ?? (whole ? "passed" : undefined)), summary);
    return { session, judges: true, verdict: isRed && given === "passed" ? "unclear" : said };
  }
  const role = findRole(room.team, task.role);
  const types = role ? specOf(role).messageTypes : [];
  const failed = types.filter(({ on }) => on === "error").map(({ type }) => type);
  const isFailed = given === "failed" || beginsFailed(summary, failed);
  return { session, judges: false, verdict: isFailed ? "failed" : "passed" };
}

/** Asks a judge once whether the work passes; `null`: its report says, or it was asked before. */
export function askVerdict(
  { session, judges, verdict }: NonNullable<ReturnType<typeof stepVerdict>>,
  task: HeldTask,
  result: Pick<TaskResult, "verdict" | "summary">,
  actor: Actor,
): Taken | null {
  if (!judges || verdict !== "unclear" || session.gates.asked?.includes(task.id)) return null;
  const why =
    result.verdict === "passed"
      ? `The verdict of ${task.id} is \`passed\`, and its report reads as if the work failed.`
      : `The report of ${task.id} doesn't say whether the work passes.`;
  const message = `${why} End it again with its verdict, \`passed\` or \`failed\`. If it stays unclear, a person decides.`;
  const told = { code: "verdict_missing", message };
  return refuseReply(task, result.summary, told, { attempt: 1, step: "verdict", actor });
}

/** A step that says it failed: what needs it waits, and the room asks what becomes of it. */
export function ownFailure(task: HeldTask, summary: string, actor: Actor): Taken {
  const message = `${task.id} has failed by its own report. What needs it waits; the coordinator is told, and a person is asked what becomes of it.`;
  const ended = endAttempt(task, "failed", summary, { countsAsAttempt: true, isFinal: true });
  return { ok: true, facts: ended.map((fact) => ({ ...fact, actor })), state: "failed", message };
}
