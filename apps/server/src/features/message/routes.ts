import type { AgentId, RoleName, RoomId } from "@squadroom/core/kernel/ids";
import { refuse } from "@squadroom/core/kernel/refusal";
import type { RoomView } from "@squadroom/core/kernel/view";
import type { Message } from "@squadroom/core/message/message";
import { headOf, messageStanding, type SentMessage } from "@squadroom/core/message/state";
import { asksForSpending } from "@squadroom/core/routing/status-question";
import { isHeardOf } from "@squadroom/core/run/known-models";
import { availableRoles } from "@squadroom/core/team/availability";
import * as z from "zod";
import { pagesOf } from "../../platform/http/page.ts";
import type { FeatureRoutes } from "../../platform/http/route.ts";
import { agentCaller, createDeliveries, personCaller, personOf, readRoom, roomOf, run } from "../agent/index.ts";
import { keepFiles } from "../attachment/index.ts";
import { visibleRooms } from "../inbox/index.ts";
import { knownModels } from "../price/index.ts";
import { spentIn } from "../usage/index.ts";
import { queueRoutes } from "./queue.ts";
import { type MessageRow, messageColumns, standing } from "./reads.ts";

const pages = pagesOf("listMessages", z.tuple([z.uuid()]));

export const messageRoutes: FeatureRoutes = (tools) => {
  const { route, rooms, sql } = tools;
  const { mailIn } = createDeliveries(tools);
  queueRoutes(tools);

  route("sendMessage", async (call) => {
    const { body, to, repliesTo, priority, interrupt, model } = call.body;
    const { kind, subject, about, responseS, waits, log } = call.body;
    const roomId = roomOf(call);
    const { attachments: files = [] } = call.body;
    const attachments = await keepFiles(sql, roomId, String(call.principal?.id), files);
    if (call.principal?.kind === "agent") {
      const asker = repliesTo === undefined ? undefined : await senderOf(roomId, repliesTo);
      const receiver = to ?? asker ?? (waits || log ? (await rooms.read(roomId))?.view.team?.entryPoint : undefined);
      if (receiver === undefined)
        throw refuse("bad_request", "Say who it is for.", { field: "body.to" }, ["user", "a role", "an agent's id"]);
      if (interrupt) throw refuse("bad_request", "Only people can interrupt.", { field: "body.interrupt" });
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
        priority,
        kind,
        subject,
        about,
        responseS,
        waits,
        attachments,
        ...(log === undefined ? {} : { log: { type: log, ref: about?.file } }),
      });
      const view = (await rooms.read(roomId))?.view;
      const isThere = receiver === "user" || (view !== undefined && isPresent(view, receiver));
      return {
        messageId: reply.messageId,
        message: view ? sentIn(view, reply.message) : null,
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
        throw refuse("bad_request", `Only agents can use \`${field}\`.`, {
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
      spent: asksForSpending(body) ? await spentIn(sql, visibleRooms(sql, personOf(call)), roomId) : undefined,
    });
    const isModelKnown = model ? await isHeardOfIn(roomId, model) : null;
    return { ...reply, message: null, isModelKnown, messages: [] };
  });

  async function isHeardOfIn(roomId: RoomId, model: string): Promise<boolean> {
    const runners = Object.values((await rooms.read(roomId))?.view.runs.runners ?? {});
    const offers = runners.flatMap((runner) => runner.offers);
    return isHeardOf(model, await knownModels(sql), offers);
  }

  /** Whom an answer that names nobody goes to. */
  async function senderOf(roomId: RoomId, id: string): Promise<RoleName | AgentId | "user" | undefined> {
    const [row] = await sql<{ sender: Message["from"] }[]>`
      SELECT sender FROM messages WHERE room_id = ${roomId} AND id = ${id}`;
    if (!row) throw refuse("message_unknown", `The room has no message ${id}.`, { message: id });
    if (row.sender.kind === "agent") return row.sender.id;
    return row.sender.kind === "person" ? "user" : undefined;
  }

  route("getMessage", async (call) => {
    const { message: id } = call.params;
    const view = await readRoom(rooms, call);
    const rows = await sql<MessageRow[]>`
      SELECT ${messageColumns(sql)} FROM messages m WHERE m.room_id = ${view.roomId} AND m.id = ${id}`;
    const [message] = await standing(sql, view, rows);
    if (!message) throw refuse("message_unknown", `The room has no message ${id}.`, { message: id });
    return { message };
  });

  route("listMessages", async (call) => {
    const view = await readRoom(rooms, call);
    const { roomId } = view;
    const { cursor, limit } = call.query;
    const [before] = pages.after(cursor) ?? [null];
    const rows = await sql<MessageRow[]>`
      SELECT ${messageColumns(sql)} FROM messages m WHERE m.room_id = ${roomId}
        AND (${before}::uuid IS NULL OR m.seq < (SELECT seq FROM messages WHERE room_id = ${roomId} AND id = ${before}::uuid))
      ORDER BY m.seq DESC LIMIT ${limit + 1}`;
    return pages.page(await standing(sql, view, rows), limit, ({ id }) => [id]);
  });
};

/** Its kind and state, without its text. */
function sentIn(view: RoomView, message: Message): SentMessage {
  const { taskId } = message;
  return { ...headOf(message), taskId, ...messageStanding(view, message, false) };
}

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
