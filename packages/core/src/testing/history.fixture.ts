import fc from "fast-check";
import { CONNECTION_CLASSES } from "../agent/agent.ts";
import { type DecisionId, URGENCIES } from "../decision/decision.ts";
import type { AgentCaller } from "../kernel/actor.ts";
import type { Command } from "../kernel/command.ts";
import type { RoomEvent } from "../kernel/event.ts";
import type { AgentId, Fence, MessageId, PersonId, RoleName, TaskId } from "../kernel/ids.ts";
import type { Ruling } from "../kernel/ruling.ts";
import type { MessageKeeper } from "../message/command.ts";
import { waitingMessages } from "../message/queue.ts";
import { PRIORITIES, type Task } from "../task/task.ts";
import { teamOf } from "../team/draft.ts";
import { presetTeam } from "../team/presets.ts";
import { findRole, INTENTS, type TeamPreset } from "../team/team.ts";
import { BACKLOG_KINDS } from "./backlog-kinds.fixture.ts";
import { anId, LEAD, MINUTE, SECOND, WRITTEN_PRESETS } from "./builders.fixture.ts";
import { Driver } from "./driver.fixture.ts";
import { POLICY_KINDS } from "./policy-kinds.fixture.ts";
import { ROUTING_KINDS } from "./routing-kinds.fixture.ts";
import { RUN_KINDS } from "./run-kinds.fixture.ts";
import { SESSION_KINDS } from "./session-kinds.fixture.ts";

/** A step of a history: what is done, and three choices that are read against the room as it is then. */
type Choice = [kind: number, a: number, b: number, c: number];

export interface History {
  preset: TeamPreset;
  choices: Choice[];
}

/** Histories of any team: agents of every class come, work, fall silent and return; people steer. */
export function histories(maxLength = 60): fc.Arbitrary<History> {
  return historiesOf(12, 1, maxLength);
}

/** Histories in which sessions come far: most of what is done is theirs, the rest is of any kind. */
export function sessionHistories(maxLength = 120): fc.Arbitrary<History> {
  return historiesOf(1, 12, maxLength);
}

/** @param others how often something else than a session's is done, for each `ofSessions` */
function historiesOf(others: number, ofSessions: number, maxLength: number): fc.Arbitrary<History> {
  const first = KINDS.length - SESSION_KINDS.length;
  const kind = fc.oneof(
    { weight: others, arbitrary: fc.nat(first - 1) },
    { weight: ofSessions, arbitrary: fc.integer({ min: first, max: KINDS.length - 1 }) },
  );
  const choice = fc.tuple(kind, fc.nat(7), fc.nat(7), fc.nat(7));
  return fc.record({
    preset: fc.constantFrom<TeamPreset>(...WRITTEN_PRESETS),
    choices: fc.array(choice, { maxLength, size: "max" }),
  });
}

export interface Done {
  driver: Driver;
  command: Command;
  ruling: Ruling<RoomEvent>;
}

/** Plays a history; `after` sees each step that was done. */
export function play(history: History, after: (done: Done) => void = () => {}): Driver {
  const driver = Driver.room(history.preset);
  for (const [kind, a, b, c] of history.choices) {
    // A paused room stands still: it soon goes on.
    const resumes = driver.view.paused !== null && c > 4;
    const resume: Command = { type: "resumeRoom", by: LEAD };
    const command = resumes ? resume : (KINDS[kind] ?? KINDS[0] ?? pass)(driver, a, b, c);
    if (command.type === "tick") driver.pass([1, SECOND, MINUTE, 40 * MINUTE][a % 4] ?? 1);
    after({ driver, command, ruling: driver.try(command) });
  }
  return driver;
}

/** As many as a property has runs: the next one of the same file begins with the same histories. */
const SEEN_MAX = 150;
const seen = new Map<string, Done[]>();

/** What `play` shows at each step, to whoever changes nothing in it: a history that was played before isn't again. */
export function lookAt(history: History, look: (done: Done) => void): void {
  const key = JSON.stringify(history);
  const known = seen.get(key);
  if (known) {
    for (const done of known) look(done);
    return;
  }
  const steps: Done[] = [];
  play(history, (done) => {
    const { view, log, now, seenAt, ended } = done.driver;
    const then = { view, log: [...log], now, seenAt: { ...seenAt }, ended: { ...ended } };
    steps.push({ ...done, driver: Object.assign(Object.create(done.driver), then) });
  });
  if (seen.size >= SEEN_MAX) seen.clear();
  seen.set(key, steps);
  for (const done of steps) look(done);
}

export type Kind = (driver: Driver, a: number, b: number, c: number) => Command;

