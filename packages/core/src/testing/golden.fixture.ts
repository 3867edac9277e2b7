import type { BranchReport } from "../branch/command.ts";
import type { DecisionKind } from "../decision/decision.ts";
import { FACTS } from "../fact/facts.ts";
import type { AgentCaller } from "../kernel/actor.ts";
import type { Command } from "../kernel/command.ts";
import type { EventType, RoomEvent } from "../kernel/event.ts";
import { type AgentId, type Fence, type RoomId, roleName, type SessionId, type TaskId } from "../kernel/ids.ts";
import { DEFAULT_PERIODS, type KeptSession } from "../retention/periods.ts";
import type { RunReport } from "../run/command.ts";
import type { RunId } from "../run/run.ts";
import { NO_USAGE } from "../usage/usage.ts";
import { anId, LEAD, MINUTE, SECOND, T0 } from "./builders.fixture.ts";
import { Discussions, pointOfView } from "./discussion.fixture.ts";
import { Driver } from "./driver.fixture.ts";
import { report } from "./error-kinds.fixture.ts";
import { KINDS, type Kind } from "./history.fixture.ts";
import { lockAct } from "./lock-kinds.fixture.ts";
import { REPLIES } from "./replies.fixture.ts";
import { BRANCH_KINDS } from "./run-kinds.fixture.ts";
import { SessionDriver } from "./session-driver.fixture.ts";
import { know } from "./wisdom-kinds.fixture.ts";

const TYPES = Object.keys(FACTS) as EventType[];
/** They end what others still need. */
const ENDS: readonly EventType[] = ["room.removed", "agent.left", "session.ended"];

const lock: Kind = (driver, a, b, c) => {
  const agents = Object.values(driver.view.agents);
  const callers = agents.map(({ id, name, role }) => ({
    id,
    name,
    roles: [role],
    connection: null,
  }));
  return lockAct(driver, callers, [a % 8, b, c]);
};

/** Plays on with whatever makes an event that is left, or else with anything, until none is left. */
function seek(driver: Driver, kinds: readonly Kind[], left: Set<EventType>, seed: number): void {
  let state = seed;
  const next = (n: number): number => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * n);
  };
  const drop = () => {
    for (const { type } of driver.log) left.delete(type);
  };
  drop();
  for (let step = 0; step < 250 && left.size > 0; step++) {
    if (driver.view.paused) driver.run({ type: "resumeRoom", by: LEAD });
    let chosen: Command | null = null;
    let other: Command | null = null;
    for (let tries = 0; tries < 60 && chosen === null; tries++) {
      const command = kinds[next(kinds.length)]?.(driver, next(8), next(8), next(8)) as Command;
      const types = driver.foresee(command);
      if (types.some((type) => left.has(type))) chosen = command;
      else if (types.length > 0 && !types.some((type) => ENDS.includes(type))) other ??= command;
    }
    const command = chosen ?? other;
    if (command) driver.run(command);
    driver.pass([1, SECOND, SECOND, MINUTE][next(4)] ?? 1);
    if (step % 7 === 0) {
      if (next(6) === 0) driver.pass(40 * MINUTE);
      driver.tick();
    }
    drop();
  }
}

