import { actorOf, SERVER } from "../kernel/actor.ts";
import type { Room } from "../kernel/room.ts";
import { accept } from "../kernel/ruling.ts";
import type { Context } from "../room/command.ts";
import type { Rules, RulingOn } from "../room/replies.ts";
import type { ActedFact } from "../room/ruling.ts";
import type { RetentionCommand } from "./command.ts";
import { archivedAt, NO_RETENTION, RETAINED_MAX } from "./periods.ts";

type Of<T extends RetentionCommand["type"]> = Extract<RetentionCommand, { type: T }>;
type OnOne = "holdSession" | "releaseSession" | "restoreSession";

function decideSet(room: Room, { by, periods }: Of<"setRetention">): RulingOn<"setRetention"> {
  const now = room.retention ?? NO_RETENTION;
  if (JSON.stringify(now.periods) === JSON.stringify(periods)) return accept([], { periods });
  return accept([{ type: "retention.set", data: { periods }, actor: actorOf(by) }], { periods });
}

function decideHold(room: Room, command: Of<"holdSession">): RulingOn<"holdSession"> {
  const { by, kept, reason } = command;
  const { sessionId, held } = kept;
  const isSame = held !== null && held.reason === reason && held.by === by.name;
  const fact = { type: "retention.held" as const, data: { sessionId, reason } };
  return changing(room, command, isSame ? [] : [{ ...fact, actor: actorOf(by) }]);
}

function decideRelease(room: Room, command: Of<"releaseSession">): RulingOn<"releaseSession"> {
  const { by, kept } = command;
  const { sessionId, held } = kept;
  const fact = { type: "retention.released" as const, data: { sessionId } };
  return changing(room, command, held === null ? [] : [{ ...fact, actor: actorOf(by) }]);
}

function decideRestore(room: Room, command: Of<"restoreSession">): RulingOn<"restoreSession"> {
  const { by, kept } = command;
  const { sessionId, state } = kept;
  const fact = { type: "retention.restored" as const, data: { sessionId } };
  return changing(room, command, state !== "archived" ? [] : [{ ...fact, actor: actorOf(by) }]);
}

/** Never early, and never one that is held or that has not ended, whatever was read. */
function decideRetain(
  room: Room,
  { kept, seenSeq }: Of<"retainSessions">,
  { now }: Context,
): RulingOn<"retainSessions"> {
  const { periods, seq } = room.retention ?? NO_RETENTION;
  if (seq > seenSeq) return accept([], { archived: [], isStale: true });
  const isLive = new Set(room.sessions.live.map(({ id }) => id));
  const archived = kept
    .filter((one) => !isLive.has(one.sessionId))
    .filter((one) => {
      const at = archivedAt(one, periods);
      return at !== null && at <= now;
    })
    .slice(0, RETAINED_MAX)
    .map(({ sessionId }) => sessionId);
  const facts: ActedFact[] =
    archived.length === 0
      ? []
      : [{ type: "retention.archived", data: { sessionIds: archived }, actor: SERVER }];
  return accept(facts, { archived, isStale: false });
}

/** What was read holds as long as no event about retention came after it. */
function changing(room: Room, { kept, seenSeq }: Of<OnOne>, facts: ActedFact[]): RulingOn<OnOne> {
  const { sessionId } = kept;
  const isStale = (room.retention ?? NO_RETENTION).seq > seenSeq;
  return accept(isStale ? [] : facts, { sessionId, isStale });
}

export const retentionRules: Rules<RetentionCommand["type"]> = {
  setRetention: decideSet,
  holdSession: decideHold,
  releaseSession: decideRelease,
  restoreSession: decideRestore,
  retainSessions: decideRetain,
};
