import type { Fence, MessageId, RoleName, TaskId } from "@squadroom/core/kernel/ids";
import { refuse } from "@squadroom/core/kernel/refusal";
import type { RoomView } from "@squadroom/core/log/view";
import type { TaskDraft } from "@squadroom/core/room/command";
import {
  cancelTask,
  completeTask,
  createTasks,
  failTask,
  getTask,
  listTasks,
  moveTaskToFront,
  reportProgress,
  retryTask,
  type TaskRow,
} from "@squadroom/core/task/contract";
import { blockReasons } from "@squadroom/core/task/order";
import { unavailableSince } from "@squadroom/core/team/availability";
import type { FeatureRoutes } from "../../platform/http/route.ts";
import {
  agentCaller,
  agentOf,
  createDeliveries,
  personCaller,
  roomOf,
  run,
} from "../agent/index.ts";
import { claimRoutes } from "./claim.ts";
import { createTaskQueries } from "./queries.ts";

export const taskRoutes: FeatureRoutes = (tools) => {
  const { route, rooms, db } = tools;
  const queries = createTaskQueries(db);
  const { deliver, mailOf } = createDeliveries(tools);
  claimRoutes(tools);

  route(reportProgress, async (call) => {
    const { fence, ...progress } = call.body;
    const taskId = call.params.taskId as TaskId;
    const reply = await run(rooms, call, {
      type: "progress",
      by: agentCaller(call),
      taskId,
      fence: fence as Fence,
      progress,
    });
    const room = await rooms.read(roomOf(call), reply.seq);
    const messages = room ? await mailOf(room, reply.mail as MessageId[]) : [];
    return { taskId, fence, state: "in_progress" as const, messages, seq: reply.seq };
  });

  route(completeTask, async (call) => {
    const { fence, result, next } = call.body;
    const taskId = call.params.taskId as TaskId;
    const reply = await run(rooms, call, {
      type: "complete",
      by: agentCaller(call),
      taskId,
      fence: fence as Fence,
      result,
      next,
    });
    const claimed = reply.next as { taskId: TaskId } | null;
    const room = claimed ? await rooms.read(roomOf(call), reply.seq) : null;
    const delivery =
      room && claimed ? await deliver(room, agentOf(call).id, claimed.taskId, []) : null;
    return { taskId, state: "completed" as const, next: delivery, seq: reply.seq };
  });

  route(failTask, async (call) => {
    const { fence, reason } = call.body;
    const taskId = call.params.taskId as TaskId;
    const reply = await run(rooms, call, {
      type: "fail",
      by: agentCaller(call),
      taskId,
      fence: fence as Fence,
      reason,
    });
    return {
      taskId,
      state: reply.state as "pending" | "failed",
      attempts: Number(reply.attempts),
      seq: reply.seq,
    };
  });

  route(createTasks, async (call) => {
    const roomId = roomOf(call);
    const named = call.body.tasks
      .flatMap((task) => task.requires ?? [])
      .filter((name) => !name.startsWith("ref:"));
    const room = await rooms.read(roomId);
    const gone = named.filter((name) => !room?.view.tasks[name as TaskId]) as TaskId[];
    const reply = await run(
      rooms,
      call,
      {
        type: "createTasks",
        by: call.principal?.kind === "agent" ? agentCaller(call) : personCaller(call),
        fence: (call.body.fence ?? null) as Fence | null,
        tasks: call.body.tasks as unknown as TaskDraft[],
      },
      { ended: await queries.ended(roomId, gone) },
    );
    return reply as unknown as Awaited<ReturnType<Parameters<typeof route<typeof createTasks>>[1]>>;
  });

  route(listTasks, async (call) => {
    const roomId = roomOf(call);
    const [page, room] = await Promise.all([queries.list(roomId, call.query), rooms.read(roomId)]);
    return { ...page, tasks: page.tasks.map((task) => asLive(task, room?.view)) };
  });

  route(getTask, async (call) => {
    const roomId = roomOf(call);
    const taskId = call.params.taskId as TaskId;
    const [task, room] = await Promise.all([queries.get(roomId, taskId), rooms.read(roomId)]);
    if (!task || !room) throw refuse("task_unknown", `The room has no task ${taskId}.`, { taskId });
    const live = room.view.tasks[taskId];
    const blocked = live
      ? blockReasons(room.view, live, unavailableSince(room.view, live.role as RoleName))
      : [];
    return { task: asLive(task, room.view), blocked };
  });

  route(cancelTask, async (call) => {
    const { reason, cascade } = call.body as { reason: string; cascade: boolean };
    const taskId = (call.params as { taskId: string }).taskId as TaskId;
    return steered(
      await run(rooms, call, {
        type: "cancelTask",
        by: personCaller(call),
        taskId,
        cascade,
        reason,
      }),
    );
  });

  route(retryTask, async (call) => {
    const taskId = (call.params as { taskId: string }).taskId as TaskId;
    return steered(await run(rooms, call, { type: "retryTask", by: personCaller(call), taskId }));
  });

  route(moveTaskToFront, async (call) => {
    const taskId = (call.params as { taskId: string }).taskId as TaskId;
    return steered(await run(rooms, call, { type: "moveToFront", by: personCaller(call), taskId }));
  });
};

/** What a live task waits for is the view's to say: a task that was handed on is waited for in its successor. */
function asLive(task: TaskRow, view: RoomView | undefined): TaskRow {
  const live = view?.tasks[task.id as TaskId];
  return live ? { ...task, waitsFor: live.waitsFor } : task;
}

function steered(reply: Record<string, unknown>): { taskId: string; state: string; seq: number } {
  return { taskId: String(reply.taskId), state: String(reply.state), seq: Number(reply.seq) };
}
