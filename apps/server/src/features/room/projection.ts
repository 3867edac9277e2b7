import type { Projection } from "../../platform/room/projection.ts";

export const roomProjection: Projection = (event, _before, after) => {
  if (event.type !== "room.created" && event.type !== "room.removed") return [];
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