/** A change that is talked through, from its scout to its end, with what comes in between. */
function playSession(): Driver {
  const room = new SessionDriver();
  const takeBack = (kind: DecisionKind) => {
    const decision = room.view.answered.find((one) => one.kind === kind);
    room.run(room.undo(decision as never));
  };
  const answers = { answers: { q1: { option: "Postgres" } } };
  const part = (title: string) => ({ title, description: `${title}, all of it.` });
  room.run({ type: "pauseRoom", by: LEAD });
  room.run({ type: "resumeRoom", by: LEAD });
  room.run({ type: "setRoomOptions", by: LEAD, askBeforeNext: true });
  room.start();
  room.start("Another store", "For the archive.");
  const budget = { tokens: null, costUsdMicros: null, runs: 100, warnAt: 0.05 };
  room.run({ type: "setBudget", by: LEAD, sessionId: 1, budget });
  room.reply("I could not.");
  room.run(completionOf(room, room.planner, REPLIES.scout));
  room.present("triage", {
    batches: [part("One"), part("Two"), part("Three")],
    splits: [part("Four")],
  });
  room.choose("triage", "agree");
  takeBack("triage");
  room.choose("triage", "agree");
  room.present("questions");
  room.choose("questions", "done", { detail: answers });
  room.present("approaches");
  room.choose("approach", "choose:a2");
  room.present("design");
  room.choose("design_section", "discuss", { note: "Why so?" });
  room.reply("Because it lasts.");
  room.choose("design_section", "approve");
  takeBack("design_section");
  for (let i = 0; i < 3; i++) room.choose("design_section", "approve");
  room.present("plan");
  room.choose("plan", "approve");
  room.submit();
  room.judge({ passed: false, mustFix: ["the key"] });
  room.work();
  room.present("review", { passed: false, mustFix: ["the key"] });
  room.choose("review_failed", "retry");
  room.work();
  room.present("review", { passed: false, mustFix: ["the key"] });
  room.run({
    type: "overrideGate",
    by: LEAD,
    sessionId: 1,
    phase: "quality",
    batch: null,
    reason: "As agreed.",
  });
  room.reply(REPLIES.scout);
  room.choose("batch_checkpoint", "adjust", { detail: { parts: [part("What is left")] } });
  room.run({ type: "stopSession", by: LEAD, sessionId: 1, reason: "For now." });
  room.choose("next_session", "hold");
  room.run({ type: "startSession", by: LEAD, sessionId: 2 });
  room.present("scout");
  room.present("triage", { level: "straightforward" });
  room.choose("triage", "agree");
  room.present("design", { sections: REPLIES.design.sections.slice(0, 1) });
  room.choose("design_section", "approve");
  room.present("plan");
  room.choose("plan", "approve");
  while (room.session(2).execution?.open.length) if (room.submit().state === "in_review") room.judge();
  room.present("review");
  return room;
}

/** The agent ends the task that it has in hand already. */
function completionOf(room: SessionDriver, by: AgentCaller, value: unknown): Command {
  const held = room.view.tasks.find(({ lease }) => lease?.agentId === by.id);
  const of = { by, taskId: held?.id as TaskId, fence: held?.lease?.fence as Fence };
  return {
    type: "complete",
    ...of,
    result: { summary: "as asked" },
    reply: JSON.stringify(value),
    next: false,
  };
}

/** A pipeline with its rounds of points of view, its checkpoint and a revision, to its end. */
function playPipeline(): Driver {
  const room = new Discussions(
    ["coordinator", "planner", "architect", "executor", "tester", "reviewer"],
    "full-lifecycle",
  );
  const everybody = [room.analyst, room.writer, ...room.judges];
  const [coordinator] = room.judges as [AgentCaller];
  const work = () => everybody.some((by) => endNext(room, by));
  const sessionId = 1;
  let isRevised = false;
  for (let i = 0; i < 200 && room.view.sessions.live.length > 0; i++) {
    if (work()) continue;
    const held = room.foresee({
      type: "dispatch",
      by: coordinator,
      sessionId,
      taskIds: [],
      inOrder: false,
    });
    if (held.length > 0) {
      room.run({ type: "dispatch", by: coordinator, sessionId, taskIds: [], inOrder: false });
      continue;
    }
    const [decision] = Object.values(room.view.decisions);
    if (!decision) {
      room.pass(MINUTE).tick();
      continue;
    }
    if (!isRevised && decision.kind === "pipeline_checkpoint") {
      const done = Object.entries(room.session.execution?.tasks ?? {}).find(([key]) => key === "DRAFT-004");
      isRevised = true;
      room.run({
        type: "reviseSteps",
        by: LEAD,
        sessionId,
        taskIds: [done?.[1] as TaskId],
        note: "Name the limits.",
        dryRun: false,
      });
      continue;
    }
    room.run(room.answer(decision, decision.options[0]?.id ?? "", { note: "Go on." }));
  }
  return room;
}

