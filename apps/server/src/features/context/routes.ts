import { refuse } from "@squadroom/core/kernel/refusal";
import { heldTask } from "@squadroom/core/task/order";
import type { FeatureRoutes } from "../../platform/http/route.ts";
import { roomOf, sharedOf } from "../agent/index.ts";

/** What everybody who works in a session shares. */
export const contextRoutes: FeatureRoutes = ({ route, rooms, sql }) => {
  route("getSessionContext", async (call) => {
    const roomId = roomOf(call);
    const room = await rooms.read(roomId);
    if (!room) throw refuse("room_unknown", "There is no such room.", { roomId });
    const { principal } = call;
    const own = principal?.kind === "agent" ? (heldTask(room.view, principal.id)?.sessionId ?? null) : undefined;
    const { sessionId } = call.params;
    const { task: taskId } = call.query;
    const task = room.view.tasks.find((one) => one.id === taskId && one.sessionId === sessionId);
    return sharedOf(sql, room, sessionId, own, task ?? null);
  });
};
