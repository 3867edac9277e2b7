import { GROUNDS_MAX } from "@squadroom/core/grounds/contract";
import { basisOf, warningsIn } from "@squadroom/core/grounds/grounds";
import { refuse } from "@squadroom/core/kernel/refusal";
import { cut } from "@squadroom/core/kernel/storable";
import type { FeatureRoutes } from "../../platform/http/route.ts";
import { readRoom } from "../agent/index.ts";
import { madeIn, rowsOf } from "../artifact/index.ts";
import { createDecisionQueries } from "../decision/index.ts";
import { lastSeen } from "./last-seen.ts";

/** Longest part of a report that is shown beside the documents, UTF-16 units. */
const SAID_MAX = 2_000;

export const groundsRoutes: FeatureRoutes = ({ route, rooms, db, sql }) => {
  const decisions = createDecisionQueries(db);

  route("getGrounds", async (call) => {
    const view = await readRoom(rooms, call);
    const { roomId, seq } = view;
    const { decisionId } = call.params;
    const decision = await decisions.get(roomId, decisionId);
    if (!decision) throw refuse("decision_unknown", "The room was never asked this.", { decisionId });
    const basis = basisOf(view, decision);
    const { sessionId, tasks: wanted, branch } = basis;
    const all = await madeIn(sql, roomId, { sessionId, tasks: wanted ?? [] });
    const about = wanted === null ? all : wanted.flatMap((id) => all.find(({ taskId }) => taskId === id) ?? []);
    const own = about.map(({ taskId, result, progress }) => warningsIn(taskId, result ?? {}, progress));
    // Of several versions the last one counts; the one before it tells what has changed.
    const last = new Map(about.flatMap(({ made }) => made).map((one) => [one.path, one]));
    const documents = [...last.values()].slice(0, GROUNDS_MAX);
    const before = documents.map(
      ({ path, taskId, at }) =>
        all.flatMap(({ made }) => made).findLast((one) => one.path === path && one.taskId !== taskId && one.at < at) ??
        null,
    );
    const rows = await rowsOf(sql, view, sessionId, all, documents);
    const earlier = await rowsOf(
      sql,
      view,
      sessionId,
      all,
      before.filter((one) => one !== null),
    );
    const byWhom = call.principal?.kind === "person" ? call.principal.id : null;
    return {
      warnings: [
        ...new Set([...own.flatMap(({ failed }) => failed), ...basis.warnings, ...own.flatMap(({ warned }) => warned)]),
      ],
      tasks: about.slice(0, GROUNDS_MAX).map(({ taskId, title, result }) => ({
        id: taskId,
        title,
        said: result?.summary ? cut(result.summary, SAID_MAX) : null,
      })),
      documents: rows.map((row, i) => ({
        ...row,
        before:
          earlier.find(({ path, taskId }) => path === before[i]?.path && taskId === before[i]?.taskId)?.file ?? null,
      })),
      left: last.size - documents.length,
      branch,
      since: byWhom === null ? null : await lastSeen(sql, roomId, byWhom, decision),
      seq,
    };
  });
};
