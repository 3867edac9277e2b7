import { namedIn } from "../agent/named.ts";
import { askingTasks } from "../decision/asking.ts";
import {
  compareDecisions,
  type Decision,
  type DecisionKind,
  type DecisionSubject,
  isAskedMeanwhile,
  type Weight,
} from "../decision/decision.ts";
import { dispatchHold, heldIn } from "../flow/dispatch.ts";
import { findPipelineSession } from "../flow/sessions.ts";
import { compareInbox, HOLDS_UP, QUESTION_URGENCY } from "../inbox/order.ts";
import type { AgentId, RoleName } from "../kernel/ids.ts";
import { isThere } from "../kernel/room.ts";
import type { RoomView } from "../kernel/view.ts";
import { type PipelineStep, prefixOf } from "../pipeline/pipeline.ts";
import { stepOfTask } from "../session/pipeline/steps.ts";
import { presenterOf } from "../session/record/roles.ts";
import { awaited } from "../task/blockers.ts";
import { compareTasks, isReady, liveTask } from "../task/order.ts";
import type { Task } from "../task/task.ts";
import { availableRoles, unavailableSince } from "../team/availability.ts";
import { ownerOf } from "../team/prefixes.ts";
import { brokenSpec } from "../team/role-spec.ts";
import { nextInChain } from "../team/targets.ts";
import { findRole, type Target } from "../team/team.ts";
import { resolveVariant } from "../team/variants.ts";

/** Why somebody has the ball; screens and the CLI turn it into a sentence. */
export type BallWhy =
  | { kind: "question"; from: string; text: string; messageId: string }
  | {
      kind: "decision";
      decisionId: string;
      about: DecisionKind;
      subject: DecisionSubject;
      question: string;
      /** The agent that asks; `null`: the room itself. */
      from: string | null;
    }
  | { kind: "task_failed"; taskId: string; title: string }
  /** `broken`: its spec keeps everybody from filling it, and why. */
  | { kind: "role_missing"; role: RoleName; waiting: number; title: string; broken?: string }
  | {
      kind: "works_on";
      taskId: string;
      title: string;
      state: "claimed" | "in_progress";
      action: string | null;
    }
  /** Its task waits for this one's answer. */
  | { kind: "owes_answer"; taskId: string; title: string; asker: string }
  | { kind: "about_to_take"; taskId: string; title: string }
  | { kind: "waiting_for"; taskId: string; title: string; waitsFor: string[] }
  /** Several tasks of a pipeline could start, and the coordinator says which go. */
  | { kind: "dispatches"; taskIds: string[]; title: string }
  /** Working through the backlog paused after these items failed in a row, and nothing else is to be done. */
  | { kind: "clearing_paused"; items: number[] }
  /** Somebody paused the room, and nobody has a task in hand. */
  | { kind: "paused"; by: string }
  | { kind: "delivered"; by: string; text: string; unreviewed: boolean }
  | { kind: "quiet" }
  | { kind: "no_team" };

export interface Ball {
  holder: "you" | "agent" | "nobody";
  agentId: AgentId | null;
  role: RoleName | null;
  /** Shown name of the holder: the agent's, or the role's title. */
  name: string | null;
  why: BallWhy;
  /** Where it goes next; `null` if that is open. */
  next: Target | null;
  sinceAt: number | null;
  /** Other tasks in progress at the same time. */
  alsoWorking: number;
}

/** Who has the ball, why, and what comes next: one answer for every screen. */
export function ballOf(view: RoomView): Ball {
  const decisions = Object.values(view.decisions).sort(compareDecisions);
  const holding = decisions.find((one) => !isAskedMeanwhile(one));
  return (
    needsPerson(view, holding) ??
    pausedRoom(view) ??
    withAgent(view) ??
    clearingPaused(view) ??
    // It holds up nothing, and counts once nobody else has anything to do.
    needsPerson(view, decisions[0]) ??
    withNobody(view)
  );
}

/** The chain of the variant in force, for the line under the room's title. */
export function chainOf(view: RoomView): { variant: string; note: string; chain: readonly Target[] } | null {
  if (!view.team) return null;
  const variant = resolveVariant(view.team, availableRoles(view));
  return { variant: variant.name, note: variant.note, chain: variant.chain };
}