/** Ends the next task of an agent as it asks for; whether it had one. */
function endNext(room: Discussions, by: AgentCaller): boolean {
  const { taskId, fence } = room.run({ type: "claim", by }) as {
    taskId: TaskId | null;
    fence: Fence;
  };
  if (taskId === null) return false;
  const asked = room.view.sessions.live[0]?.discussions?.at(-1)?.perspectives;
  const isPoint = asked?.some((one) => one.taskId === taskId) ?? false;
  const result = isPoint ? { summary: "" } : { summary: "as asked", verdict: "passed" as const };
  room.pass(MINUTE);
  const reply = isPoint ? pointOfView() : null;
  room.run({ type: "complete", by, taskId, fence, result, reply, next: false });
  return true;
}

/** A day of a squad: tasks, messages, locks, errors, what it knows, branches and runs. */
function playRoom(): Driver {
  const room = Driver.room("squad");
  const _RUNNER = { id: anId(701) as AgentId, name: "runner-1", connection: null };
  const pia = room.join("Pia", "planner");
  const bob = room.join("Bob", "builder");
  const rex = room.join("Rex", "reviewer");
  // A task with a blocker that a person closes.
  room.say("Round half even.");
  const { id: taskId, lease } = room.claim(pia);
  const blockers = [{ description: "Which cap?" }];
  room.run({ type: "progress", by: pia, taskId, fence: lease.fence, progress: { blockers } });
  room.run({
    type: "closeBlocker",
    by: LEAD,
    taskId,
    blockerId: 1,
    note: "500.",
    wasReported: true,
  });
  const taken = { by: pia, taskId, fence: lease.fence };
  room.run(report(room, pia));
  // Asked of two, one of whom has no luck, and then tries again.
  const branches = ["builder", "reviewer"].map((role) => ({
    role: roleName(role),
    instruction: "Ready?",
  }));
  room.run({ type: "fanOut", ...taken, branches });
  const failed = room.claim(bob);
  const lost = { by: bob, taskId: failed.id, fence: failed.lease.fence, reason: "No luck." };
  room.run({ type: "fail", ...lost });
  const { id: other, lease: its } = room.claim(rex);
  const ended = { by: rex, taskId: other, fence: its.fence, result: { summary: "Yes." } };
  room.run({ type: "complete", ...ended, next: false });
  room.claim(pia);
  room.run({ type: "retryBranch", by: LEAD, taskId: failed.id });
  const again = room.claim(bob);
  const at = { by: bob, taskId: again.id, fence: again.lease.fence };
  room.run({ type: "complete", ...at, result: { summary: "Yes." }, next: false });
  room.pass(MINUTE);
  room.run(room.create(LEAD, [{ role: "reviewer" }]));
  room.failThrice(rex);
  room.run(room.answer(room.decision("task_failed"), "retry"));
  room.run(room.undo(room.view.answered[0] as never));
  // An answer that does not come, and one that a person gives.
  const question = {
    type: "sendAgentMessage",
    by: pia,
    to: { kind: "role", role: roleName("builder") },
    body: "Which?",
    repliesTo: null,
    kind: "question",
    subject: "Which clock?",
    responseS: 300,
  } as const;
  room.run(question);
  room.pass(5 * MINUTE).tick();
  room.pass(10 * MINUTE).tick();
  const overdue = room.decision("message_overdue");
  room.run(room.answer(overdue, "wait"));
  room.pass(20 * MINUTE).tick();
  room.pass(20 * MINUTE).tick();
  room.run(room.answer(room.decision("message_overdue"), "close"));
  // Locks: renewed, in line, and a circle.
  const lock = (by: AgentCaller, pattern: string, wait = false) =>
    room.run({ type: "takeLock", by, patterns: [pattern], wait });
  room.run(room.create(LEAD, [{ role: "builder" }, { role: "reviewer" }]));
  room.claim(bob);
  room.claim(rex);
  const own = { type: "takeLock", by: LEAD, patterns: ["docs/"], wait: false } as const;
  room.run(own);
  room.pass(MINUTE);
  room.run(own);
  lock(bob, "docs/a.md", true);
  room.pass(3 * MINUTE).tick();
  lock(bob, "src/a.ts");
  lock(rex, "src/b.ts");
  lock(bob, "src/b.ts", true);
  lock(rex, "src/a.ts", true);
  room.run({
    type: "releaseLock",
    by: bob,
    lockId: room.view.locks.live?.at(0)?.id as never,
    reason: "",
  });
  return room;
}

