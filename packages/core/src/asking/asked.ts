import { stopAbout } from "../agent/stopped.ts";
import { tasksOf } from "../backlog/backlog.ts";
import type { AskedDecision, DecisionOption } from "../decision/decision.ts";
import { anOption } from "../decision/option.ts";
import { findSession } from "../flow/sessions.ts";
import { isRescout, wantsReply, workOf } from "../flow/work.ts";
import type { RoleName } from "../kernel/ids.ts";
import type { Room } from "../kernel/room.ts";
import { titleOf } from "../kernel/title.ts";
import { counted } from "../kernel/words.ts";
import { abortOption, letGoOn } from "../session/record/ask-words.ts";
import { stepOfTask } from "../session/record/pipeline.ts";
import { dependantsOf, heldUpBy, type WaitersByTask } from "../task/dependants.ts";
import { compareTasks } from "../task/order.ts";
import { REPLY_RETRIES } from "../task/refuse-reply.ts";
import type { ReviewOf } from "../task/review.ts";
import type { Task } from "../task/task.ts";
import { availableRoles } from "../team/availability.ts";
import { specError, specErrorText } from "../team/role-spec.ts";
import { findRole, type Target } from "../team/team.ts";
import { resolveVariant, variantsAbout } from "../team/variants.ts";
import { aboutStop } from "./stopped.ts";

/** What the room asks about a task that has failed. */
export function aboutFailure(room: Room, task: Task, waiters: WaitersByTask): AskedDecision {
  const holdsUp = heldUpBy(waiters, [task.id]);
  const found = stopAbout(room, task);
  const stop = found && aboutStop(room, task, found);
  const behind = holdsUp - 1;
  const isPressing = task.priority === "critical" || task.priority === "high";
  return {
    kind: "task_failed",
    subject: { kind: "task", taskId: task.id },
    question:
      stop?.question ??
      `${task.id} “${titleOf(task.title, 60)}” ${endOf(room, task)}. What should happen to it?`,
    reason: stop?.reason ?? task.lastEnd?.reason ?? "",
    options: [
      ...(stop?.first ?? [
        anOption(
          "retry",
          "Retry",
          "Three more attempts, with everything done so far.",
          { kind: "retry" },
          { canUndo: true },
        ),
      ]),
      ...room.team.roles
        // Another role has no reply for a session's step; the team says who presents it.
        .filter((role) => role.name !== task.role && !wantsReply(room, task))
        .filter(
          ({ name }) => stop?.suggested?.agentId !== undefined || name !== stop?.suggested?.role,
        )
        .map((role) =>
          anOption(
            `hand_on:${role.name}`,
            `Give it to ${role.title}`,
            `${role.title} takes it over with your note. If none is connected, it waits in the queue.`,
            { kind: "hand_on", role: role.name },
          ),
        ),
      ...(isStep(room, task) ? [letGoOn(task.id)] : []),
      cancelOption(room, task, waiters),
      ...abortOf(room, task),
    ],
    urgency: stop || behind > 0 || isPressing ? "high" : "medium",
    holdsUp,
    askedBy: null,
  };
}

/** A step of a pipeline, which others may go on without. */
function isStep({ sessions }: Room, { id, sessionId }: Task): boolean {
  const session = sessionId === null ? undefined : findSession(sessions, sessionId);
  return session !== undefined && stepOfTask(session, id) !== undefined;
}

export function cancelOption(room: Room, task: Task, waiters: WaitersByTask): DecisionOption {
  if (task.reviewOf) return withoutReview(task.reviewOf);
  const behind = heldUpBy(waiters, [task.id]) - 1;
  const also =
    behind === 0
      ? ""
      : `, and the ${counted(behind, "task")} that ${behind === 1 ? "needs" : "need"} it`;
  const rest = `${withoutStep(room, task)}${withoutItem(room, task, waiters)}`;
  return anOption("cancel", "Cancel the task", `Ends it for good${also}.${rest}`, {
    kind: "cancel",
  });
}

/** A session may be given up with a task of it; a scout beside its checkpoint is no reason to. */
export function abortOf({ sessions, tasks }: Room, { id, sessionId }: Task): DecisionOption[] {
  const session = sessionId === null ? undefined : findSession(sessions, sessionId);
  if (!session || isRescout(session, id)) return [];
  const others = tasks.filter((other) => other.sessionId === sessionId && other.id !== id);
  return [abortOption(others.length)];
}

/**
 * What the room asks about a role that stays away.
 *
 * @param tasks the ready ones of the role: what another role would take over
 */
