import type { RoomView } from "@squadroom/core/kernel/view";
import { sessionKey } from "@squadroom/core/run/lineage";
import { artifactsOf } from "@squadroom/core/task/artifacts";
import { outputNames } from "@squadroom/core/task/outputs";
import * as z from "zod";
import { pagesOf } from "../../platform/http/page.ts";
import type { FeatureRoutes } from "../../platform/http/route.ts";
import { readRoom } from "../agent/index.ts";
import { createSessionQueries, sessionRow } from "../session/index.ts";
import { filesOf, sourcesIn } from "./queries.ts";

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
    const sources = (await sourcesIn(sql, roomId, sessionId)).map((source) => ({
      ...source,
      made: artifactsOf(source),
    }));
    const names = new Map(sources.map(({ taskId, outputs }) => [taskId, outputNames(outputs)] as const));
    const fitting = sources
      .flatMap(({ made }) => made)
      .filter(
        (one) =>
          (task === undefined || one.taskId === task) &&
          (status === undefined || one.status === status) &&
          (stage === undefined || one.stage === stage),
      );
    const page = pages.cut(fitting, call.query, ({ path, taskId }) => [path, taskId]);
    const fileOf = await filesOf(sql, roomId, page.data);
    return {
      ...page,
      data: page.data.map(({ contentId, ...one }) => ({
        ...one,
        output: names.get(one.taskId)?.get(one.path) ?? null,
        file: fileOf({ contentId, hash: one.hash }),
        branch: branchOf(view, one.taskId, sessionId),
      })),
      total: fitting.length,
      tasks: sources.filter(({ made }) => made.length > 0).map(({ taskId: id, title }) => ({ id, title })),
      seq,
    };
  });
};

/** The task's own branch, otherwise the session's, as long as the room knows it. */
function branchOf({ branches }: RoomView, taskId: string, sessionId: number): string | null {
  return [taskId, sessionKey(sessionId)].find((key) => branches[key] !== undefined) ?? null;
}
