import type { DoneEffect, TaskKind } from "../delivery/ends.ts";
import { joinedBy } from "../fanout/fanout.ts";
import { discussedBy } from "../flow/discussed.ts";
import { workOf } from "../flow/work.ts";
import type { RoleName } from "../kernel/ids.ts";
import { oncePer } from "../kernel/once-per.ts";
import type { Allowed } from "../kernel/refusal.ts";
import type { Room } from "../kernel/room.ts";
import { availableWith } from "../task/claim.ts";
import { waitersOf } from "../task/order.ts";
import type { HeldTask, Task } from "../task/task.ts";
import { allowedTargets, type HandoffTargets, nextInChain } from "../team/targets.ts";
import type { Intent, Target } from "../team/team.ts";
import { type AnswerWay, answerWay } from "./answer.ts";
import { delivers, othersOfMessage, owesAnswer } from "./owed.ts";

export type End =
  | { action: "handOff"; to: Target; intent: Intent; unreviewed: boolean }
  | { action: "completeTask"; effect: DoneEffect }
  | { action: "failTask" };

/** Everything that says how a task may end. */
export interface Standing {
  kind: TaskKind;
  /** What its role may pass to whom now, the answer to a question included. */
  targets: HandoffTargets["targets"];
  /** The next in the chain. */
  next: Target | null;
  /** Other tasks start when it completes. */
  isWaitedFor: boolean;
  /** Tasks that were made from it continue it: a handoff would be a second chain beside them. */
  isSplit: boolean;
  /** It joins what a person asked several agents: their answers are for the user. */
  isJoin: boolean;
  /** Nobody else works on the user's message, and it has no answer yet. */
  isLastOfMessage: boolean;
  /** A role waits for its answer. */
  isAsked: boolean;
}

export function kindOf({ sessions }: Pick<Room, "sessions">, task: Task): TaskKind {
  const { reviewOf, review, sessionId, intent, origin, branchOf } = task;
  if (reviewOf) return "review";
  if (discussedBy({ sessions }, task)) return "perspective";
  if (branchOf !== undefined) return "branch";
  if (sessionId !== null) {
    const work = sessions.live.map((one) => workOf(one, task.id)).find((one) => one !== null);
    if (work) return work.ask === "discuss" && work.step === "design" ? "remark" : "step";
    return review ? "plan" : "part";
  }
  if (intent !== null && intent !== "deliver") return intent;
  if (origin.kind === "user_message") return "message";
  return origin.kind === "backlog" ? "backlog" : "created";
}

/** What the holder may pass to whom, including the answer to a question and what its delivery promised. */
export function handoffsOf(room: Room, task: HeldTask, role: RoleName): HandoffTargets & { answer: AnswerWay | null } {
  const { variant } = task.lease;
  // A session has its own way: a reply goes back to it, and its plan says who is next.
  // What a branch finds is joined with the others.
  if (task.sessionId !== null || task.branchOf !== undefined)
    return { variant, targets: [], reroutes: [], unavailable: [], answer: null };
  const available = availableWith(room, role);
  const allowed = allowedTargets(room.team, role, available, task.lease);
  const passes = { ...allowed, targets: withoutSecond(allowed.targets, partsOf(room, task)) };
  const answer = answerWay(room.team, task, role, available);
  return { ...passes, targets: withAnswer(passes.targets, answer), answer };
}

/**
 * Open tasks that the holder of a message made from it: each is the work of its role, so the message itself is not
 * passed to that role as well.
 */
export function partsOf(room: Room, task: HeldTask): Task[] {
  if (task.origin.kind !== "user_message") return [];
  const isPart = ({ origin, createdBy }: Task) => origin.kind === "task" && createdBy.id === task.lease.agentId;
  return othersOfMessage(room, task).filter(isPart);
}

function withoutSecond(targets: HandoffTargets["targets"], parts: readonly Task[]): HandoffTargets["targets"] {
  const has = new Set(parts.map(({ role }) => role));
  if (has.size === 0) return targets;
  return targets
    .map((target) =>
      target.to !== "user" && has.has(target.to)
        ? { ...target, intents: target.intents.filter((intent) => intent !== "work") }
        : target,
    )
    .filter(({ intents }) => intents.length > 0);
}

function withAnswer(targets: HandoffTargets["targets"], answer: AnswerWay | null): HandoffTargets["targets"] {
  const to = answer?.to;
  if (!to) return targets;
  const same = targets.find((target) => target.to === to);
  const others = targets.filter((target) => target !== same);
  const unreviewed = same?.unreviewed ?? false;
  return [{ to, intents: ["answer", ...(same?.intents ?? [])], unreviewed }, ...others];
}

