import { type Agent, DEFAULT_LEASE_S } from "../agent/agent.ts";
import { FACTS } from "../fact/facts.ts";
import type { PersonCaller } from "../kernel/actor.ts";
import type { Fact, RoomEvent } from "../kernel/event.ts";
import type { FreshId } from "../kernel/ids.ts";
import {
  type AgentId,
  type Fence,
  type MessageId,
  type PersonId,
  type RoomId,
  roleName,
  taskId,
} from "../kernel/ids.ts";
import type { Room } from "../kernel/room.ts";
import { apply } from "../log/apply.ts";
import { emptyView } from "../log/view.ts";
import type { Message } from "../message/message.ts";
import type { EarlierTask } from "../task/earlier.ts";
import type { TaskResult } from "../task/result.ts";
import type { Task, TaskLease } from "../task/task.ts";
import { presetTeam } from "../team/presets.ts";
import { TEAM_PRESETS, type TeamPreset } from "../team/team.ts";

/** The clock of the tests starts here. */
export const T0 = Date.UTC(2026, 10, 2, 9, 0);
export const SECOND = 1000;
export const MINUTE = 60 * SECOND;

/** Ids in the form of a UUIDv7, told apart by their number. */
export function anId(n: number): FreshId {
  return `00000000-0000-7000-8000-${String(n).padStart(12, "0")}` as FreshId;
}

export const ROOM_ID = anId(1) as RoomId;
export const LEAD: PersonCaller = { id: anId(2) as PersonId, name: "Lea" };

export function anEvent(fact: Fact, seq: number, at: number, more: Partial<RoomEvent> = {}): RoomEvent {
  const base = {
    roomId: ROOM_ID,
    seq,
    v: FACTS[fact.type].v ?? 1,
    at,
    actor: { kind: "server" },
  };
  return { ...base, ...more, ...fact } as RoomEvent;
}

/** A room of this preset with nobody in it. */
export function aRoom(preset: TeamPreset = "squad", more: Partial<Room> = {}): Room {
  const team = presetTeam(preset);
  const fact: Fact = { type: "room.created", data: { name: "checkout-web", team, demo: false } };
  return { ...apply(emptyView(ROOM_ID), anEvent(fact, 1, T0)), team, ...more };
}

export function anAgent(more: Partial<Agent> = {}): Agent {
  return {
    id: anId(100) as AgentId,
    name: "Ada",
    role: roleName("builder"),
    class: "manual",
    harness: null,
    connection: 1,
    joinedAt: T0,
    online: true,
    onlineSince: T0,
    offlineSince: null,
    offlineReason: null,
    seenAt: T0,
    mail: [],
    ...more,
  };
}

export function aTask(more: Partial<Task> = {}): Task {
  return {
    id: taskId("DEV-001"),
    role: roleName("builder"),
    agentId: null,
    state: "pending",
    title: "Limit the rate of sign-ins",
    instruction: "Limit sign-ins to five a minute for each address.",
    priority: "medium",
    timeoutS: 3600,
    requires: [],
    waitsFor: [],
    attempts: 0,
    createdAt: T0,
    frontAt: null,
    createdBy: { kind: "agent", id: anId(101), name: "Pia", role: roleName("planner") },
    origin: { kind: "handoff", messageId: anId(300) as MessageId },
    intent: "work",
    fromTaskId: taskId("PLAN-001"),
    sessionId: null,
    boundaries: { allowed: [], forbidden: [] },
    outputs: [],
    successCriteria: [],
    parkedAt: null,
    toldToWait: false,
    reassignedFrom: null,
    progress: null,
    lease: null,
    lastHolder: null,
    unread: 0,
    lastEnd: null,
    usage: null,
    said: null,
    review: null,
    rejections: [],
    reviewOf: null,
    ...more,
  };
}

export function aLease(more: Partial<TaskLease> = {}): TaskLease {
  return {
    agentId: anId(100) as AgentId,
    fence: 7 as Fence,
    claimedAt: T0,
    pausedMs: 0,
    ttlS: DEFAULT_LEASE_S.manual,
    variant: "full_team",
    targets: [roleName("reviewer"), roleName("planner")],
    ...more,
  };
}

export function aMessage(more: Partial<Message> = {}): Message {
  return {
    id: anId(300) as MessageId,
    from: { kind: "person", id: LEAD.id, name: LEAD.name },
    to: { kind: "role", role: roleName("planner") },
    body: "Please protect the sign-in against guessing.",
    intent: null,
    mentions: [],
    repliesTo: null,
    taskId: null,
    at: T0,
    ...more,
  };
}

export function aResult(more: Partial<TaskResult> = {}): TaskResult {
  return { summary: "Done.", criteria: [], keyDecisions: [], artifacts: [], warnings: [], ...more };
}

/** The user's message that the task of `aTask` came of. */
export function anEarlier(more: Partial<EarlierTask> = {}): EarlierTask {
  return {
    id: taskId("PLAN-001"),
    role: roleName("planner"),
    title: "Please protect the sign-in",
    instruction: "Please protect the sign-in against guessing.",
    intent: null,
    fromTaskId: null,
    createdBy: { kind: "person", id: LEAD.id, name: LEAD.name },
    createdAt: T0,
    boundaries: { allowed: [], forbidden: [] },
    outputs: [],
    successCriteria: [],
    isMessage: true,
    by: "Pia",
    result: null,
    ...more,
  };
}

export function agentsById(agents: readonly Agent[]): Record<AgentId, Agent> {
  return Object.fromEntries(agents.map((agent) => [agent.id, agent]));
}

/** Presets whose variants are written out: of these few roles every choice can be tried. */
export const WRITTEN_PRESETS = TEAM_PRESETS.filter((preset) => presetTeam(preset).variants.length > 0);

/** Every choice of these, the empty one first. */
export function subsetsOf<T>(all: readonly T[]): T[][] {
  return Array.from({ length: 2 ** all.length }, (_, bits) => all.filter((_one, i) => bits & (1 << i)));
}
