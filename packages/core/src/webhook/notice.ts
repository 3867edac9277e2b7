import type { DecisionId } from "../decision/decision.ts";
import { cardPath } from "../inbox/thing.ts";
import type { EventType, RoomEvent } from "../kernel/event.ts";
import type { TaskId } from "../kernel/ids.ts";
import { visible } from "../kernel/visible.ts";
import { counted } from "../kernel/words.ts";
import { PAYLOAD_VERSION, type WebhookPayload } from "./payload.ts";
import type { WebhookKind } from "./webhook.ts";

/** The events that a webhook may be told about; no others are read for it. */
export const NOTICED_EVENTS = [
  "decision.opened",
  "decision.answered",
  "decision.withdrawn",
  "decision.superseded",
  "handoff.delivered",
  "task.attempt_ended",
  "task.parked",
  "agent.went_offline",
  "backlog.clearing_paused",
] as const satisfies readonly EventType[];

/** What an event does not carry itself: its decision as asked, and the names of things. */
export interface Known {
  decision: (id: DecisionId) => { question: string } | undefined;
  titleOf: (id: TaskId) => string;
  agentName: (id: string) => string;
}

type Notice = { kind: WebhookKind; text: string; data: Record<string, unknown> };

/** What people are told about an event; nothing for most. */
export function noticeOf(event: RoomEvent, known: Known): Notice | null {
  switch (event.type) {
    case "decision.opened": {
      const { id, kind, subject, question, reason, options, urgency, holdsUp, askedBy } = event.data.decision;
      return {
        kind: "decision.opened",
        text: `Needs you (${urgency}): ${question}`,
        data: {
          decisionId: id,
          about: kind,
          subject,
          question,
          reason,
          urgency,
          holdsUp,
          askedBy: askedBy?.name ?? null,
          options: options.map((o) => ({ id: o.id, label: o.label, consequence: o.consequence })),
        },
      };
    }
    case "decision.answered": {
      const { decisionId, answer } = event.data;
      const question = known.decision(decisionId)?.question ?? "";
      return {
        kind: "decision.answered",
        text: `${answer.by.name} chose “${answer.label}”: ${question}`,
        data: {
          decisionId,
          question,
          option: { id: answer.optionId, label: answer.label },
          note: answer.note,
          by: answer.by.name,
        },
      };
    }
    case "decision.withdrawn":
    case "decision.superseded": {
      const { decisionId } = event.data;
      const question = known.decision(decisionId)?.question ?? "";
      const reason =
        event.type === "decision.withdrawn" ? event.data.reason : `${event.data.by.name} took the answer back.`;
      return {
        kind: "decision.withdrawn",
        text: `No longer asked: ${question}${reason === "" ? "" : ` (${reason.replace(/\.$/, "")})`}`,
        data: { decisionId, question, reason },
      };
    }
    case "handoff.delivered": {
      const { to, intent, from, message, fromTaskId } = event.data;
      if (to !== "user" || intent !== "question") return null;
      return {
        kind: "question.asked",
        text: `${from.name} asks: ${message.body}`,
        data: {
          messageId: message.id,
          from: from.name,
          role: from.role,
          taskId: fromTaskId,
          question: message.body,
        },
      };
    }
    case "task.attempt_ended": {
      const { taskId, reason, how, attempts, final } = event.data;
      if (!final) return null;
      const title = known.titleOf(taskId);
      return {
        kind: "task.failed",
        text: `${taskId} ${title} failed after ${counted(attempts, "attempt")}: ${reason}`,
        data: { taskId, title, reason, how, attempts },
      };
    }
    case "task.parked": {
      const { taskIds, role, available } = event.data;
      const waits = taskIds.length === 1 ? "1 task is waiting" : `${taskIds.length} tasks are waiting`;
      return {
        kind: "room.alert",
        text: available.includes(role)
          ? `${taskIds.join(", ")} waits for one agent only, and that agent is away.`
          : `No ${role} is connected; ${waits}.`,
        data: { alert: "role_unavailable", role, taskIds },
      };
    }
    case "agent.went_offline": {
      const { agentId, seenAt, afterS } = event.data;
      const name = known.agentName(agentId);
      return {
        kind: "room.alert",
        text: `${name} has given no sign of life for ${afterS} s.`,
        data: { alert: "agent_silent", agentId, name, seenAt },
      };
    }
    case "backlog.clearing_paused": {
      // What waits for a decision or an answer is reported with it.
      const { why } = event.data;
      if (why.kind !== "failures") return null;
      return {
        kind: "room.alert",
        text: `Working through the backlog is paused: items ${why.items.join(", ")} failed, one after the other.`,
        data: { alert: "clearing_paused", items: why.items },
      };
    }
    default:
      return null;
  }
}

export function payloadOf(
  { kind, text, data }: Pick<WebhookPayload, "kind" | "text" | "data">,
  room: { id: string; name: string },
  { seq, at }: { seq: number | null; at: number },
  publicUrl: string | null,
): WebhookPayload {
  const url = publicUrl === null ? null : `${publicUrl}/rooms/${encodeURIComponent(room.name)}`;
  const link = publicUrl === null ? null : `${publicUrl}${placeOf({ kind, data, seq }, room.name)}`;
  return {
    version: PAYLOAD_VERSION,
    kind,
    at,
    room: { ...room, url },
    seq,
    text: visible(text),
    link,
    data,
  };
}

/** Where a person sees it: the card that asks, the task, or the fact in its room. Opening it changes nothing. */
function placeOf({ kind, data, seq }: Pick<WebhookPayload, "kind" | "data" | "seq">, roomName: string): string {
  const room = encodeURIComponent(roomName);
  switch (kind) {
    case "decision.opened":
      return cardPath(String(data.decisionId), roomName);
    case "question.asked":
      return cardPath(String(data.messageId), roomName);
    case "task.failed":
      return `/rooms/${room}?task=${encodeURIComponent(String(data.taskId))}`;
    default:
      return seq === null ? `/rooms/${room}` : `/rooms/${room}?at=${seq}`;
  }
}