const NAMES = ["Pia", "Ada", "Bob", "Rex"];
const LEADING: MessageKeeper = { ...LEAD, isLead: true };
/** May write, and leads nothing. */
const GUEST = { id: anId(3) as PersonId, name: "Gil" };

function pick<T>(all: readonly T[], n: number, otherwise: T): T {
  return all.length === 0 ? otherwise : (all[n % all.length] ?? otherwise);
}

function roleAt(driver: Driver, n: number): RoleName {
  return pick(driver.room.team.roles, n, driver.room.team.roles[0] as never).name;
}

function agentAt(driver: Driver, n: number): AgentCaller {
  const id = anId(500 + (n % NAMES.length)) as AgentId;
  const roles = driver.room.team.roles.map((role) => role.name);
  return { id, name: NAMES[n % NAMES.length] ?? "Pia", roles, connection: null };
}

/** Mostly an agent that holds a task. */
function workerAt(driver: Driver, n: number): AgentCaller {
  const working = NAMES.map((_, i) => agentAt(driver, i)).filter((by) => isAtWork(driver, by.id));
  return n > 0 ? pick(working, n, agentAt(driver, n)) : agentAt(driver, n);
}

function isAtWork(driver: Driver, id: AgentId): boolean {
  return driver.view.tasks.some((task) => task.lease?.agentId === id);
}

/** Mostly the task in the agent's hand; else any, under any fence. */
function heldOr(driver: Driver, by: AgentCaller, n: number): { taskId: TaskId; fence: Fence; task: Task | undefined } {
  const tasks = driver.view.tasks;
  const held = tasks.find((task) => task.lease?.agentId === by.id);
  const task = held && n > 0 ? held : pick<Task | undefined>(tasks, n, undefined);
  const fence = (task?.lease?.fence ?? n) as Fence;
  return { taskId: task?.id ?? ("DEV-404" as TaskId), fence, task };
}

const anyTask = (driver: Driver, n: number): TaskId =>
  pick(
    driver.view.tasks.map((task) => task.id),
    n,
    "DEV-404" as TaskId,
  );

const join: Kind = (driver, a, b, c) => {
  const connectionClass = pick(CONNECTION_CLASSES, c, "manual");
  return {
    type: "join",
    by: agentAt(driver, a),
    role: roleAt(driver, b > 6 ? b : a),
    class: connectionClass,
    harness: null,
  };
};

const claim: Kind = (driver, a) => ({ type: "claim", by: agentAt(driver, a) });

const leave: Kind = (driver, a) => ({ type: "leaveRoom", by: agentAt(driver, a), reason: "" });

const progress: Kind = (driver, a, b) => {
  const by = workerAt(driver, a);
  const { taskId, fence } = heldOr(driver, by, b);
  const atWork = b > 1 && b < 5 ? [{ id: `a${b}`, works: b < 4 }] : [];
  const artifacts = b > 4 ? [{ path: "src/a.ts", status: "modified" as const }] : undefined;
  return {
    type: "progress",
    by,
    taskId,
    fence,
    progress: { percent: b * 10, action: b > 3 ? "writing" : undefined, artifacts, atWork },
  };
};

const complete: Kind = (driver, a, b, c) => {
  const by = workerAt(driver, a);
  const { taskId, fence, task } = heldOr(driver, by, b);
  const criteria = c > 1 ? task?.successCriteria.map((criterion) => ({ criterion, met: true })) : undefined;
  return {
    type: "complete",
    by,
    taskId,
    fence,
    result: { summary: "done", criteria },
    next: c % 2 === 0,
  };
};

const fail: Kind = (driver, a, b) => {
  const by = workerAt(driver, a);
  const { taskId, fence } = heldOr(driver, by, b);
  return { type: "fail", by, taskId, fence, reason: "no luck" };
};

const handOff: Kind = (driver, a, b, c) => {
  const by = workerAt(driver, a);
  const { taskId, fence, task } = heldOr(driver, by, 1);
  const to = pick(["user" as const, ...driver.room.team.roles.map((role) => role.name)], b, "user");
  const criteria = task?.successCriteria.map((criterion) => ({ criterion, met: c !== 3 }));
  const artifacts = c > 5 ? [{ path: "src/a.ts", status: "modified" as const }] : undefined;
  const result = { summary: "done", criteria, artifacts };
  return {
    type: "handOff",
    by,
    taskId,
    fence,
    handoff: { to, intent: pick(INTENTS, c, "work"), message: "next", result },
    next: c % 2 === 0,
  };
};

