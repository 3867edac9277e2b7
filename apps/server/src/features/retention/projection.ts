import { nameOf } from "@squadroom/core/kernel/actor";
import type { Projection } from "../../platform/room/projection.ts";

/** What becomes of ended sessions. */
export const retentionProjection: Projection = (event) => {
  const { roomId, at } = event;
  switch (event.type) {
    case "retention.set":
      return [{ table: "retentionSettings", row: { roomId, periods: event.data.periods } }];
    case "retention.archived":
      return event.data.sessionIds.map((sessionId) => ({
        table: "sessionArchive",
        row: { roomId, sessionId, state: "archived", at },
      }));
    case "retention.restored": {
      const { sessionId } = event.data;
      return [{ table: "sessionArchive", row: { roomId, sessionId, state: "restored", at } }];
    }
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
