import { refuse } from "@squadroom/core/kernel/refusal";
import type { FeatureRoutes } from "../../platform/http/route.ts";
import { createStore } from "../../platform/room/store.ts";
import { roomOf } from "../agent/index.ts";
import { readOutline } from "./outline.ts";
import { createPastViews } from "./past-views.ts";

export const replayRoutes: FeatureRoutes = ({ route, rooms, sql, store, folds, folding }) => {
  const past = createPastViews(createStore(folding), folds);

  route("getReplayBase", async (call) => {
    const roomId = roomOf(call);
    const head = await store.head(roomId);
    if (!head) throw refuse("room_unknown", "There is no such room.", {});
    const { retention } = (await rooms.read(roomId))?.view ?? {};
    const until = Math.min(call.query.at, head.seq);
    const view = await past.viewAt(roomId, until, retention?.erasedSeq);
    return { view, head: head.seq };
  });

  route("getReplayOutline", async (call) => {
    const roomId = roomOf(call);
    const head = await store.head(roomId);
    if (!head) throw refuse("room_unknown", "There is no such room.", {});
    return { head: head.seq, ...(await readOutline(sql, roomId, head.seq)) };
  });
};
