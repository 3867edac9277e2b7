import type { Room } from "../kernel/room.ts";
import { type RoomRuling, refused } from "../kernel/ruling.ts";
import { listed } from "../kernel/words.ts";
import { specOf } from "../team/role-spec.ts";
import { findRole } from "../team/team.ts";
import { type Progress, SUBAGENTS_MAX, type SubagentCall, type Task } from "./task.ts";

/**
 * A task's calls together with those of a report. A role calls the subagents that its spec declares; one that fails is
 * retried once, with another of them if there is one, and then the task continues without.
 *
 * @source domain.md § 10, document 004 (error handling)
 */
export function subagentsAfter(
  room: Room,
  task: Pick<Task, "role" | "progress">,
  { subagent: name, failed: why }: { subagent?: string | undefined; failed?: string | undefined },
):
  | { ok: true; calls: readonly SubagentCall[]; retryWith: string | null; warning: string | null }
  | Extract<RoomRuling, { ok: false }> {
  const role = findRole(room.team, task.role);
  const declared = role ? specOf(role).subagents : [];
  const before = task.progress?.subagents ?? [];
  if (name === undefined && why === undefined) return { ok: true, calls: before, retryWith: null, warning: null };
  if (name === undefined || !declared.includes(name)) {
    const may = declared.length === 0 ? "declares none" : `has ${listed(declared)}`;
    const what =
      name === undefined
        ? `Say which subagent failed: the spec of ${task.role} ${may}.`
        : `${name} is no subagent of ${task.role}: its spec ${may}.`;
    const message = `${what} Nothing of this report was kept.`;
    return refused("bad_request", message, { field: "body.subagent" }, declared);
  }
  const call = { name, ...(why === undefined ? {} : { failed: why }) };
  const calls = [...before, call].slice(-SUBAGENTS_MAX);
  const failed = failedInARow(calls);
  if (failed.length === 0) return { ok: true, calls, retryWith: null, warning: null };
  if (failed.length > 1) return { ok: true, calls, retryWith: null, warning: warningOf(failed) };
  const [first] = failed;
  const other = declared.find((name) => name !== first?.name) ?? first?.name ?? null;
  return { ok: true, calls, retryWith: other, warning: null };
}

/** What a result says about subagents that failed without a replacement. */
export function subagentWarnings(progress: Progress | null): string[] {
  const failed = failedInARow(progress?.subagents ?? []);
  return failed.length === 0 ? [] : [warningOf(failed)];
}

function failedInARow(calls: readonly SubagentCall[]): SubagentCall[] {
  const last = calls.findLastIndex((call) => call.failed === undefined);
  return calls.slice(last + 1);
}

function warningOf(failed: readonly SubagentCall[]): string {
  const words = failed.slice(-3).map(({ name, failed: why = "" }) => `${name} (${why})`);
  return `${failed.length === 1 ? "A subagent" : "Subagents"} failed: ${words.join(", ")}. The work went on without.`;
}
