import { MERGE_PROBLEMS } from "../branch/branch.ts";
import type { RunnerCaller } from "../kernel/actor.ts";
import type { Command } from "../kernel/command.ts";
import type { AgentId, TaskId } from "../kernel/ids.ts";
import type { RunReport } from "../run/command.ts";
import { BRANCH_ACTS, ORDER_ACTS, RUN_ENDS, type RunId, type RunState } from "../run/run.ts";
import { anId, LEAD } from "./builders.fixture.ts";
import type { Driver } from "./driver.fixture.ts";

type Kind = (driver: Driver, a: number, b: number, c: number) => Command;

const RUNNERS = [anId(701), anId(702)].map(
  (id, i): RunnerCaller => ({ id: id as AgentId, name: `runner-${i + 1}`, connection: null }),
);
const runnerAt = (a: number) => RUNNERS[a % RUNNERS.length] as RunnerCaller;

const connect: Kind = (driver, a, b, c) => {
  const { roles } = driver.room.team;
  const offers = roles.slice(0, 1 + (b % roles.length)).map(({ name }) => ({
    role: name,
    harness: "scripted",
  }));
  const project = { name: "checkout", branch: "main", hasRemote: false };
  const said = { platform: "linux", version: "1.0.0", harnesses: [], project };
  return { type: "connectRunner", by: runnerAt(a), slots: 1 + (c % 3), offers, ...said };
};

const takeStarts: Kind = (_, a, b) => ({ type: "takeStarts", by: runnerAt(a), free: 1 + (b % 3) });

/** A live run in one of these states, with its runner; else one that is not there. */
function aRun(driver: Driver, at: number, states: readonly RunState[]) {
  const { live } = driver.view.runs;
  const fitting = live.filter(({ state, runnerId }) => runnerId !== null && states.includes(state));
  const run = fitting[at % Math.max(1, fitting.length)];
  const by = RUNNERS.find(({ id }) => id === run?.runnerId) ?? runnerAt(at);
  return { run, runId: run?.id ?? (99 as RunId), by };
}

const report = (at: ReturnType<typeof aRun>, said: RunReport): Command => ({
  type: "reportRun",
  by: at.by,
  runId: at.runId,
  report: said,
});

const start: Kind = (driver, a, b, c) => {
  const at = aRun(driver, a, ["creating"]);
  const taken = driver.view.runs.live.map(({ agentId }) => agentId);
  const free = Object.values(driver.view.agents).filter(({ id, online }) => online && !taken.includes(id));
  const agent = free[b % Math.max(1, free.length)];
  const agentId = agent?.id ?? (anId(404) as AgentId);
  if (c > 5 || !at.run || at.run.agentId === null)
    return {
      type: "seatRun",
      by: at.by,
      runId: at.runId,
      agentId,
      name: agent?.name ?? "Nobody",
    };
  const where = { folder: "/work", branch: null, tree: null };
  const said = { harness: "scripted", model: null, ref: `ref-${c}`, isResumed: false };
  return report(at, { kind: "started", agentId: at.run.agentId, ...said, ...where });
};

const begin: Kind = (driver, a) => {
  const at = aRun(driver, a, ["idle"]);
  const held = driver.view.tasks.find(({ lease }) => lease !== null && lease.agentId === at.run?.agentId);
  const where = { folder: "/work", branch: null, tree: null };
  const fence = held?.lease?.fence ?? null;
  return report(at, { kind: "turn_began", taskId: held?.id ?? null, fence, ...where });
};

const end: Kind = (driver, a, b, c) => {
  const at = aRun(driver, a, ["active"]);
  const usage = {
    inputTokens: 100 * b,
    outputTokens: 10,
    cacheReadTokens: 0,
    cacheWriteTokens: 0,
    costUsdMicros: null,
    model: null,
    runs: 0,
  };
  const context = c > 4 ? { used: c * 10, size: 100 } : null;
  const why = c > 8 ? ("aborted" as const) : ("done" as const);
  const said = { why, reason: "", durationMs: 1000, tools: 2, context };
  return report(at, { kind: "turn_ended", ...said, usage: b > 2 ? usage : null });
};

