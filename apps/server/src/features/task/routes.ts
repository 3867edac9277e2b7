import type { Fence, MessageId, RoleName, TaskId } from "@squadroom/core/kernel/ids";
import { refuse } from "@squadroom/core/kernel/refusal";
import type { RoomView } from "@squadroom/core/log/view";
import type { TaskDraft } from "@squadroom/core/room/command";
import { blockedReasons, blockedReasonsIn } from "@squadroom/core/task/blocked";
import {
  completeTask,
  createTasks,
  failTask,
  getTask,
  listTasks,
  putBackTask,
  reportProgress,
  type TaskRow,
} from "@squadroom/core/task/contract";
import { liveTask } from "@squadroom/core/task/order";
import {
  allowPaths,
  cancelTask,
  moveTaskToFront,
  retryTask,
} from "@squadroom/core/task/steering/contract";
import { reportedUsage } from "@squadroom/core/usage/contract";
import type { FeatureRoutes } from "../../platform/http/route.ts";
import {
  agentCaller,
  agentOf,
  createDeliveries,
  personCaller,
  receiverOf,
  roomOf,
  run,
} from "../agent/index.ts";
import { keepDiff } from "../attachment/index.ts";
import { claimRoutes } from "./claim.ts";
import { createTaskQueries } from "./queries.ts";

export const taskRoutes: FeatureRoutes = (tools) => {
  const { route, rooms, db, sql } = tools;
  const queries = createTaskQueries(db);
  const { deliver, mailIn } = createDeliveries(tools);
  claimRoutes(tools);

  route(reportProgress, async (call) => {
    const { fence, usage, ...progress } = call.body;
    const taskId = call.params.taskId as TaskId;
    const reply = await run(rooms, call, {
      type: "progress",
      by: agentCaller(call),
      taskId,
      fence: fence as Fence,
      progress,
      usage: reportedUsage(usage),
    });
    const messages = await mailIn(rooms, roomOf(call), reply.mail as MessageId[], reply.seq);
    const { seq } = reply;
    const outside = reply.outside as string[];
    return { taskId, fence, state: "in_progress" as const, outside, messages, seq };
  });

  route(completeTask, async (call) => {
    const { fence, result, next, reply: answer } = call.body;
    const taskId = call.params.taskId as TaskId;
    const kept = await keepDiff(sql, roomOf(call), agentOf(call).id, result);
    const reply = await run(rooms, call, {
      type: "complete",
      by: agentCaller(call),
      taskId,
      fence: fence as Fence,
      result: kept,
      reply: typeof answer === "object" ? JSON.stringify(answer) : (answer ?? null),
      next,
      usage: reportedUsage(call.body.usage),
    });
    const claimed = reply.next as { taskId: TaskId } | null;
    const room = claimed ? await rooms.read(roomOf(call), reply.seq) : null;
    const delivery =
      room && claimed ? await deliver(room, receiverOf(call), claimed.taskId, []) : null;
    const { state, message, reviewers, delivered } = reply as unknown as Completed;
    const told = {
      ...(message ? { message } : {}),
      ...(reviewers ? { reviewers } : {}),
      ...(delivered ? { delivered } : {}),
    };
    return { taskId, state, ...told, next: delivery, seq: reply.seq };
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
      usage: reportedUsage(call.body.usage),
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
    const gone = named.filter((name) => !room || !liveTask(room.view, name as TaskId)) as TaskId[];
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
    const { mail, ...created } = reply;
    const messages = await mailIn(rooms, roomId, mail as MessageId[], reply.seq);
    return { ...created, messages } as unknown as Awaited<
      ReturnType<Parameters<typeof route<typeof createTasks>>[1]>
    >;
  });

  route(listTasks, async (call) => {
    const roomId = roomOf(call);
    const [page, room] = await Promise.all([queries.list(roomId, call.query), rooms.read(roomId)]);
    const reasonsOf = room ? blockedReasonsIn(room.view) : () => [];
    const data = page.data.map((task) => {
      const live = room && liveTask(room.view, task.id as TaskId);
      return { ...asLive(task, room?.view), blocked: live ? reasonsOf(live) : [] };
    });
    return { ...page, data };
  });

  route(getTask, async (call) => {
    const roomId = roomOf(call);
    const taskId = call.params.taskId as TaskId;
    const [task, room, reviews] = await Promise.all([
      queries.get(roomId, taskId),
      rooms.read(roomId),
      queries.reviews(roomId, taskId),
    ]);
    if (!task || !room) throw refuse("task_unknown", `The room has no task ${taskId}.`, { taskId });
    const live = liveTask(room.view, taskId);
    const blocked = live ? blockedReasons(room.view, live) : [];
    return { task: asLive(task, room.view), blocked, reviews };
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

  route(putBackTask, async (call) => {
    const { fence, reason } = call.body;
    const by = call.principal?.kind === "agent" ? agentCaller(call) : personCaller(call);
    const taskId = call.params.taskId as TaskId;
    return steered(
      await run(rooms, call, {
        type: "putBack",
        by,
        taskId,
        fence: (fence ?? null) as Fence | null,
        reason,
      }),
    );
  });

  route(retryTask, async (call) => {
    const taskId = (call.params as { taskId: string }).taskId as TaskId;
    return steered(await run(rooms, call, { type: "retryTask", by: personCaller(call), taskId }));
  });

  route(allowPaths, async (call) => {
    const { taskId } = call.params as { taskId: string };
    const { paths, reason } = call.body as { paths: string[]; reason: string };
    const of = { by: personCaller(call), taskId: taskId as TaskId };
    return steered(await run(rooms, call, { type: "allowPaths", ...of, paths, reason }));
  });

  route(moveTaskToFront, async (call) => {
    const taskId = (call.params as { taskId: string }).taskId as TaskId;
    return steered(await run(rooms, call, { type: "moveToFront", by: personCaller(call), taskId }));
  });
};

/** What a live task waits for is the view's to say: a task that was handed on is waited for in its successor. */
function asLive<T extends TaskRow>(task: T, view: RoomView | undefined): T {
  const live = view && liveTask(view, task.id as TaskId);
  return live ? { ...task, waitsFor: live.waitsFor } : task;
}

function steered(reply: Record<string, unknown>): { taskId: string; state: string; seq: number } {
  return { taskId: String(reply.taskId), state: String(reply.state), seq: Number(reply.seq) };
}

interface Completed {
  state: "completed" | "in_review" | "reply_refused" | "failed";
  message?: string | null;
  reviewers?: RoleName[];
  delivered?: { handoffId: string; unreviewed: boolean };
}
