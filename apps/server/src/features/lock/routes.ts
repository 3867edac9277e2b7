import { normalisePath, PATH_WORK } from "@squadroom/core/kernel/glob";
import type { RoomId } from "@squadroom/core/kernel/ids";
import { refuse } from "@squadroom/core/kernel/refusal";
import type { LockRow } from "@squadroom/core/lock/contract";
import { type LockId, NO_LOCKS, readPattern } from "@squadroom/core/lock/lock";
import { lockOf, locksAt } from "@squadroom/core/lock/places";
import { rowOf } from "@squadroom/core/lock/row";
import type { Sql } from "postgres";
import * as z from "zod";
import { pagesOf, placeNumber } from "../../platform/http/page.ts";
import type { CallOf, FeatureRoutes } from "../../platform/http/route.ts";
import { callerOf, readRoom, roomOf, run } from "../agent/index.ts";

const pages = pagesOf("listLocks", z.tuple([placeNumber]));

/** Who has which paths, and who waits for them. */
export const lockRoutes: FeatureRoutes = ({ route, rooms, waiters, auth, sql }) => {
  route("listLocks", async (call) => {
    const { locks, tasks, seq } = await readRoom(rooms, call);
    const { path, session, cursor, limit } = call.query;
    const { live } = locks;
    const asked = path === undefined ? null : normalisePath(path);
    if (path !== undefined && asked === null)
      throw refuse("boundary_invalid", `${path} is not a path in the repository.`, {
        patterns: [path],
      });
    const at = asked === null ? live : locksAt(live, asked, { left: 100 * PATH_WORK });
    const own = new Set(tasks.flatMap((one) => (one.sessionId === session ? [one.id] : [])));
    const found = session === undefined ? at : at.filter(({ taskId }) => taskId !== null && own.has(taskId));
    const page = pages.cut(found, { cursor, limit }, ({ id }) => [id], "oldest");
    return { ...page, data: page.data.map((lock) => rowOf(live, lock)), seq };
  });

  route("takeLock", async (call) => {
    const { patterns, wait, waitS } = call.body;
    const { lockId, seq } = await run(rooms, call, {
      type: "takeLock",
      by: callerOf(call),
      patterns,
      wait: wait || waitS > 0,
    });
    const row = await served(call, lockId, waitS * 1000);
    // Under the same key the answer stays that it was accepted.
    if (row) return { ...row, seq };
    const ended = await endOf(sql, { roomId: roomOf(call), lockId, seq });
    return { ...endedRow(call, lockId), ...(ended ? { ended } : {}), seq };
  });

  /** The lock once it is held or has ended, or as it is when the caller's time is up. */
  function served(call: CallOf<"takeLock">, lockId: LockId, waitMs: number) {
    const { raw } = call.reply;
    const credential = call.principal?.kind === "agent" ? call.principal.credential : null;
    return new Promise<LockRow | null>((resolve, reject) => {
      const rowNow = () => {
        const { live } = rooms.known(roomOf(call))?.view.locks ?? NO_LOCKS;
        const lock = lockOf(live, lockId);
        return lock ? rowOf(live, lock) : null;
      };
      const finish = (settle: () => void) => {
        clearTimeout(timer);
        stop();
        raw.off("close", onTime);
        settle();
      };
      const onTime = () => finish(() => resolve(rowNow()));
      const look = () => {
        if (credential && !auth.isCurrent(credential))
          return finish(() => reject(refuse("unauthorized", "This credential ended.", {})));
        const row = rowNow();
        if (row?.state !== "waiting") finish(() => resolve(row));
      };
      const timer = setTimeout(onTime, waitMs);
      const stop = waiters.watch(roomOf(call), look);
      raw.on("close", onTime);
      look();
    });
  }
};

/** How a lock has ended since then; if it ended with its task, no event says so. */
async function endOf(sql: Sql, { roomId, lockId, seq }: { roomId: RoomId; lockId: LockId; seq: number }) {
  const [found] = await sql<{ type: string; by: string | null; reason: string | null }[]>`
    SELECT type, actor ->> 'name' AS by, data ->> 'reason' AS reason FROM events
    WHERE room_id = ${roomId} AND seq > ${seq} AND type IN ('lock.released', 'lock.expired')
      AND (data ->> 'lockId')::int = ${lockId} LIMIT 1`;
  if (!found) return undefined;
  const how = found.type === "lock.expired" ? ("expired" as const) : ("released" as const);
  return { how, by: found.by ?? "", reason: found.reason ?? "" };
}

/** What is left to say about an ended lock. */
function endedRow({ body, principal }: CallOf<"takeLock">, id: LockId) {
  const isAgent = principal?.kind === "agent";
  return {
    id,
    patterns: body.patterns.map((text) => readPattern(text) ?? text),
    state: "ended" as const,
    by: {
      kind: isAgent ? ("agent" as const) : ("person" as const),
      id: principal?.id ?? "",
      name: principal?.name ?? "",
      role: null,
    },
    taskId: null,
    way: "hand" as const,
    fence: null,
    since: 0,
    endsAt: null,
    waitsFor: [],
    circle: null,
  };
}
