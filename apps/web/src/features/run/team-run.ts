import type { RoomView } from "@squadroom/core/kernel/view";
import type { Member } from "@squadroom/core/room/card";
import { isOffering, offerOf } from "@squadroom/core/run/offers";
import type { Run, RunId } from "@squadroom/core/run/run";

/** What the team panel says about a member's runs. */
export type TeamRun =
  | { kind: "live"; run: Run }
  /** Nobody is present, and a runner would start one: a new one, or one that continues its last run. */
  | { kind: "start"; role: string; harness: string; runner: string; isFull: boolean }
  | { kind: "again"; runId: RunId; name: string; runner: string; isFull: boolean };

export function teamRunOf({ runs, team }: Pick<RoomView, "runs" | "team">, member: Member): TeamRun | null {
  if (!runs || !team) return null;
  const { agentId, role, presence } = member;
  const isIts = (one: { agentId: string | null; role: string }): boolean =>
    agentId === null ? one.agentId === null && one.role === role : one.agentId === agentId;
  const run = runs.live.find(isIts);
  if (run) return { kind: "live", run };
  if (presence && presence.reach !== "offline") return null;
  const able = Object.values(runs.runners).filter(isOffering);
  const isFull = (id: string): boolean => {
    const slots = able.find((runner) => runner.id === id)?.slots ?? 0;
    return runs.live.filter(({ runnerId }) => runnerId === id).length >= slots;
  };
  if (agentId !== null) {
    const last = runs.ended.find(isIts);
    const runner = able.find(({ id }) => id === last?.runnerId);
    if (!last || !runner) return null;
    const { id: runId, name } = last;
    return { kind: "again", runId, name, runner: runner.name, isFull: isFull(runner.id) };
  }
  for (const runner of able) {
    const offer = offerOf({ team }, runner, role, null);
    if (!offer) continue;
    const { harness } = offer;
    return { kind: "start", role, harness, runner: runner.name, isFull: isFull(runner.id) };
  }
  return null;
}
