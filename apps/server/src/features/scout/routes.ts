import { refuse } from "@squadroom/core/kernel/refusal";
import type { ScoutRow } from "@squadroom/core/scout/contract";
import { changesSince, changeText, findScout, type Scouts, type StoredScout } from "@squadroom/core/scout/scout";
import * as z from "zod";
import { pagesOf, placeNumber } from "../../platform/http/page.ts";
import type { FeatureRoutes } from "../../platform/http/route.ts";
import { roomOf } from "../agent/index.ts";

const pages = pagesOf("listScouts", z.tuple([placeNumber]));

export const scoutRoutes: FeatureRoutes = ({ route, rooms }) => {
  route("listScouts", async (call) => {
    const roomId = roomOf(call);
    const room = await rooms.read(roomId);
    if (!room) throw refuse("room_unknown", "This room does not exist, or was removed.", { roomId });
    const { view } = room;
    const { angle } = call.query;
    const one = angle === undefined ? undefined : findScout(view.scouts, angle);
    const shown = angle === undefined ? view.scouts.stored : one ? [one] : [];
    const rows = shown.map((scout) => rowOf(view.scouts, scout));
    return { ...pages.cut(rows, call.query, ({ id }) => [id], "newest"), seq: view.seq };
  });
};

function rowOf(scouts: Scouts, scout: StoredScout): ScoutRow {
  const { id, value, by, at, sessionId } = scout;
  const changes = changesSince(scouts, scout);
  return {
    id,
    angle: value.angle,
    found: value,
    by,
    at,
    sessionId,
    isCurrent: changes.length === 0,
    changes: changes.map((change) => ({
      at: change.at,
      kind: change.kind,
      taskId: change.taskId,
      sessionId: change.sessionId,
      text: changeText(change),
    })),
  };
}
