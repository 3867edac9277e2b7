import type { Shared } from "./use-context.ts";

export const KINDS = ["all", "decision", "convention", "learning", "issue", "task"] as const;
export type Kind = (typeof KINDS)[number];

type Wisdom = Shared["wisdom"][number];
/** One line of the page. */
export type Row =
  | { kind: "decision"; key: string; at: number; decision: Shared["decisions"][number] }
  | { kind: Wisdom["kind"]; key: string; at: number; wisdom: Wisdom }
  | { kind: "blocker"; key: string; at: number; blocker: Shared["blockers"][number] }
  | { kind: "lock"; key: string; at: number; lock: Shared["locks"][number] }
  | { kind: "task"; key: string; at: number; task: Shared["pending"][number] };

export const SECTIONS = ["blockers", "decisions", "conventions", "findings", "locks", "pending", "completed"] as const;
export type Section = { name: (typeof SECTIONS)[number]; rows: readonly Row[] };

/** What the session shares, section by section; within each the newest first. */
export function sectionsOf(shared: Shared, kind: Kind, text: string): Section[] {
  const wisdom = (...kinds: Wisdom["kind"][]): Row[] =>
    shared.wisdom
      .filter((one) => kinds.includes(one.kind))
      .map((one) => ({ kind: one.kind, key: `w${one.wisdomId}`, at: one.at, wisdom: one }));
  const tasks = (all: Shared["pending"]): Row[] =>
    all.map((task) => ({ kind: "task", key: `t${task.taskId}`, at: task.at, task }));
  const all: Record<Section["name"], Row[]> = {
    blockers: shared.blockers.map((blocker) => ({
      kind: "blocker",
      key: `b${blocker.taskId}.${blocker.blockerId}`,
      at: blocker.since,
      blocker,
    })),
    decisions: [
      ...shared.decisions.map(
        (decision, i): Row => ({
          kind: "decision",
          key: `d${i}`,
          at: decision.at,
          decision,
        }),
      ),
      ...wisdom("decision"),
    ].sort((a, b) => b.at - a.at),
    conventions: wisdom("convention"),
    findings: wisdom("learning", "issue"),
    locks: shared.locks.map((lock) => ({
      kind: "lock",
      key: `l${lock.lockId}`,
      at: lock.since,
      lock,
    })),
    pending: tasks(shared.pending),
    completed: tasks(shared.completed),
  };
  const words = text.toLowerCase().split(/\s+/);
  const isWanted = (row: Row) =>
    (kind === "all" || row.kind === kind) && words.every((word) => JSON.stringify(row).toLowerCase().includes(word));
  return SECTIONS.map((name) => ({ name, rows: all[name].filter(isWanted) })).filter(({ rows }) => rows.length > 0);
}
