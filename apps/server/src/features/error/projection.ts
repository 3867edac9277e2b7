import type { Projection } from "../../platform/room/projection.ts";

/** Errors are never changed: each event is a row. */
export const errorProjection: Projection = (event, _before, { roomId }) => {
  if (event.type !== "error.reported" || event.actor.kind !== "agent") return [];
  const { at, actor, data } = event;
  const { error, count, stops: stopped } = data;
  const { connection: _, severity, taskId, sessionId, runId, ...said } = error;
  const { id: agentId, name, role } = actor;
  return [
    {
      table: "errors",
      row: {
        ...said,
        roomId,
        at,
        count,
        stopped,
        severity: severity as string,
        taskId: taskId as string,
        sessionId: sessionId as number | null,
        runId: runId as number | null,
        agentId: agentId as string,
        by: { agentId, name, role },
      },
    },
  ];
};
