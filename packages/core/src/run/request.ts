import { refuseBroken } from "../agent/refuse-stopped.ts";
import { reachedLimits } from "../budget/budget.ts";
import { budgetHolding, budgetStopping } from "../budget/scope.ts";
import { isAgent } from "../kernel/actor.ts";
import type { CommandOf, Context, RulingOn } from "../kernel/command.ts";
import type { Room } from "../kernel/room.ts";
import { type ActedFact, accept, type Refused, refused } from "../kernel/ruling.ts";
import { heldTask } from "../task/order.ts";
import { findRole } from "../team/team.ts";
import { resolveModel } from "./model.ts";
import { saidHere } from "./model-words.ts";
import { isOffering, offerOf } from "./offers.ts";
import { LIVE_RUNS_MAX, type Run, type RunId, START_WITHIN_S } from "./run.ts";
import { unknownRunner } from "./runner.ts";
import { steering, unknownRun } from "./runs.ts";

/** Somebody wants a run of a role, though no task may ask for one; it waits for a slot. */
export function decideRequestRun(
  room: Room,
  { by, role, harness, model, runnerId, resumes, known = [] }: CommandOf<"requestRun">,
  { now }: Context,
): RulingOn<"requestRun"> {
  const actor = steering(room, by);
  if (!actor.ok) return actor;
  const { runners, live, ended, number } = room.runs;
  const before = resumes === null ? undefined : ended.find(({ id }) => id === resumes);
  if (resumes !== null && !before) return unknownRun(resumes);
  const of = before?.role ?? role;
  // Only the entry point's agent gets here.
  if (isAgent(by) && of === room.team.entryPoint) return ownRole(room, of);
  const broken = refuseBroken(room, of);
  if (broken) return broken;
  if (!findRole(room.team, of)) {
    const roles = room.team.roles.map(({ name }) => name);
    return refused("role_unknown", `This team has no role ${of}.`, { role: of }, roles);
  }
  const target = before?.runnerId ?? runnerId;
  if (target !== null && !runners[target]) return unknownRunner(room, target);
  const wanted = before?.harness ?? harness;
  const able = Object.values(runners).filter(
    (runner) =>
      isOffering(runner) &&
      (target === null || runner.id === target) &&
      offerOf(room, runner, of, wanted) !== undefined,
  );
  if (able.length === 0) {
    const what = wanted === null ? "" : ` with ${wanted}`;
    const offered = Object.values(runners)
      .filter(isOffering)
      .flatMap((one) => one.offers.map((offer) => `${offer.role} with ${offer.harness} on ${one.name}`));
    const message = `No runner takes work as ${of}${what} now: none is online, or they are paused.`;
    return refused("runner_unknown", message, {}, offered);
  }
  const used = refuseWhileUsed(room, before?.agentId ?? null);
  if (used) return used;
  if (live.length >= LIVE_RUNS_MAX)
    return refused("limit_reached", `A room has up to ${LIVE_RUNS_MAX} runs at once.`, {
      limit: LIVE_RUNS_MAX,
    });
  const runId = (number + 1) as RunId;
  const [only] = able;
  const isPlaced = only && target !== null && hasPlace(room, only.id, only.slots);
  const chosen = isPlaced ? offerOf(room, only, of, wanted) : undefined;
  const fact: ActedFact = {
    type: "run.requested",
    data: {
      runId,
      runnerId: isPlaced ? only.id : null,
      role: of,
      harness: wanted ?? chosen?.harness ?? null,
      ...resolveModel({
        asked: model,
        resumed: before?.model ?? null,
        role: of,
        // While it waits, it isn't known whose offer it takes, nor what the room will say by then.
        ...(isPlaced && chosen ? saidHere(room, { offer: chosen, task: heldBy(room, before), known }) : {}),
      }),
      taskId: null,
      agentId: before?.agentId ?? null,
      resumes,
      ref: before?.ref ?? null,
      deadlineAt: isPlaced ? now + START_WITHIN_S * 1000 : null,
      requestedBy: by.name,
    },
    actor: actor.actor,
  };
  const state = isPlaced ? ("creating" as const) : ("queued" as const);
  return accept([...actor.events, fact], { runId, state });
}

function refuseWhileUsed(room: Room, agentId: Run["agentId"]): Refused | null {
  const used = agentId === null ? budgetHolding(room, { id: "" }) : budgetStopping(room, agentId);
  if (!used) return null;
  const { scope, name, budget, usage } = used;
  const limits = reachedLimits({ budget, usage });
  const message = `${name} has used its budget; raise it first.`;
  return refused("budget_reached", message, { scope, limits }, ["limitUse"]);
}

/** The task held by the agent of a run that continues. */
function heldBy(room: Room, before: { agentId: Run["agentId"] } | undefined) {
  return before?.agentId == null ? undefined : heldTask(room, before.agentId);
}

function hasPlace(room: Room, runnerId: string, slots: number): boolean {
  return (room.runs.live ?? []).filter((run) => run.runnerId === runnerId).length < slots;
}

/** Nobody works beside themselves: their tasks wait for them. */
function ownRole(room: Room, role: Run["role"]): Refused {
  const title = findRole(room.team, role)?.title ?? role;
  const message = `You are the ${title}: a run of your own role can't be started by you. Start another role, or ask a person.`;
  const others = room.team.roles.map(({ name }) => name).filter((name) => name !== role);
  return refused("own_role", message, { role }, others);
}