function needsPerson(view: RoomView, decision: Decision | undefined): Ball | null {
  const you = {
    holder: "you" as const,
    agentId: null,
    role: null,
    name: null,
    alsoWorking: atWork(view).length,
  };
  const [question] = view.questions;
  if (decision && (!question || compareInbox(placeOf(decision), placeOf(question)) < 0)) {
    const { id, kind, subject, question: text, askedBy, openedAt } = decision;
    const why: BallWhy = {
      kind: "decision",
      decisionId: id,
      about: kind,
      subject,
      question: text,
      from: askedBy?.name ?? null,
    };
    return { ...you, why, next: nextAfter(view, decision), sinceAt: openedAt };
  }
  if (question) {
    const why: BallWhy = {
      kind: "question",
      from: question.from.name,
      text: question.text,
      messageId: question.messageId,
    };
    return { ...you, why, next: question.from.role, sinceAt: question.at };
  }
  const failed = view.tasks.find((task) => task.state === "failed" && task.branchOf === undefined);
  if (failed) {
    const why: BallWhy = { kind: "task_failed", taskId: failed.id, title: failed.title };
    return { ...you, why, next: failed.role, sinceAt: failed.lastEnd?.at ?? failed.createdAt };
  }
  if (inHand(view).length > 0) return null;
  const stuck = readyOf(view).find((task) => unavailableSince(view, task.role) !== null && !task.toldToWait);
  if (!stuck || readyOf(view).some((task) => unavailableSince(view, task.role) === null)) return null;
  const waiting = readyOf(view).filter((task) => task.role === stuck.role).length;
  return {
    ...you,
    why: missing(view, stuck, waiting),
    next: stuck.role,
    sinceAt: Math.max(stuck.createdAt, unavailableSince(view, stuck.role) ?? 0),
  };
}

function missing({ team }: RoomView, { role, title }: Task, waiting: number): BallWhy {
  const broken = team && brokenSpec(findRole(team, role))?.text;
  return { kind: "role_missing", role, waiting, title, ...(broken && { broken }) };
}

/** Its place in the inbox. */
function placeOf(asked: Decision | RoomView["questions"][number]): Weight {
  return "urgency" in asked
    ? { urgency: asked.urgency, holdsUp: asked.holdsUp, sinceAt: asked.openedAt }
    : { urgency: QUESTION_URGENCY, holdsUp: HOLDS_UP.question, sinceAt: asked.at };
}

/** Who continues once it is decided. */
function nextAfter(view: RoomView, { subject, askedBy }: Decision): RoleName | null {
  if (subject.kind === "role") return subject.role;
  if (subject.kind === "budget" || subject.kind === "branch" || subject.kind === "locks") return null;
  if (subject.kind === "session") {
    const session = findPipelineSession(view.sessions, subject.sessionId);
    if (!session) return view.team ? presenterOf(view.team) : null;
    const behind = session.pipeline.steps.find(({ requires }) => requires.includes(subject.part ?? ""));
    const role = view.tasks.find(({ id }) => id === subject.part)?.role;
    return role ?? ownerOfStep(view, behind);
  }
  const role = subject.taskId === null ? undefined : liveTask(view, subject.taskId)?.role;
  return askedBy?.role ?? role ?? null;
}

/** Whoever is asked acts next, if a task in progress waits for the answer. */
function owesAnswer(view: RoomView, task: Task, asker = titleOf(view, task.role)): Omit<Ball, "alsoWorking"> | null {
  const blocker = awaited(task);
  const asked = blocker && isThere(view) ? namedIn(view, blocker.requiresAgent) : undefined;
  if (!blocker || !asked) return null;
  const { id: taskId, title, role: next } = task;
  return {
    holder: "agent",
    agentId: asked.agentId ?? null,
    role: asked.role,
    name: asked.title,
    why: { kind: "owes_answer", taskId, title, asker },
    next,
    sinceAt: blocker.since,
  };
}

function withAgent(view: RoomView): Ball | null {
  const held = inHand(view);
  const [latest] = [...held.filter((task) => !awaited(task)), ...held];
  if (latest?.lease) {
    const alsoWorking = held.length - 1;
    const agent = view.agents[latest.lease.agentId];
    const owing = owesAnswer(view, latest, agent?.name);
    if (owing) return { ...owing, alsoWorking };
    return {
      holder: "agent",
      agentId: latest.lease.agentId,
      role: latest.role,
      name: agent?.name ?? titleOf(view, latest.role),
      why: {
        kind: "works_on",
        taskId: latest.id,
        title: latest.title,
        state: latest.state === "in_progress" ? "in_progress" : "claimed",
        action: latest.progress?.action ?? null,
      },
      next: nextTarget(view, latest),
      sinceAt: latest.lease.claimedAt,
      alsoWorking,
    };
  }
  const ready = readyOf(view).find((task) => unavailableSince(view, task.role) === null);
  if (!ready) return dispatching(view);
  return {
    holder: "agent",
    agentId: null,
    role: ready.role,
    name: titleOf(view, ready.role),
    why: { kind: "about_to_take", taskId: ready.id, title: ready.title },
    next: nextTarget(view, ready),
    sinceAt: ready.createdAt,
    alsoWorking: 0,
  };
}

