import { openFanout } from "../../fanout/open.ts";
import { PERSPECTIVE_PREFIX } from "../../flow/discussed.ts";
import { findPipelineSession } from "../../flow/sessions.ts";
import { SERVER } from "../../kernel/actor.ts";
import type { AgentId, Fence, RoleName } from "../../kernel/ids.ts";
import type { Room } from "../../kernel/room.ts";
import type { ActedFact } from "../../kernel/ruling.ts";
import { cut } from "../../kernel/storable.ts";
import { BRANCH_S } from "../../routing/limits.ts";
import { LIVE_TASKS_MAX } from "../../task/crowd.ts";
import type { Doer } from "../../task/doer.ts";
import { heldTask } from "../../task/order.ts";
import type { TaskResult } from "../../task/result.ts";
import type { Task } from "../../task/task.ts";
import { availableRoles, offeredRoles } from "../../team/availability.ts";
import { type Perspective, perspectivesOf } from "../../team/perspectives.ts";
import { findRole } from "../../team/team.ts";
import type { Discussion } from "../record/discussion.ts";
import type { PipelineSession } from "../record/session.ts";
import { roundsFor } from "./rounds.ts";

/** Most seconds for a point of view, however few agents there are for however many. */
const TURN_S_MAX = 600;

/** What is discussed. */
interface Work {
  task: Pick<Task, "id" | "title" | "priority">;
  step: string;
  by: Doer;
  result: TaskResult;
  rounds: Discussion["rest"];
}

/** The work of a pipeline's step that is discussed when its author is done; `null`: nobody discusses it. */
export function discussable(
  room: Room,
  task: Pick<Task, "id" | "title" | "priority" | "sessionId">,
  by: Doer,
  result: TaskResult,
): { session: PipelineSession; work: Work } | null {
  const session = findPipelineSession(room.sessions, task.sessionId);
  const step = Object.entries(session?.execution?.tasks ?? {}).find(([, id]) => id === task.id);
  const role = findRole(room.team, by.role);
  if (!session || !step || !role) return null;
  const rounds = roundsFor(room.team, role, session.pipeline.steps, step[0]);
  if (rounds.length === 0 || !hasSpace(room, rounds)) return null;
  return { session, work: { task, step: step[0], by, result, rounds } };
}

/** A room with this much in it continues without. */
function hasSpace(room: Room, [round]: Discussion["rest"]): boolean {
  const count = round ? perspectivesOf(room.team, round.perspectives).length : 0;
  return count > 0 && room.tasks.length + count <= LIVE_TASKS_MAX;
}

/** The next round: each point of view is a task of another agent, all at once, each with the same time. */
export function openRound(
  room: Room,
  session: PipelineSession,
  { task, step, by, result, rounds }: Work,
  fence: Fence | null,
  now: number,
): ActedFact[] {
  const [first, ...rest] = rounds;
  if (!first) return [];
  const perspectives = perspectivesOf(room.team, first.perspectives);
  const judges = judgesFor(room, by);
  const roles = judges.length > 0 ? judges : [standIn(room, by)];
  const turns = Math.ceil(perspectives.length / Math.max(1, judges.length));
  const opened = openFanout(
    room,
    {
      actor: SERVER,
      messageId: null,
      tier: null,
      joinTaskId: task.id,
      fence,
      title: cut(`${first.round} on ${task.id}: ${task.title}`, 200),
      branchS: judges.length === 0 ? BRANCH_S : Math.min(TURN_S_MAX, turns * BRANCH_S),
      priority: task.priority === "critical" ? "critical" : "high",
      sessionId: session.id,
      branches: perspectives.map((one, i) => ({
        role: roles[i % roles.length] as RoleName,
        prefix: PERSPECTIVE_PREFIX,
        title: cut(`${titled(one.name)} on ${task.id}: ${task.title}`, 200),
        instruction: instructionOf(one, first.round, task.id, by),
      })),
    },
    now,
  );
  const { fanoutId, tasks } = opened.data;
  return [
    opened,
    {
      type: "session.discussion_opened",
      data: {
        sessionId: session.id,
        discussion: {
          id: fanoutId,
          round: first.round,
          step,
          taskId: task.id,
          by,
          result,
          rest,
          artifact: result.artifacts.find(({ status }) => status !== "deleted")?.path ?? null,
          perspectives: perspectives.map((one, i) => ({
            ...one,
            taskId: (tasks[i] as (typeof tasks)[number]).id,
          })),
        },
      },
      actor: SERVER,
    },
  ];
}

export function titled(name: string): string {
  return name.slice(0, 1).toUpperCase() + name.slice(1);
}

function instructionOf({ name, persona, focus, tool }: Perspective, ...of: [string, string, Doer]) {
  const [round, taskId, by] = of;
  const article = /^(?:an?|the)\s/i.test(persona) ? "" : "the ";
  const who = persona === "" ? "" : ` You are ${article}${persona}.`;
  const what = focus === "" ? "" : ` Look at ${focus}.`;
  const withTool = tool === "" ? "" : ` Work it out with ${tool} if you have it.`;
  return `Judge what ${by.name} made of ${taskId} for round ${round}, from one point of view: ${name}.${who}${what}${withTool} The other points of view have agents of their own.`;
}

/** One role for each agent that can judge it, those without a task first; never the author alone. */
function judgesFor(room: Room, author: Doer): RoleName[] {
  const available = new Set(availableRoles(room));
  const agents = Object.values(room.agents).filter(
    ({ id, role, online }) => online && id !== author.agentId && available.has(role),
  );
  const isIdle = ({ id }: { id: AgentId }) => heldTask(room, id) === undefined;
  const there = [...agents.filter(isIdle), ...agents.filter((one) => !isIdle(one))];
  const roles = there.map(({ role }) => role);
  const offered = offeredRoles(room).filter(
    (role) => role !== author.role && available.has(role) && !roles.includes(role),
  );
  const all = [...roles, ...new Set(offered)];
  const { entryPoint } = room.team;
  // Whoever coordinates has other things to do.
  return [...all.filter((role) => role !== entryPoint), ...all.filter((role) => role === entryPoint)];
}

/** Nobody else is present: the round waits for somebody until its time is over. */
function standIn({ team }: Room, author: Doer): RoleName {
  const others = team.roles.map(({ name }) => name).filter((name) => name !== author.role);
  return others.find((name) => name === team.entryPoint) ?? others[0] ?? author.role;
}
