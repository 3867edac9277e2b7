import type { CommentRow } from "@squadroom/core/comment/contract";
import { refuse } from "@squadroom/core/kernel/refusal";
import type { RunId } from "@squadroom/core/run/run";
import type { LineComment } from "@squadroom/core/task/comments";
import * as z from "zod";
import { pagesOf, placeNumber, placeText } from "../../platform/http/page.ts";
import type { FeatureRoutes } from "../../platform/http/route.ts";
import { callerOf, readRoom, run } from "../agent/index.ts";

const pages = pagesOf("listComments", z.tuple([placeNumber, placeText]));

/** What people and agents say about lines of changes. */
export const commentRoutes: FeatureRoutes = ({ route, rooms }) => {
  route("listComments", async (call) => {
    const view = await readRoom(rooms, call);
    const { task, run: runId } = call.query;
    const all = view.comments;
    const { live, ended } = view.runs;
    const tree = [...live, ...ended].find(({ id }) => id === runId)?.tree;
    const keys = new Set(
      all.filter((one) => one.taskId === task || (runId !== undefined && one.runId === runId)).map(({ key }) => key),
    );
    const isMeant = ({ key }: LineComment) =>
      (task === undefined && runId === undefined) || keys.has(key) || key === task || (tree != null && key === tree);
    const page = pages.cut(all.filter(isMeant), call.query, ({ at, id }) => [at, id], "newest");
    return { data: page.data.map(rowOf), next: page.next, seq: view.seq };
  });

  route("commentLines", async (call) => {
    const { task, run: runId, comments } = call.body;
    const of = runId !== undefined ? { runId: runId as RunId } : task !== undefined ? { taskId: task } : null;
    if (of === null || (runId !== undefined && task !== undefined))
      throw refuse("bad_request", "Name either the run or the task whose change you comment on.", {
        field: "body.task",
      });
    return run(rooms, call, {
      type: "commentLines",
      by: callerOf(call),
      of,
      comments: comments.map(({ endLine, ...one }) => ({
        ...one,
        endLine: Math.max(one.line, endLine ?? one.line),
      })),
    });
  });
};

function rowOf({ by, holder, key: _, ...comment }: LineComment): CommentRow {
  return { ...comment, by: by.name, heldBy: holder };
}
