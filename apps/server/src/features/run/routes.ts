import { refuse } from "@squadroom/core/kernel/refusal";
import { unservedTasks } from "@squadroom/core/run/offers";
import * as z from "zod";
import { personOf } from "../../platform/auth/access.ts";
import { pagesOf, placeNumber, placeText } from "../../platform/http/page.ts";
import type { FeatureRoutes } from "../../platform/http/route.ts";
import { callerOf, personCaller, readRoom, roomOf, run } from "../agent/index.ts";
import { knownModels } from "../price/index.ts";
import type { RunOutput } from "./output.ts";
import { readRuns, unknownRun } from "./queries.ts";
import { runnerRoutes } from "./runner-routes.ts";
import { createRunner, revokeRunner } from "./seats.ts";

const runPages = pagesOf("listRuns", z.tuple([placeNumber]));
const runnerPages = pagesOf("listRunners", z.tuple([placeText]));
const outputPages = pagesOf("listRunOutput", z.tuple([placeNumber]));

export const runRoutes =
  ({ output }: { output: RunOutput }): FeatureRoutes =>
  (tools) => {
    readRoutes(output)(tools);
    steeringRoutes(tools);
    runnerRoutes(output)(tools);
  };

/** What people and agents see of runs. */
const readRoutes =
  (output: RunOutput): FeatureRoutes =>
  ({ route, rooms, db, observations }) => {
    const { touches } = observations;

    route("listRunners", async (call) => {
      const view = await readRoom(rooms, call);
      const seenAt = observations.of(view.roomId);
      const rows = Object.values(view.runs.runners).map(
        ({ connection: _, connectedAt: __, offlineSince: ___, offlineReason: ____, ...runner }) => ({
          ...runner,
          seenAt: Math.max(runner.seenAt, seenAt[runner.id] ?? 0),
        }),
      );
      const offered = new Set(rows.flatMap(({ offers }) => offers.map(({ role }) => role)));
      const waiting = unservedTasks(view)
        .filter(({ role }) => offered.has(role))
        .map(({ id, role, title }) => ({ taskId: id, role, title }));
      return {
        ...runnerPages.cut(rows, call.query, ({ name }) => [name]),
        waiting: waiting.slice(0, 50),
        seq: view.seq,
      };
    });

    route("listRuns", async (call) => {
      const view = await readRoom(rooms, call);
      const { state, task, cursor, limit } = call.query;
      const before = runPages.after(cursor)?.[0] ?? null;
      const wanted = { state, task, before, limit: limit + 1 };
      const found = await readRuns(db, view.roomId, wanted, view.runs);
      await touches.refresh([view.roomId]);
      const overlaps = touches.overlapsOf(view);
      return { ...runPages.page(found, limit, ({ id }) => [id]), overlaps, seq: view.seq };
    });

    route("getRun", async (call) => {
      const view = await readRoom(rooms, call);
      const id = call.params.run;
      const wanted = { state: undefined, task: undefined, before: null, id, limit: 1 };
      const [found] = await readRuns(db, view.roomId, wanted, view.runs);
      if (!found) throw unknownRun(id);
      return { run: found, seq: view.seq };
    });

    route("listRunOutput", async (call) => {
      const view = await readRoom(rooms, call);
      const { run: id } = call.params;
      if (id > (view.runs.number ?? 0)) throw unknownRun(id);
      const { newerThan, q, cursor, limit } = call.query;
      const keptFrom = await output.keptFrom(view.roomId, id);
      if (newerThan !== undefined) {
        const data = await output.after(view.roomId, id, newerThan, limit);
        return { data, next: null, keptFrom };
      }
      const n = outputPages.after(cursor)?.[0] ?? null;
      const found = await output.before(view.roomId, id, { n, q, limit: limit + 1 });
      return { ...outputPages.page(found, limit, (chunk) => [chunk.n]), keptFrom };
    });

    route("getRunChanges", async (call) => {
      const view = await readRoom(rooms, call);
      const { run: id } = call.params;
      if (id > (view.runs.number ?? 0)) throw unknownRun(id);
      return output.changesOf(view.roomId, id);
    });
  };

/** What people, and the entry point's agent, do with them. */
const steeringRoutes: FeatureRoutes = (tools) => {
  const { route, rooms, sql, auth, newId, log, teamRolesOf, redactIn } = tools;
  route("createRunner", async (call) => {
    const roomId = roomOf(call);
    if ((await teamRolesOf(roomId)) === null) throw refuse("room_unknown", "There is no such room.", { roomId });
    const by = personOf(call.principal);
    const name = (await redactIn(roomId))(call.body.name);
    const made = await createRunner(sql, newId, { roomId, name, by });
    const { requestId } = call;
    log.info({ audit: "runner.created", by: by.id, roomId, runnerId: made.runnerId, requestId });
    return made;
  });

  route("forgetRunner", async (call) => {
    const roomId = roomOf(call);
    const { runner: runnerId } = call.params;
    const person = personOf(call.principal);
    const { changed, agents } = await revokeRunner(sql, roomId, runnerId, person);
    auth.noteChanged(changed);
    const by = personCaller(call);
    const free = { ...call, key: null };
    const { forgotten } = await run(rooms, free, { type: "forgetRunner", by, runnerId });
    if (!forgotten && changed.length === 0)
      throw refuse("runner_unknown", "This room has no such runner.", { runnerId });
    for (const agentId of agents) {
      const reason = `${by.name} removed its runner.`;
      await run(rooms, free, { type: "dismiss", by, agentId, reason });
    }
    log.info({ audit: "runner.forgotten", by: person.id, roomId, runnerId });
    return { forgotten: true as const };
  });

  route("startRun", async (call) => {
    const { role, harness = null, model = null, runner = null, resumes = null } = call.body;
    if (role === undefined && resumes === null)
      throw refuse("bad_request", "Name the role to start, or the run to resume.", {
        field: "body.role",
      });
    const before = (await readRoom(rooms, call)).runs?.ended.find(({ id }) => id === resumes);
    if (resumes !== null && !before) throw unknownRun(resumes);
    const of = role ?? before?.role;
    if (of === undefined) throw unknownRun(resumes);
    return run(rooms, call, {
      type: "requestRun",
      by: callerOf(call),
      role: of,
      harness,
      model,
      runnerId: runner,
      resumes,
      known: await knownModels(sql),
    });
  });
};