function examined(at: ReturnType<typeof aRun>, taskId: TaskId, c: number): Command {
  const changes = { added: 1, removed: 0, files: ["a.ts"], fileCount: 1 };
  const said = { artifacts: [], changes, checks: [{ ...CHECK, passed: c > 2 }] };
  const evidence = { taskId, branch: "squadroom/b", base: "a1", head: `b${c}`, ...said };
  return report(at, { kind: "examined", evidence });
}

const CHECK = { name: "test", command: "npm test", durationMs: 10, output: "" };

/** What a run has in hand is found in its tree, wherever the agent that has it is. */
const examine: Kind = (driver, a, _, c) => {
  const at = aRun(driver, a, ["creating", "idle", "active"]);
  const parts = driver.view.tasks.filter(
    ({ sessionId, createdBy }) => sessionId !== null || createdBy.kind === "agent",
  );
  const task = parts.find(({ lease }) => lease !== null) ?? parts[c % Math.max(1, parts.length)];
  return task ? examined(at, task.id, c) : takeStarts(driver, a, a, c);
};

/** Branches go where they belong or don't, and people want something of them. */
const branch: Kind = (driver, a, b, c) => {
  const all = Object.values(driver.view.branches);
  const waiting = all.filter(({ merge }) => merge?.state === "waiting");
  const failed = all.filter(({ merge }) => merge?.state === "failed");
  const pick = <T>(list: readonly T[]) => list[a % Math.max(1, list.length)];
  const one = pick(b < 6 && waiting.length > 0 ? waiting : failed.length > 0 ? failed : all);
  const key = one?.key ?? "DEV-404";
  const by = RUNNERS.find(({ id }) => id === one?.runnerId) ?? runnerAt(a);
  const [order] = one?.orders ?? [];
  if (order && c < 5) {
    const done = { orderId: order.id, isDone: c > 1, note: "", head: `c${c}`, remote: "origin" };
    return { type: "reportBranch", by, key, report: { kind: "settled", ...done } };
  }
  if (b < 3 || (waiting.length > 0 && b < 7)) {
    const before = driver.view.branches[one?.line ?? ""]?.head ?? "a1";
    const at = { name: "squadroom/line", base: "main", before, head: `${before}.` };
    if (c > 3) return { type: "reportBranch", by, key, report: { kind: "merged", ...at, checks: [] } };
    const why = MERGE_PROBLEMS[c % MERGE_PROBLEMS.length] ?? "refused";
    const hunks = [{ ours: ["a"], theirs: ["b"] }];
    const conflict = why === "conflict" ? [{ path: "a.ts", kind: "contents", hunks }] : [];
    const said = { why, note: "", conflict, checks: [] };
    return { type: "reportBranch", by, key, report: { kind: "failed", ...said } };
  }
  if (c < 2) return { type: "retryMerge", by: LEAD, branch: key };
  if (c < 3) return { type: "skipMerge", by: LEAD, branch: key, reason: "Not needed." };
  const act = BRANCH_ACTS[c % BRANCH_ACTS.length] ?? "push";
  return { type: "orderBranch", by: LEAD, branch: key, act, anyway: false };
};

const tell: Kind = (driver, a, b, c) => {
  const at = aRun(driver, a, ["creating", "idle", "active", "error"]);
  const [order] = at.run?.orders ?? [];
  if (order && b % 3 === 0) return report(at, { kind: "settled", orderId: order.id, isDone: c > 3, note: "" });
  if (b % 3 === 1 && at.run?.taskId) return examined(at, at.run.taskId, c);
  if (c > 7) {
    const why = RUN_ENDS[a % RUN_ENDS.length] ?? "finished";
    return report(at, { kind: "ended", why, reason: "over" });
  }
  return report(at, { kind: "changed", compactions: c, problem: b > 1 ? "limited" : null });
};

