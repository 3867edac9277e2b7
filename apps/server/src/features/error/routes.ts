import * as z from "zod";
import { pagesOf, placeNumber } from "../../platform/http/page.ts";
import type { FeatureRoutes } from "../../platform/http/route.ts";
import { agentCaller, readRoom, run } from "../agent/index.ts";
import { errorsIn } from "./queries.ts";

const pages = pagesOf("listErrors", z.tuple([placeNumber]));

/** What went wrong, as reported by agents. */
export const errorRoutes: FeatureRoutes = ({ route, rooms, sql }) => {
  route("reportError", async (call) => {
    const { fence, type, file, line, column, suggestedAgent, ...said } = call.body;
    const error = {
      ...said,
      type: type ?? null,
      file: file ?? null,
      line: line ?? null,
      column: column ?? null,
      suggestedAgent: suggestedAgent ?? null,
    };
    const { taskId } = call.params;
    return run(rooms, call, { type: "reportError", by: agentCaller(call), taskId, fence, error });
  });

  route("listErrors", async (call) => {
    const view = await readRoom(rooms, call);
    const { cursor, limit, ...filter } = call.query;
    const before = pages.after(cursor)?.[0] ?? null;
    const found = await errorsIn(sql, view.roomId, { ...filter, before, limit });
    return { ...pages.page(found, limit, ({ id }) => [id]), seq: view.seq };
  });
};