export function aboutRole(
  room: Room,
  role: RoleName,
  tasks: readonly Task[],
  waiters: WaitersByTask,
): AskedDecision {
  const filled = findRole(room.team, role);
  const title = filled?.title ?? role;
  const bad = filled ? specError(filled) : null;
  const available = availableRoles(room);
  const [first] = [...tasks].sort(compareTasks);
  const standIn = standInFor(room, role, available);
  const holdsUp = heldUpBy(
    waiters,
    tasks.map((task) => task.id),
  );
  return {
    kind: "role_unavailable",
    subject: { kind: "role", role },
    question: bad
      ? `Nobody can work as ${title}: its spec has an error. Who takes its work?`
      : `No ${title} is connected. Who takes its work?`,
    reason: [
      ...(bad ? [specErrorText(bad)] : []),
      ...(first ? [`First in line: ${first.id}.`] : []),
    ].join(" "),
    options: [
      ...room.team.roles
        .filter((other) => other.name !== role && available.includes(other.name))
        .sort((a, b) => Number(b.name === standIn) - Number(a.name === standIn))
        .map((other) =>
          anOption(
            `reroute:${other.name}`,
            `Give it to ${other.title}`,
            `${other.title} takes it over as its own work.${cannotDeliver(room, role, other.name)}`,
            { kind: "reroute", role: other.name },
            { canUndo: true },
          ),
        ),
      anOption(
        "wait",
        "Wait",
        bad
          ? "It stays in the queue until the spec is fixed. You aren't asked again until then."
          : `It stays in the queue until an agent joins as ${title}. You aren't asked again until then.`,
        { kind: "wait" },
        { canUndo: true },
      ),
      ...endsOf(room, tasks, waiters),
    ],
    urgency: role === room.team.entryPoint || holdsUp > 1 ? "high" : "medium",
    holdsUp,
    askedBy: null,
  };
}

/** Without anybody for it: the task that waits alone ends, or the session that all of them are of. */
function endsOf(room: Room, tasks: readonly Task[], waiters: WaitersByTask): DecisionOption[] {
  const [first, ...others] = tasks;
  if (!first) return [];
  const isOne = others.every(({ sessionId }) => sessionId === first.sessionId);
  const cancel = cancelOption(room, first, waiters);
  // Their names say what they end: an answer to an earlier question never ends another.
  return [
    ...(others.length === 0
      ? [{ ...cancel, id: `cancel:${first.id}`, label: cancel.label.replace("the task", first.id) }]
      : []),
    ...(isOne ? abortOf(room, first) : []).map((one) => ({
      ...one,
      id: `abort:${first.sessionId}`,
      label: `Abort session ${first.sessionId}`,
    })),
  ];
}

/** Who gets that role's work in the workflow of now: the first answer. */
function standInFor(room: Room, role: RoleName, available: RoleName[]): Target | undefined {
  return resolveVariant(room.team, available).passes.find((pass) =>
    pass.standsInFor?.includes(role),
  )?.to;
}

/** A review is not dropped silently: who does without it says why. */
export function withoutReview({ taskId }: ReviewOf): DecisionOption {
  return anOption(
    "cancel",
    "Waive this review",
    `${taskId} continues without it, marked unreviewed. Your reason is kept.`,
    { kind: "cancel" },
    { needsNote: true },
  );
}

/** What waits for the entry point is meant for the user; not every role may answer there. */
function cannotDeliver(room: Room, from: RoleName, to: RoleName): string {
  const delivers = variantsAbout(room.team, to).some((variant) =>
    variant.passes.some((pass) => pass.from === to && pass.intents.includes("deliver")),
  );
  return from === room.team.entryPoint && !delivers
    ? " It can't answer you itself: the result is in the task."
    : "";
}

/** A reply that cannot be used is sent back once, within one attempt. */
function endOf({ sessions }: Room, { id, attempts, reviewOf }: Task): string {
  const work = sessions.live.map((session) => workOf(session, id)).find((one) => one !== null);
  const refusals = reviewOf?.refusals ?? work?.refusals ?? [];
  return refusals.length > REPLY_RETRIES
    ? "ended without a usable reply"
    : `failed after ${attempts === 1 ? "1 attempt" : `${attempts} attempts`}`;
}

/** What becomes of the session that waits for it. */
function withoutStep({ sessions }: Room, { id }: Task): string {
  const session = sessions.live.find((one) => workOf(one, id) !== null);
  if (!session) return "";
  return isRescout(session, id)
    ? " The next batch is planned without it."
    : ` Session ${session.id} is paused until a person resumes it.`;
}

/** What becomes of the backlog's item, where nothing else works on it. */
function withoutItem({ backlog }: Room, { id }: Task, waiters: WaitersByTask): string {
  const itemId = backlog.work[id];
  if (itemId === undefined) return "";
  const ended = [id, ...dependantsOf(waiters, [id])];
  return tasksOf(backlog, itemId).every((other) => ended.includes(other))
    ? ` Item ${itemId} is deferred until somebody reopens or picks it.`
    : "";
}
