import type { RoomId, TaskId } from "@squadroom/core/kernel/ids";
import { refuse } from "@squadroom/core/kernel/refusal";
import type { RoomView } from "@squadroom/core/kernel/view";
import { blockedReasons, blockedReasonsIn } from "@squadroom/core/task/blocked";
import { clockOf } from "@squadroom/core/task/clock";
import type { TaskRow } from "@squadroom/core/task/contract";
import { liveTask } from "@squadroom/core/task/order";
import type { Task } from "@squadroom/core/task/task";
import type { Sql } from "postgres";
import type { FeatureRoutes } from "../../platform/http/route.ts";
import { agentCaller, agentOf, createDeliveries, personCaller, receiverOf, roomOf, run } from "../agent/index.ts";
import { keepWork } from "../attachment/index.ts";
import { errorsIn } from "../error/index.ts";
import { pricedUsage } from "../price/index.ts";
import { claimRoutes } from "./claim.ts";
import { createTaskQueries } from "./queries.ts";

/** Most errors shown for a single task; the list has all. */
const ERRORS_SHOWN = 20;

export const taskRoutes: FeatureRoutes = (tools) => {
  const { route, rooms, db, sql } = tools;
  const queries = createTaskQueries(db);
  const { deliver, mailIn } = createDeliveries(tools);
  claimRoutes(tools);
  steeringRoutes(tools);

  route("reportProgress", async (call) => {
    const { fence, usage, ...progress } = call.body;
    const taskId = call.params.taskId;
    const reply = await run(rooms, call, {
      type: "progress",
      by: agentCaller(call),
      taskId,
      fence,
      progress: await keepWork(tools, roomOf(call), agentOf(call).id, progress),
      usage: await pricedUsage(sql, usage),
    });
    const messages = await mailIn(rooms, roomOf(call), reply.mail, reply.seq);
    const { mail: _, ...told } = reply;
    return { ...told, messages };
  });

  route("completeTask", async (call) => {
    const { fence, result, next, reply: answer } = call.body;
    const taskId = call.params.taskId;
    const kept = await keepWork(tools, roomOf(call), agentOf(call).id, result);
    const reply = await run(rooms, call, {
      type: "complete",
      by: agentCaller(call),
      taskId,
      fence,
      result: kept,
      reply: typeof answer === "object" ? JSON.stringify(answer) : (answer ?? null),
      found: call.body.found,
      next,
      usage: await pricedUsage(sql, call.body.usage),
      wisdom: call.body.wisdom,
    });
    const { next: claimed, message, ...done } = reply;
    const room = claimed ? await rooms.read(roomOf(call), reply.seq) : null;
    const delivery = room && claimed ? await deliver(room, receiverOf(call), claimed.taskId, []) : null;
    return { ...done, ...(message ? { message } : {}), next: delivery };
  });

  route("failTask", async (call) => {
    const { fence, reason } = call.body;
    const taskId = call.params.taskId;
    return run(rooms, call, {
      type: "fail",
      by: agentCaller(call),
      taskId,
      fence,
      reason,
      usage: await pricedUsage(sql, call.body.usage),
    });
  });

  route("createTasks", async (call) => {
    const roomId = roomOf(call);
    const named = call.body.tasks
      .flatMap((task) => task.requires ?? [])
      .filter((name): name is TaskId => !name.startsWith("ref:"));
    const room = await rooms.read(roomId);
    const gone = named.filter((name) => !room || !liveTask(room.view, name));
    const reply = await run(
      rooms,
      call,
      {
        type: "createTasks",
        by: call.principal?.kind === "agent" ? agentCaller(call) : personCaller(call),
        fence: call.body.fence ?? null,
        tasks: call.body.tasks,
      },
      { ended: await queries.ended(roomId, gone) },
    );
    const { mail, ...created } = reply;
    const messages = await mailIn(rooms, roomId, mail, reply.seq);
    return { ...created, messages };
  });

  route("listTasks", async (call) => {
    const roomId = roomOf(call);
    const [page, room] = await Promise.all([queries.list(roomId, call.query), rooms.read(roomId)]);
    const reasonsOf = room ? blockedReasonsIn(room.view) : () => [];
    const data = page.data.map((task) => {
      const live = room && rowIn(room.view, task);
      return { ...asLive(task, room?.view), blocked: live ? reasonsOf(live) : [] };
    });
    return { ...page, data };
  });

  route("getTask", async (call) => {
    const roomId = roomOf(call);
    const taskId = call.params.taskId;
    const [task, room, reviews, errors] = await Promise.all([
      queries.get(roomId, taskId),
      rooms.read(roomId),
      queries.reviews(roomId, taskId),
      errorsIn(sql, roomId, { task: taskId, before: null, limit: ERRORS_SHOWN }),
    ]);
    if (!task || !room) throw refuse("task_unknown", `The room has no task ${taskId}.`, { taskId });
    const live = liveTask(room.view, taskId);
    const blocked = live ? blockedReasons(room.view, live) : [];
    const waiting = room.view.tasks.filter(({ waitsFor }) => waitsFor.includes(taskId));
    return {
      task: {
        ...asLive(task, room.view),
        blocks: waiting.map(({ id }) => id),
        clock: live ? clockOf(room.view, live) : null,
        lastEnd: live?.lastEnd ?? null,
      },
      blocked,
      reviews,
      errors: errors.slice(0, ERRORS_SHOWN),
    };
  });
};

/** What people do with existing tasks. */
const steeringRoutes: FeatureRoutes = ({ route, rooms, sql }) => {
  route("closeBlocker", async (call) => {
    const { taskId, blocker: blockerId } = call.params;
    const by = call.principal?.kind === "agent" ? agentCaller(call) : personCaller(call);
    const wasReported = await wasBlocker(sql, roomOf(call), taskId, blockerId);
    const said = { blockerId, note: call.body.note, wasReported };
    return run(rooms, call, { type: "closeBlocker", by, taskId, ...said });
  });
};

/** Whether the task ever had this blocker: closed ones are only in the log. */
async function wasBlocker(sql: Sql, roomId: RoomId, taskId: TaskId, id: number) {
  const [found] = await sql<{ seq: number }[]>`
    SELECT seq::float8 AS seq FROM events
    WHERE room_id = ${roomId} AND type IN ('task.blocker_closed', 'task.progressed')
      AND data ->> 'taskId' = ${taskId}
      AND CASE type WHEN 'task.blocker_closed' THEN (data ->> 'blockerId')::int = ${id}
        ELSE EXISTS (SELECT FROM json_array_elements(data -> 'progress' -> 'blockers') one
          WHERE (one ->> 'id')::int = ${id}) END
    ORDER BY seq DESC LIMIT 1`;
  return found !== undefined;
}

/** The live task that a row of the tables is about. */
function rowIn(view: RoomView, { id }: TaskRow): Task | undefined {
  return liveTask(view, id as TaskId);
}

/** The view says what a live task waits for: if a task was handed on, its successor is waited for. */
function asLive<T extends TaskRow>(task: T, view: RoomView | undefined): T {
  const live = view && rowIn(view, task);
  return live ? { ...task, waitsFor: live.waitsFor } : task;
}