const handOn: Kind = (driver, a, b, c) => ({
  type: "handOn",
  by: LEAD,
  taskId: anyTask(driver, a),
  handoff: { to: roleAt(driver, b), intent: pick(INTENTS, c, "work"), message: "take this" },
  queueAnyway: c > 3,
});

const create: Kind = (driver, a, b, c) => {
  const first = {
    ref: "a",
    role: roleAt(driver, b),
    title: "one",
    instruction: "do one",
    priority: pick(PRIORITIES, c, "medium"),
  };
  const second = {
    role: roleAt(driver, c),
    title: "two",
    instruction: "do two",
    timeoutS: 300,
    requires: b > 5 ? ["ref:a"] : b > 3 ? [anyTask(driver, c) as string] : [],
    successCriteria: c > 5 ? ["tests pass"] : [],
  };
  const by = a % 2 === 0 ? LEAD : agentAt(driver, b);
  return {
    type: "createTasks",
    by,
    fence: null,
    tasks:
      b > 6
        ? [{ ...first, requires: ["ref:a"] }]
        : b === 5
          ? [{ ...first, blocks: [anyTask(driver, c)] }]
          : [first, second],
  };
};

const cancel: Kind = (driver, a, b) => ({
  type: "cancelTask",
  by: LEAD,
  taskId: anyTask(driver, a),
  cascade: b > 3,
  reason: "",
});

const retry: Kind = (driver, a) => {
  const failed = driver.view.tasks.find((task) => task.state === "failed");
  return { type: "retryTask", by: LEAD, taskId: failed?.id ?? anyTask(driver, a) };
};

const front: Kind = (driver, a) => ({
  type: "moveTaskToFront",
  by: LEAD,
  taskId: anyTask(driver, a),
});

const allow: Kind = (driver, a, b) => ({
  type: "allowPaths",
  by: LEAD,
  taskId: anyTask(driver, a),
  paths: [b > 4 ? "docs/**" : `src/${b}.ts`],
  reason: "It is needed.",
});

const release: Kind = (driver, a) => {
  const task = driver.view.tasks.find((one) => one.state === "claimed");
  const fence = (task?.lease?.fence ?? a) as Fence;
  return {
    type: "release",
    taskId: task?.id ?? anyTask(driver, a),
    fence,
    reason: "the call was gone",
  };
};

const userMessage: Kind = (driver, a, b) => {
  const question = driver.view.questions[a]?.messageId ?? null;
  const repliesTo = b > 4 ? question : b > 2 ? (anId(1) as MessageId) : null;
  return {
    type: "sendUserMessage",
    by: LEAD,
    body: b > 5 ? "@builder @tester Is it ready?" : "Please do this, @builder",
    repliesTo,
    priority: pick(PRIORITIES, b, "medium"),
    interrupt: a === 3,
  };
};

/** Mostly a message that waits. */
const waitingAt = (driver: Driver, n: number): TaskId =>
  pick(waitingMessages(driver.view), n, undefined)?.id ?? anyTask(driver, n);

const keeperAt = (n: number): MessageKeeper =>
  n % 4 === 3 ? { ...GUEST, isLead: false } : n % 2 === 0 ? { ...LEAD, isLead: false } : LEADING;

const editMessage: Kind = (driver, a, b, c) => ({
  type: "editMessage",
  by: keeperAt(b),
  taskId: waitingAt(driver, a),
  body: c > 3 ? "No, @reviewer, this" : "Rather this",
});

const withdrawMessage: Kind = (driver, a, b) => ({
  type: "withdrawMessage",
  by: keeperAt(b),
  taskId: waitingAt(driver, a),
});

const messageToFront: Kind = (driver, a, b) => ({
  type: "moveMessageToFront",
  by: keeperAt(b),
  taskId: waitingAt(driver, a),
});

const agentMessage: Kind = (driver, a, b) => {
  const to = [
    { kind: "user" as const },
    { kind: "role" as const, role: roleAt(driver, b) },
    { kind: "agent" as const, agentId: agentAt(driver, b).id },
  ];
  return {
    type: "sendAgentMessage",
    by: agentAt(driver, a),
    to: pick(to, b, to[0] as never),
    body: "hello",
    repliesTo: null,
  };
};

const ask: Kind = (driver, a, b, c) => {
  const by = workerAt(driver, a);
  const { taskId, fence } = heldOr(driver, by, 1);
  const own = [
    { label: "Left", consequence: "It goes left." },
    { id: "right", label: "Right", consequence: "" },
  ];
  return {
    type: "askIntervention",
    by,
    taskId,
    fence,
    question: "Left or right?",
    reason: "Both are possible.",
    options: own.slice(0, c % 3),
    suggestedRole: b > 3 ? roleAt(driver, b) : null,
    urgency: pick(URGENCIES, c, "medium"),
  };
};

