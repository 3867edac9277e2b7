import type { DeliveryReply } from "@squadroom/core/delivery/contract";
import { possibleEnds } from "@squadroom/core/handoff/ends";
import { BY_SERVER } from "@squadroom/core/kernel/actor";
import type { AgentId, MessageId, RoomId, TaskId } from "@squadroom/core/kernel/ids";
import { oncePer } from "@squadroom/core/kernel/once-per";
import { isThere, type Room } from "@squadroom/core/kernel/room";
import { lineOf } from "@squadroom/core/message/follow";
import { byUrgency, type Message, type MessageHead } from "@squadroom/core/message/message";
import type { OpenMessage } from "@squadroom/core/message/open";
import { allowedActions, allowedHandoffs, askedAbout, type HeldTask } from "@squadroom/core/prompt/deliver";
import { deliveryText } from "@squadroom/core/prompt/delivery";
import { factsOf } from "@squadroom/core/prompt/facts";
import { askedStep } from "@squadroom/core/prompt/session";
import { todoOf } from "@squadroom/core/prompt/todo";
import { reportIn } from "@squadroom/core/task/in-event";
import { liveTask } from "@squadroom/core/task/order";
import { type Call, type RouteTools, WrittenReply } from "../../platform/http/route.ts";
import { newId } from "../../platform/new-id.ts";
import type { CachedRoom } from "../../platform/room/cached-room.ts";
import type { Rooms } from "../../platform/room/rooms.ts";
import { type Receiver, spokenTo } from "./caller.ts";
import { createReads } from "./delivery-reads.ts";
import { earlierOf } from "./earlier.ts";
import { REPORTED_TOLD, reportedIn } from "./shared.ts";

const RECENT = 3;

export type Mail = DeliveryReply["messages"];

/** Builds what an agent gets with a task: `null` if it no longer holds it. */
export function createDeliveries({ sql, clock }: Pick<RouteTools, "sql" | "clock">) {
  const { messageOf, isUrgent, workOf, saidIn, senderOf, movedFromOf } = createReads(sql);

  async function deliver(
    room: CachedRoom,
    { id: agentId, door }: Receiver,
    taskId: TaskId,
    messages: Mail,
    isWhole = false,
  ): Promise<DeliveryReply | null> {
    const view = room.view as Room;
    const task = liveTask(view, taskId);
    const known = view.agents[agentId];
    if (!known || task?.lease?.agentId !== agentId) return null;
    const agent = spokenTo(known, door);
    const held = task as HeldTask;
    const keys = { handoff: newId(), done: newId(), fail: newId() };
    const [origin, earlier, movedFrom] = await Promise.all([
      task.origin.kind === "user_message" || task.origin.messageId === null
        ? null
        : messageOf(room, task.origin.messageId),
      earlierOf(sql, room, task),
      movedFromOf(room, task),
    ]);
    const sender = await senderOf(room, task, earlier);
    const handoffs = allowedHandoffs(view, held, agent);
    const { targets, variant } = handoffs;
    const input = {
      room: view,
      task: held,
      agent,
      handoffs,
      origin,
      earlier,
      sender,
      movedFrom,
      messages,
      recent: recentOf(room, agentId),
      said: await saidIn(room, held.sessionId, askedStep(view, held) !== null),
      work: await workOf(room, held),
      reported: held.sessionId === null ? [] : await reportedIn(sql, room.id, held.sessionId, REPORTED_TOLD),
      isWhole,
      keys,
      now: clock.now(),
    };
    const text = deliveryText(input);
    return {
      ...factsOf(input),
      taskId: task.id,
      fence: held.lease.fence,
      role: task.role,
      title: task.title,
      instruction: task.instruction,
      priority: task.priority,
      state: task.state,
      attempt: task.attempts + 1,
      variant,
      allowedHandoffs: targets.map(({ to, intents, unreviewed }) => ({
        to,
        intents: [...intents],
        unreviewed,
      })),
      allowedActions: allowedActions(held, possibleEnds(view, held, agent.role)),
      successCriteria: task.successCriteria,
      keys,
      messages,
      asked: askedAbout(view, held),
      text,
    };
  }

  /** The bodies of delivered mail, as read; they were committed before they could be delivered. */
  async function mailOf(room: CachedRoom, ids: readonly MessageId[]): Promise<Mail> {
    const waiting = room.view.openMessages.open ?? [];
    const found = await Promise.all(
      ids.map(async (id) => {
        const [message, urgent] = await Promise.all([messageOf(room, id), isUrgent(room, id)]);
        if (!message) return null;
        const asked = message.repliesTo && (await messageOf(room, message.repliesTo));
        const open = waiting.find((one) => one.id === id);
        const answers = asked ? lineOf(asked) : "";
        const todo = isThere(room.view) ? todoOf(room.view, message) : undefined;
        return { ...message, urgent, answers, todo, ...standingOf(open, clock.now()) };
      }),
    );
    return found
      .filter((message) => message !== null)
      .sort(byUrgency)
      .map(({ id, from, to, body, at, taskId, urgent, attachments, todo, ...head }) => ({
        id,
        from: from.kind === "server" ? BY_SERVER.name : from.name,
        body,
        at,
        ...toldOf(head),
        ...(from.kind === "agent" && taskId ? { taskId } : {}),
        // What a person says to one agent answers its question, and is not a task of its own.
        waitsAs: from.kind === "person" && to.kind === "role" ? taskId : null,
        ...(urgent ? { urgent } : {}),
        ...(attachments ? { attachments: [...attachments] } : {}),
        ...(todo ? { todo } : {}),
      }));
  }

  /** The same for a call whose answer carries mail, from the room as it was then or later. */
  async function mailIn(
    rooms: Pick<Rooms, "read">,
    roomId: RoomId,
    ids: readonly MessageId[],
    seq: number,
  ): Promise<Mail> {
    if (ids.length === 0) return [];
    const room = await rooms.read(roomId, seq);
    return room ? mailOf(room, ids) : [];
  }

  return { deliver, mailOf, mailIn };
}

