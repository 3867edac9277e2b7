import { findPipelineSession } from "../flow/sessions.ts";
import type { TaskId } from "../kernel/ids.ts";
import type { Room } from "../kernel/room.ts";
import { listed } from "../kernel/words.ts";
import { prefixOf } from "../pipeline/pipeline.ts";
import { stepOfTask } from "../session/pipeline/steps.ts";
import type { Task } from "../task/task.ts";
import { delegatesOf, membersOf } from "../team/delegates.ts";
import { hasPipelineTasks } from "../team/pipelines.ts";
import { ownerOf, prefixesOf } from "../team/prefixes.ts";
import { specOf } from "../team/role-spec.ts";
import { findRole, type Role, type Team } from "../team/team.ts";

/** What the keys of a role's spec mean for its agent, a line each. */
export function specKeyLines(team: Team, role: Role): string[] {
  const { subagents, cliTools, messageTypes, inputArtifactTypes } = specOf(role);
  const members = membersOf(team, role);
  const delegates = delegatesOf(team, role);
  return [
    ...workLines(team, role),
    ...(subagents.length > 0 ? [`Subagents: ${listed(subagents)}; a report that names another is refused.`] : []),
    ...(cliTools.length > 0 ? [`Tools, the first that works: ${listed(cliTools)}.`] : []),
    ...(inputArtifactTypes.length > 0 ? [`You work from: ${listed(inputArtifactTypes)}.`] : []),
    ...(delegates ? [`You hand work to ${listed(delegates)}.`] : []),
    ...(members.length > 0 ? [`You work with ${listed(members)}: you may write to them.`] : []),
    ...(messageTypes.length > 0 ? [`Types of your log: ${listed(messageTypes.map(({ type }) => type))}.`] : []),
  ];
}

/** Whose tasks it does in pipelines, and how they follow and are judged, if the team can start one. */
function workLines(team: Team, role: Role): string[] {
  const prefixes = prefixesOf(role);
  if (!hasPipelineTasks(team, role) || prefixes.length === 0) return [];
  const { innerLoop, discussRounds } = specOf(role);
  const rounds = (discussRounds ?? []).map(({ id }) => id);
  const loops = innerLoop === true ? " Whoever does one goes on with the next." : "";
  return [
    `Your tasks in a pipeline: ${listed(prefixes)}.${loops}`,
    ...(rounds.length > 0 ? [`Rounds that judge your work: ${listed(rounds)}.`] : []),
  ];
}

/** What a task required: first the types that its role's spec works from, in the spec's order. */
export function inputsOf(room: Room, task: Pick<Task, "role" | "requires" | "sessionId">) {
  const role = findRole(room.team, task.role);
  const types = role ? specOf(role).inputArtifactTypes : [];
  const first: TaskId[] = [];
  for (const type of types)
    for (const id of task.requires) if (!first.includes(id) && isOfType(room, task, id, type)) first.push(id);
  return { first, others: task.requires.filter((id) => !first.includes(id)) };
}

/** By its prefix, the role whose task it is, or a file that its step makes: `plan` is PLAN-001, or `plan/plan.md`. */
function isOfType(room: Room, { sessionId }: Pick<Task, "sessionId">, id: TaskId, type: string): boolean {
  const prefix = prefixOf({ id });
  const session = findPipelineSession(room.sessions, sessionId);
  const step = session && stepOfTask(session, id);
  const files = step?.outputs?.flatMap((path) => path.replace(/\.[^./]+$/, "").split("/")) ?? [];
  const words = [prefix, ownerOf(room.team, prefix)?.name ?? "", ...files];
  return words.some((word) => word.toLowerCase() === type.toLowerCase());
}
