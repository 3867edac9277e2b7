import * as z from "zod";
import { pagesOf } from "../../platform/http/page.ts";
import type { FeatureRoutes } from "../../platform/http/route.ts";
import { readRoom } from "../agent/index.ts";
import { createSessionQueries, sessionRow } from "../session/index.ts";
import { madeIn, rowsOf } from "./queries.ts";

/** A path as a task reports it, and its task. */
const pages = pagesOf("listArtifacts", z.tuple([z.string().max(1_000), z.string().max(60)]));

/** What a session's tasks made. Nothing is written for it: the tasks have it. */
export const artifactRoutes: FeatureRoutes = ({ route, rooms, db, sql }) => {
  route("listArtifacts", async (call) => {
    const view = await readRoom(rooms, call);
    const { roomId, seq } = view;
    const { sessionId } = call.params;
    await sessionRow(createSessionQueries(db), view, sessionId);
    const { task, status, stage } = call.query;
    const sources = await madeIn(sql, roomId, { sessionId });
    const fitting = sources
      .flatMap(({ made }) => made)
      .filter(
        (one) =>
          (task === undefined || one.taskId === task) &&
          (status === undefined || one.status === status) &&
          (stage === undefined || one.stage === stage),
      );
    const page = pages.cut(fitting, call.query, ({ path, taskId }) => [path, taskId]);
    return {
      ...page,
      data: await rowsOf(sql, view, sessionId, sources, page.data),
      total: fitting.length,
      tasks: sources.filter(({ made }) => made.length > 0).map(({ taskId: id, title }) => ({ id, title })),
      seq,
    };
  });
};
