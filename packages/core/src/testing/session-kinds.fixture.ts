import type { DecisionId } from "../decision/decision.ts";
import { KNOBS, PHASES } from "../flow/steps.ts";
import { workOf } from "../flow/work.ts";
import type { AgentCaller } from "../kernel/actor.ts";
import type { Command } from "../kernel/command.ts";
import type { Fence, RoleName, TaskId } from "../kernel/ids.ts";
import { GATE_PRESETS } from "../session/record/gate.ts";
import type { Session } from "../session/record/session.ts";
import { scopeAsked } from "../session/triage/scope.ts";
import { isReady } from "../task/order.ts";
import type { ReportedUsage } from "../usage/usage.ts";
import { anId, LEAD } from "./builders.fixture.ts";
import type { Driver } from "./driver.fixture.ts";
import { REPLIES, type ReplyName } from "./replies.fixture.ts";

type Kind = (driver: Driver, a: number, b: number, c: number) => Command;

function pick<T>(all: readonly T[], n: number, otherwise: T): T {
  return all[n % Math.max(1, all.length)] ?? otherwise;
}

const aSession = (driver: Driver, n: number): number => pick(driver.view.sessions.live, n, undefined)?.id ?? 404;

const editSession: Kind = (driver, a, b) => ({
  type: "editSession",
  by: LEAD,
  sessionId: aSession(driver, a),
  title: b > 3 ? `Other ${b}` : null,
  description: b > 3 ? null : "In other words.",
});

const moveSession: Kind = (driver, a, b, c) => ({
  type: "moveSession",
  by: LEAD,
  sessionId: aSession(driver, a),
  to: b > 5 ? "first" : b > 3 ? "last" : b > 1 ? { before: aSession(driver, c) } : { after: aSession(driver, c) },
});

const answerQuestions: Kind = (driver, a, b) => {
  const session = driver.view.sessions.live.find(({ step }) => step === "questions");
  const questions = session?.proposals.questions?.value.questions ?? [];
  const id = pick(questions, a, undefined)?.id ?? "q404";
  const answers = { [id]: b > 6 ? {} : { text: `as said ${b}` } };
  return { type: "answerQuestions", by: LEAD, sessionId: session?.id ?? 404, answers };
};

const steer = (type: "pauseSession" | "resumeSession" | "stopSession"): Kind => {
  return (driver, a, b) => {
    // Most of them are let go on.
    const isSpared = (type === "stopSession" && b > 0) || (type === "pauseSession" && b % 4 > 0);
    const of = { by: LEAD, sessionId: isSpared ? 404 : aSession(driver, a) };
    if (type === "resumeSession") return { type, ...of };
    const reason = "so it is";
    return type === "pauseSession" ? { type, ...of, reason, park: b > 3 } : { type, ...of, reason };
  };
};

/** The agent of a role that is there, or the one that comes. */
function agentOf(driver: Driver, role: RoleName): { by: AgentCaller; isThere: boolean } {
  const there = Object.values(driver.view.agents).find((one) => one.role === role && one.online);
  const roles = driver.room.team.roles.map(({ name }) => name);
  const place = driver.room.team.roles.findIndex(({ name }) => name === role);
  const id = there?.id ?? (anId(500 + place) as AgentCaller["id"]);
  const by = { id, name: there?.name ?? `agent ${place}`, roles, connection: null };
  return { by, isThere: there !== undefined };
}

/** Somebody does what the sessions wait for: comes, claims, presents or finishes; sometimes with a reply of no use. */
const workOn: Kind = (driver, a, b, c) => {
  const tasks = driver.view.tasks.filter(({ sessionId }) => sessionId !== null);
  const held = tasks.find((task) => task.lease !== null);
  if (held?.lease) {
    const { agentId, fence } = held.lease;
    const agent = driver.view.agents[agentId];
    const by = { id: agentId, name: agent?.name ?? "", roles: [held.role], connection: null };
    return completion(driver, held.id, fence, by, [a, b, c]);
  }
  const role = pick(tasks.filter(isReady), a, undefined)?.role ?? driver.room.team.entryPoint;
  const { by, isThere } = agentOf(driver, role);
  return isThere ? { type: "claim", by } : { type: "join", by, role, class: "manual", harness: null };
};