const steer: Kind = (driver, a, b, c) => {
  const { live, ended, runners } = driver.view.runs;
  const role = driver.room.team.roles[a % driver.room.team.roles.length]?.name;
  const runnerId = Object.values(runners)[b % 2]?.id ?? (anId(701) as AgentId);
  if (role && c < 3) {
    const resumes = ended[b]?.id ?? null;
    const wish = { harness: null, model: null, runnerId: b > 4 ? runnerId : null, resumes };
    return { type: "requestRun", by: LEAD, role, ...wish };
  }
  if (c < 7) {
    const run = live[a % Math.max(1, live.length)]?.id ?? (99 as RunId);
    const act = ORDER_ACTS[b % ORDER_ACTS.length] ?? "stop";
    return { type: "orderRun", by: LEAD, run, act, text: "Look at the tests." };
  }
  if (c === 7) return { type: "stopRuns", by: LEAD, runner: b > 4 ? null : runnerId };
  return { type: "setRunner", by: LEAD, runner: runnerId, slots: b % 4, isDraining: a > 8 };
};

const move: Kind = (_, a, b, c) => {
  const by = runnerAt(a);
  if (b < 2) return { type: "leaveRunner", by, reason: "" };
  if (b < 3) return { type: "forgetRunner", by: LEAD, runnerId: by.id };
  const harness = { name: "scripted", version: `1.${c}`, isSignedIn: null };
  if (b < 6) return { type: "changeRunner", by, harnesses: [harness] };
  return { type: "returnRunner", by };
};

/** Somebody comments on lines of what was changed, whether it is still worked on or not. */
const comment: Kind = (driver, a, b, c) => {
  const { live, ended } = driver.view.runs;
  const runs = [...live, ...ended].map(({ id }) => ({ runId: id }));
  const { tasks } = driver.view;
  const all = [...tasks, ...driver.view.ended].map(({ id }) => ({ taskId: id }));
  const from = b > 5 && runs.length > 0 ? runs : all;
  const of = from[a % Math.max(1, from.length)] ?? { taskId: "DEV-404" as TaskId };
  const severity = c > 6 ? ("critical" as const) : ("low" as const);
  const side = c > 2 ? ("new" as const) : ("old" as const);
  const said = { file: "a.ts", side, line: 1 + a, endLine: 1 + a + b, text: "Why?", severity };
  const holders = Object.values(driver.view.agents).filter(({ id }) =>
    tasks.some(({ lease }) => lease?.agentId === id),
  );
  const agent = holders[b % Math.max(1, holders.length)];
  const by = agent && c % 2 === 1 ? { id: agent.id, name: agent.name, roles: [agent.role], connection: null } : LEAD;
  return { type: "commentLines", by, of, comments: [said] };
};

/** What runs make goes where it belongs. */
export const BRANCH_KINDS: readonly Kind[] = [examine, branch, branch, branch, comment];
const limit: Kind = (driver, a, b, c) => {
  const run = driver.view.runs.live[a % 3];
  const agent = Object.values(driver.view.agents)[b % 4];
  const scope =
    run && c > 6
      ? { kind: "run" as const, runId: run.id }
      : agent && c > 3
        ? { kind: "agent" as const, agentId: agent.id }
        : { kind: "room" as const };
  const limits = { tokens: b > 6 ? null : 100 * (b + 1), costUsdMicros: null, runs: 1 + (a % 4) };
  const budget = b === 0 ? null : { ...limits, warnAt: 0.5 };
  return { type: "limitUse", by: LEAD, scope, budget };
};

/** Runners come and go, and what runs there goes on or not. */
export const RUN_KINDS: readonly Kind[] = [
  connect,
  connect,
  takeStarts,
  takeStarts,
  start,
  start,
  begin,
  begin,
  end,
  end,
  start,
  begin,
  end,
  tell,
  steer,
  steer,
  move,
  limit,
];
