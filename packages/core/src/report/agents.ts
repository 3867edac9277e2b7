import type { TaskOutcome } from "../session/record/outcome.ts";
import { NO_USAGE, sumUsage, type Usage } from "../usage/usage.ts";
import type { ReportFacts } from "./facts.ts";

export interface ReportTask {
  taskId: string;
  title: string;
  state: TaskOutcome["state"];
  /** What else holds for it: a revision replaced it, or checks that it reported fail and count. */
  standing?: "redone" | "failing_checks";
  author: string | null;
  rounds: number;
  unreviewed: boolean;
  /** `null`: it sent no diff. */
  changes: { added: number; removed: number; fileCount: number } | null;
}

/** One agent's part. */
export interface ReportAgent {
  name: string;
  role: string;
  /** Completed tasks, without its reviews. */
  tasks: number;
  reviews: number;
  /** Rounds beyond the first in the plan's tasks that it submitted. */
  sentBack: number;
  workMs: number;
  usage: Usage;
}

/** What each agent did in a session, and what it used for that. */
export function agentsOf({ work, usage, reviews }: ReportFacts, tasks: readonly ReportTask[]): ReportAgent[] {
  const agents = new Map<string, ReportAgent>();
  const at = (id: string, name: string, role: string): ReportAgent => {
    const known = agents.get(id) ?? {
      name,
      role,
      tasks: 0,
      reviews: 0,
      sentBack: 0,
      workMs: 0,
      usage: NO_USAGE,
    };
    agents.set(id, known);
    return known;
  };
  for (const one of work) {
    if (one.agentId === null) continue;
    const agent = at(one.agentId, one.agent, one.role);
    if (one.outcome === "completed") agent.tasks++;
    agent.workMs += workMs(one);
  }
  for (const one of usage) {
    const agent = at(one.agentId, one.name, one.role);
    agent.usage = sumUsage(agent.usage, one.usage);
  }
  for (const agent of agents.values()) {
    agent.reviews = reviews.filter(({ by }) => by === agent.name).length;
    agent.tasks = Math.max(0, agent.tasks - agent.reviews);
    agent.sentBack = tasks
      .filter(({ author }) => author === agent.name)
      .reduce((sum, { rounds }) => sum + Math.max(0, rounds - 1), 0);
  }
  return [...agents.values()];
}

export function workMs({ claimedAt, endedAt }: ReportFacts["work"][number]): number {
  return claimedAt === null || endedAt === null ? 0 : endedAt - claimedAt;
}
