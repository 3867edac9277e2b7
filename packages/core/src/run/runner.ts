import { budgetHolding } from "../budget/scope.ts";
import type { RunnerCaller } from "../kernel/actor.ts";
import { actorOf, SERVER } from "../kernel/actor.ts";
import type { CommandOf, Context, RulingOn } from "../kernel/command.ts";
import type { EventData } from "../kernel/event.ts";
import type { AgentId } from "../kernel/ids.ts";
import type { Room } from "../kernel/room.ts";
import { type ActedFact, accept, type Refused, refused } from "../kernel/ruling.ts";
import type { Task } from "../task/task.ts";
import { findRole } from "../team/team.ts";
import { endFacts } from "./end.ts";
import { type ModelWords, resolveModel } from "./model.ts";
import { saidHere } from "./model-words.ts";
import { agentFor, homeOf, isOffering, offerOf, offersFor, unservedTasks } from "./offers.ts";
import { isBroken, restOf, triedHarnesses } from "./rest.ts";
import { LIVE_RUNS_MAX, type Offer, RUNNERS_MAX, type Run, type RunId, type Runner, START_WITHIN_S } from "./run.ts";

/** The runner behind a call: connected, on its newest connection; `events` has its return if it was silent. */
export function runnerOf(
  room: Room,
  { id, connection }: RunnerCaller,
): { ok: true; runner: Runner; events: ActedFact[] } | Refused {
  const runner = room.runs.runners[id];
  if (!runner || runner.offlineReason === "left")
    return refused("not_joined", "This runner isn't connected to the room.", {
      roomId: room.roomId,
    });
  if (connection !== null && connection !== runner.connection)
    return refused("superseded", "A newer start of this runner took over.", {
      connection,
      newest: runner.connection,
    });
  if (runner.online) return { ok: true, runner, events: [] };
  const data = { runnerId: id };
  return { ok: true, runner, events: [{ type: "runner.came_online", data, actor: SERVER }] };
}

/** Connects, or connects again: what an earlier start of it left behind is over. */
export function decideConnectRunner(
  room: Room,
  { by, type: _, ...said }: CommandOf<"connectRunner">,
): RulingOn<"connectRunner"> {
  const { runners } = room.runs;
  const roles = room.team.roles.map(({ name }) => name);
  const stray = said.offers.find(({ role }) => !findRole(room.team, role));
  if (stray) {
    const message = `This team has no role ${stray.role}.`;
    return refused("role_unknown", message, { role: stray.role }, roles);
  }
  const before = runners[by.id];
  if (!before && Object.keys(runners).length >= RUNNERS_MAX)
    return refused("limit_reached", `A room has up to ${RUNNERS_MAX} runners; forget one.`, {
      limit: RUNNERS_MAX,
    });
  const first = by.epoch ?? 1;
  const connection = before ? Math.max(before.connection, first) + 1 : first;
  const { id: runnerId, name } = by;
  const data = { runnerId, name, connection, ...said };
  const left = runsOn(room, by.id).flatMap((run) => endFacts(room, run, "runner_lost", `${name} was started anew.`));
  return accept([...left, { type: "runner.connected", data, actor: SERVER }], {
    runnerId,
    connection,
  });
}

export function decideLeaveRunner(room: Room, { by, reason: said }: CommandOf<"leaveRunner">): RulingOn<"leaveRunner"> {
  const found = runnerOf(room, by);
  if (!found.ok) return found;
  const reason = said ?? "";
  const why = reason || `${by.name} stopped.`;
  const over = runsOn(room, by.id).flatMap((run) => endFacts(room, run, "drained", why));
  const data = { runnerId: by.id, reason };
  return accept([...over, { type: "runner.left", data, actor: SERVER }], { left: true });
}

export function decideReturnRunner(room: Room, { by }: CommandOf<"returnRunner">): RulingOn<"returnRunner"> {
  const found = runnerOf(room, by);
  return found.ok ? accept(found.events, {}) : found;
}

