import { type Decision, subjectKey } from "../../decision/decision.ts";
import { type AskedDecision, anOption, done, type Effect } from "../../decision/question.ts";
import { findPipelineSession } from "../../flow/sessions.ts";
import { type Actor, isAgent } from "../../kernel/actor.ts";
import type { CommandOf, Context, RulingOn } from "../../kernel/command.ts";
import type { AgentId } from "../../kernel/ids.ts";
import type { Room } from "../../kernel/room.ts";
import { type ActedFact, accept, type Refused, refused } from "../../kernel/ruling.ts";
import { cut } from "../../kernel/storable.ts";
import { counted, listedUpTo } from "../../kernel/words.ts";
import { revisedIn } from "../../pipeline/pipeline.ts";
import { revisable } from "../../pipeline/revise.ts";
import { cancelled } from "../../task/cancel.ts";
import { LIVE_TASKS_MAX } from "../../task/crowd.ts";
import { about } from "../record/ask-words.ts";
import type { At } from "../record/at.ts";
import { movesOf } from "../record/moves.ts";
import type { PipelineSession, Session } from "../record/session.ts";
import type { Acting } from "./decide.ts";
import { planRevision, progressIn, type RevisionPlan } from "./revision.ts";

type Revise = CommandOf<"reviseSteps">;

/** Most names of tasks in a refusal. */
const NAMED_MAX = 50;

/** Redoes finished steps of a pipeline with what comes after them, or says what that would cost. */
export function decideReviseSteps(
  room: Room,
  session: Session,
  { actor, events }: Acting,
  command: Revise,
  { newId }: Pick<Context, "newId">,
): RulingOn<"reviseSteps"> {
  const { id: sessionId, state } = session;
  if (session.flow !== "pipeline" || !session.execution || state !== "running") {
    const message =
      session.flow !== "pipeline"
        ? `Session ${sessionId} has no pipeline: go back to a step by answering its decision.`
        : state === "paused"
          ? `Session ${sessionId} is paused; resume it first.`
          : `Session ${sessionId} has not started.`;
    return refused("session_state", message, { sessionId, state }, movesOf(session));
  }
  const found = stepsNamed(room, session, command.taskIds);
  if (!found.ok) return found;
  const { by, note, dryRun: isDryRun } = command;
  const plan = planRevision(room, session, found.ids, note.trim());
  const refusal = refuseDiscussed(plan) ?? (isDryRun ? null : (refuseSilent(note) ?? refuseCrowd(room, plan)));
  if (refusal) return refusal;
  const { revision: _, discussed: __, decided, ...cost } = plan;
  const forPerson = isAgent(by) ? decided : [];
  const reply = { sessionId, isDone: !isDryRun, decisionId: null, decided: forPerson, ...cost };
  if (isDryRun) return accept([], reply);
  if (!isAgent(by) || forPerson.length === 0)
    return accept([...events, ...revisionFacts(session, plan, note, actor)], reply);
  const asked = revisionAsk(room, session, plan, { by: by.id, note, ids: found.ids });
  const pending = Object.values(room.decisions).find((other) => subjectKey(other) === subjectKey(asked));
  if (pending) {
    const message = `A person is already asked about that: ${pending.question}`;
    return refused("decision_pending", message, { decisionId: pending.id });
  }
  const decision = { ...asked, id: newId(), version: 1, supersedes: null };
  return accept([...events, { type: "decision.opened", data: { decision }, actor }], {
    ...reply,
    isDone: false,
    decisionId: decision.id,
  });
}

function revisionFacts(
  { id: sessionId }: PipelineSession,
  { revision, stops }: RevisionPlan,
  note: string,
  actor: Actor,
): ActedFact[] {
  const data = { sessionId, checkpoint: null, how: "revise" as const, note: note.trim() };
  const reason = `Steps before it are redone in session ${sessionId}.`;
  const stopped = stops.map(({ taskId }) => taskId);
  return [{ type: "session.revised", data: { ...data, ...revision }, actor }, ...cancelled(stopped, reason, actor)];
}