/** The answer to a request, with its delivery; text about ended tasks is written once for all who get it. */
export function answerWith<Answer extends object>(
  { door }: Pick<Call<never>, "door">,
  answer: Answer,
  place: keyof Answer & string,
): Answer | WrittenReply<Answer> {
  const delivery = answer[place] as DeliveryReply | null;
  // If another door answers, it writes that in its own way.
  if (delivery === null || door !== null) return answer;
  const written = JSON.stringify({ ...answer, [place]: { ...delivery, earlier: NOWHERE } });
  const [before = "", after = ""] = written.split(JSON.stringify(NOWHERE));
  const earlier = delivery.earlier.map(earlierJson);
  // The last one has no comma after it.
  earlier.push(earlier.pop()?.subarray(0, -1) ?? Buffer.alloc(0));
  return new WrittenReply(Buffer.concat([Buffer.from(`${before}[`), ...earlier, Buffer.from(`]${after}`)]));
}

const earlierJson = oncePer((task: DeliveryReply["earlier"][number]) => Buffer.from(`${JSON.stringify(task)},`));
/** In nobody's text: stored texts never contain it. */
const NOWHERE = "\0";

/** What became of a message that waits for its answer. */
function standingOf(open: OpenMessage | undefined, now: number) {
  if (!open) return {};
  const { raisedAt, priority, responseBy } = open;
  return {
    ...(raisedAt === null ? {} : { priority }),
    ...(responseBy === null ? {} : { responseBy, isOverdue: responseBy <= now }),
  };
}

function toldOf({
  kind,
  subject,
  priority,
  about,
  responseBy,
  repliesTo,
  answers,
  isOverdue,
}: MessageHead & Pick<Message, "repliesTo"> & { answers: string; isOverdue?: boolean }) {
  return {
    ...(kind ? { kind } : {}),
    ...(subject ? { subject } : {}),
    ...(priority ? { priority } : {}),
    ...(about ? { about } : {}),
    ...(responseBy ? { responseBy } : {}),
    ...(isOverdue ? { isOverdue } : {}),
    ...(repliesTo ? { repliesTo } : {}),
    ...(answers ? { answers } : {}),
  };
}

/** What the agent itself ended lately, the latest first. */
function recentOf(room: CachedRoom, agentId: AgentId): { taskId: string; title: string; summary: string }[] {
  const recent: { taskId: string; title: string; summary: string }[] = [];
  for (let i = room.tail.length - 1; i >= 0 && recent.length < RECENT; i--) {
    const event = room.tail[i];
    if (event?.actor.kind !== "agent" || event.actor.id !== agentId) continue;
    const done = event.type === "task.submitted" ? null : reportIn(event);
    if (!done) continue;
    const { taskId, result } = done;
    const title = room.view.ended.find((ended) => ended.id === taskId)?.title ?? "";
    recent.push({ taskId, title, summary: result.summary });
  }
  return recent;
}
