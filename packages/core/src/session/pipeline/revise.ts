import { isAgent } from "../../kernel/actor.ts";
import type { Room } from "../../kernel/room.ts";
import { accept, refused } from "../../kernel/ruling.ts";
import { listedUpTo } from "../../kernel/words.ts";
import { revisedIn } from "../../pipeline/pipeline.ts";
import { revisable } from "../../pipeline/revise.ts";
import type { RulingOn } from "../../room/replies.ts";
import type { ActedFact, RoomRuling } from "../../room/ruling.ts";
import { cancelled } from "../../task/cancel.ts";
import { LIVE_TASKS_MAX } from "../../task/crowd.ts";
import type { SessionCommand } from "../record/command.ts";
import { movesOf } from "../record/moves.ts";
import type { Session } from "../record/session.ts";
import type { Acting } from "./decide.ts";
import { planRevision, progressIn, type RevisionPlan } from "./revision.ts";

type Revise = Extract<SessionCommand, { type: "reviseSteps" }>;
type Refused = Extract<RoomRuling, { ok: false }>;

/** Names of tasks in a refusal. */
const NAMED_MAX = 50;

/** Finished steps of a pipeline are made again with what is behind them, or what that would cost is said. */
export function decideReviseSteps(
  room: Room,
  session: Session,
  { actor, events }: Acting,
  command: Revise,
): RulingOn<"reviseSteps"> {
  const { id: sessionId, state, pipeline, execution } = session;
  if (!pipeline || !execution || state !== "running") {
    const message = !pipeline
      ? `Session ${sessionId} has no pipeline: go back to a step by answering its decision.`
      : state === "paused"
        ? `Session ${sessionId} is paused; resume it first.`
        : `Session ${sessionId} has not started.`;
    return refused("session_state", message, { sessionId, state }, movesOf(session));
  }
  const found = stepsNamed(room, session, command.taskIds);
  if (!found.ok) return found;
  const { note, isDryRun } = command;
  const plan = planRevision(room, session, found.ids, note.trim());
  const refusal = refuseDiscussed(plan) ?? (isDryRun ? null : refuseUndecided(room, plan, command));
  if (refusal) return refusal;
  const { revision, discussed: _, decided: __, ...cost } = plan;
  const reply = { sessionId, isDone: !isDryRun, ...cost };
  if (isDryRun) return accept([], reply);
  const reason = `Steps before it are redone in session ${sessionId}.`;
  const fact: ActedFact = {
    type: "session.revised",
    data: { sessionId, checkpoint: null, how: "revise", note: note.trim(), ...revision },
    actor,
  };
  const stopped = plan.stops.map(({ taskId }) => taskId);
  return accept([...events, fact, ...cancelled(stopped, reason, actor)], reply);
}

/** The steps of tasks, each finished and the last of its revisions. */
function stepsNamed(
  room: Room,
  session: Session,
  taskIds: Revise["taskIds"],
): { ok: true; ids: Set<string> } | Refused {
  const { id: sessionId, pipeline, execution } = session;
  const steps = pipeline?.steps ?? [];
  const tasks = execution?.tasks ?? {};
  const stepOf = new Map(Object.entries(tasks).map(([step, taskId]) => [taskId, step]));
  const can = new Set(revisable(steps, progressIn(room, session)).map(({ id }) => id));
  const allowed = [...can].flatMap((id) => tasks[id] ?? []).slice(-NAMED_MAX);
  const ids = new Set<string>();
  for (const taskId of taskIds) {
    const step = stepOf.get(taskId) ?? execution?.outcomes[taskId]?.planId;
    if (step === undefined) {
      const message = `Session ${sessionId} has no task ${taskId}.`;
      return refused("task_unknown", message, { sessionId, taskIds: [taskId] }, allowed);
    }
    if (can.has(step) && tasks[step] === taskId) {
      ids.add(step);
      continue;
    }
    const next = revisedIn(steps).get(step);
    const later = next ? (tasks[next] ?? next) : tasks[step];
    const live = room.tasks.find(({ id }) => id === taskId);
    const message =
      later !== taskId
        ? `${taskId} was redone as ${later}; name the latest.`
        : live
          ? `${taskId} isn't finished; only finished steps are revised.`
          : `${taskId} was the answer to a person's feedback and isn't redone.`;
    const details = { taskId, state: live?.state ?? "completed" };
    return refused("task_state", message, details, allowed);
  }
  return { ok: true, ids };
}

function refuseDiscussed({ discussed }: RevisionPlan): Refused | null {
  const [taskId] = discussed;
  if (taskId === undefined) return null;
  const message = `${listedUpTo(5, discussed)} ${discussed.length === 1 ? "is" : "are"} being discussed; revise when that is over.`;
  return refused("task_state", message, { taskId, state: "in_review", discussed }, []);
}

/** A person decides on a third revision, says what is to change, and the room has a place for the new tasks. */
function refuseUndecided(
  room: Room,
  { decided, stops, revision }: RevisionPlan,
  { by, note }: Revise,
): Refused | null {
  if (note.trim() === "")
    return refused("note_required", "Say in a note what is to be different this time.");
  if (isAgent(by) && decided.length > 0) {
    const message = `From the third revision on, a person decides: this would make ${listedUpTo(5, decided)}.`;
    return refused("forbidden", message, { revisions: decided });
  }
  const left = LIVE_TASKS_MAX - room.tasks.length + stops.length;
  if (left >= revision.steps.length) return null;
  const message = `This makes ${revision.steps.length} tasks, and the room has place for ${Math.max(0, left)}.`;
  return refused("limit_reached", message, { limit: LIVE_TASKS_MAX });
}