/** What could start waits for the coordinator's word. */
function dispatching(view: RoomView): Ball | null {
  const { team } = view;
  for (const session of team ? view.sessions.live : []) {
    const asked = heldIn(session).filter(({ askedAt }) => askedAt !== null);
    const [first] = asked;
    if (!first || !team) continue;
    return {
      holder: "agent",
      agentId: null,
      role: team.entryPoint,
      name: titleOf(view, team.entryPoint),
      why: {
        kind: "dispatches",
        taskIds: asked.map(({ taskId }) => taskId),
        title: session.title,
      },
      next: liveTask(view, first.taskId)?.role ?? null,
      sinceAt: first.askedAt,
      alsoWorking: 0,
    };
  }
  return null;
}

/** What is in hand is still finished. */
function pausedRoom(view: RoomView): Ball | null {
  if (!view.paused || inHand(view).length > 0) return null;
  const { by, at } = view.paused;
  const nobody = { holder: "nobody" as const, agentId: null, role: null, name: null, next: null, alsoWorking: 0 };
  return { ...nobody, why: { kind: "paused", by }, sinceAt: at };
}

/** While somebody is at work it holds up nothing but the backlog; the inbox shows it all the same. */
function clearingPaused({ backlog, team }: RoomView): Ball | null {
  const { paused } = backlog;
  if (paused?.why.kind !== "failures") return null;
  return {
    holder: "you",
    agentId: null,
    role: null,
    name: null,
    why: { kind: "clearing_paused", items: paused.why.items },
    next: team?.entryPoint ?? null,
    sinceAt: paused.at,
    alsoWorking: 0,
  };
}

function withNobody(view: RoomView): Ball {
  const nobody = {
    holder: "nobody" as const,
    agentId: null,
    role: null,
    name: null,
    alsoWorking: 0,
  };
  const told = readyOf(view).find((task) => task.toldToWait);
  if (told) {
    const waiting = readyOf(view).filter((task) => task.role === told.role).length;
    return {
      ...nobody,
      why: missing(view, told, waiting),
      next: told.role,
      sinceAt: told.parkedAt,
    };
  }
  const blocked = view.tasks.find((task) => task.state === "pending");
  if (blocked) {
    const why: BallWhy = {
      kind: "waiting_for",
      taskId: blocked.id,
      title: blocked.title,
      waitsFor: [...blocked.waitsFor],
    };
    return { ...nobody, why, next: blocked.role, sinceAt: blocked.createdAt };
  }
  const entryPoint = view.team?.entryPoint ?? null;
  if (view.lastDelivery) {
    const { by, text, unreviewed, at } = view.lastDelivery;
    return {
      ...nobody,
      why: { kind: "delivered", by, text, unreviewed },
      next: entryPoint,
      sinceAt: at,
    };
  }
  const kind = Object.keys(view.agents).length === 0 ? "no_team" : "quiet";
  return { ...nobody, why: { kind }, next: entryPoint, sinceAt: view.at || null };
}

/** Tasks in progress, the latest claim first. */
function inHand(view: RoomView): Task[] {
  return view.tasks
    .filter((task) => task.lease !== null)
    .sort((a, b) => (b.lease?.claimedAt ?? 0) - (a.lease?.claimedAt ?? 0));
}

/** Tasks in progress, except those whose agents wait for a person. */
function atWork(view: RoomView): Task[] {
  const asking = askingTasks(view);
  return inHand(view).filter(({ id }) => !asking.has(id));
}

function readyOf(view: RoomView): Task[] {
  return view.tasks.filter((task) => isReady(task) && !dispatchHold(view, task)).sort(compareTasks);
}

function nextTarget(view: RoomView, task: Task): Target | null {
  const session = findPipelineSession(view.sessions, task.sessionId);
  // Whoever judges a step is followed by whoever builds on it.
  const judged = session?.discussions?.find(({ perspectives }) =>
    perspectives.some(({ taskId }) => taskId === task.id),
  );
  const step = session && stepOfTask(session, judged?.taskId ?? task.id);
  // What a pipeline does next is in its graph, not in the chain.
  if (session && step) {
    const behind = session.pipeline.steps.find(({ requires }) => requires.includes(step.id));
    if (behind?.isCheckpoint) return "user";
    return behind ? ownerOfStep(view, behind) : (view.team?.entryPoint ?? null);
  }
  return view.team ? nextInChain(view.team, task, availableRoles(view)) : null;
}

function ownerOfStep({ team }: RoomView, step: PipelineStep | undefined): RoleName | null {
  return (team && step && ownerOf(team, prefixOf(step))?.name) ?? null;
}

function titleOf(view: RoomView, role: RoleName): string {
  return view.team?.roles.find((r) => r.name === role)?.title ?? role;
}