function completion(
  driver: Driver,
  taskId: TaskId,
  fence: Fence,
  by: AgentCaller,
  [a, b, c]: [number, number, number],
): Command {
  const session = driver.view.sessions.live.find((one) => workOf(one, taskId) !== null);
  const step = session && workOf(session, taskId)?.step;
  const checks = [
    { name: "tests", passed: b !== 1 },
    { name: "coverage", passed: true, ...(b === 2 ? {} : { value: 60 + 10 * (c % 4) }) },
    { name: "warnings", passed: b !== 3, value: b === 4 ? 2 : 0 },
  ];
  const result = { summary: "done", ...(c > 1 ? { checks: checks.slice(0, c % 4) } : {}) };
  const usage = b > 5 ? aUsage(c) : undefined;
  const done = { type: "complete" as const, by, taskId, fence, result, next: c % 2 === 0, usage };
  const isReview = driver.view.tasks.find(({ id }) => id === taskId)?.reviewOf != null;
  if (!step && !isReview) return done;
  if (a === 7) return { ...done, reply: b > 3 ? "I could not." : '{"type":"design","sections":[]}' };
  const value = session && step ? replyTo(session, step as ReplyName, [b, c]) : verdict(b + 2);
  return { ...done, reply: `Here it is:\n${JSON.stringify(value)}` };
}

function aUsage(n: number): ReportedUsage {
  const cached = { cacheReadTokens: n, cacheWriteTokens: 0 };
  const costUsdMicros = n > 5 ? null : n * 1_000;
  return { inputTokens: 100 * n, outputTokens: n, ...cached, costUsdMicros, model: "m", runs: 0 };
}

function replyTo(session: Session, step: ReplyName, [b, c]: [number, number]): object {
  const level = session.complexity?.level ?? "exploration";
  const part = (n: number) => ({ title: `Part ${n}`, description: `Only ${n}.` });
  switch (step) {
    case "triage": {
      const levels = ["straightforward", "straightforward", "exploration", "complex"];
      const batches = b > 3 ? [part(1), part(2)] : [];
      const splits = b > 5 ? [part(3)] : [];
      return { ...REPLIES.triage, level: pick(levels, c, "complex"), batches, splits };
    }
    case "questions":
      return {
        ...REPLIES.questions,
        questions: many(REPLIES.questions.questions, KNOBS[level].questions?.min ?? 3, b),
      };
    case "design":
      return {
        ...REPLIES.design,
        sections: many(REPLIES.design.sections, KNOBS[level].sections.min, b),
      };
    case "plan":
      return {
        ...REPLIES.plan,
        tasks: REPLIES.plan.tasks.map((task) => ({
          ...task,
          role: c > 4 ? "nobody" : session.title.length > 3 ? "builder" : "reviewer",
        })),
      };
    case "review":
      return verdict(b);
    default:
      return REPLIES[step];
  }
}

/** More than half of them pass. */
function verdict(b: number): object {
  const finding = { severity: "high", file: "src/a.ts", issue: "It is not right." };
  return b % 8 > 3 ? { ...REPLIES.review, passed: false, findings: [finding] } : REPLIES.review;
}

/** As many as are wanted; the words of some change from time to time. */
function many<T extends { id: string }>(all: readonly T[], count: number, b: number): T[] {
  return Array.from({ length: count }, (_, i) => {
    const one = all[i % all.length] as T;
    return {
      ...one,
      id: `n${i + 1}`,
      ...(i === b ? { title: `Title ${b}`, text: `Text ${b}` } : {}),
    };
  });
}

/** A person answers what a session asks, mostly with what leads on. */
const decide: Kind = (driver, a, b, c) => {
  const pending = Object.values(driver.view.decisions).filter(({ subject }) => subject.kind === "session");
  const decision = pick(pending, a, undefined);
  const options = decision?.options ?? [];
  // Few histories come as far as a checkpoint: every second one edits what is left.
  const isEdited = decision?.kind === "batch_checkpoint" && c % 2 === 1;
  const chosen = (b > 3 ? options[0]?.id : pick(options, c, undefined)?.id) ?? "agree";
  const optionId = isEdited ? "adjust" : chosen;
  const part = { title: "What is left", description: "All of it." };
  const parts = [part, { ...part, title: "And this" }];
  const isTriage = decision?.kind === "triage" && !["discuss", "renew"].includes(optionId);
  const session = isTriage ? driver.view.sessions.live.find(({ step }) => step === "triage") : null;
  const scope = session?.flow === "brainstorm" ? scopeAsked(session) : { batches: null, splits: null };
  const edits = {
    ...(scope.batches && c !== 7 ? { batches: parts } : {}),
    ...(scope.splits && c !== 6 ? { splits: [part] } : {}),
  };
  const detail = optionId === "adjust" ? { parts } : c > 4 ? edits : {};
  if (!decision && c > 2) return workOn(driver, a % 7, b, c);
  return {
    type: "answerDecision",
    by: LEAD,
    decisionId: decision?.id ?? (anId(404) as DecisionId),
    optionId,
    note: c > 0 ? "as agreed" : "",
    version: null,
    detail,
  };
};

