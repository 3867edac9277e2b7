import type { RoleName } from "../kernel/ids.ts";
import { unreachable } from "../kernel/unreachable.ts";
import type { LockId } from "../lock/lock.ts";
import type { Span } from "../metrics/spans.ts";
import type { Advance } from "../pipeline/advance.ts";
import { revisedIn } from "../pipeline/pipeline.ts";
import { flowOf } from "../session/flow/flows.ts";
import type { DISPATCHED_WHY, Session } from "../session/record/session.ts";
import type { AttemptEnd } from "../task/task.ts";

/** Events that say when work began and ended, and what it waited for. */
export const TOLD_IN_TIMELINE = [
  "task.claimed",
  "task.progressed",
  "task.blocker_closed",
  "task.parked",
  "task.released",
  "task.attempt_ended",
  "task.submitted",
  "task.completed",
  "task.cancelled",
  "handoff.delivered",
  "session.discussion_opened",
  "session.ruled",
  "session.dispatched",
  "session.paused",
  "session.resumed",
  "lock.taken",
  "lock.awaited",
  "lock.granted",
  "lock.released",
  "lock.expired",
] as const;

/** What a timeline needs of an event; the rest may be long. */
export interface Told {
  type: (typeof TOLD_IN_TIMELINE)[number];
  at: number;
  /** `null`: it is about several tasks, or none. */
  taskId: string | null;
  /** The name of the agent that took it. */
  agent: string;
  how: AttemptEnd | null;
  reason: string;
  /** Tasks that were cancelled with it, or parked. */
  more: readonly string[] | null;
  blockers: readonly { id: number; description: string; since: number }[] | null;
  blockerId: number | null;
  sinceAt: number | null;
  lockId: LockId | null;
  paths: readonly string[] | null;
  /** Locks that it waits for. */
  behind: readonly LockId[] | null;
  /** What comes next in its pipeline. */
  advances: readonly Advance<string>[] | null;
  /** Tasks of its pipeline that were released, or put after others, and why. */
  dispatched: readonly { taskId: string }[] | null;
  why: (typeof DISPATCHED_WHY)[number] | null;
}

/** One attempt at a task, or a discussion of it. */
export interface TimelineBar extends Span {
  taskId: string;
  title: string;
  kind: "work" | "discussion";
  /** Empty for a round of discussion, in which several have their say. */
  agent: string;
  /** From 1; 0 for a round of discussion. */
  attempt: number;
  /** `null`: it has not ended. */
  end: "done" | "released" | "cancelled" | AttemptEnd | null;
  /** Why it ended without a result; for a discussion, its round. */
  note: string;
  /** Its step was redone. */
  isReplaced: boolean;
}

export const WAIT_KINDS = ["person", "lock", "blocker", "agent", "paused", "blocked"] as const;

/** A time in which a task, or the whole session, waited. */
export interface TimelineWait extends Span {
  kind: (typeof WAIT_KINDS)[number];
  /** `null`: the whole session. */
  taskId: string | null;
  role: RoleName | null;
  /** What for, in words. */
  text: string;
}

/** A time in which the coordinator was asked what comes next. */
export interface TimelineWake extends Span {
  /** The tasks that could start; empty: whether the pipeline is complete. */
  taskIds: string[];
  /** Why they started; `null`: they wait, or it was told something without being asked. */
  why: Told["why"];
}

export interface TimelineTask {
  id: string;
  title: string;
  role: RoleName;
  createdAt: number;
  endedAt: number | null;
  isHeld: boolean;
}

interface Facts {
  session: Session | null;
  tasks: readonly TimelineTask[];
  told: readonly Told[];
  to: number | null;
}

interface Open {
  task: TimelineTask;
  bar: TimelineBar | null;
  attempts: number;
  /** Waits that have not ended, by what they wait for. */
  waits: Map<string, TimelineWait>;
}

type OfWakes = "session.ruled" | "session.dispatched";

/** The others say when the coordinator was woken. */
function isOfTasks(one: Told): one is Told & { type: Exclude<Told["type"], OfWakes> } {
  return one.type !== "session.ruled" && one.type !== "session.dispatched";
}

