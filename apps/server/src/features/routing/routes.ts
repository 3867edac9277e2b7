import type { MessageId, RoleName, RoomId } from "@squadroom/core/kernel/ids";
import { refuse } from "@squadroom/core/kernel/refusal";
import type { Message } from "@squadroom/core/message/message";
import type { RoutedMessage } from "@squadroom/core/routing/command";
import type { RoutedRow } from "@squadroom/core/routing/contract";
import { type LabelledMessage, proposeRules } from "@squadroom/core/routing/propose";
import type { RouteDecision } from "@squadroom/core/routing/route-decision";
import * as z from "zod";
import { pagesOf, placeNumber } from "../../platform/http/page.ts";
import type { FeatureRoutes } from "../../platform/http/route.ts";
import { asSent, personCaller, readRoom, roomOf, run } from "../agent/index.ts";

const pages = pagesOf("listRouted", z.tuple([placeNumber]));

/** What a person did about a message. */
interface Act {
  type: "message.sent" | "message.edited" | "routing.corrected";
  seq: number;
  at: number;
  by: string;
  message: Message;
  decision: RouteDecision | null;
  /** For a correction: who should have got it. */
  to: RoleName | null;
}

/** Most messages by which a room's rules are judged. */
const JUDGED = 500;

/** How people's messages were routed, what people said about it, and what follows from that. */
export const routingRoutes: FeatureRoutes = ({ route, rooms, sql }) => {
  route("listRouted", async (call) => {
    const { cursor, limit, corrected } = call.query;
    const [before] = pages.after(cursor) ?? [null];
    const rows = await routedIn(roomOf(call), limit + 1, before, corrected === "true");
    return pages.page(rows, limit, ({ seq }) => [seq]);
  });

  route("getRouting", async (call) => {
    const view = await readRoom(rooms, call);
    const all = await routedIn(roomOf(call), JUDGED, null, false);
    const rows = all.filter(({ decision }) => decision !== null);
    const messages = rows.map(labelled);
    // If nobody decided, nothing was right or wrong; what the room answered went nowhere.
    const by = (...ways: (string | undefined)[]) => rows.filter(({ decision }) => ways.includes(decision?.by));
    const decided = by("mention", "rule");
    return {
      isRouted: view.team.routing !== undefined,
      messages: decided.length,
      stayed: decided.filter(({ right, wentTo }) => right === wentTo).length,
      undecided: by("undecided").length,
      proposals: proposeRules(view.team, messages, view.routing.dismissed ?? []).map(
        ({ to, phrases, messages: right }) => ({
          to,
          phrases,
          messages: right.map(({ messageId, body }) => ({ messageId, body })),
        }),
      ),
      seq: view.seq,
    };
  });

  route("correctRoute", async (call) => {
    const { to } = call.body;
    const sent = await sentAs(roomOf(call), call.params.message);
    return run(rooms, call, { type: "correctRoute", by: personCaller(call), sent, to });
  });

  /** The message with its latest text, and the decision that sent it. */
  async function sentAs(roomId: RoomId, id: string): Promise<RoutedMessage> {
    const [row] = await sql<(Parameters<typeof asSent>[0] & { seq: number; decision: RouteDecision | null })[]>`
      SELECT m.id, m.sender AS "from", m.recipient AS "to", m.body, m.intent, m.mentions, m.replies_to AS "repliesTo",
        m.task_id AS "taskId", m.at::float8 AS at, m.attachments, m.head, m.seq::float8 AS seq, e.data -> 'route' AS decision
      FROM messages m JOIN events e ON e.room_id = m.room_id AND e.seq = m.seq
      WHERE m.room_id = ${roomId} AND m.id = ${id}`;
    if (!row?.decision) throw refuse("message_unknown", "The room has routed no such message.", { messageId: id });
    const { seq, decision, ...message } = row;
    return { message: asSent(message) as Message, seq, decision };
  }

  /** Routed messages, the newest first: each with its last correction, and the text that was corrected. */
  async function routedIn(
    roomId: RoomId,
    limit: number,
    before: number | null,
    isCorrected: boolean,
  ): Promise<RoutedRow[]> {
    // All are acts of people, which have an index.
    const ofPeople = sql`room_id = ${roomId} AND actor ->> 'kind' = 'person'`;
    const columns = sql`type, seq::float8 AS seq, at::float8 AS at, actor ->> 'name' AS by,
      data -> 'message' AS message, data -> 'route' AS decision, data ->> 'to' AS to`;
    const sent = await sql<Act[]>`
      SELECT ${columns} FROM events
      WHERE ${ofPeople} AND type = 'message.sent' AND (${before}::bigint IS NULL OR seq < ${before}::bigint)
        AND (${!isCorrected} OR data -> 'message' ->> 'id' IN (
          SELECT data -> 'message' ->> 'id' FROM events WHERE ${ofPeople} AND type = 'routing.corrected'))
      ORDER BY seq DESC LIMIT ${limit}`;
    const ids = sent.map(({ message }) => message.id);
    const later = await sql<Act[]>`
      SELECT ${columns} FROM events
      WHERE ${ofPeople} AND type IN ('message.edited', 'routing.corrected') AND seq > ${sent.at(-1)?.seq ?? 0}::bigint
        AND data -> 'message' ->> 'id' = ANY (${ids}::text[])
      ORDER BY seq`;
    const edits = new Map<string, Act>();
    const corrections = new Map<string, { act: Act; edit: Act | undefined }>();
    for (const act of later) {
      const { id } = act.message;
      if (act.type === "message.edited") edits.set(id, act);
      else corrections.set(id, { act, edit: edits.get(id) });
    }
    return sent.map(({ seq, at, by, message: { id, ...message }, decision }) => {
      const corrected = corrections.get(id);
      const edit = corrected ? corrected.edit : edits.get(id);
      const { body, to } = edit?.message ?? message;
      const wentTo = to.kind === "role" ? to.role : null;
      return {
        messageId: id,
        seq,
        at,
        from: by,
        body,
        wentTo,
        decision: edit?.decision ?? decision,
        right: corrected?.act.to ?? wentTo,
        correctedBy: corrected?.act.by ?? null,
        correctedAt: corrected?.act.at ?? null,
      };
    });
  }
};

function labelled({ messageId, body, right, correctedAt }: RoutedRow): LabelledMessage {
  return {
    messageId: messageId as MessageId,
    body,
    right: right as RoleName | null,
    isCorrected: correctedAt !== null,
  };
}