/** A few at a time, so that some of them come far. */
const createSession: Kind = (driver, a, b, c) =>
  driver.view.sessions.live.length > 2
    ? workOn(driver, a % 7, b, c)
    : {
        type: "createSession",
        by: LEAD,
        title: `Change ${a}${b}`,
        description: b > 3 ? "All of it." : "",
        itemId: a === 7 ? 1 : null,
        angle: a % 2 === 0 ? REPLIES.scout.angle : null,
        ...(c > 2 ? { gatePreset: pick(GATE_PRESETS, c, "minimum") } : {}),
      };

const startSession: Kind = (driver, a) => ({
  type: "startSession",
  by: LEAD,
  sessionId: aSession(driver, a),
});

/** Mostly none, or one that is used after a while. */
const setBudget: Kind = (driver, a, b, c) => ({
  type: "setBudget",
  by: LEAD,
  sessionId: b > 1 ? 404 : aSession(driver, a),
  budget: c > 5 ? null : { tokens: null, costUsdMicros: null, runs: 5 * (c + 1), warnAt: 0.8 },
});

/** The room's options, or a pause. */
const setOptions: Kind = (_driver, a) =>
  a === 7 ? { type: "pauseRoom", by: LEAD } : { type: "setRoomOptions", by: LEAD, askBeforeNext: a > 3 };
/** A task of a plan is given up, a gate is overridden, or other gates are asked for. */
const gates: Kind = (driver, a, b, c) => {
  const running = driver.view.sessions.live.find(({ execution }) => execution !== null);
  const taskId = pick(running?.execution?.open ?? [], b, undefined);
  if (taskId !== undefined && a > 5)
    return { type: "cancelTask", by: LEAD, taskId, cascade: b > 3, reason: "not needed" };
  if (a === 0) return { type: "setGatePreset", by: LEAD, preset: pick(GATE_PRESETS, b, "gold") };
  return {
    type: "overrideGate",
    by: LEAD,
    sessionId: running?.id ?? aSession(driver, a),
    phase: b > 4 ? "implementation" : pick(PHASES, c, "quality"),
    batch: a === 1 ? c : null,
    reason: c > 0 ? "as agreed" : " ",
  };
};

/** An agent saves what it found, or a person wants what was served made anew. */
const scouts: Kind = (driver, a, b) => {
  const served = driver.view.sessions.live.find(({ step }) => step === "triage");
  if (a > 3) return { type: "renewScout", by: LEAD, sessionId: served?.id ?? 404 };
  const { by, isThere } = agentOf(driver, driver.room.team.entryPoint);
  if (!isThere) return workOn(driver, a, b, 4);
  const angle = b > 3 ? REPLIES.scout.angle : `angle ${b}`;
  return { type: "saveScout", by, reply: JSON.stringify({ ...REPLIES.scout, angle }) };
};

/** A person takes back what was last answered of a session; seldom, so that most come far. */
const undo: Kind = (driver, a, b, c) => {
  const answered = driver.view.answered.filter(
    ({ subject, answer }) => subject.kind === "session" && answer.undo !== null,
  );
  const decision = pick(answered, a, undefined);
  if (!decision || b < 6) return decide(driver, a, b, c);
  return { type: "undoDecision", by: LEAD, decisionId: decision.id };
};

/** What people and agents do with sessions. */
export const SESSION_KINDS: readonly Kind[] = [
  createSession,
  editSession,
  moveSession,
  answerQuestions,
  workOn,
  workOn,
  workOn,
  workOn,
  workOn,
  workOn,
  workOn,
  workOn,
  decide,
  decide,
  decide,
  decide,
  startSession,
  setBudget,
  setOptions,
  gates,
  scouts,
  undo,
  steer("pauseSession"),
  steer("resumeSession"),
  steer("resumeSession"),
  steer("stopSession"),
];
