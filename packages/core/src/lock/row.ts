import type { LockRow } from "./contract.ts";
import { endsAt, type Lock } from "./lock.ts";
import { lockOf } from "./places.ts";
import { circleOf } from "./waiting.ts";

/** A lock as every door shows it. */
export function rowOf(live: readonly Lock[], lock: Lock): LockRow {
  const { id, patterns, holder, taskId, way, fence, since, waitsFor } = lock;
  const circle = waitsFor.length > 0 ? circleOf(live, lock) : null;
  return {
    id,
    patterns: [...patterns],
    state: fence === null ? "waiting" : "held",
    by: {
      kind: holder.kind,
      id: holder.id,
      name: holder.name,
      role: holder.kind === "agent" ? holder.role : null,
    },
    taskId,
    way,
    fence,
    since,
    endsAt: endsAt(lock),
    waitsFor: waitsFor.flatMap((before) => {
      const other = lockOf(live, before);
      if (!other) return [];
      const { name } = other.holder;
      return [{ id: before, by: name, taskId: other.taskId, isHeld: other.fence !== null }];
    }),
    circle: circle?.map((one) => one.holder.name) ?? null,
  };
}
