import type { RoleName } from "../kernel/ids.ts";
import { coveredMs, type Span } from "../metrics/spans.ts";
import { type PipelineStep, prefixOf, revisedIn } from "../pipeline/pipeline.ts";
import type { Wait } from "../report/facts.ts";
import { flowOf } from "../session/flow/flows.ts";
import type { Session } from "../session/record/session.ts";
import { ownerOf } from "../team/prefixes.ts";
import type { Team } from "../team/team.ts";
import type { ForecastStep } from "./forecast.ts";
import type { TimelineBar, TimelineTask, TimelineWait, TimelineWake, Told } from "./read.ts";
import { readTold } from "./read.ts";
import { wokenIn } from "./woken.ts";

export interface TimelineRow {
  role: RoleName;
  /** Prefixes of its task ids. */
  prefixes: string[];
  agents: string[];
  bars: TimelineBar[];
}

/** Who worked when in a session, what waited for what, and what remains. */
export interface Timeline {
  title: string;
  /** When it started; before that, when it was created. */
  from: number;
  /** When it ended; `null`: it has not. */
  to: number | null;
  /** When this was made, epoch ms. */
  now: number;
  /** One per role, in the order of its first step. */
  rows: TimelineRow[];
  waits: TimelineWait[];
  /** When the coordinator was woken. */
  woken: TimelineWake[];
  /** Those that a person passed. */
  checkpoints: { id: string; title: string; by: string; at: number }[];
  /** What remains, as far as tasks like these have taken time here. */
  ahead: ForecastStep[];
  /** What is counted: a pipeline's steps, otherwise tasks. */
  counted: "steps" | "tasks";
  /** Those that are done, and all of them. */
  done: number;
  all: number;
  /** Where the time went, ms; overlapping time counts for the first of these. */
  spent: { work: number; discussion: number; person: number; rest: number };
  /** Tasks that are left out: it has too many. */
  cut: number;
}

export interface TimelineFacts {
  title: string;
  from: number;
  to: number | null;
  now: number;
  session: Session | null;
  team: Pick<Team, "roles"> | null;
  tasks: readonly TimelineTask[];
  told: readonly Told[];
  /** What people were asked. */
  asked: readonly Wait[];
  /** What now keeps unclaimed tasks. */
  blocked: readonly { taskId: string; text: string }[];
  ahead: readonly ForecastStep[];
  cut: number;
}

export function timelineOf(facts: TimelineFacts): Timeline {
  const { title, from, to, now, session, tasks } = facts;
  const end = to ?? now;
  const { bars, waits: read } = readTold(facts);
  const rounds = discussionsOf(facts);
  const roleOf = new Map(tasks.map(({ id, role }) => [id, role]));
  const waits: TimelineWait[] = [
    ...read,
    ...askedOf(facts, roleOf),
    ...facts.blocked.map(({ taskId, text }) => ({
      kind: "blocked" as const,
      taskId,
      role: roleOf.get(taskId) ?? null,
      text,
      from: readySince(facts, taskId, bars),
      to: null,
    })),
  ].sort((a, b) => a.from - b.from);
  const all = [...bars, ...rounds].sort((a, b) => a.from - b.from);
  const within = (spans: readonly Span[]) => coveredMs(spans, from, end);
  const working = bars.filter(({ kind }) => kind === "work");
  const discussing = [...rounds, ...bars.filter(({ kind }) => kind === "discussion")];
  const work = within(working);
  const talked = within([...working, ...discussing]);
  const withYou = within([...working, ...discussing, ...waits.filter(({ kind }) => kind === "person")]);
  const counts = session && flowOf(session).stepsDone(session);
  return {
    title,
    from,
    to,
    now,
    waits,
    rows: rowsOf(facts, all, roleOf),
    woken: wokenIn(facts.told, to),
    checkpoints: session ? flowOf(session).passed(session) : [],
    ahead: [...facts.ahead],
    counted: counts ? "steps" : "tasks",
    done: counts?.done ?? tasks.filter(({ endedAt }) => endedAt !== null).length,
    all: counts?.all ?? tasks.length,
    spent: {
      work,
      discussion: talked - work,
      person: withYou - talked,
      rest: Math.max(0, end - from) - withYou,
    },
    cut: facts.cut,
  };
}

function stepsIn(session: Session | null): readonly PipelineStep[] {
  return session ? flowOf(session).steps(session) : [];
}

function rowsOf(
  { session, team }: TimelineFacts,
  bars: readonly TimelineBar[],
  roleOf: ReadonlyMap<string, RoleName>,
): TimelineRow[] {
  const rows = new Map<RoleName, TimelineRow>();
  const row = (role: RoleName) => {
    const found = rows.get(role) ?? { role, prefixes: [], agents: [], bars: [] };
    rows.set(role, found);
    return found;
  };
  for (const step of stepsIn(session)) {
    if (step.isCheckpoint) continue;
    const role =
      roleOf.get(session?.execution?.tasks[step.id] ?? "") ?? (team ? ownerOf(team, prefixOf(step))?.name : undefined);
    if (role) add(row(role).prefixes, prefixOf(step));
  }
  for (const bar of bars) {
    const role = roleOf.get(bar.taskId);
    if (!role) continue;
    const of = row(role);
    of.bars.push(bar);
    if (bar.agent) add(of.agents, bar.agent);
  }
  return [...rows.values()];
}

/** A round is in the row of the task that it is about. */
function discussionsOf({ session, tasks }: TimelineFacts): TimelineBar[] {
  const titles = new Map(tasks.map(({ id, title }) => [id, title]));
  const revised = revisedIn(stepsIn(session));
  return (session?.discussions ?? []).flatMap((one) => {
    const title = titles.get(one.taskId);
    if (title === undefined) return [];
    return {
      taskId: one.taskId,
      title,
      kind: "discussion" as const,
      agent: "",
      attempt: 0,
      from: one.openedAt,
      to: one.verdict?.at ?? null,
      note: one.round,
      end: one.verdict ? ("done" as const) : null,
      isReplaced: revised.has(one.step),
    };
  });
}

function askedOf({ asked, tasks }: TimelineFacts, roleOf: ReadonlyMap<string, RoleName>): TimelineWait[] {
  const known = new Set(tasks.map(({ id }) => id));
  return asked.map(({ about, question, from, to, isOpen }) => ({
    kind: "person" as const,
    text: question,
    from,
    to: isOpen ? null : to,
    taskId: known.has(about) ? about : null,
    role: roleOf.get(about) ?? null,
  }));
}

/** Since when nothing before it keeps it: its last attempt, and everything that it needs, have ended. */
function readySince({ session, tasks }: TimelineFacts, taskId: string, bars: readonly TimelineBar[]): number {
  const task = tasks.find(({ id }) => id === taskId);
  const step = stepsIn(session).find(({ id }) => session?.execution?.tasks[id] === taskId);
  const passed = session ? flowOf(session).passed(session) : [];
  const needs = new Set((step?.requires ?? []).map((id) => session?.execution?.tasks[id] ?? id).concat(taskId));
  const ends = [
    task?.createdAt ?? 0,
    ...bars.flatMap((bar) => (needs.has(bar.taskId) && bar.to !== null ? [bar.to] : [])),
    ...passed.flatMap(({ id, at }) => (step?.requires.includes(id) ? at : [])),
  ];
  return Math.max(...ends);
}

function add(to: string[], one: string): void {
  if (!to.includes(one)) to.push(one);
}
