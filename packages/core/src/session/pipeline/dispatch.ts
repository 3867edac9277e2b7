import { stopOf } from "../../agent/stopped.ts";
import { ANSWER_MS, AWAY_MS } from "../../flow/dispatch.ts";
import { findPipelineSession, pipelinesIn } from "../../flow/sessions.ts";
import { SERVER } from "../../kernel/actor.ts";
import type { Deadlines } from "../../kernel/deadline.ts";
import type { Step } from "../../kernel/event.ts";
import type { SessionId, TaskId } from "../../kernel/ids.ts";
import type { Room } from "../../kernel/room.ts";
import type { ActedFact } from "../../kernel/ruling.ts";
import type { RoomView } from "../../kernel/view.ts";
import { fastAdvance, type Standing } from "../../pipeline/advance.ts";
import { loopOf } from "../../task/loop.ts";
import { isReady } from "../../task/order.ts";
import type { At } from "../record/at.ts";
import type { HeldStep, PipelineSession } from "../record/session.ts";
import { dueCheckpoints } from "./steps.ts";

/** What comes next in a pipeline in which something has ended, or become ready since. */
export function ruleOn(
  before: RoomView,
  { room, session, context: { now } }: Pick<At<PipelineSession>, "room" | "session" | "context">,
  steps: readonly Step[],
): ActedFact[] {
  const was = findPipelineSession(before.sessions, session.id);
  if (before.tasks === room.tasks || was?.execution?.open === session.execution?.open) return [];
  const { id: sessionId, execution } = session;
  const ruled = ruledIn(steps, sessionId);
  const open = new Set(execution?.open);
  const ended = (was?.execution?.open ?? []).filter((id) => !open.has(id) && !ruled.has(id));
  const turn = session.dispatch.held.filter(({ behind }) => behind !== null && !open.has(behind));
  const facts: ActedFact[] = [];
  if (turn.length > 0) facts.push(letGo(sessionId, turn, "in_turn"));
  const gone = new Set(turn.map(({ taskId }) => taskId));
  const held = session.dispatch.held.filter(({ taskId }) => !gone.has(taskId));
  const waitedFor = new Set(before.tasks.flatMap(({ id, waitsFor }) => (waitsFor.length === 0 ? id : [])));
  const heldIds = new Set(held.map(({ taskId }) => taskId));
  const fresh: Standing<TaskId>["fresh"][number][] = [];
  let running = 0;
  for (const task of room.tasks) {
    if (!open.has(task.id)) continue;
    const isFresh =
      task.state === "pending" && task.waitsFor.length === 0 && !waitedFor.has(task.id) && !ruled.has(task.id);
    if (isFresh) fresh.push({ id: task.id, loops: loopOf(room.team, task.role) });
    else if (task.lease || task.state === "in_review" || (isReady(task) && !heldIds.has(task.id))) running += 1;
  }
  if (ended.length === 0 && fresh.length === 0) return facts;
  const waiting = held
    .filter(({ behind }) => behind === null)
    .map(({ taskId, askedAt }) => ({ id: taskId, isLeft: askedAt === null }));
  const checkpoints = dueCheckpoints(session).map(({ id }) => id);
  const advances = fastAdvance({ ended, fresh, waiting, running, checkpoints });
  facts.push({ type: "session.ruled", data: { sessionId, ended, advances }, actor: SERVER });
  const asked = advances.flatMap((one) => (one.rule === "coordinator" ? one.taskIds : []));
  const steped = asked.map((taskId): HeldStep => ({ taskId, askedAt: now, behind: null }));
  if (asked.length > 0 && answerBy(room, now) <= now) facts.push(letGo(sessionId, steped, "nobody_there"));
  return facts;
}

/** Tasks that this commit has already ruled on. */
function ruledIn(steps: readonly Step[], sessionId: SessionId): Set<TaskId> {
  const ruled = new Set<TaskId>();
  for (const { event } of steps) {
    if (event.type !== "session.ruled" || event.data.sessionId !== sessionId) continue;
    for (const id of event.data.ended) ruled.add(id);
    for (const one of event.data.advances) if ("taskIds" in one) for (const id of one.taskIds) ruled.add(id);
  }
  return ruled;
}

function letGo(
  sessionId: SessionId,
  held: readonly HeldStep[],
  why: "nobody_there" | "no_answer" | "in_turn",
): ActedFact {
  const tasks = held.map(({ taskId }) => ({ taskId, behind: null }));
  return { type: "session.dispatched", data: { sessionId, tasks, why }, actor: SERVER };
}

/**
 * Until when what waits for the coordinator keeps waiting, epoch ms: a present one has five minutes, an absent one a
 * minute to come back, and if nobody has the role nothing waits.
 */
function answerBy(room: Room, askedAt: number): number {
  let by = -Infinity;
  for (const agent of Object.values(room.agents)) {
    if (agent.role !== room.team.entryPoint || stopOf(room, agent.id)) continue;
    if (agent.online) by = Math.max(by, askedAt + ANSWER_MS);
    else if (agent.offlineReason !== "left")
      by = Math.max(by, Math.min(askedAt + ANSWER_MS, (agent.offlineSince ?? 0) + AWAY_MS));
  }
  return by;
}

/** Tasks that nobody releases. */
export const dispatchDeadlines: Deadlines = (room) =>
  pipelinesIn(room.sessions).flatMap((session) => {
    const asked = session.dispatch.held.filter(({ askedAt }) => askedAt !== null);
    if (asked.length === 0) return [];
    const since = asked.reduce((least, { askedAt }) => Math.min(least, askedAt ?? Infinity), Infinity);
    const isThere = answerBy(room, since) >= since + ANSWER_MS;
    const expire = () => [letGo(session.id, asked, isThere ? "no_answer" : "nobody_there")];
    return [{ dueAt: Math.max(since, answerBy(room, since)), expire }];
  });
