import { accumulatorOf } from "../context/accumulator.ts";
import type { Reported } from "../context/shared.ts";
import type { DeliveryFacts } from "../delivery/facts.ts";
import { discussedBy, type Perspectival } from "../flow/discussed.ts";
import { findSession } from "../flow/sessions.ts";
import { endsOf, type Standing, standingOf } from "../handoff/ends.ts";
import { othersOfMessage } from "../handoff/owed.ts";
import { heldForAt } from "../kernel/lease.ts";
import { oncePer } from "../kernel/once-per.ts";
import type { Room } from "../kernel/room.ts";
import type { Message } from "../message/message.ts";
import { revisionOf } from "../pipeline/pipeline.ts";
import { replySchema } from "../reply/json-schema.ts";
import type { ReplyType } from "../reply/shapes.ts";
import { mentionsIn } from "../routing/mentions.ts";
import { decidedIn } from "../session/record/decided.ts";
import type { Boundaries } from "../task/boundaries.ts";
import { availableWith } from "../task/claim.ts";
import type { EarlierTask } from "../task/earlier.ts";
import { reviewedTask } from "../task/judge.ts";
import { liveTask, tasksInHand } from "../task/order.ts";
import type { TaskResult } from "../task/result.ts";
import { keptFiles } from "../task/resume.ts";
import type { Review, Verdict } from "../task/review.ts";
import { attemptsOf, type HeldTask, type Task } from "../task/task.ts";
import { resolveVariant } from "../team/variants.ts";
import { modeOf } from "./backlog.ts";
import { boundsOf } from "./boundaries.ts";
import type { Said } from "./context/conversation.ts";
import type { WholeWork } from "./context/whole.ts";
import { waitingFor } from "./deliver.ts";
import { filesOf, resultsOf } from "./fanout.ts";
import { basisOf, missingOf } from "./perspective.ts";
import { continuedFrom } from "./review.ts";
import { askedStep } from "./session.ts";
import { sessionFactsOf } from "./session-facts.ts";
import { sharedFacts } from "./shared.ts";
import { byRole, changedSince, TEAM_NAMED } from "./team-now.ts";
import { type Whose, whoseLines } from "./whose.ts";
import { wisdomFacts } from "./wisdom.ts";

export interface FactsInput extends Whose {
  /** The message from which the work came: the user's. */
  origin: Message | null;
  /** What came before it, the newest first. */
  earlier: readonly EarlierTask[];
  recent: readonly { taskId: string; title: string; summary: string }[];
  /** What was said in its session, the oldest first. */
  said?: readonly Said[];
  /** The results of the plan that it is about. */
  work?: WholeWork;
  /** What tasks of its session reported, the newest first. */
  reported?: readonly Reported[];
}

const NO_WORK: WholeWork = { tasks: [], reviews: [] };

/** What the text of a delivery says, for programs that don't read markdown. */
export function factsOf(input: FactsInput): DeliveryFacts {
  const { room, task, agent, handoffs, origin, earlier, recent } = input;
  const { createdBy, lease, boundaries, said } = task;
  const standing = standingOf(room, task, agent.role);
  const hasMessage = origin !== null && origin.body !== task.instruction;
  return {
    kind: standing.kind,
    from: { kind: createdBy.kind, name: createdBy.name, role: createdBy.role ?? null },
    intent: task.intent,
    fromTaskId: task.fromTaskId,
    fanout: resultsOf(room, task),
    part: whoseLines(input),
    mentions: standing.kind === "message" ? mentionsIn(room.team, task.instruction) : [],
    attemptsMax: attemptsOf(task),
    deadlineAt: heldForAt(lease, task.timeoutS),
    timeoutS: task.timeoutS,
    leaseS: lease.ttlS,
    boundaries: boundariesOf(boundaries),
    outputs: [...task.outputs],
    kept: keptFiles(task),
    requires: [...task.requires],
    waitedForBy: waitingFor(room, task).map(({ id, role }) => ({ taskId: id, role })),
    openOfMessage: othersOfMessage(room, task).map(({ id }) => id),
    attachments: [...filesOf(room, task)],
    answers: (said?.answered ?? []).map(({ from, text, at }) => ({
      from: from.name,
      role: from.role,
      text,
      at,
    })),
    message: hasMessage ? messageOf(origin) : null,
    earlier: earlier.map(earlierOf),
    ...ofSession(input),
    session: sessionFactsOf(room, task, input.said ?? [], input.work ?? NO_WORK),
    continues: continuedFrom(room, task, agent.id),
    previous: previousOf(task),
    review: reviewOf(room, task),
    reply: replyOf(room, task, standing),
    ends: endsOf(standing),
    reroutes: handoffs.reroutes.map(({ wanted, got }) => ({ wanted, got })),
    team: teamOf(input),
    mode: modeOf(room, task),
    item: itemOf(room, task),
    wisdom: wisdomFacts(room, task, agent.role),
    shared: sharedFacts(input),
    accumulator: accumulatorOf(room, task, input.reported ?? []),
    recent: [...recent],
  };
}

