import type { Agent, LeaseTimes } from "../agent/agent.ts";
import { derivePresence, type Presence } from "../agent/presence.ts";
import { stopOf } from "../agent/stopped.ts";
import type { WorkflowMode } from "../backlog/item.ts";
import { questionOf } from "../decision/asking.ts";
import { compareDecisions, type Decision } from "../decision/decision.ts";
import { attentionOf } from "../inbox/attention.ts";
import type { AgentId, RoleName, RoomId } from "../kernel/ids.ts";
import { initialsOf } from "../kernel/initials.ts";
import type { RoomView } from "../kernel/view.ts";
import { type AnswerDue, answersDue } from "../message/due.ts";
import type { Overlap } from "../run/radar.ts";
import type { RunId } from "../run/run.ts";
import { type PipelineCard, pipelineCards } from "../session/pipeline/card.ts";
import { awaited } from "../task/blockers.ts";
import { heldTask, readyTasks } from "../task/order.ts";
import { missedSince, unavailableSince } from "../team/availability.ts";
import { presetText } from "../team/preset-text.ts";
import { brokenSpec } from "../team/role-spec.ts";
import { findRole } from "../team/team.ts";
import { type Ball, ballOf } from "./ball.ts";

/** Observations of one room's agents: coalesced, shared, not part of the log. */
export interface Observations {
  /** Newest sign of life, epoch ms. */
  seenAt: Record<AgentId, number>;
  /** Agents with an open long poll. */
  waiting: AgentId[];
  /** Files that runs at work touch, each in a tree of its own. */
  overlaps: Overlap<RunId>[];
}

/** What presence is derived from. */
export type Signs = Pick<Observations, "seenAt" | "waiting">;

export interface Member {
  agentId: AgentId | null;
  role: RoleName;
  name: string;
  initials: string;
  harness: string | null;
  /** `null`: nobody has joined as this role. */
  presence: Presence | null;
}

export type Alert =
  | {
      kind: "task_failed";
      taskId: string;
      title: string;
      reason: string;
      dependants: number;
      at: number;
    }
  /** `broken`: its spec keeps everybody from filling it, and why. */
  | { kind: "role_missing"; role: RoleName; waiting: number; sinceAt: number; broken?: string }
  | {
      kind: "agent_silent";
      agentId: AgentId;
      name: string;
      sinceAt: number;
      taskId: string | null;
    };

/** Everything that waits for a person's decision, with the most urgent as its example. */
export interface PendingDecisions {
  pending: number;
  first: Pick<Decision, "id" | "kind" | "subject" | "question" | "urgency" | "openedAt" | "askedBy" | "holdsUp"> | null;
}

/** A room as the Rooms page and the side rail show it. */
export interface RoomCard {
  roomId: RoomId;
  seq: number;
  name: string;
  /** As shown: "squad", or "squad, changed". */
  preset: string;
  demo: boolean;
  workflowMode: WorkflowMode;
  /** Working through the backlog waits for a person. */
  isClearingPaused: boolean;
  paused: RoomView["paused"];
  /** Runs that live, and machines that are online. */
  runs: number;
  machines: number;
  /** Sessions that have not ended. */
  sessions: number;
  ball: Ball;
  members: Member[];
  /** Events by minute, the last hour, oldest first. */
  activity: number[];
  /** Tasks in progress, ready, blocked, failed. */
  tasks: { live: number; ready: number; blocked: number; failed: number; completed: number };
  /** User messages that wait. */
  messagesWaiting: number;
  decisions: PendingDecisions;
  /** Changes whenever the questions to people, or their answers, change. */
  attention: string;
  alerts: Alert[];
  /** Running pipelines, those that don't move first. */
  pipelines: PipelineCard[];
  /** What agents there wait for from each other; `first`: those due first. */
  answersDue: { count: number; first: AnswerDue[] };
  at: number;
}

export function cardOf(view: RoomView, observed: Signs, now: number, leaseS: LeaseTimes): RoomCard {
  const tasks = view.tasks;
  const members = membersOf(view, observed, now, leaseS);
  return {
    roomId: view.roomId,
    seq: view.seq,
    name: view.name,
    preset: view.team ? presetText(view.team) : "",
    demo: view.demo,
    workflowMode: view.backlog.workflowMode,
    isClearingPaused: view.backlog.paused !== null,
    paused: view.paused,
    runs: view.runs.live.length,
    machines: Object.values(view.runs.runners).filter(({ online }) => online).length,
    sessions: view.sessions.live.length,
    ball: ballOf(view),
    members,
    activity: activityAt(view, now),
    tasks: {
      live: tasks.filter((task) => task.lease !== null).length,
      ready: tasks.filter((task) => task.state === "pending" && task.waitsFor.length === 0).length,
      blocked: tasks.filter((task) => task.state === "pending" && task.waitsFor.length > 0).length,
      failed: tasks.filter((task) => task.state === "failed").length,
      completed: view.totals.completed,
    },
    messagesWaiting: tasks.filter((task) => task.origin.kind === "user_message" && task.state === "pending").length,
    decisions: pendingOf(view),
    attention: attentionOf(view),
    alerts: alertsOf(view, members),
    pipelines: pipelineCards(view, now),
    answersDue: answersDue(view),
    at: view.at,
  };
}

