import type { HandoffDraft } from "@squadroom/core/handoff/command";
import type { Step } from "@squadroom/core/kernel/event";
import type { RoomId, TaskId } from "@squadroom/core/kernel/ids";
import { titleOf } from "@squadroom/core/kernel/title";
import { liveTask } from "@squadroom/core/task/order";
import type { Intent } from "@squadroom/core/team/team";
import type { FeatureRoutes } from "../../platform/http/route.ts";
import {
  agentCaller,
  agentOf,
  answerWith,
  createDeliveries,
  earlierTasks,
  passOn,
  personCaller,
  receiverOf,
  roomOf,
  run,
} from "../agent/index.ts";
import { keepWork } from "../attachment/index.ts";
import { pricedUsage } from "../price/index.ts";

export const handoffRoutes: FeatureRoutes = (tools) => {
  const { route, rooms, sql } = tools;
  const { deliver } = createDeliveries(tools);

  /** What findings and answers are about; other work is bound by what its handoff says. */
  async function behind(roomId: RoomId, taskId: TaskId, intent: Intent) {
    const room = await rooms.read(roomId);
    const held = room && liveTask(room.view, taskId);
    const isAbout = intent === "findings" || intent === "answer" || held?.intent === "question";
    return held && isAbout ? earlierTasks(sql, roomId, held) : [];
  }

  route("handOff", async (call) => {
    const { taskId, fence, to, intent, message, result, task, next } = call.body;
    const kept = await keepWork(tools, roomOf(call), agentOf(call).id, result ?? {});
    const handoff: HandoffDraft = {
      to,
      intent,
      message,
      result: { ...kept, summary: kept.summary ?? titleOf(message, 400) },
      ...(task === undefined ? {} : { task }),
    };
    const earlier = await behind(roomOf(call), taskId, intent);
    let steps: readonly Step[] = [];
    const reply = await run(
      rooms,
      call,
      {
        type: "handOff",
        by: agentCaller(call),
        taskId,
        fence,
        handoff,
        next,
        usage: await pricedUsage(sql, call.body.usage),
        wisdom: call.body.wisdom,
      },
      { earlier, onCommit: (made) => (steps = made) },
    );
    const { next: claimed, ...rest } = reply;
    const room = await rooms.read(roomOf(call), reply.seq);
    if (room) passOn(room, steps);
    const delivery = room && claimed ? await deliver(room, receiverOf(call), claimed.taskId, []) : null;
    return answerWith(call, { ...rest, next: delivery }, "next");
  });

  route("handOn", async (call) => {
    const { to, intent, message, task, queueAnyway } = call.body;
    return run(rooms, call, {
      type: "handOn",
      by: personCaller(call),
      taskId: call.params.taskId,
      handoff: {
        to,
        intent,
        message,
        ...(task === undefined ? {} : { task }),
      },
      queueAnyway,
    });
  });
};