export function decideChangeRunner(
  room: Room,
  { by, harnesses, isDraining }: CommandOf<"changeRunner">,
): RulingOn<"changeRunner"> {
  const found = runnerOf(room, by);
  if (!found.ok) return found;
  const { runner, events } = found;
  const isNew = harnesses != null && JSON.stringify(harnesses) !== JSON.stringify(runner.harnesses);
  const change = {
    ...(isNew ? { harnesses } : {}),
    ...(isDraining == null || isDraining === runner.isDraining ? {} : { isDraining }),
  };
  if (Object.keys(change).length === 0) return accept(events, {});
  const data = { runnerId: by.id, ...change };
  return accept([...events, { type: "runner.changed", data, actor: SERVER }], {});
}

/**
 * What goes into a runner's free slots: first what somebody asked for, then a run for each ready task that nobody
 * takes. Asked again because an answer was lost, it gives the same runs.
 */
export function decideTakeStarts(
  room: Room,
  { by, free, warm = false, known = [] }: CommandOf<"takeStarts">,
  { now }: Context,
): RulingOn<"takeStarts"> {
  const found = runnerOf(room, by);
  if (!found.ok) return found;
  const { runner, events } = found;
  const starts = startsFor(room, runner, { free, warm }, now);
  const deadlineAt = now + START_WITHIN_S * 1000;
  const number = room.runs.number ?? 0;
  let made = 0;
  const facts = starts.map(({ run, wish, offer, task, said }): ActedFact => {
    const runnerId = runner.id;
    const model = resolveModel({ ...saidHere(room, { offer, task, known }), ...said });
    if (run) {
      const data = { runId: run.id, runnerId, harness: offer.harness, deadlineAt, ...model };
      return { type: "run.assigned", data, actor: SERVER };
    }
    const runId = (number + ++made) as RunId;
    const data = { runId, runnerId, ...wish, ...model, deadlineAt, requestedBy: "" };
    return { type: "run.requested", data, actor: SERVER };
  });
  return accept([...events, ...facts], { started: facts.length });
}

/** Whether a free slot of this runner would now be used. */
export function hasWork(room: Room, runner: Runner, wanted: { free: number; warm: boolean }, now: number): boolean {
  return startsFor(room, runner, wanted, now).length > 0;
}

type Wish = Pick<EventData["run.requested"], "role" | "harness" | "agentId" | "taskId" | "resumes" | "ref">;

/** A run to be started: what is said about its model besides what the room says everywhere. */
interface Start {
  /** The waiting run. */
  run: Run | null;
  wish: Wish;
  offer: Offer;
  task: Task | undefined;
  said: Pick<ModelWords, "asked" | "message" | "resumed">;
}

