import type { Agent } from "../agent/agent.ts";
import { seat } from "../agent/seat.ts";
import { stopText } from "../agent/stopped.ts";
import { type CallSubject, REASON_MAX } from "../decision/decision.ts";
import type { AgentCaller } from "../kernel/actor.ts";
import type { CommandOf, Context, RulingOn } from "../kernel/command.ts";
import type { AgentId } from "../kernel/ids.ts";
import type { Room } from "../kernel/room.ts";
import { type ActedFact, accept, type RoomRuling } from "../kernel/ruling.ts";
import { cut } from "../kernel/storable.ts";
import { spelled } from "../kernel/visible.ts";
import { counted, listedUpTo } from "../kernel/words.ts";
import { askFor } from "../lock/decide.ts";
import { refuseWrite, uncovered } from "../lock/in-the-way.ts";
import { PATTERNS_MAX } from "../lock/lock.ts";
import { heldUpBy, waitersByTask } from "../task/dependants.ts";
import { heldTask } from "../task/order.ts";
import { brokenSpec } from "../team/role-spec.ts";
import { findRole } from "../team/team.ts";
import { type Call, COMMAND_MAX, readCall } from "./call.ts";
import type { AskedCall, CheckedCall } from "./command.ts";
import { filesWritten, type Real } from "./files.ts";
import { allowedFor, isGrantable } from "./grant.ts";
import { type Judgement, judge, type Situation } from "./judge.ts";
import { permitOptions } from "./permit.ts";
import { policyOf, rulesFor, type SettledCall } from "./policy.ts";
import { titleAs } from "./rule.ts";
import { programOf } from "./run.ts";

type Judged =
  | { call: Call; agent: Agent; events: ActedFact[]; checked: CheckedCall; asks: null }
  | {
      call: Call;
      agent: Agent;
      events: ActedFact[];
      checked: null;
      asks: Extract<Judgement, { act: "ask" }>;
    };

/** Most files that are named. */
const TOUCHES_MAX = 20;
/** Longest command that a question gives in full, on one line. */
const LINE_MAX = 120;

/**
 * What the room as it is now says about a call. It changes nothing; only a call that is asked about, or from an agent
 * back from silence, has to go through a command.
 */
export function checkCall(
  room: Room,
  by: AgentCaller,
  asked: AskedCall,
): Extract<RoomRuling, { ok: false }> | { ok: true; checked: CheckedCall | null; hasEvents: boolean } {
  const judged = judgedCall(room, by, asked);
  if ("ok" in judged) return judged;
  const { checked, events } = judged;
  const hasEvents = events.length > 0 || (checked !== null && locking(room, judged, asked) !== null);
  return { ok: true, checked, hasEvents };
}

/** A call that the rules ask about opens a permission, once; asked again, it says what became of it. */
export function decidePermission(
  room: Room,
  { by, call: asked }: CommandOf<"askPermission">,
  context: Context,
  kept: <T>(value: T) => T,
): RulingOn<"askPermission"> {
  const judged = judgedCall(room, by, asked);
  if ("ok" in judged) return judged;
  const { agent, call, events, checked, asks } = judged;
  if (checked) {
    const lock = locking(room, judged, asked);
    if (lock === null) return accept(events, checked);
    if (lock.ok) return accept([...events, lock.fact], checked);
    return accept(events, denied(lock.refusal.message, "locks"));
  }
  const taskId = heldTask(room, agent.id)?.id ?? null;
  // Grants are compared with calls as they are: no call equals a word without its address.
  const isKeptWhole = kept(asks.asks) === asks.asks;
  const deadlineAt = context.now + policyOf(room).settings.askS * 1000;
  const subject: CallSubject = {
    kind: "call",
    agentId: agent.id,
    callId: asked.callId,
    digest: asked.digest,
    taskId,
    tool: asked.tool,
    command: asked.shown,
    cwd: asked.cwd,
    touches: asks.touches.slice(0, TOUCHES_MAX).map(({ path, access }) => ({ path, access })),
    rule: asks.rule,
    ruleTitle: titleAs("ask", asks.rule),
    asks: isGrantable(asks.asks) && isKeptWhole ? asks.asks : [],
    deadlineAt,
  };
  const decision = {
    kind: "permission" as const,
    subject,
    id: context.newId(),
    version: 1,
    question: questionOf(agent, call, asked),
    reason: cut(`${asks.reason} ${subject.ruleTitle}`, REASON_MAX),
    options: permitOptions(room, agent, subject),
    urgency: "high" as const,
    holdsUp: taskId === null ? 1 : heldUpBy(waitersByTask(room), [taskId]),
    askedBy: { agentId: agent.id, name: agent.name, role: agent.role },
    supersedes: null,
  };
  const actor = { kind: "agent" as const, id: agent.id, name: agent.name, role: agent.role };
  const opened: ActedFact = { type: "decision.opened", data: { decision: kept(decision) }, actor };
  const reply: CheckedCall = {
    ...asking(asks.rule, asks.reason),
    decisionId: decision.id,
    deadlineAt,
  };
  return accept([...events, opened], reply);
}