export function standingOf(room: Room, task: HeldTask, role: RoleName): Standing {
  const known = standingsIn(room);
  const found = known.get(task);
  if (found && found.role === role) return found.standing;
  const standing = makeStanding(room, task, role);
  known.set(task, { role, standing });
  return standing;
}

/** Cached, since one delivery asks for it in five places. */
const standingsIn = oncePer((_: Room) => new Map<Task, { role: RoleName; standing: Standing }>());

function makeStanding(room: Room, task: HeldTask, role: RoleName): Standing {
  const { targets, answer } = handoffsOf(room, task, role);
  return {
    kind: kindOf(room, task),
    targets,
    next: nextInChain(room.team, { role, origin: task.origin }, availableWith(room, role)),
    isWaitedFor: waitersOf(room, task.id).length > 0,
    isSplit: isSplit(room, task),
    isJoin: isJoin(room, task),
    isLastOfMessage: owesAnswer(room, task),
    isAsked: answer !== null,
  };
}

/** If it asked others itself, it wanted to know something for its own work, which continues as before. */
function isJoin(room: Room, task: HeldTask): boolean {
  const joined = joinedBy(room, task.id);
  return joined !== undefined && joined.by !== room.agents[task.lease.agentId]?.name;
}

/** A request from outside is with the entry point first: whatever else of it is open was made there. */
function isSplit(room: Room, task: HeldTask): boolean {
  const kind = kindOf(room, task);
  if (kind === "message") return othersOfMessage(room, task).length > 0;
  const { work } = room.backlog;
  return (
    kind === "backlog" &&
    room.tasks.some(({ id }) => id !== task.id && work[id] !== undefined && work[id] === work[task.id])
  );
}

/** How it may end, the expected way first. */
export function endsOf(standing: Standing): End[] {
  const { kind, targets } = standing;
  const done = doneOf(standing);
  const handoffs = targets.flatMap(({ to, intents, unreviewed }) =>
    intents.map((intent) => ({
      action: "handOff" as const,
      to,
      intent,
      unreviewed: unreviewed && intent !== "question" && intent !== "answer",
    })),
  );
  const all: End[] = [...handoffs, ...(done ? [done] : []), { action: "failTask" }];
  const ranked = [...all].sort((a, b) => rank(a) - rank(b));
  const first =
    (standing.isWaitedFor || standing.isSplit) && done && kind !== "question" ? done : nextOf(standing, ranked);
  return first ? [first, ...ranked.filter((end) => end !== first)] : ranked;
}

/** The ends of a task in hand. */
export function possibleEnds(room: Room, task: HeldTask, role: RoleName): End[] {
  return endsOf(standingOf(room, task, role));
}

function doneOf({ kind, targets, isLastOfMessage, isAsked }: Standing): End | null {
  const effect = DONE[kind];
  if (effect !== "ends") return { action: "completeTask", effect };
  if (isAsked) return null;
  if (!isLastOfMessage) return { action: "completeTask", effect };
  return delivers(targets) ? { action: "completeTask", effect: "delivers" } : null;
}

const DONE: Record<TaskKind, DoneEffect> = {
  message: "ends",
  backlog: "ends",
  created: "ends",
  work: "ends",
  question: "ends",
  answer: "ends",
  findings: "ends",
  branch: "ends",
  plan: "submits",
  part: "ends",
  step: "presents",
  remark: "remarks",
  review: "judges",
  perspective: "judges",
};

/** Finished work goes to the next in the chain, unless an answer is waited for. */
function nextOf({ next, isJoin }: Standing, ranked: readonly End[]): End | undefined {
  const isAnswer = ranked[0]?.action === "handOff" && ranked[0].intent === "answer";
  if (isAnswer) return ranked[0];
  const delivery = ranked.find((end) => end.action === "handOff" && end.intent === "deliver");
  if (isJoin && delivery) return delivery;
  return ranked.find((end) => end.action === "handOff" && end.to === next && isWork(end.intent));
}

export function isWork(intent: Intent): boolean {
  return intent === "work" || intent === "deliver";
}

const RANKS: Record<Intent, number> = { answer: 0, work: 1, deliver: 1, findings: 2, question: 3 };

function rank(end: End): number {
  if (end.action === "handOff") return RANKS[end.intent];
  return end.action === "completeTask" ? 4 : 5;
}

/** Ends as a refusal names them. */
export function allowedEnds(ends: readonly End[]): Allowed[] {
  return ends.map((end) =>
    end.action === "handOff" ? { action: end.action, to: end.to, intent: end.intent } : end.action,
  );
}
