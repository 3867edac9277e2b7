import { phaseOf } from "@squadroom/core/flow/steps";
import { refuse } from "@squadroom/core/kernel/refusal";
import type { RoomView } from "@squadroom/core/kernel/view";
import type { SessionStatusReply } from "@squadroom/core/session/gate/contract";
import { gatesOf } from "@squadroom/core/session/gate/gates";
import { progressOf } from "@squadroom/core/session/gate/progress";
import { statusOf } from "@squadroom/core/session/record/status";
import type { FeatureRoutes } from "../../platform/http/route.ts";
import { roomOf } from "../agent/index.ts";
import { createSessionQueries } from "./queries.ts";

/** How far sessions are, and what people do about their gates. */
export const gateRoutes: FeatureRoutes = ({ route, rooms, db }) => {
  const queries = createSessionQueries(db);

  route("getSessionStatus", async (call): Promise<SessionStatusReply> => {
    const roomId = roomOf(call);
    const { sessionId } = call.params;
    const room = await rooms.read(roomId);
    if (!room) throw refuse("room_unknown", "This room does not exist, or was removed.", { roomId });
    const { view } = room;
    const session = view.sessions.live.find(({ id }) => id === sessionId);
    if (session) {
      const { id, startedAt, gates } = session;
      return {
        id,
        startedAt,
        status: statusOf(view, session),
        ...progressOf(session),
        agentsActive: activeIn(view, id),
        evidence: gatesOf(session),
        preset: gates.preset,
        seq: view.seq,
      };
    }
    const row = await queries.get(roomId, sessionId);
    if (!row) throw refuse("session_unknown", `The room has no session ${sessionId}.`, { sessionId });
    const { id, startedAt, status, step } = row;
    const { session: ended } = await queries.records(roomId, sessionId);
    const unknown = { phase: phaseOf(step), tasksTotal: null, tasksCompleted: null, gates: null };
    return {
      id,
      startedAt,
      status,
      ...(ended ? progressOf(ended) : unknown),
      agentsActive: [],
      evidence: ended ? gatesOf(ended) : [],
      preset: ended?.gates.preset ?? null,
      seq: view.seq,
    };
  });
};

function activeIn({ tasks, agents }: RoomView, sessionId: number) {
  const holders = new Set(
    tasks.flatMap((task) => (task.sessionId === sessionId && task.lease ? task.lease.agentId : [])),
  );
  return [...holders].flatMap((id) => {
    const agent = agents[id];
    return agent ? { agentId: agent.id as string, name: agent.name, role: agent.role as string } : [];
  });
}
