import type { Projection } from "../../platform/room/projection.ts";

const CHANGES: readonly string[] = ["room.created", "room.removed", "team.changed", "interchange.room_imported"];

export const roomProjection: Projection = (event, _before, after) => {
  if (!CHANGES.includes(event.type)) return [];
  return [
    {
      table: "roomDetails",
      row: {
        roomId: after.roomId,
        name: after.name,
        preset: after.team?.preset ?? "",
        demo: after.demo,
        createdAt: after.createdAt,
        removedAt: after.removedAt,
      },
    },
  ];
};