function pendingOf(view: RoomView): PendingDecisions {
  const pending = Object.values(view.decisions).sort(compareDecisions);
  const [most] = pending;
  if (!most) return { pending: 0, first: null };
  const { id, kind, subject, question, urgency, openedAt, askedBy, holdsUp } = most;
  return {
    pending: pending.length,
    first: { id, kind, subject, question, urgency, openedAt, askedBy, holdsUp },
  };
}

/** Every agent that is or was here lately, and the roles that nobody has filled, in the team's order. */
export function membersOf(view: RoomView, observed: Signs, now: number, leaseS: LeaseTimes): Member[] {
  const roles = view.team?.roles ?? [];
  return roles.flatMap((role): Member[] => {
    const agents = Object.values(view.agents)
      .filter((agent) => agent.role === role.name && isShown(view, agent))
      .sort((a, b) => a.joinedAt - b.joinedAt);
    if (agents.length === 0) {
      return [
        {
          agentId: null,
          role: role.name,
          name: role.title,
          initials: initialsOf(role.title),
          harness: null,
          presence: null,
        },
      ];
    }
    return agents.map((agent) => ({
      agentId: agent.id,
      role: role.name,
      name: agent.name,
      initials: initialsOf(agent.name),
      harness: agent.harness,
      presence: presenceOf(view, agent, observed, now, leaseS),
    }));
  });
}

/** An agent that left is shown only while its role has nobody else. */
function isShown(view: RoomView, agent: Agent): boolean {
  if (agent.online || agent.offlineReason !== "left") return true;
  const others = Object.values(view.agents).filter((other) => other.role === agent.role && other.id !== agent.id);
  return !others.some((other) => other.online || other.joinedAt > agent.joinedAt);
}

export function presenceOf(view: RoomView, agent: Agent, observed: Signs, now: number, leaseS: LeaseTimes): Presence {
  const held = heldTask(view, agent.id);
  const question = view.questions.find((q) => q.from.agentId === agent.id);
  return derivePresence(
    {
      agent,
      seenAt: observed.seenAt[agent.id] ?? null,
      waiting: observed.waiting.includes(agent.id),
      held: held?.lease
        ? {
            taskId: held.id,
            state: held.state === "in_progress" ? "in_progress" : "claimed",
            sinceAt: held.lease.claimedAt,
          }
        : null,
      standsStillSince: questionOf(view, agent.id)?.openedAt ?? null,
      waitsSince: held && awaited(held)?.since,
      queued: unavailableSince(view, agent.role) === null ? readyTasks(view, agent.role).length : 0,
      askedAt: question?.at ?? stopOf(view, agent.id)?.at ?? null,
    },
    now,
    leaseS,
  );
}

function activityAt(view: RoomView, now: number): number[] {
  const passed = Math.min(60, Math.max(0, Math.floor(now / 60_000) - view.activity.minute));
  return [...view.activity.counts.slice(passed), ...new Array<number>(passed).fill(0)];
}

function alertsOf(view: RoomView, members: Member[]): Alert[] {
  const tasks = view.tasks;
  const failed = tasks
    // A branch that failed asks nobody: its fan-out continues without it.
    .filter((task) => task.state === "failed" && task.branchOf === undefined)
    .map(
      (task): Alert => ({
        kind: "task_failed",
        taskId: task.id,
        title: task.title,
        reason: task.lastEnd?.reason ?? "",
        dependants: tasks.filter((other) => other.waitsFor.includes(task.id)).length,
        at: task.lastEnd?.at ?? task.createdAt,
      }),
    );
  const parked = new Map<RoleName, { waiting: number; sinceAt: number }>();
  for (const task of tasks) {
    if (task.parkedAt === null || missedSince(view, task) !== null) continue;
    const known = parked.get(task.role) ?? { waiting: 0, sinceAt: task.parkedAt };
    parked.set(task.role, {
      waiting: known.waiting + 1,
      sinceAt: Math.min(known.sinceAt, task.parkedAt),
    });
  }
  const missing = [...parked].map(([role, of]): Alert => {
    const broken = view.team && brokenSpec(findRole(view.team, role))?.text;
    return { kind: "role_missing", role, ...of, ...(broken && { broken }) };
  });
  const silent = members.flatMap((member): Alert[] => {
    const { presence } = member;
    if (!member.agentId || !presence || presence.reach === "online" || presence.reason.kind === "left") return [];
    if (presence.reason.kind !== "silent" && presence.reason.kind !== "quiet") return [];
    const held = heldTask(view, member.agentId);
    if (presence.reach === "unstable" && !held) return [];
    return [
      {
        kind: "agent_silent",
        agentId: member.agentId,
        name: member.name,
        sinceAt: presence.reason.sinceAt,
        taskId: held?.id ?? null,
      },
    ];
  });
  return [...failed, ...missing, ...silent];
}

/** The title of a role as the room's team has it. */
export function roleTitle(view: RoomView, role: RoleName): string {
  return (view.team && findRole(view.team, role)?.title) ?? role;
}
