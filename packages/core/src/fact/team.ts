import { setAgent } from "../agent/set.ts";
import { type EventsOf, type FactsOf, fact } from "../kernel/event.ts";
import { specError } from "../team/role-spec.ts";
import { findRole } from "../team/team.ts";
import { goneSince } from "./agent.ts";

export const TEAM_FACTS: FactsOf<EventsOf<"team">> = {
  "team.changed": fact({ asks: true, touches: "all" }, (next, { data, at }) => {
    const { before, team, version, tasks, agents } = data;
    next.team = team;
    next.teamVersion = version;
    next.teamSince = at;
    for (const id of agents) {
      setAgent(next, id, (agent) => ({ ...agent, ...goneSince(at, "left") }));
    }
    const roles = new Map(tasks.map(({ taskId, to }) => [taskId, to]));
    // The agent that had it first may be gone for good, and nobody misses the new role yet.
    const asNew = { agentId: null, parkedAt: null, toldToWait: false, reassignedFrom: null };
    const wasBroken = new Set(before.roles.filter((role) => specError(role) !== null).map(({ name }) => name));
    next.tasks = next.tasks.map((task) => {
      const role = roles.get(task.id);
      if (role !== undefined) return { ...task, role, ...asNew };
      // Once its spec can be read again, nobody misses the role yet.
      const isMended = task.parkedAt !== null && wasBroken.has(task.role);
      return isMended ? { ...task, parkedAt: null, toldToWait: false } : task;
    });
    // Nothing goes back to a role that is gone.
    next.answered = next.answered.map((decision) => {
      const { subject, answer } = decision;
      const isGone = subject.kind === "role" && !findRole(team, subject.role);
      if (!isGone || answer.undo === null) return decision;
      const acted = `The team has no role ${subject.role} any more.`;
      return { ...decision, answer: { ...answer, undo: null }, acted };
    });
  }),
};
