import type { AgentId, RoleName, RoomId } from "@squadroom/core/kernel/ids";
import { refuse } from "@squadroom/core/kernel/refusal";
import type { RoomView } from "@squadroom/core/log/view";
import { getMessage, listMessages, sendMessage } from "@squadroom/core/message/contract";
import type { Message } from "@squadroom/core/message/message";
import { isHeardOf } from "@squadroom/core/run/known-models";
import { availableRoles } from "@squadroom/core/team/availability";
import { z } from "zod";
import { pagesOf } from "../../platform/http/page.ts";
import type { FeatureRoutes } from "../../platform/http/route.ts";
import {
  agentCaller,
  asSent,
  createDeliveries,
  personCaller,
  roomOf,
  run,
} from "../agent/index.ts";
import { keepFiles } from "../attachment/index.ts";
import { knownModels } from "../price/index.ts";
import { queueRoutes } from "./queue.ts";

const pages = pagesOf("listMessages", z.tuple([z.uuid()]));

export const messageRoutes: FeatureRoutes = (tools) => {
  const { route, rooms, sql } = tools;
  const { mailIn } = createDeliveries(tools);
  queueRoutes(tools);

  route(sendMessage, async (call) => {
    const { body, to, repliesTo, priority, interrupt, model } = call.body;
    const { kind, subject, about, responseS, waits, log } = call.body;
    const roomId = roomOf(call);
    const { attachments: files = [] } = call.body;
    const attachments = await keepFiles(sql, roomId, String(call.principal?.id), files);
    if (call.principal?.kind === "agent") {
      const asker = repliesTo === undefined ? undefined : await senderOf(roomId, repliesTo);
      const receiver =
        to ??
        asker ??
        (waits || log ? (await rooms.read(roomId))?.view.team?.entryPoint : undefined);
      if (receiver === undefined)
        throw refuse("bad_request", "Say who it is for.", { field: "body.to" }, [
          "user",
          "a role",
          "an agent's id",
        ]);
      if (interrupt)
        throw refuse("bad_request", "Only people can interrupt.", { field: "body.interrupt" });
      if (model)
        throw refuse("bad_request", "Only people name a model with a message.", {
          field: "body.model",
        });
      const reply = await run(rooms, call, {
        type: "sendAgentMessage",
        by: agentCaller(call),
        to: recipient(receiver),
        body,
        repliesTo: repliesTo ?? null,
        ...{ priority, kind, subject, about, responseS, waits, attachments },
        ...(log === undefined ? {} : { log: { type: log, ref: about?.file } }),
      });
      const view = (await rooms.read(roomId))?.view;
      const isThere = receiver === "user" || (view !== undefined && isPresent(view, receiver));
      return {
        messageId: reply.messageId,
        taskId: null,
        to: receiver,
        answer: null,
        ahead: 0,
        available: isThere,
        branches: [],
        told: [],
        isModelKnown: null,
        messages: await mailIn(rooms, roomId, reply.mail, reply.seq),
        seq: reply.seq,
      };
    }
    for (const [field, given] of Object.entries({ kind, subject, about, responseS, waits, log }))
      if (given !== undefined)
        throw refuse("bad_request", `Only agents give a message a ${field}.`, {
          field: `body.${field}`,
        });
    const reply = await run(rooms, call, {
      type: "sendUserMessage",
      by: personCaller(call),
      body,
      repliesTo: repliesTo ?? null,
      model,
      priority: priority ?? "medium",
      interrupt: interrupt === true,
      attachments,
    });
    const isModelKnown = model ? await isHeardOfIn(roomId, model) : null;
    return { ...reply, isModelKnown, messages: [] };
  });

  async function isHeardOfIn(roomId: RoomId, model: string): Promise<boolean> {
    const runners = Object.values((await rooms.read(roomId))?.view.runs?.runners ?? {});
    const offers = runners.flatMap((runner) => runner.offers);
    return isHeardOf(model, await knownModels(sql), offers);
  }

  /** Whom an answer goes to that names nobody. */
  async function senderOf(
    roomId: RoomId,
    id: string,
  ): Promise<RoleName | AgentId | "user" | undefined> {
    const [row] = await sql<{ sender: Message["from"] }[]>`
      SELECT sender FROM messages WHERE room_id = ${roomId} AND id = ${id}`;
    if (!row) throw refuse("message_unknown", `The room has no message ${id}.`, { message: id });
    return row.sender.kind === "agent"
      ? row.sender.id
      : row.sender.kind === "person"
        ? "user"
        : undefined;
  }

  route(getMessage, async (call) => {
    const { message: id } = call.params;
    const [row] = await sql<Parameters<typeof asSent>[0][]>`
      SELECT id, sender AS "from", recipient AS "to", body, intent, mentions, replies_to AS "repliesTo", task_id AS "taskId", at::float8 AS at, attachments, head
      FROM messages WHERE room_id = ${roomOf(call)} AND id = ${id}`;
    if (!row) throw refuse("message_unknown", `The room has no message ${id}.`, { message: id });
    return { message: asSent(row) };
  });

  route(listMessages, async (call) => {
    const roomId = roomOf(call);
    const { cursor, limit } = call.query;
    const [before] = pages.after(cursor) ?? [null];
    const rows = await sql<Parameters<typeof asSent>[0][]>`
      SELECT id, sender AS "from", recipient AS "to", body, intent, mentions, replies_to AS "repliesTo", task_id AS "taskId", at::float8 AS at, attachments, head
      FROM messages WHERE room_id = ${roomId}
        AND (${before}::uuid IS NULL OR seq < (SELECT seq FROM messages WHERE room_id = ${roomId} AND id = ${before}::uuid))
      ORDER BY seq DESC LIMIT ${limit + 1}`;
    return pages.page(rows.map(asSent), limit, ({ id }) => [id]);
  });
};

function isAgentId(to: RoleName | AgentId): to is AgentId {
  return /^[0-9a-f]{8}-/.test(to);
}

function isPresent(view: RoomView, to: RoleName | AgentId): boolean {
  return isAgentId(to) ? view.agents[to]?.online === true : availableRoles(view).includes(to);
}

function recipient(to: "user" | RoleName | AgentId) {
  if (to === "user") return { kind: "user" as const };
  if (isAgentId(to)) return { kind: "agent" as const, agentId: to };
  return { kind: "role" as const, role: to };
}