/** All that the others left out: runs and their branches, retention, imports, and what else can happen. */
function playRest(left: Set<EventType>): Driver {
  const room = new SessionDriver();
  const RUNNER = { id: anId(701) as AgentId, name: "runner-1", connection: null };
  const roles = ["planner", "builder"].map((role) => ({ role: roleName(role), harness: "s" }));
  const project = { name: "checkout", branch: "main", hasRemote: false };
  const machine = { platform: "linux", version: "1.0.0", slots: 8, harnesses: [] };
  for (const by of [room.planner, room.builder]) room.run({ type: "leaveRoom", by, reason: "" });
  room.run({ type: "connectRunner", by: RUNNER, ...machine, offers: roles, project });
  room.say("Refunds");
  room.run({ type: "takeStarts", by: RUNNER, free: 8 });
  const tell = (runId: number, report: RunReport) =>
    room.run({ type: "reportRun", by: RUNNER, runId: runId as RunId, report });
  const where = { folder: "/work", branch: null, tree: null };
  const up = (runId: number, role: string): AgentCaller => {
    const name = `${role}-${runId}`;
    const by = {
      id: anId(800 + runId) as AgentId,
      name,
      roles: [roleName(role)],
      connection: null,
    };
    room.run({ type: "seatRun", by: RUNNER, runId: runId as RunId, agentId: by.id, name });
    const seat = { class: "managed", harness: "s", door: "mcp" } as const;
    room.run({ type: "join", by, role: roleName(role), ...seat });
    const said = { harness: "s", model: null, ref: null, isResumed: false, ...where };
    tell(runId, { kind: "started", agentId: by.id, ...said });
    room.run({ type: "claim", by });
    return by;
  };
  const planner = up(1, "planner");
  const parts = ["Store", "Send", "Show"].map((title) => ({ role: "builder", title }));
  room.run(room.create(planner, parts));
  room.run({ type: "takeStarts", by: RUNNER, free: 8 });
  const keys = ["DEV-001", "DEV-002", "DEV-003"];
  keys.forEach((key, i) => {
    const by = up(i + 2, "builder");
    const changes = { added: 1, removed: 0, files: ["a.ts"], fileCount: 1 };
    const said = { branch: `squadroom/${key.toLowerCase()}`, base: "base", head: key, changes };
    const evidence = { taskId: key as TaskId, ...said, artifacts: [], checks: [] };
    tell(i + 2, { kind: "examined", evidence });
    const fence = room.task(key).lease?.fence as Fence;
    tell(i + 2, { kind: "turn_began", taskId: key as TaskId, fence, ...where, tree: key });
    const result = { summary: "as asked" };
    room.run({ type: "complete", by, taskId: key as TaskId, fence, result, next: false });
    const over = { why: "done", reason: "", durationMs: 1, tools: 0, context: null } as const;
    tell(i + 2, {
      kind: "turn_ended",
      ...over,
      usage: { ...NO_USAGE, inputTokens: 900, model: null },
    });
  });
  const merge = (key: string, report: BranchReport) => room.run({ type: "reportBranch", by: RUNNER, key, report });
  const said = { note: "", conflict: [], checks: [] };
  const at = { name: "squadroom/plan-001", base: "main", before: "base", head: "line-1" };
  merge("DEV-001", { kind: "merged", ...at, checks: [] });
  merge("DEV-002", { kind: "failed", why: "refused", ...said });
  room.run({ type: "retryMerge", by: LEAD, branch: "DEV-002" });
  merge("DEV-002", { kind: "failed", why: "refused", ...said });
  room.run({ type: "skipMerge", by: LEAD, branch: "DEV-002", reason: "Not needed." });
  room.run({ type: "orderBranch", by: LEAD, branch: "PLAN-001", act: "push", anyway: false });
  const orderId = room.view.branches["PLAN-001"]?.orders[0]?.id as string;
  merge("PLAN-001", {
    kind: "settled",
    orderId,
    isDone: true,
    note: "",
    head: "line-1",
    remote: "origin",
  });
  const wish = { harness: null, model: null, runnerId: null, resumes: null };
  room.run({ type: "requestRun", by: LEAD, role: roleName("planner"), ...wish });
  room.run({ type: "takeStarts", by: RUNNER, free: 8 });
  tell(1, { kind: "changed", compactions: 1, problem: "limited" });
  const order = room.run({ type: "orderRun", by: LEAD, run: 2 as RunId, act: "stop" });
  tell(2, { kind: "settled", orderId: order.orderId as string, isDone: true, note: "" });
  room.run(room.create(LEAD, [{ role: "builder" }]));
  room.run({ type: "takeStarts", by: RUNNER, free: 8 });
  room.run({ type: "addItems", by: LEAD, items: [{ title: "Round half even" }] });
  const picked = room.run({ type: "pickItem", by: LEAD, itemId: 1 });
  const dropped = { taskId: picked.taskId as TaskId, cascade: false, reason: "Not now." };
  room.run({ type: "cancelTask", by: LEAD, ...dropped });
  const entry = { kind: "learning", text: "The store is slow." } as const;
  room.run({ type: "createSession", by: LEAD, title: "Slow", description: "", itemId: null });
  room.run({ type: "addWisdom", by: LEAD, entries: [entry], sessionId: 1 as SessionId });
  room.run({ type: "promoteWisdom", by: LEAD, wisdomId: 1 });
  seek(room, [...KINDS, lock, know, ...BRANCH_KINDS], left, 1);
  // What ended is kept, held, released, archived, brought back, archived again and deleted.
  const DAY = 1_440 * MINUTE;
  const by = LEAD;
  room.run({ type: "createSession", by, title: "Kept", description: "", itemId: null });
  const sessionId = room.view.sessions.number as SessionId;
  room.run({ type: "stopSession", by, sessionId, reason: "Not now." });
  const endedAt = room.now;
  const kept = (state: KeptSession["state"], held: KeptSession["held"] = null): KeptSession => ({
    sessionId,
    end: "stopped",
    endedAt,
    state,
    stateAt: room.now,
    held,
  });
  const seen = () => ({ seenSeq: room.view.seq });
  room.run({
    type: "setRetention",
    by,
    ...DEFAULT_PERIODS,
    failed: { ...DEFAULT_PERIODS.failed, archiveAfterS: 14 * 86_400 },
  });
  room.run({ type: "holdSession", by, kept: kept("kept"), reason: "Audit.", ...seen() });
  const held = { by: LEAD.name, reason: "Audit.", at: room.now };
  room.run({ type: "releaseSession", by, kept: kept("kept", held), ...seen() });
  const first = kept("kept");
  room.pass(10 * DAY);
  room.run({ type: "retainSessions", kept: [first], ...seen() });
  room.run({ type: "restoreSession", by, kept: kept("archived"), ...seen() });
  const second = kept("restored");
  room.pass(10 * DAY);
  room.run({ type: "retainSessions", kept: [second], ...seen() });
  const third = kept("archived");
  room.pass(100 * DAY);
  room.run({ type: "deleteSessions", kept: [third], ...seen() });
  const archive = {
    id: anId(900),
    name: "claims.zip",
    type: "application/zip",
    size: 1234,
    sha256: "ab".repeat(32),
  } as never;
  const gates = {
    requirements: "passed",
    design: "passed",
    implementation: "in_progress",
    quality: "pending",
  } as const;
  const session = {
    title: "Claims by phone",
    description: "By phone, too.",
    end: "stopped",
    startedAt: T0,
    endedAt: null,
    progress: { phase: "quality", tasksTotal: 12, tasksCompleted: 7, gates },
    source: "claims.zip",
    archive,
    files: 9,
  } as const;
  room.run({ type: "importSession", by, session });
  const from = { name: "checkout-web", roomId: anId(901) as RoomId, release: "0.1.0" };
  room.run({ type: "importRoom", by, name: "checkout", from });
  room.run({ type: "removeRoom", by, reason: "It is done." });
  return room;
}

/** The logs of four rooms that have every type of event between them; `left`: those that none has. */
export function playGolden(): { logs: Record<string, readonly RoomEvent[]>; left: EventType[] } {
  const left = new Set(TYPES);
  const logs: Record<string, readonly RoomEvent[]> = {};
  const plays = { session: playSession, pipeline: playPipeline, room: playRoom, rest: playRest };
  for (const [name, play] of Object.entries(plays)) {
    logs[name] = play(left).log;
    for (const { type } of logs[name]) left.delete(type);
  }
  return { logs, left: [...left] };
}