function judgedCall(room: Room, by: AgentCaller, asked: AskedCall): Judged | Extract<RoomRuling, { ok: false }> {
  const seated = seat(room, by);
  if (!seated.ok) return seated;
  const { agent, events } = seated;
  const call = readCall(asked.harness, asked.tool, asked.input, asked.cwd, asked.roots);
  const at = { call, agent, events };
  const settled = policyOf(room).settled.find((one) => isSame(one, agent.id, asked));
  if (settled && !settled.isPermitted) return { ...at, checked: denied(settled.reason), asks: null };
  const pending = pendingOf(room, agent.id);
  const own = pending.find(({ callId }) => callId === asked.callId);
  if (own && own.digest !== asked.digest)
    return { ...at, checked: denied("Another call with this id waits for a person."), asks: null };
  const verdict = judge(call, rulesFor(room, agent.role), {
    ...situationOf(room, agent, asked),
    open: pending.length - (own ? 1 : 0),
    ...(settled ? { allowed: "all" as const } : {}),
  });
  if (verdict.act === "ask" && sizeOf(call) > COMMAND_MAX)
    return { ...at, checked: denied(TOO_LONG, "unreadable"), asks: null };
  if (verdict.act !== "ask")
    return { ...at, checked: answerOf(verdict, settled?.reason ?? verdict.reason), asks: null };
  if (!own) return { ...at, checked: null, asks: verdict };
  const checked = {
    ...asking(own.rule, own.ruleTitle),
    decisionId: own.id,
    deadlineAt: own.deadlineAt,
  };
  return { ...at, checked, asks: null };
}

/** If the room says so, the lock on what a call that runs now writes; `null`: its agent has it, or writes nothing. */
function locking(
  room: Room,
  { agent, call, checked }: Pick<Judged, "agent" | "call" | "checked">,
  { files }: AskedCall,
): ReturnType<typeof askFor> | null {
  if (!room.options.lockWrites || !checked || !/^(allow|modify)$/.test(checked.verdict)) return null;
  const written = filesWritten(call.touches, realOf(files));
  const patterns = uncovered(room, agent.id, written).slice(0, PATTERNS_MAX);
  if (patterns.length === 0) return null;
  const actor = { kind: "agent" as const, id: agent.id, name: agent.name, role: agent.role };
  const taskId = heldTask(room, agent.id)?.id ?? null;
  return askFor(room, { actor, taskId, way: "write" }, patterns, false);
}

function realOf(files: AskedCall["files"]): Real {
  return new Map(files.map(({ path, real }) => [path, real]));
}

const TOO_LONG = `A person would have to allow it, and can't read more than ${COMMAND_MAX} characters. Do it in smaller parts.`;

/** Letters that a person would have to read. */
function sizeOf({ command, input }: Call): number {
  return (command ?? JSON.stringify(input) ?? "").length;
}

function isSame({ agentId, callId, digest }: SettledCall, id: AgentId, asked: AskedCall): boolean {
  return agentId === id && callId === asked.callId && digest === asked.digest;
}

function pendingOf(room: Room, agentId: AgentId) {
  return Object.values(room.decisions).flatMap(({ id, subject }) =>
    subject.kind === "call" && subject.agentId === agentId ? [{ ...subject, id }] : [],
  );
}

function situationOf(room: Room, { id, role }: Agent, { files }: AskedCall): Omit<Situation, "open"> {
  const task = heldTask(room, id);
  return {
    role,
    taskId: task?.id ?? null,
    boundaries: task?.boundaries ?? null,
    stopped: stopText(room, id) ?? brokenSpec(findRole(room.team, role))?.text ?? null,
    refuseWrite: (patterns) => refuseWrite(room, id, patterns),
    real: realOf(files),
    allowed: allowedFor(room, role, task?.id ?? null),
  };
}

const NO_DECISION = { decisionId: null, deadlineAt: null };

function asking(rule: string, reason: string): Omit<CheckedCall, "decisionId" | "deadlineAt"> {
  return { verdict: "ask", rule, reason, allowed: [] };
}

function denied(reason: string, rule = "permission"): CheckedCall {
  return { verdict: "deny", rule, reason, allowed: [], ...NO_DECISION };
}

function answerOf(verdict: Exclude<Judgement, { act: "ask" }>, reason: string): CheckedCall {
  const { rule } = verdict;
  const allowed = verdict.act === "deny" ? verdict.allowed : [];
  const said = {
    rule,
    reason: verdict.act === "deny" ? verdict.reason : reason,
    allowed,
    ...NO_DECISION,
  };
  return verdict.act === "modify"
    ? { verdict: "modify", ...said, input: verdict.input }
    : { verdict: verdict.act, ...said };
}

function questionOf({ name }: Agent, call: Call, { tool, shown }: AskedCall): string {
  const programs = [...new Set(call.shell?.runs.map(programOf).filter(Boolean) ?? [])];
  if (call.kind !== "shell") return `May ${name} use ${spelled(tool)}?`;
  const lines = shown.split("\n").length;
  if (lines === 1 && shown.length <= LINE_MAX) return `May ${name} run ${spelled(shown)}?`;
  const size = lines > 1 ? counted(lines, "line") : counted(shown.length, "character");
  return `May ${name} run a command of ${size}, with ${spelled(listedUpTo(5, programs))}?`;
}