/** What people decided about the task's session, and what its earlier batches left. */
function ofSession({ room, task, said = [] }: FactsInput): Pick<DeliveryFacts, "decided" | "carried"> {
  const session = task.sessionId === null ? undefined : findSession(room.sessions, task.sessionId);
  if (!session) return { decided: [], carried: [] };
  const { batches, batch } = session;
  return {
    decided: decidedIn(said, batches).map(({ seq: _, batch: of, ...one }) => ({
      ...one,
      batch: of === null ? null : of + 1,
    })),
    carried: (batches ?? [])
      .slice(0, batch ?? 0)
      .flatMap(({ carried }, i) => carried.map((one) => ({ batch: i + 1, ...one }))),
  };
}

/** Cached, since an ended task is reported to many. */
const earlierOf = oncePer((task: EarlierTask): DeliveryFacts["earlier"][number] => {
  const { id, role, title, instruction, intent, createdBy, by, result } = task;
  const { outputs, successCriteria } = task;
  return {
    taskId: id,
    role,
    title,
    instruction,
    intent,
    by,
    outputs,
    successCriteria,
    boundaries: boundariesOf(task.boundaries),
    from: { name: createdBy.name, role: createdBy.role ?? null },
    result: result ? resultOf(result) : null,
  };
});

function messageOf({ from, body, at, attachments }: Message): DeliveryFacts["message"] {
  const name = from.kind === "server" ? "Squadroom" : from.name;
  return { from: name, body, at, attachments: [...(attachments ?? [])] };
}

function resultOf(result: TaskResult) {
  const { summary, criteria, keyDecisions, warnings, artifacts, diff, checks } = result;
  const said = { summary, criteria, keyDecisions, warnings, artifacts };
  return { ...said, diff: diff ?? null, checks: checks ?? [] };
}

function boundariesOf(boundaries: Boundaries) {
  return {
    ...boundsOf(boundaries),
    lifted: (boundaries.lifted ?? []).map(({ paths, by, reason }) => ({ paths, by, reason })),
  };
}

function previousOf({ lastEnd, progress }: Task): DeliveryFacts["previous"] {
  return lastEnd || progress ? { lastEnd, progress } : null;
}

/** For a review or a point of view, the work that it judges; for a task that came back, its own. */
function reviewOf(room: Room, task: HeldTask): DeliveryFacts["review"] {
  const discussed = discussedBy(room, task);
  if (discussed) return discussedOf(room, discussed);
  const judged = task.reviewOf ? reviewedTask(room, task) : task;
  if (!judged?.review?.submitted) return null;
  const { review } = judged;
  const { result, by } = review.submitted as NonNullable<Review["submitted"]>;
  const verdicts = task.reviewOf ? review.earlier : review.verdicts.filter((one) => !one.passed);
  return {
    taskId: judged.id,
    title: judged.title,
    instruction: judged.instruction,
    boundaries: boundariesOf(judged.boundaries),
    round: review.round,
    by: by.name,
    result: resultOf(result),
    verdicts: verdicts.map(verdictOf),
    note: review.note,
    refused: task.reviewOf?.refusals.at(-1)?.message ?? null,
  };
}

function discussedOf(room: Room, { session, discussion, perspective }: Perspectival): DeliveryFacts["review"] {
  const { taskId, step, by, result } = discussion;
  const { name, persona, focus, tool } = perspective;
  const judged = liveTask(room, taskId);
  if (!judged || !result) return null;
  const { title, instruction } = judged;
  return {
    taskId,
    title,
    instruction,
    boundaries: boundariesOf(judged.boundaries),
    round: revisionOf(step).revision + 1,
    by: by.name,
    result: resultOf(result),
    buildsOn: basisOf(session, step),
    missing: missingOf(judged, result),
    discussion: { round: discussion.round, step, perspective: name, persona, focus, tool },
    verdicts: [],
    note: null,
    refused: perspective.refusals.at(-1)?.message ?? null,
  };
}

function verdictOf({ role, by, passed, summary, mustFix, findings }: Verdict) {
  return { role, by: by?.name ?? null, passed, summary, mustFix, findings };
}

function replyOf(room: Room, task: HeldTask, { kind }: Standing): DeliveryFacts["reply"] {
  const step = askedStep(room, task)?.step;
  const type: ReplyType | undefined =
    kind === "review" || kind === "perspective" ? kind : kind === "step" ? step : undefined;
  return type ? { type, schema: replySchema(type) } : null;
}

function teamOf({ room, agent }: FactsInput): DeliveryFacts["team"] {
  const { name, chain, note } = resolveVariant(room.team, availableWith(room, agent.role));
  const inHand = tasksInHand(room);
  return {
    variant: name,
    chain: [...chain],
    note,
    changedAt: changedSince(room, agent),
    roles: room.team.roles.map((role) => {
      const all = byRole(room.agents).get(role.name) ?? [];
      const agents = all.slice(0, TEAM_NAMED).map((one) => ({
        name: one.name,
        online: one.online,
        offlineSince: one.offlineSince,
        taskId: inHand.get(one.id)?.id ?? null,
      }));
      const { name: roleName, specialty } = role;
      return { name: roleName, specialty, agents, more: all.length - agents.length };
    }),
  };
}

function itemOf({ backlog }: Room, task: Task): DeliveryFacts["item"] {
  const item = backlog.items.find(({ id }) => id === backlog.work[task.id]);
  if (!item) return null;
  const { id, title, priority, labels, lastTry, note } = item;
  return {
    itemId: id,
    title,
    priority,
    labels: [...labels],
    note: note?.text ?? null,
    lastTry: lastTry ? { how: lastTry.how, reason: lastTry.reason } : null,
  };
}
