import type { FanoutRow } from "@squadroom/core/fanout/contract";
import { type Fanout, isOpen, isSettled } from "@squadroom/core/fanout/fanout";
import { branchDueAt } from "@squadroom/core/fanout/follow-up";
import type { Room } from "@squadroom/core/kernel/room";
import { liveTask } from "@squadroom/core/task/order";
import * as z from "zod";
import { pagesOf, placeNumber } from "../../platform/http/page.ts";
import type { FeatureRoutes } from "../../platform/http/route.ts";
import { readRoom } from "../agent/index.ts";

const pages = pagesOf("listFanouts", z.tuple([placeNumber]));

/** Requests to several agents at once, and what each of them brought. */
export const fanoutRoutes: FeatureRoutes = ({ route, rooms }) => {
  route("listFanouts", async (call) => {
    const view = await readRoom(rooms, call);
    const all = view.fanouts.all ?? [];
    const page = pages.cut(all, call.query, ({ id }) => [id], "newest");
    const data = page.data.map((fanout) => rowOf(view, fanout));
    return { data, next: page.next, seq: view.seq };
  });
};

function rowOf(view: Room, fanout: Fanout): FanoutRow {
  const { isStale: _, branches, ...said } = fanout;
  return {
    ...said,
    isSettled: isSettled(fanout),
    branches: branches.map((branch) => ({
      ...branch,
      attempts: [...branch.attempts],
      dueAt: isOpen(branch) ? branchDueAt(view, fanout, branch) : null,
      canRetry: liveTask(view, branch.taskId)?.state === "failed",
    })),
  };
}
