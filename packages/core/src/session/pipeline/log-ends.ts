import { findPipelineSession } from "../../flow/sessions.ts";
import type { Context } from "../../kernel/command.ts";
import type { EventOf, Step } from "../../kernel/event.ts";
import { isThere, type Room } from "../../kernel/room.ts";
import type { ActedFact } from "../../kernel/ruling.ts";
import { titleOf } from "../../kernel/title.ts";
import type { RoomView } from "../../kernel/view.ts";
import { written } from "../../message/server-written.ts";
import { advanceText } from "../../pipeline/advance-text.ts";
import { isJudging } from "../../pipeline/phase.ts";
import { type PipelineStep, prefixOf, revisedIn, revisionOf } from "../../pipeline/pipeline.ts";
import { liveTask } from "../../task/order.ts";
import { ownerOf } from "../../team/prefixes.ts";
import { saidType, specOf } from "../../team/role-spec.ts";
import { findRole, type Team } from "../../team/team.ts";
import type { Discussion } from "../record/discussion.ts";
import type { PipelineSession } from "../record/session.ts";
import { isDone, stepName, stepOfTask } from "./steps.ts";

/** Longest part of a report in its line, UTF-16 units. */
const REPORT_MAX = 300;

/**
 * The end of a pipeline's step as a line of the log: to the entry point, with the type that its role's spec has for
 * it, with what was reported, how it was discussed and what follows. It interrupts nobody.
 *
 * @source 004, phase 5 and message bus
 */
export function logEnds(_view: RoomView, steps: readonly Step[], context: Pick<Context, "newId" | "now">): ActedFact[] {
  return steps.flatMap(({ event, before, after }) => {
    const isEnd = event.type === "task.completed" || event.type === "task.passed";
    return isEnd && isThere(after) ? logOne(before, after, event, steps, context) : [];
  });
}

function logOne(
  before: RoomView,
  room: Room,
  event: EventOf<"task.completed"> | EventOf<"task.passed">,
  steps: readonly Step[],
  context: Pick<Context, "newId" | "now">,
): ActedFact[] {
  const { taskId } = event.data;
  const task = liveTask(before, taskId);
  const session = findPipelineSession(room.sessions, task?.sessionId ?? null);
  const step = session && stepOfTask(session, taskId);
  const result = "result" in event.data ? event.data.result : task?.review?.submitted?.result;
  if (!task || !session || !step || !result) return [];
  const all = session.pipeline.steps;
  const name = session.execution?.outcomes[taskId]?.author?.role ?? task.role;
  const role = findRole(room.team, name);
  const types = role ? specOf(role).messageTypes : [];
  const { type: begins, rest } = saidType(types, result.summary);
  const next = revisedIn(all).get(step.id);
  const { verdict, checks = [] } = result;
  const failed = next !== undefined || verdict === "failed" || checks.some(({ passed }) => !passed);
  const isMended = revisionOf(step.id).revision > 0 && !isJudging(step);
  const on = failed ? "error" : isMended ? "fix" : verdict === "unclear" ? "progress" : "success";
  const of = (what: string) => types.find((one) => one.on === what)?.type;
  const said = next === undefined && (on === "error" || verdict !== "failed") ? begins : undefined;
  const type = said ?? of(on) ?? of("success");
  if (!role || type === undefined) return [];
  const round = session.discussions?.findLast((one) => one.taskId === taskId && one.verdict);
  const body = [
    `[${name}] ${taskId} ${next !== undefined ? "is to be redone" : failed ? "doesn't pass" : "is done"}: ${sentence(rest)}`,
    ...(round ? [roundText(round)] : []),
    ...(next !== undefined
      ? [`${stepName(session, next)} revises it.`]
      : [
          ...(!failed && isLast(room.team, session, all, name) ? [`That was the last task of ${role.title}.`] : []),
          ...followText(steps, session, taskId),
        ]),
  ].join(" ");
  const head = { kind: "notification", subject: type, priority: "low", body } as const;
  const fact = written({ id: taskId }, { role: room.team.entryPoint }, head, [], context);
  const file = result.artifacts.find(({ status }) => status !== "deleted")?.path;
  if (file === undefined) return [fact];
  const message = { ...fact.data.message, about: { file } };
  return [{ ...fact, data: { ...fact.data, message } }];
}

function sentence(report: string): string {
  const line = titleOf(report, REPORT_MAX);
  return /[.!?…]$/.test(line) ? line : `${line}.`;
}

/** `DISCUSS-002: MEDIUM, 3.2 of 5.` */
function roundText({ round, verdict }: Discussion): string {
  if (!verdict || verdict.outcome === "skipped") return `${round} was skipped.`;
  const { severity, averageRating } = verdict;
  const how = severity === "none" ? "reached" : severity.toUpperCase();
  return `${round}: ${how}${averageRating === null ? "" : `, ${averageRating.toFixed(1)} of 5`}.`;
}

/** Whether nothing of the role's is left to do in the session. */
function isLast(
  team: Pick<Team, "roles">,
  session: PipelineSession,
  steps: readonly PipelineStep[],
  role: string,
): boolean {
  const revised = revisedIn(steps);
  return !steps.some(
    (step) =>
      !step.isCheckpoint &&
      !revised.has(step.id) &&
      ownerOf(team, prefixOf(step))?.name === role &&
      !isDone(session, step),
  );
}

/** What the room made of it; said once for what ended together. */
function followText(steps: readonly Step[], { id }: PipelineSession, taskId: string): string[] {
  return steps.flatMap(({ event }) => {
    if (event.type !== "session.ruled" || event.data.sessionId !== id) return [];
    const { ended, advances } = event.data;
    if (ended.at(-1) !== taskId) return [];
    const text = advances.map(advanceText).join("; ");
    return text === "" ? [] : [`${text[0]?.toUpperCase()}${text.slice(1)}.`];
  });
}