function startsFor(room: Room, runner: Runner, { free, warm }: { free: number; warm: boolean }, now: number): Start[] {
  const { live, ended } = room.runs;
  const taken = runsOn(room, runner.id).length;
  const places = Math.min(free, runner.slots - taken, LIVE_RUNS_MAX - live.length);
  if (!isOffering(runner) || places <= 0) return [];
  const starts: Start[] = [];
  const tried = triedHarnesses(room, runner);
  const isOpen = (offer: Offer) =>
    restOf(room, runner, offer, now) === null && !(tried.has(offer.harness) && isBroken(room, runner, offer.harness));
  for (const run of live) {
    if (run.state !== "queued" || budgetHolding(room, { id: run.taskId ?? "" })) continue;
    const able = offersFor(room.team, runner, run.role, run.harness);
    // What somebody asked for waits for no rest; given a choice, it uses what works.
    const offer = able.find(isOpen) ?? able[0];
    const { role, modelBy = "asked", agentId, taskId, resumes, ref } = run;
    const word = run.modelHow?.wanted ?? run.model;
    if (offer)
      starts.push({
        run,
        wish: { role, harness: offer.harness, agentId, taskId, resumes, ref },
        offer,
        task: room.tasks.find(({ id }) => id === taskId),
        said: modelBy === "asked" || modelBy === "resumed" ? { [modelBy]: word } : {},
      });
  }
  const seated = new Set<AgentId>();
  for (const task of unservedTasks(room)) {
    const offer = offersFor(room.team, runner, task.role, null).find(isOpen);
    const known = agentFor(room, runner, task);
    if (!offer || (task.agentId !== null && known !== task.agentId)) continue;
    const home = homeOf(room, task);
    const isElsewhere = home && home.id !== runner.id && isOffering(home);
    if (isElsewhere && offerOf(room, home, task.role, null)) continue;
    const agentId = known !== null && !seated.has(known) ? known : null;
    if (agentId !== null) seated.add(agentId);
    const before = ended.find((run) => agentId !== null && run.agentId === agentId);
    const goesOn = before?.taskId === task.id && before.harness === offer.harness;
    const { role, harness } = offer;
    tried.add(harness);
    starts.push({
      run: null,
      offer,
      task,
      said: { resumed: goesOn ? before.model : null },
      wish: {
        role,
        harness,
        agentId,
        taskId: task.id,
        resumes: goesOn ? before.id : null,
        ref: goesOn ? before.ref : null,
      },
    });
  }
  if (warm && !budgetHolding(room, { id: "" }))
    for (const offer of offersWithoutAgent(room, runner)) {
      const { role, harness } = offer;
      if (isOpen(offer) && !starts.some(({ wish }) => wish.role === role)) {
        tried.add(harness);
        const nothing = { agentId: null, taskId: null, resumes: null, ref: null };
        const wish = { role, harness, ...nothing };
        starts.push({ run: null, wish, offer, task: undefined, said: {} });
      }
    }
  return starts.slice(0, places);
}

/** For roles that nobody fills and nobody is coming up for: the entry point first, then in the order of the offers. */
function offersWithoutAgent(room: Room, runner: Runner): Offer[] {
  const there = new Set([
    ...Object.values(room.agents).flatMap(({ online, role }) => (online ? role : [])),
    ...(room.runs.live ?? []).map(({ role }) => role),
  ]);
  const isFirst = ({ role }: Offer) => Number(role === room.team.entryPoint);
  return runner.offers.filter((offer) => !there.has(offer.role)).sort((a, b) => isFirst(b) - isFirst(a));
}

export function decideSetRunner(
  room: Room,
  { by, runner: runnerId, slots, isDraining }: CommandOf<"setRunner">,
): RulingOn<"setRunner"> {
  const runner = room.runs.runners[runnerId];
  if (!runner) return unknownRunner(room, runnerId);
  const change = {
    ...(slots == null || slots === runner.slots ? {} : { slots }),
    ...(isDraining == null || isDraining === runner.isDraining ? {} : { isDraining }),
  };
  const data = { runnerId, ...change };
  const events: ActedFact[] =
    Object.keys(change).length === 0 ? [] : [{ type: "runner.changed", data, actor: actorOf(by) }];
  const after = { ...runner, ...change };
  return accept(events, { runnerId, slots: after.slots, isDraining: after.isDraining });
}

export function decideForgetRunner(room: Room, { by, runnerId }: CommandOf<"forgetRunner">): RulingOn<"forgetRunner"> {
  if (!room.runs.runners[runnerId]) return accept([], { forgotten: false });
  const over = runsOn(room, runnerId).flatMap((run) =>
    endFacts(room, run, "stopped", `${by.name} removed its runner.`),
  );
  return accept([...over, { type: "runner.forgotten", data: { runnerId }, actor: actorOf(by) }], {
    forgotten: true,
  });
}

export function runsOn({ runs }: Pick<Room, "runs">, runnerId: Runner["id"]): Run[] {
  return runs.live.filter((run) => run.runnerId === runnerId);
}

export function unknownRunner(room: Room, runnerId: Runner["id"]): Refused {
  const names = Object.values(room.runs.runners).map(({ name }) => name);
  return refused("runner_unknown", "This room has no such runner.", { runnerId }, names);
}
