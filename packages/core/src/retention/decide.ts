import { actorOf, SERVER } from "../kernel/actor.ts";
import type { CommandOf, Context, Rules, RulingOn } from "../kernel/command.ts";
import type { SessionId } from "../kernel/ids.ts";
import type { Room } from "../kernel/room.ts";
import { type ActedFact, accept } from "../kernel/ruling.ts";
import { dueAt, type KeptSession, RETAINED_MAX, type RetentionState } from "./periods.ts";

type OnOne = "holdSession" | "releaseSession" | "restoreSession";

function decideSet(room: Room, { type: _, by, ...periods }: CommandOf<"setRetention">): RulingOn<"setRetention"> {
  const now = room.retention;
  if (JSON.stringify(now.periods) === JSON.stringify(periods)) return accept([], { periods });
  return accept([{ type: "retention.set", data: { periods }, actor: actorOf(by) }], { periods });
}

function decideHold(room: Room, command: CommandOf<"holdSession">): RulingOn<"holdSession"> {
  const { by, kept, reason } = command;
  const { sessionId, held } = kept;
  const isSame = held !== null && held.reason === reason && held.by === by.name;
  const fact = { type: "retention.held" as const, data: { sessionId, reason } };
  return changing(room, command, isSame ? [] : [{ ...fact, actor: actorOf(by) }]);
}

function decideRelease(room: Room, command: CommandOf<"releaseSession">): RulingOn<"releaseSession"> {
  const { by, kept } = command;
  const { sessionId, held } = kept;
  const fact = { type: "retention.released" as const, data: { sessionId } };
  return changing(room, command, held === null ? [] : [{ ...fact, actor: actorOf(by) }]);
}

function decideRestore(room: Room, command: CommandOf<"restoreSession">): RulingOn<"restoreSession"> {
  const { by, kept } = command;
  const { sessionId, state } = kept;
  const fact = { type: "retention.restored" as const, data: { sessionId } };
  return changing(room, command, state !== "archived" ? [] : [{ ...fact, actor: actorOf(by) }]);
}

/** Never early, and never a session that is held or has not ended, whatever was read. */
function dueIn(
  room: Room,
  kept: readonly KeptSession[],
  states: readonly RetentionState[],
  { now }: Context,
): SessionId[] {
  const { periods } = room.retention;
  const isLive = new Set(room.sessions.live.map(({ id }) => id));
  return kept
    .filter(({ sessionId, state }) => states.includes(state) && !isLive.has(sessionId))
    .filter((one) => (dueAt(one, periods) ?? Number.POSITIVE_INFINITY) <= now)
    .slice(0, RETAINED_MAX)
    .map(({ sessionId }) => sessionId);
}

function decideRetain(
  room: Room,
  { kept, seenSeq }: CommandOf<"retainSessions">,
  context: Context,
): RulingOn<"retainSessions"> {
  if (hasMoved(room, seenSeq)) return accept([], { archived: [], isStale: true });
  const archived = dueIn(room, kept, ["kept", "restored"], context);
  const fact = { type: "retention.archived" as const, data: { sessionIds: archived } };
  const facts = archived.length === 0 ? [] : [{ ...fact, actor: SERVER }];
  return accept(facts, { archived, isStale: false });
}

function decideDelete(
  room: Room,
  { kept, seenSeq }: CommandOf<"deleteSessions">,
  context: Context,
): RulingOn<"deleteSessions"> {
  if (hasMoved(room, seenSeq)) return accept([], { deleted: [], isStale: true });
  const deleted = dueIn(room, kept, ["archived"], context);
  // All of them or none: the texts of these very sessions go with the event.
  const isWhole = deleted.length === kept.length && deleted.length > 0;
  const fact = { type: "retention.deleted" as const, data: { sessionIds: deleted } };
  return accept(isWhole ? [{ ...fact, actor: SERVER }] : [], {
    deleted: isWhole ? deleted : [],
    isStale: false,
  });
}

/** What was read holds as long as no later event about retention came. */
function hasMoved(room: Room, seenSeq: number): boolean {
  return room.retention.seq > seenSeq;
}

function changing(room: Room, { kept, seenSeq }: CommandOf<OnOne>, facts: ActedFact[]): RulingOn<OnOne> {
  const { sessionId } = kept;
  const isStale = hasMoved(room, seenSeq);
  return accept(isStale ? [] : facts, { sessionId, isStale });
}

export const retentionRules = {
  setRetention: decideSet,
  holdSession: decideHold,
  releaseSession: decideRelease,
  restoreSession: decideRestore,
  retainSessions: decideRetain,
  deleteSessions: decideDelete,
} satisfies Partial<Rules>;