/** What the log says about the tasks, as attempts and waits; each ends with the first event that ends it. */
export function readTold(facts: Facts): {
  bars: TimelineBar[];
  waits: TimelineWait[];
} {
  const { replaced, voices } = aboutTasks(facts);
  const open = new Map<string, Open>(
    facts.tasks.map((task) => [task.id, { task, bar: null, attempts: 0, waits: new Map() }]),
  );
  const bars: TimelineBar[] = [];
  const waits: TimelineWait[] = [];
  const lockTask = new Map<LockId, string>();
  let pause: TimelineWait | null = null;

  const begin = (of: Open, key: string, wait: Pick<TimelineWait, "kind" | "text" | "from">) => {
    if (!of.waits.has(key)) waits.push(opened(of, key, wait));
  };
  const end = (taskId: string | null, at: number, how: TimelineBar["end"], note = "") => {
    const of = open.get(taskId ?? "");
    if (!of) return;
    if (of.bar) Object.assign(of.bar, { to: at, end: how, note });
    of.bar = null;
    for (const key of Array.from(of.waits.keys())) stop(of, key, at);
    const isAgain = how !== null && how !== "done" && how !== "cancelled";
    if (isAgain) begin(of, "agent", { kind: "agent", from: at, text: note });
  };
  const claim = (of: Open, { at, agent }: Told) => {
    // The attempt before ended with an event that isn't in the timeline.
    if (of.bar) end(of.task.id, at, "released");
    for (const key of Array.from(of.waits.keys())) stop(of, key, at);
    of.attempts += 1;
    const { id } = of.task;
    of.bar = { ...begun(of, at, agent), kind: voices.has(id) ? "discussion" : "work", isReplaced: replaced.has(id) };
    bars.push(of.bar);
  };

  for (const one of facts.told.filter(isOfTasks)) {
    const { at, taskId, reason } = one;
    const of = open.get(taskId ?? "");
    switch (one.type) {
      case "task.claimed":
        if (of) claim(of, one);
        break;
      case "task.progressed": {
        if (!of || !one.blockers) break;
        const now = new Map(one.blockers.map((blocker) => [`blocker ${blocker.id}`, blocker]));
        for (const key of Array.from(of.waits.keys()))
          if (key.startsWith("blocker ") && !now.has(key)) stop(of, key, at);
        for (const [key, { description, since }] of now)
          begin(of, key, { kind: "blocker", text: description, from: since });
        break;
      }
      case "task.blocker_closed":
        if (of) stop(of, `blocker ${one.blockerId}`, at);
        break;
      case "task.parked":
        for (const id of one.more ?? []) {
          const parked = open.get(id);
          if (parked) begin(parked, "agent", { kind: "agent", text: "", from: one.sinceAt ?? at });
        }
        break;
      case "task.released":
      case "task.attempt_ended":
        end(taskId, at, one.type === "task.released" ? "released" : one.how, reason);
        break;
      case "task.cancelled":
        for (const id of [taskId, ...(one.more ?? [])]) end(id, at, "cancelled", reason);
        break;
      case "task.submitted":
      case "task.completed":
      case "handoff.delivered":
      case "session.discussion_opened":
        end(taskId, at, "done");
        break;
      case "session.paused":
        if (pause) break;
        pause = { kind: "paused", taskId: null, role: null, text: reason, from: at, to: null };
        waits.push(pause);
        break;
      case "session.resumed":
        if (pause) pause.to = at;
        pause = null;
        break;
      case "lock.taken":
      case "lock.awaited": {
        const { lockId, paths, behind } = one;
        if (!of || !lockId) break;
        lockTask.set(lockId, of.task.id);
        if (one.type === "lock.taken") break;
        const holder = (behind ?? []).map((id) => lockTask.get(id)).find((id) => id !== undefined);
        const held = holder ? `, held for ${holder}` : "";
        const text = `the lock on ${(paths ?? []).join(", ")}${held}`;
        begin(of, `lock ${lockId}`, { kind: "lock", text, from: at });
        break;
      }
      case "lock.granted":
      case "lock.released":
      case "lock.expired": {
        const waiting = open.get((one.lockId && lockTask.get(one.lockId)) || "");
        if (waiting && one.lockId) stop(waiting, `lock ${one.lockId}`, at);
        break;
      }
      default:
        unreachable(one.type);
    }
  }
  for (const of of open.values()) {
    const { endedAt, isHeld } = of.task;
    const over = endedAt ?? facts.to;
    if (over !== null) end(of.task.id, over, endedAt === null ? "cancelled" : "done");
    else if (!isHeld && of.bar) end(of.task.id, of.bar.from, "released");
  }
  if (pause && facts.to !== null) pause.to = facts.to;
  return { bars, waits };
}

function begun({ task, attempts }: Open, from: number, agent: TimelineBar["agent"]) {
  return { taskId: task.id, title: task.title, agent, attempt: attempts, from, to: null, end: null, note: "" };
}

function opened(
  { task: { id: taskId, role }, waits }: Open,
  key: string,
  wait: Pick<TimelineWait, "kind" | "text" | "from">,
): TimelineWait {
  const whole = { ...wait, taskId, role, to: null };
  waits.set(key, whole);
  return whole;
}

function stop({ waits }: Open, key: string, at: number): void {
  const wait = waits.get(key);
  if (wait) wait.to = Math.max(wait.from, at);
  waits.delete(key);
}

/** Tasks whose steps were redone, and those that are a contribution to a discussion. */
function aboutTasks({ session }: Facts): { replaced: Set<string>; voices: Set<string> } {
  const tasks = session?.execution?.tasks ?? {};
  const revised = [...revisedIn(session ? flowOf(session).steps(session) : []).keys()];
  const perspectives = (session?.discussions ?? []).flatMap((one) => one.perspectives);
  return {
    replaced: new Set(revised.map((id) => tasks[id] ?? id)),
    voices: new Set(perspectives.map(({ taskId }) => taskId)),
  };
}
