import type { Branch, BranchKey } from "@squadroom/core/branch/branch";
import type { BranchRow } from "@squadroom/core/branch/contract";
import { pullRequestText } from "@squadroom/core/branch/pull-request";
import { mergeQueue } from "@squadroom/core/branch/queue";
import { branchState } from "@squadroom/core/branch/state";
import { refuse } from "@squadroom/core/kernel/refusal";
import type { RoomView } from "@squadroom/core/kernel/view";
import { and, eq } from "drizzle-orm";
import type { PostgresJsDatabase } from "drizzle-orm/postgres-js";
import * as z from "zod";
import { sessionTexts, taskDetails } from "../../db/schema/index.ts";
import { pagesOf, placeNumber, placeText } from "../../platform/http/page.ts";
import type { FeatureRoutes } from "../../platform/http/route.ts";
import { readRoom, run, runnerCaller } from "../agent/index.ts";
import { createBranchChanges } from "./changes.ts";

const pages = pagesOf("listBranches", z.tuple([placeNumber, placeText]));

/** Branches that runs work on: what became of them, and what people do with them. */
export const branchRoutes: FeatureRoutes = ({ route, rooms, db, sql, clock }) => {
  const changes = createBranchChanges(sql);

  route("listBranches", async (call) => {
    const view = await readRoom(rooms, call);
    const all = Object.values(view.branches);
    const page = pages.cut(all, call.query, ({ at, key }) => [at, key], "newest");
    const why = reasons(view);
    const data = page.data.map((branch) => rowOf(view, branch, why));
    return { data, next: page.next, seq: view.seq };
  });

  route("getBranch", async (call) => {
    const view = await readRoom(rooms, call);
    const branch = theBranch(view, call.params.branch);
    const { title, body } = await askedFor(db, view, branch);
    const waiting = mergeQueue(view, null)
      .filter((one) => one.branch.line === branch.key)
      .map((one) => ({ key: one.branch.key, title: one.branch.title, why: one.why }));
    return {
      branch: rowOf(view, branch, reasons(view)),
      merged: branch.merged.map(({ keyDecisions: _, fileCount: __, ...work }) => work),
      waiting,
      pullRequest: pullRequestOf(branch, title, body),
      seq: view.seq,
    };
  });

  route("getBranchChanges", async (call) => {
    const view = await readRoom(rooms, call);
    return changes.of(view.roomId, theBranch(view, call.params.branch));
  });

  route("reportBranch", async (call) => {
    const { report } = call.body;
    const by = runnerCaller(call);
    const key = call.params.branch;
    if (report.kind !== "merged") return run(rooms, call, { type: "reportBranch", by, key, report });
    const { diff, ...merged } = report;
    const reply = await run(rooms, call, { type: "reportBranch", by, key, report: merged });
    const { roomId, branches } = await readRoom(rooms, call);
    const line = branches[key]?.line;
    if (diff !== undefined && line != null && branches[line]?.head === merged.head)
      await changes.set(roomId, line, clock.now(), diff);
    return reply;
  });
};

function theBranch({ branches }: Pick<RoomView, "branches">, key: BranchKey): Branch {
  const branch = branches[key];
  if (branch) return branch;
  const known = Object.keys(branches).slice(0, 50);
  throw refuse("branch_unknown", `This room has no branch ${key}.`, { key }, known);
}

/** Why each waiting one has its place. */
function reasons(view: RoomView): Map<BranchKey, string> {
  return new Map(mergeQueue(view, null).map(({ branch, why }) => [branch.key, why]));
}

function rowOf(view: RoomView, branch: Branch, why: ReadonlyMap<BranchKey, string>): BranchRow {
  const { key, title, name, line, base, head, runnerId, sessionId, taskId, changes } = branch;
  const { checks, taken, pushed, problem, usage, at, merge } = branch;
  return {
    key,
    title,
    name,
    line,
    base,
    head,
    runnerId,
    sessionId,
    taskId,
    changes,
    checks,
    taken,
    pushed,
    problem,
    usage,
    at,
    runner: view.runs.runners[runnerId]?.name ?? null,
    by: branch.by?.name ?? null,
    merge: merge && { state: merge.state, why: whyOf(merge, why.get(key) ?? "") },
    state: branchState(view, branch),
    stopped: branch.stopped ?? null,
    doing: branch.orders.map(({ act }) => act),
  };
}

function whyOf(merge: NonNullable<Branch["merge"]>, place: string): string {
  if (merge.state === "waiting") return place;
  if (merge.state === "failed") return merge.note;
  return merge.state === "skipped" ? merge.reason : "";
}

/** What was asked, in the asker's words. */
async function askedFor(
  db: PostgresJsDatabase,
  { roomId, sessions }: RoomView,
  { key, title, sessionId }: Branch,
): Promise<{ title: string; body: string }> {
  if (sessionId !== null) {
    const live = sessions.live.find(({ id }) => id === sessionId);
    if (live) return { title: live.title, body: live.description };
    const [ended] = await db
      .select({ text: sessionTexts.description })
      .from(sessionTexts)
      .where(and(eq(sessionTexts.roomId, roomId), eq(sessionTexts.sessionId, sessionId)));
    return { title, body: ended?.text ?? "" };
  }
  const [task] = await db
    .select({ text: taskDetails.instruction })
    .from(taskDetails)
    .where(and(eq(taskDetails.roomId, roomId), eq(taskDetails.taskId, key)));
  return { title, body: task?.text ?? "" };
}

function pullRequestOf(branch: Branch, title: string, requirement: string) {
  const { key, merged, summary, keyDecisions, reviewers, changes, checks, usage } = branch;
  const own = { id: key, title: branch.title, summary, keyDecisions, reviewers };
  const tasks = merged.map((work) => ({ id: work.key, ...work }));
  const parts = [...(changes ? [changes] : []), ...merged];
  const paths = new Set(parts.flatMap(({ files }) => files));
  // Nobody knows which of those beyond the kept names are the same.
  const beyond = parts.map(({ files, fileCount = files.length }) => fileCount - files.length);
  return pullRequestText({
    title,
    requirement,
    tasks: branch.by !== null && changes !== null ? [own, ...tasks] : tasks,
    checks,
    files: [...paths].sort(),
    fileCount: paths.size + Math.max(0, ...beyond),
    isMore: beyond.filter((count) => count > 0).length > 0 && parts.length > 1,
    usage,
  });
}
