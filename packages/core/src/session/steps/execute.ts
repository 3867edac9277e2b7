import { BY_SERVER } from "../../kernel/actor.ts";
import type { RoleName, TaskId } from "../../kernel/ids.ts";
import type { ActedFact } from "../../kernel/ruling.ts";
import { endSentence } from "../../kernel/sentence.ts";
import { cut } from "../../kernel/storable.ts";
import { newTask, nextTaskId } from "../../task/create.ts";
import { filesFound } from "../../task/lockout.ts";
import type { NewTask } from "../../task/task.ts";
import { REWORK_PREFIX } from "../../team/rework.ts";
import { findRole, type Team } from "../../team/team.ts";
import { chargedWith } from "../plan/assignment.ts";
import { estimatePlan } from "../plan/estimate.ts";
import type { At } from "../record/at.ts";
import { boundedAs } from "../record/bounded.ts";
import { judgesOf, roleOf, workerOf } from "../record/roles.ts";
import type { BrainstormSession, Session } from "../record/session.ts";
import { rejectionsOf } from "../review/rejected-whole.ts";
import { creatorOf } from "./ask-agent.ts";

type PlanTask = NonNullable<BrainstormSession["proposals"]["plan"]>["value"]["tasks"][number];

/** The approved plan becomes tasks of the room, all at once. */
export function planTasks(at: At<BrainstormSession>): ActedFact[] {
  const { room, session, actor } = at;
  const plan = session.proposals.plan;
  if (!plan) throw new Error(`session ${session.id} has no plan`);
  const { tasks } = plan.value;
  const numbers = { ...room.numbers };
  const ids = new Map(tasks.map((task) => [task.id, numberOf(room.team, task, numbers)]));
  const by = actor.kind === "server" ? { id: "", name: "Squadroom" } : { id: actor.id, name: actor.name };
  const made = tasks.map((task) => {
    const requires = task.requires.flatMap((id) => ids.get(id) ?? []);
    return { planId: task.id, task: taskOf(at, task, ids.get(task.id) as TaskId, requires) };
  });
  const data = {
    sessionId: session.id,
    fingerprint: fingerprintOf(plan.value),
    estimate: estimatePlan(
      room.sessions.taken,
      made.map(({ task }) => task.role),
    ),
    by,
    tasks: made,
  };
  return [
    { type: "session.plan_approved", data, actor },
    {
      type: "session.step_entered",
      data: { sessionId: session.id, step: "execute", why: "forward", stale: [] },
      actor,
    },
  ];
}

function numberOf(team: Team, task: PlanTask, numbers: Record<string, number>): TaskId {
  const prefix = findRole(team, roleOf(team, task))?.prefix ?? "TASK";
  const id = nextTaskId(numbers, prefix);
  numbers[prefix] = (numbers[prefix] ?? 0) + 1;
  return id;
}

function taskOf(
  { room: { team }, session, actor, context }: At<BrainstormSession>,
  task: PlanTask,
  id: TaskId,
  requires: TaskId[],
): NewTask {
  return {
    ...newTask(
      {
        role: roleOf(team, task),
        ...chargedWith(session, task),
      },
      id,
      context.now,
    ),
    requires,
    waitsFor: requires,
    createdBy: creatorOf(actor),
    origin: { kind: "session", messageId: null },
    sessionId: session.id,
    reviewers: reviewersFor(team, task),
  };
}

/** A plan may add reviewers, but drop none. */
export function reviewersFor(team: Team, task: Pick<PlanTask, "reviewers">): RoleName[] {
  const added = (task.reviewers ?? []).filter((name) => findRole(team, name) !== undefined);
  const all = new Set<string>([...judgesOf(team), ...added]);
  return team.roles.map(({ name }) => name).filter((name) => all.has(name));
}

/** The name in a plan for what a review of the whole found. */
const REWORK_PLAN = /^fix-\d+$/;

/** What a task under this name in the plan inherits from the reviews of the whole, if it is their rework. */
export function inheritedRework(
  planId: string,
  { execution }: Pick<Session, "execution">,
): Pick<NewTask, "intent" | "rejections"> | null {
  if (!REWORK_PLAN.test(planId)) return null;
  return { intent: "findings", rejections: execution?.rejections ?? [] };
}

/** Longest instruction, characters. */
export const REWORK_MAX = 20_000;

/** What a review found, as tasks for whoever does the work; each says what is wrong and where. */
export function reworkTasks({ room, session, actor, context }: At<BrainstormSession>, note: string): ActedFact[] {
  const review = session.proposals.review?.value;
  const role = workerOf(room.team);
  const by = actor.kind === "server" ? "Squadroom" : actor.name;
  const text = [
    note.trim() === "" ? "" : `${by} says: ${note.trim()}\n`,
    review?.summary ?? "",
    ...(review?.mustFix ?? []).map((line) => `- ${line}`),
    ...(review?.findings ?? []).map(
      ({ severity, file, line, issue, suggestion }) =>
        `- ${severity}, ${file}${line === undefined ? "" : `:${line}`}: ${suggestion ? `${endSentence(issue)} Suggested: ${suggestion}` : issue}`,
    ),
  ]
    .filter((line) => line.trim() !== "")
    .join("\n");
  const round = session.execution?.rounds ?? 1;
  const id = nextTaskId(room.numbers, REWORK_PREFIX);
  const rejections = rejectionsOf(session);
  const files = review ? filesFound([review]) : null;
  const task: NewTask = {
    ...newTask(
      {
        role,
        title: cut(`Fix what review ${round} found: ${session.title}`, 200),
        instruction: text.slice(0, REWORK_MAX).toWellFormed(),
        priority: "high",
        ...boundedAs(session),
      },
      id,
      context.now,
    ),
    intent: "findings",
    createdBy: BY_SERVER,
    origin: { kind: "session", messageId: null },
    sessionId: session.id,
    ...(rejections.length > 0 ? { rejections } : {}),
    ...(files ? { revises: files } : {}),
  };
  const data = { sessionId: session.id, tasks: [{ planId: `fix-${round}`, task }] };
  return [{ type: "session.reworked", data, actor }];
}

/**
 * A plan's fingerprint: the same for the same plan, whatever the order of its members. FNV-1a, twice, so that an
 * approval can't be mistaken for another plan's by accident; it guards against no forger.
 */
export function fingerprintOf(value: unknown): string {
  const text = JSON.stringify(value, (_key, member: unknown) =>
    member && typeof member === "object" && !Array.isArray(member)
      ? Object.fromEntries(Object.entries(member).sort(([a], [b]) => (a < b ? -1 : 1)))
      : member,
  );
  let a = 0x811c9dc5;
  let b = 0x01234567;
  for (let i = 0; i < text.length; i++) {
    const code = text.charCodeAt(i);
    a = Math.imul(a ^ code, 0x01000193);
    b = Math.imul(b ^ code, 0x01000193) ^ (b >>> 13);
  }
  return [a, b].map((half) => (half >>> 0).toString(16).padStart(8, "0")).join("");
}
