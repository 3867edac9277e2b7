import type { Agent } from "../agent/agent.ts";
import { stopOf } from "../agent/stopped.ts";
import { budgetStopping } from "../budget/scope.ts";
import type { AgentId, RoleName } from "../kernel/ids.ts";
import type { Room } from "../kernel/room.ts";
import { isLockedOut } from "../task/lockout.ts";
import { compareTasks, heldTask, isHeldBack, isReady, nextTask } from "../task/order.ts";
import type { Task } from "../task/task.ts";
import { isOtherModel } from "../task/worker-model.ts";
import { specError, specOf } from "../team/role-spec.ts";
import { findRole, type Team } from "../team/team.ts";
import { lineageOf } from "./lineage.ts";
import type { Offer, Run, RunId, Runner } from "./run.ts";

/** It starts what is asked of it. */
export function isOffering(runner: Runner): boolean {
  return runner.online && !runner.isDraining && runner.slots > 0;
}

/** Ready tasks that nobody present, or coming up, takes; in the order in which runs are started for them. */
export function unservedTasks(room: Room): Task[] {
  return serve(room).unserved;
}

/** Runs of this runner that wait for a task while there is none for them: they can make room for another role. */
export function spareRuns(room: Room, runner: Runner): RunId[] {
  const spare = new Set(serve(room).spare.map(({ id }) => id));
  return (room.runs.live ?? []).flatMap(({ id, runnerId, state, agentId }) =>
    runnerId === runner.id && state === "idle" && agentId !== null && spare.has(agentId) ? id : [],
  );
}

/** Who takes which ready task, of the agents present and those coming up. */
function serve(room: Room): { unserved: Task[]; spare: Agent[] } {
  const coming = (room.runs.live ?? []).filter(isComing);
  const seated = new Set(coming.map(({ agentId }) => agentId));
  // An agent that waits for its provider takes nothing.
  const limited = new Set((room.runs.live ?? []).flatMap((run) => (run.limitedUntil === null ? [] : run.agentId)));
  const free = Object.values(room.agents).filter(
    ({ id, online }) => online && !seated.has(id) && !limited.has(id) && heldTask(room, id) === undefined,
  );
  const ready = room.tasks
    .filter((task) => isReady(task) && !isHeldBack(room, task) && !hasBrokenSpec(room, task.role))
    .sort(compareTasks);
  const named = ready.filter((task) => !takeOut(coming, ({ taskId }) => taskId === task.id));
  const unserved = named.filter(
    (task) =>
      !(task.agentId === null && takeOut(coming, ({ role }) => role === task.role)) &&
      !takeOut(
        free,
        ({ id, role }) =>
          role === task.role &&
          (task.agentId === null || task.agentId === id) &&
          !isLockedOut(room, task, id) &&
          !isOtherModel(room, task, id) &&
          nextTask(room, id, role) !== undefined,
      ),
  );
  return { unserved, spare: free };
}

function hasBrokenSpec({ team }: Room, name: RoleName): boolean {
  const role = findRole(team, name);
  return role !== undefined && specError(role) !== null;
}

function isComing({ state }: Run): boolean {
  return state === "creating" || state === "queued";
}

/** Whether there was one; if so, it is taken out. */
function takeOut<T>(list: T[], isIt: (one: T) => boolean): boolean {
  const at = list.findIndex(isIt);
  if (at >= 0) list.splice(at, 1);
  return at >= 0;
}

/** The harness that this runner uses for a role. */
export function offerOf(
  { team }: Pick<Room, "team">,
  runner: Runner,
  role: RoleName,
  harness: string | null,
): Offer | undefined {
  return offersFor(team, runner, role, harness)[0];
}

/** A runner's offers for a role: first the harnesses of `cli_tools` in its spec, in their order there. */
export function offersFor(team: Team, { offers }: Runner, role: RoleName, harness: string | null): Offer[] {
  const filled = findRole(team, role);
  const tools = filled ? specOf(filled).cliTools.map((tool) => tool.toLowerCase()) : [];
  const placeOf = ({ harness: own }: Offer) => (tools.includes(own) ? tools.indexOf(own) : tools.length);
  return offers
    .filter((offer) => offer.role === role && (harness === null || offer.harness === harness))
    .sort((a, b) => placeOf(a) - placeOf(b));
}

/** The runner that has the tree in which a task continues. */
export function homeOf(room: Room, task: Task): Runner | undefined {
  const { runners, live, ended } = room.runs;
  const { key } = lineageOf(room, task);
  const runnerId = room.branches[key]?.runnerId ?? [...live, ...ended].find(({ tree }) => tree === key)?.runnerId;
  return runnerId == null ? undefined : runners[runnerId];
}

/** The agent that did this before, if this runner starts it. */
export function agentFor(room: Room, runner: Runner, task: Task): AgentId | null {
  const { live, ended } = room.runs;
  const busy = new Set(live.map(({ agentId }) => agentId));
  const wanted = task.agentId ?? task.lastHolder;
  if (wanted === null || busy.has(wanted) || isHeldUp(room, wanted)) return null;
  const was = ended.find(({ agentId }) => agentId === wanted);
  return was?.runnerId === runner.id ? wanted : null;
}

/** It takes nothing now: its budget is used, or its errors stopped it. */
export function isHeldUp(room: Room, agentId: AgentId): boolean {
  return budgetStopping(room, agentId) !== undefined || stopOf(room, agentId) !== undefined;
}