/** What a person is asked if the coordinator wants a third revision. Its reason is the note, for whoever makes it. */
function revisionAsk(
  room: Room,
  session: PipelineSession,
  { again, stops, decided }: RevisionPlan,
  { by, note, ids }: { by: AgentId; note: string; ids: ReadonlySet<string> },
): AskedDecision<"intervention"> {
  const { name = "The coordinator", role = room.team.entryPoint } = room.agents[by] ?? {};
  const named = again.flatMap(({ step, taskId }) => (ids.has(step) ? [taskId] : []));
  const behind = again.length - named.length;
  const rest = behind === 0 ? "" : `, and ${counted(behind, "step")} behind ${named.length === 1 ? "it" : "them"}`;
  const gone =
    stops.length === 0 ? "" : ` ${counted(stops.length, "unfinished task is", "unfinished tasks are")} cancelled.`;
  return {
    ...about(room, session, "execute", named.join(", ")),
    kind: "intervention",
    // The pipeline continues meanwhile.
    urgency: "medium",
    holdsUp: 0,
    askedBy: { agentId: by, name, role },
    // The asker reads it again with the answer.
    question: `Redo ${listedUpTo(5, named)} as ${listedUpTo(5, decided)}? From the third revision on, a person decides.`,
    reason: note.trim(),
    options: [
      anOption(
        "redo",
        cut(`Redo ${listedUpTo(3, named)}`, 80),
        `${named.length === 1 ? "It is" : "They are"} done again with ${name}'s note and yours${rest}.${gone} What is there stays readable.`,
        { kind: "revise_step", step: [...ids].join(STEPS_APART) },
      ),
      anOption("keep", "Keep as is", "Nothing is redone. The pipeline continues with what is there.", "tell"),
    ],
  };
}

/** Separates the steps of one answer; no id of a step contains it. */
const STEPS_APART = ",";

/** Whether what the coordinator wants redone can still be redone. */
export function isRevisionAsked(room: Room, { subject, options }: Decision): boolean {
  const session = subject.kind === "session" && findPipelineSession(room.sessions, subject.sessionId);
  if (!session) return false;
  const can = new Set(revisable(session.pipeline.steps, progressIn(room, session)).map(({ id }) => id));
  return options.some(
    ({ act }) => act.kind === "revise_step" && act.step.split(STEPS_APART).every((id) => can.has(id)),
  );
}

/** A person lets it be redone once more. */
export function answerRevision(
  { room, session, actor }: At<PipelineSession>,
  step: string,
  { reason }: Decision,
  note: string,
): Effect {
  const { id: sessionId, state } = session;
  if (state !== "running") {
    const message = `Session ${sessionId} is ${state}; resume it first.`;
    return refused("session_state", message, { sessionId, state }, movesOf(session));
  }
  const said = [reason, note.trim()].filter(Boolean).join("\n\n");
  const plan = planRevision(room, session, new Set(step.split(STEPS_APART)), said);
  const refusal = refuseDiscussed(plan) ?? refuseCrowd(room, plan);
  return refusal ?? done(revisionFacts(session, plan, said, actor));
}

/** The steps of tasks, each finished and the last of its revisions. */
function stepsNamed(
  room: Room,
  session: PipelineSession,
  taskIds: Revise["taskIds"],
): { ok: true; ids: Set<string> } | Refused {
  const { id: sessionId, pipeline, execution } = session;
  const { steps } = pipeline;
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

function refuseSilent(note: string): Refused | null {
  if (note.trim() !== "") return null;
  return refused("note_required", "Say in a note what is to be different this time.");
}

/** Refuses if the room has no space for the new tasks. */
function refuseCrowd(room: Room, { stops, revision }: RevisionPlan): Refused | null {
  const left = LIVE_TASKS_MAX - room.tasks.length + stops.length;
  if (left >= revision.steps.length) return null;
  const message = `This makes ${revision.steps.length} tasks, and the room has place for ${Math.max(0, left)}.`;
  return refused("limit_reached", message, { limit: LIVE_TASKS_MAX });
}
