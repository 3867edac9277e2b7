import { askingTasks } from "../decision/asking.ts";
import { SERVER } from "../kernel/actor.ts";
import type { Deadlines } from "../kernel/deadline.ts";
import type { AgentId } from "../kernel/ids.ts";
import { lastSeen, liveUntil, wasSeenUnder } from "../kernel/lease.ts";
import type { ActedFact } from "../kernel/ruling.ts";
import { endAttempt } from "./attempt.ts";
import { clockOf } from "./clock.ts";
import type { Task } from "./task.ts";

/**
 * Agents that fall silent, with the tasks that they hold; then tasks whose time is up though their agents live. Silence
 * is measured against observations, never the log's clock alone, and whatever ends by it carries the evidence.
 */
export const leaseDeadlines: Deadlines = (room, { seenAt: observed, leaseS, graceUntil }) => {
  const asking = askingTasks(room);
  const silentAt = new Map<AgentId, number>();
  const silences = Object.values(room.agents).flatMap((agent) => {
    if (!agent.online) return [];
    const seenAt = lastSeen(agent.seenAt, observed[agent.id]);
    const afterS = leaseS[agent.class];
    const dueAt = Math.max(liveUntil(seenAt, afterS), graceUntil);
    silentAt.set(agent.id, dueAt);
    const expire = (): ActedFact[] => [
      ...room.tasks.flatMap((task) => {
        if (task.lease?.agentId !== agent.id) return [];
        // An agent that can't continue may be silent; its task goes back, and no attempt was made.
        const isPaused = clockOf(room, task, asking)?.pausedFor !== null;
        const countsAsAttempt = hasBegun(task, seenAt) && !isPaused;
        const reason = `No sign of life from ${agent.name} for ${afterS} s.`;
        return ended(task, "expired", reason, countsAsAttempt);
      }),
      {
        type: "agent.went_offline",
        data: { agentId: agent.id, seenAt, afterS },
        actor: SERVER,
      },
    ];
    return [{ dueAt, expire }];
  });
  const timeOuts = room.tasks.flatMap((task) => {
    const { lease, timeoutS } = task;
    const clock = clockOf(room, task, asking);
    if (!lease || clock?.pausedFor !== null) return [];
    const dueAt = Math.max(clock.dueAt, graceUntil);
    const silent = silentAt.get(lease.agentId) ?? Infinity;
    if (silent <= dueAt) return [];
    const isPaused = clock.dueAt > lease.claimedAt + timeoutS * 1000;
    const reason = `Not done within ${timeoutS} s of the claim${isPaused ? ", pauses not counted" : ""}.`;
    // An attempt has one end: if late, silence is the one reported.
    const expire = (now: number) => (silent <= now ? [] : ended(task, "timed_out", reason, true));
    return [{ dueAt, expire }];
  });
  return [...silences, ...timeOuts];
};

function ended(task: Task, how: "expired" | "timed_out", reason: string, countsAsAttempt: boolean): ActedFact[] {
  return endAttempt(task, how, reason, { countsAsAttempt }).map((fact) => ({
    ...fact,
    actor: SERVER,
  }));
}

/**
 * Whether the claim reached the agent, as far as anybody can tell. A second silence in a row is no longer a lost
 * answer: whatever takes this task dies of it, and a person should hear of that.
 */
function hasBegun({ lease, state, lastEnd }: Task, seenAt: number): boolean {
  const wasSeen = lease !== null && wasSeenUnder(lease, seenAt);
  return wasSeen || state === "in_progress" || lastEnd?.how === "expired";
}
