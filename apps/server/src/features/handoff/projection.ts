import type { Projection } from "../../platform/room/projection.ts";

export const handoffProjection: Projection = (event) => {
  if (event.type !== "handoff.delivered") return [];
  const { data } = event;
  return [
    {
      table: "handoffs",
      row: {
        roomId: event.roomId,
        id: data.handoffId,
        seq: event.seq,
        fromTaskId: data.fromTaskId,
        fromAgentId: data.from.agentId,
        fromRole: data.from.role,
        to: data.to,
        intent: data.intent,
        taskId: data.task?.id ?? null,
        messageId: data.message.id,
        variant: data.variant,
        unreviewed: data.unreviewed,
        queuedAnyway: data.queuedAnyway,
        at: event.at,
      },
    },
  ];
};
