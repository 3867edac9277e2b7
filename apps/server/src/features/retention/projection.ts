import { nameOf } from "@squadroom/core/kernel/actor";
import type { RoomEvent } from "@squadroom/core/kernel/event";
import type { SessionId } from "@squadroom/core/kernel/ids";
import { periodsOf, type RetentionState } from "@squadroom/core/retention/periods";
import type { ProjectedRow } from "../../db/projected.ts";
import type { Projection } from "../../platform/room/projection.ts";

function stands({ roomId, at }: RoomEvent, sessionIds: readonly SessionId[], state: RetentionState): ProjectedRow[] {
  return sessionIds.map((sessionId) => ({
    table: "sessionArchive",
    row: { roomId, sessionId, state, at },
  }));
}

/** What becomes of ended sessions. */
export const retentionProjection: Projection = (event) => {
  const { roomId, at } = event;
  switch (event.type) {
    case "session.ended":
      return stands(event, [event.data.sessionId], "kept");
    case "interchange.imported":
      return stands(event, [event.data.session.id], "kept");
    case "retention.set": {
      const periods = periodsOf(event.data.periods);
      return [{ table: "retentionSettings", row: { roomId, periods } }];
    }
    case "retention.archived":
      return stands(event, event.data.sessionIds, "archived");
    case "retention.deleted":
      return stands(event, event.data.sessionIds, "deleted");
    case "retention.restored":
      return stands(event, [event.data.sessionId], "restored");
    case "retention.held": {
      const { sessionId, reason } = event.data;
      const row = { roomId, sessionId, isHeld: true, by: nameOf(event), reason, at };
      return [{ table: "sessionHolds", row }];
    }
    case "retention.released": {
      const { sessionId } = event.data;
      const row = { roomId, sessionId, isHeld: false, by: nameOf(event), reason: "", at };
      return [{ table: "sessionHolds", row }];
    }
    default:
      return [];
  }
};