/** Mostly one that is pending; else one that was asked before. */
function decisionAt(driver: Driver, n: number): DecisionId {
  const pending = Object.keys(driver.view.decisions) as DecisionId[];
  const before = [...driver.view.answered, ...driver.view.moot].map((decision) => decision.id);
  return pick(n > 1 && pending.length > 0 ? pending : before, n, anId(404) as DecisionId);
}

const answer: Kind = (driver, a, b, c) => {
  const decisionId = decisionAt(driver, a);
  const options = driver.view.decisions[decisionId]?.options ?? [];
  const optionId = pick(options, b, undefined)?.id ?? "retry";
  const note = c > 1 ? "as agreed" : "";
  const version = c > 5 ? (driver.view.decisions[decisionId]?.version ?? 1) : c === 5 ? 9 : null;
  return { type: "answerDecision", by: LEAD, decisionId, optionId, note, version };
};

const undo: Kind = (driver, a) => {
  const answered = driver.view.answered.map((decision) => decision.id);
  return {
    type: "undoDecision",
    by: LEAD,
    decisionId: a > 5 ? decisionAt(driver, a) : pick(answered, a, decisionAt(driver, a)),
  };
};

/** Seldom done, often refused, so that histories stay long. Presets, and a team of other roles; the agents' credentials are for whatever roles there are. */
const changeTeam: Kind = (driver, a, b, c) => {
  const custom = teamOf({
    entryFallback: a > 5,
    ...(b % 2 === 0 ? { routing: { rules: [] } } : {}),
    lockout: b > 5 ? "strict" : b > 3 ? { afterRejections: 2 } : undefined,
    entryPoint: c > 3 ? "lead" : "builder",
    roles: [
      { name: "lead", handsTo: ["builder", "user"] },
      { name: "builder", handsTo: c > 5 ? ["lead"] : ["tester", "lead"] },
      { name: "tester", handsTo: ["lead"] },
    ],
  }).team;
  const team = a > 3 ? (custom ?? presetTeam("squad")) : presetTeam(pick(WRITTEN_PRESETS, a, "squad"));
  const to = pick(team.roles, b, team.roles[0] as never).name;
  const gone = driver.room.team.roles.filter((role) => !findRole(team, role.name));
  return {
    type: "changeTeam",
    by: LEAD,
    team,
    version: b > 2 ? 99 : driver.view.teamVersion,
    remap: c % 2 ? Object.fromEntries(gone.map((role) => [role.name, to])) : {},
  };
};

/** What an agent has in hand, to others and to its own role. */
const fanOut: Kind = (driver, a, b, c) => {
  const by = workerAt(driver, a);
  const { taskId, fence } = heldOr(driver, by, 1);
  const branches = [b, c].map((n) => ({
    role: roleAt(driver, n),
    instruction: `Look at it from ${n}.`,
  }));
  return { type: "fanOut", by, taskId, fence, branches };
};

/** Mostly a branch that failed. */
const retryBranch: Kind = (driver, a, b) => {
  const failed = driver.view.tasks.filter(({ state, branchOf }) => state === "failed" && branchOf !== undefined);
  const taskId = pick(failed, a, undefined)?.id ?? anyTask(driver, a);
  return { type: "retryBranch", by: b > 4 ? agentAt(driver, b) : LEAD, taskId };
};

const returnOnline: Kind = (driver, a) => ({ type: "returnOnline", by: agentAt(driver, a) });

const pass: Kind = () => ({ type: "tick" });

/** Kinds by how often they are drawn. */
export const KINDS: readonly Kind[] = [
  join,
  join,
  join,
  claim,
  claim,
  claim,
  claim,
  claim,
  progress,
  progress,
  complete,
  fail,
  fail,
  fail,
  handOff,
  handOff,
  handOff,
  handOff,
  handOff,
  create,
  create,
  create,
  userMessage,
  userMessage,
  agentMessage,
  editMessage,
  withdrawMessage,
  messageToFront,
  handOn,
  cancel,
  retry,
  retry,
  front,
  release,
  leave,
  returnOnline,
  pass,
  pass,
  allow,
  changeTeam,
  ask,
  ask,
  ask,
  answer,
  answer,
  answer,
  answer,
  undo,
  undo,
  undo,
  undo,
  undo,
  undo,
  fail,
  fail,
  fanOut,
  fanOut,
  retryBranch,
  retryBranch,
  ...BACKLOG_KINDS,
  ...POLICY_KINDS,
  ...RUN_KINDS,
  ...ROUTING_KINDS,
  ...SESSION_KINDS,
];
