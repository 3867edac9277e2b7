import type { RoomId, TaskId } from "@squadroom/core/kernel/ids";
import { refuse } from "@squadroom/core/kernel/refusal";
import type { Room } from "@squadroom/core/kernel/room";
import { TaskIdText } from "@squadroom/core/kernel/text";
import { mayKeep, movesOf, placeOf, waitingMessages } from "@squadroom/core/message/queue";
import * as z from "zod";
import { roleIn } from "../../platform/auth/access.ts";
import { pagesOf } from "../../platform/http/page.ts";
import type { Call, FeatureRoutes } from "../../platform/http/route.ts";
import { personCaller, roomOf, run } from "../agent/index.ts";

const pages = pagesOf("listQueue", z.tuple([TaskIdText]));

type InRoom = Pick<Call<never>, "principal" | "roomId">;

/** What people do with messages that wait for the entry point. */
export const queueRoutes: FeatureRoutes = ({ route, rooms, sql }) => {
  route("editMessage", async (call) => {
    const target = await targetOf(call, call.params.message);
    const { body } = call.body;
    return run(rooms, call, { type: "editMessage", ...target, body });
  });

  route("withdrawMessage", async (call) => {
    const target = await targetOf(call, call.params.message);
    return run(rooms, call, { type: "withdrawMessage", ...target });
  });

  route("moveMessageToFront", async (call) => {
    const target = await targetOf(call, call.params.message);
    return run(rooms, call, { type: "moveMessageToFront", ...target });
  });

  route("listQueue", async (call) => {
    const room = await rooms.read(roomOf(call));
    if (!room?.view.team) throw refuse("room_unknown", "There is no such room.", {});
    const view = room.view as Room;
    const { principal } = call;
    const by = principal?.kind === "person" ? { id: principal.id, isLead: isLead(call) } : undefined;
    const waiting = waitingMessages(view).map((task) => ({
      messageId: String(task.origin.messageId),
      taskId: task.id,
      from: task.createdBy.name,
      body: task.instruction,
      at: task.createdAt,
      ahead: placeOf(view, task),
      allowed: by && mayWrite(call) && mayKeep(task, by) ? movesOf(view, task) : [],
    }));
    // A taken message was at the front: the rest begins after it.
    const [last] = pages.after(call.query.cursor) ?? [null];
    const begin = waiting.findIndex(({ taskId }) => taskId === last) + 1;
    const page = pages.page(waiting.slice(begin), call.query.limit, ({ taskId }) => [taskId]);
    return { ...page, role: view.team.entryPoint, seq: view.seq };
  });

  async function targetOf(call: InRoom, message: string) {
    const by = { ...personCaller(call), isLead: isLead(call) };
    const isTask = /^[A-Z]/.test(message);
    return { by, taskId: isTask ? (message as TaskId) : await taskOf(roomOf(call), message) };
  }

  /** The task as which a person's message waits or waited; an answer to one agent's question is not one. */
  async function taskOf(roomId: RoomId, messageId: string): Promise<TaskId> {
    const [row] = await sql<{ taskId: TaskId | null }[]>`
      SELECT task_id AS "taskId" FROM messages
      WHERE room_id = ${roomId} AND id = ${messageId}
        AND sender->>'kind' = 'person' AND recipient->>'kind' = 'role'`;
    if (row?.taskId) return row.taskId;
    throw refuse("message_unknown", "The room has no such message from a user.", { messageId });
  }
};

function isLead({ principal, roomId }: InRoom): boolean {
  const role = principal && roomId && roleIn(principal, roomId);
  return role === "owner" || role === "lead";
}

function mayWrite({ principal, roomId }: InRoom): boolean {
  const role = principal && roomId && roleIn(principal, roomId);
  return role === "owner" || role === "lead" || role === "approver";
}
