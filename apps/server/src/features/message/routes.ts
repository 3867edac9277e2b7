import type { AgentId, MessageId, RoleName } from "@squadroom/core/kernel/ids";
import { refuse } from "@squadroom/core/kernel/refusal";
import { listMessages, sendMessage } from "@squadroom/core/message/contract";
import type { Message } from "@squadroom/core/message/message";
import { availableRoles } from "@squadroom/core/team/availability";
import type { FeatureRoutes } from "../../platform/http/route.ts";
import { agentCaller, personCaller, roomOf, run } from "../agent/index.ts";

export const messageRoutes: FeatureRoutes = ({ route, rooms, sql }) => {
  route(sendMessage, async (call) => {
    const { body, to, repliesTo, priority } = call.body;
    const roomId = roomOf(call);
    if (call.principal?.kind === "agent") {
      if (to === undefined)
        throw refuse("bad_request", "Say who it is for.", { field: "body.to" }, [
          "user",
          "a role",
          "an agent's id",
        ]);
      const reply = await run(rooms, call, {
        type: "sendAgentMessage",
        by: agentCaller(call),
        to: recipient(to),
        body,
        repliesTo: (repliesTo ?? null) as MessageId | null,
      });
      const view = (await rooms.read(roomId))?.view;
      const isThere = to === "user" || (view !== undefined && isPresent(to));
      return {
        messageId: String(reply.messageId),
        taskId: null,
        to,
        ahead: 0,
        available: isThere,
        seq: reply.seq,
      };

      function isPresent(name: string): boolean {
        if (!view) return false;
        return (
          availableRoles(view).includes(name as RoleName) ||
          view.agents[name as AgentId]?.online === true
        );
      }
    }
    const reply = await run(rooms, call, {
      type: "sendUserMessage",
      by: personCaller(call),
      body,
      repliesTo: (repliesTo ?? null) as MessageId | null,
      priority: priority ?? "medium",
    });
    return {
      messageId: String(reply.messageId),
      taskId: String(reply.taskId),
      to: String(reply.to),
      ahead: Number(reply.ahead),
      available: reply.available === true,
      seq: reply.seq,
    };
  });

  route(listMessages, async (call) => {
    const roomId = roomOf(call);
    const { before, limit } = call.query;
    const rows = await sql<Message[]>`
      SELECT id, sender AS "from", recipient AS "to", body, intent, mentions, replies_to AS "repliesTo", task_id AS "taskId", at::float8 AS at
      FROM messages WHERE room_id = ${roomId}
        AND (${before ?? null}::uuid IS NULL OR seq < (SELECT seq FROM messages WHERE room_id = ${roomId} AND id = ${before ?? null}::uuid))
      ORDER BY seq DESC LIMIT ${limit + 1}`;
    const messages = rows.slice(0, limit);
    return {
      messages: [...messages],
      next: rows.length > limit ? (messages.at(-1)?.id ?? null) : null,
    };
  });
};

function recipient(to: string) {
  if (to === "user") return { kind: "user" as const };
  if (/^[0-9a-f]{8}-/.test(to)) return { kind: "agent" as const, agentId: to as AgentId };
  return { kind: "role" as const, role: to as RoleName };
}
