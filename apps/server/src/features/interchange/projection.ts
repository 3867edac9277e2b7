import { importReason } from "@squadroom/core/interchange/events";
import { NO_USAGE } from "@squadroom/core/usage/usage";
import type { Projection } from "../../platform/room/projection.ts";

/** An imported session is listed with those that ended here; its files say what it was. */
export const interchangeProjection: Projection = (event) => {
  if (event.type !== "interchange.imported" || event.actor.kind !== "person") return [];
  const { at, roomId, actor, data } = event;
  const { id: sessionId, title, description, end, source, archive, files } = data.session;
  const { startedAt, endedAt } = data.session;
  const createdBy = { kind: "person", id: actor.id, name: actor.name };
  return [
    {
      table: "sessions",
      row: {
        roomId,
        id: sessionId,
        title,
        state: end,
        step: "review",
        isParked: false,
        level: null,
        batchAt: 0,
        batchOf: 0,
        createdAt: at,
        startedAt: null,
        endedAt: at,
        endReason: importReason(data.session),
        createdBy,
        splitOf: null,
        itemId: null,
        usage: NO_USAGE,
        budget: null,
        position: "",
      },
    },
    { table: "sessionTexts", row: { roomId, sessionId, description } },
    {
      table: "sessionImports",
      row: { roomId, sessionId, source, archiveId: archive.id, files, startedAt, endedAt },
    },
  ];
};
