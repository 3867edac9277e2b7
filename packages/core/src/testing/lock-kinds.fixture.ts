import type { AgentCaller } from "../kernel/actor.ts";
import type { Command } from "../kernel/command.ts";
import type { EventsOf } from "../kernel/event.ts";
import { LEAD } from "./builders.fixture.ts";
import type { Driver } from "./driver.fixture.ts";
import type { ChecksOf } from "./log-reading.fixture.ts";

/** Few enough to meet often, in every way: names, folders, wildcards, the whole repository. */
export const LOCK_PATTERNS = ["a/b", "a/**", "*/b", "c/d", "**/d", "c/*", "e", "**"] as const;

/** Agents and a person lock, wait, give up; agents take tasks and end them; time passes. */
export function lockAct(driver: Driver, agents: AgentCaller[], choice: number[]): Command {
  const [kind = 0, who = 0, what = 0] = choice;
  const by = agents[who % agents.length] as AgentCaller;
  const pattern = LOCK_PATTERNS[what % LOCK_PATTERNS.length] as string;
  const held = driver.view.tasks.find(({ lease }) => lease?.agentId === by.id);
  const live = driver.view.locks.live ?? [];
  const lockId = live[what % Math.max(1, live.length)]?.id ?? what;
  switch (kind % 9) {
    case 0:
    case 1:
    case 2:
      return { type: "takeLock", by, patterns: [pattern], wait: kind % 3 !== 0 };
    case 3:
      return { type: "takeLock", by: LEAD, patterns: [pattern], wait: true };
    case 4:
      return { type: "releaseLock", by, lockId, reason: "" };
    case 5:
      return { type: "releaseLock", by: LEAD, lockId, reason: "It stands in the way." };
    case 6:
      return { type: "claim", by };
    case 7: {
      if (!held?.lease) return { type: "claim", by };
      const at = { by, taskId: held.id, fence: held.lease.fence };
      return what % 2 === 0
        ? { type: "complete", ...at, result: { summary: "Done." }, next: false }
        : { type: "putBackTask", by: LEAD, taskId: held.id, fence: null, reason: "" };
    }
    default:
      driver.pass([1, 40_000, 130_000][what % 3] ?? 1);
      return { type: "tick" };
  }
}

export const LOCK_CHECKS: ChecksOf<EventsOf<"lock">> = {
  "lock.taken": (log, { data: { lock, fence } }) => {
    log.raise(fence);
    log.locks.set(lock.id, "held");
  },
  "lock.awaited": (log, { data: { lock, waitsFor } }) => {
    if (waitsFor.length === 0) log.say(`lock ${lock.id} waits for nothing`);
    for (const id of waitsFor) if (!log.locks.has(id)) log.say(`there is no lock ${id}`);
    log.locks.set(lock.id, "awaited");
  },
  "lock.granted": (log, { data: { lockId, fence } }) => {
    log.raise(fence);
    if (log.locks.get(lockId) !== "awaited") log.say(`nobody waits for lock ${lockId}`);
    log.locks.set(lockId, "held");
  },
  "lock.renewed": (log, { data: { lockId } }) => {
    if (!log.locks.has(lockId)) log.say(`there is no lock ${lockId}`);
  },
  "lock.released": (log, { data: { lockId, reason }, actor }) => {
    if (!log.locks.delete(lockId)) log.say(`there is no lock ${lockId}`);
    if (actor.kind === "server" && reason === "") log.say("the server releases without a reason");
  },
  "lock.expired": (log, { data: { lockId }, actor }) => {
    if (!log.locks.delete(lockId)) log.say(`there is no lock ${lockId}`);
    if (actor.kind !== "server") log.say("only time ends a lock");
  },
};
