import { reportMarkdown } from "@squadroom/core/report/markdown";
import type { FeatureRoutes } from "../../platform/http/route.ts";
import { readRoom } from "../agent/index.ts";
import { reportIn } from "./report.ts";

/** The result of a session. Nothing is written for it: what an ended session left doesn't change. */
export const reportRoutes: FeatureRoutes = ({ route, rooms, db, sql }) => {
  route("getReport", async (call) => {
    const view = await readRoom(rooms, call);
    const report = await reportIn({ db, sql }, view, call.params.sessionId);
    const markdown = reportMarkdown(report);
    if (call.request.headers.accept?.startsWith("text/markdown"))
      void call.reply.header("content-type", "text/markdown; charset=utf-8").send(markdown);
    return { report, markdown, seq: view.seq };
  });
};
