import { isShared } from "../flow/steps.ts";
import { isRescout } from "../flow/work.ts";
import { nameOf } from "../kernel/actor.ts";
import {
  ASKED_OF_SESSIONS,
  type AskedOf,
  type EventData,
  type EventsOf,
  type FactDef,
  type FactsOf,
  fact,
  NOTHING,
  SESSIONS,
  type Touched,
} from "../kernel/event.ts";
import type { SessionId } from "../kernel/ids.ts";
import { addTask, setTask } from "../task/set.ts";
import type { NewTask } from "../task/task.ts";
import { isRejected, touchTask } from "../task/touches.ts";
import { aBatch, begun, tallyOf } from "./batch/batch.ts";
import { gatesAt } from "./brainstorm/settled.ts";
import { createdSession } from "./created.ts";
import { discussed, discussionOpened, perspectiveGiven, perspectiveRefused } from "./discussion/apply.ts";
import { flowOf } from "./flow/flows.ts";
import { progressOf } from "./gate/progress.ts";
import { advanced, dispatched, relink, revisedPipeline, ruled } from "./pipeline/apply.ts";
import { batchWorkOf } from "./record/evidence.ts";
import { mapped, outcomesOf } from "./record/outcomes.ts";
import { freePlace } from "./record/place.ts";
import { type Batch, SESSIONS_ENDED_KEPT, type Session, type SessionOf, type SessionWork } from "./record/session.ts";
import { requireFlow, setInFlow, setSession, theSession } from "./record/set.ts";
import { carriedIn, rejectedFor, withoutMended } from "./review/findings.ts";
import { atCheckpoint, entered, proposed, without } from "./steps/apply-proposal.ts";
import { scopeReopened, splitsDecided } from "./triage/scope.ts";

const NEW_WORK = {
  asks: false,
  touches: (touched: Touched, { event }: { event: { data: { task: NewTask } } }) => {
    touched.sessions = true;
    touched.roles.add(event.data.task.role);
  },
};

const NEW_TASKS = (touched: Touched, { event }: { event: { data: { tasks: { task: NewTask }[] } } }) => {
  touched.sessions = true;
  for (const { task } of event.data.tasks) {
    touched.roles.add(task.role);
    if (task.waitsFor.length > 0) touched.all = true;
  }
};

const ofBrainstorm = ofFlow("brainstorm");
const ofPipeline = ofFlow("pipeline");

export const SESSION_FACTS: FactsOf<EventsOf<"session">> = {
  "session.created": fact(SESSIONS, (next, { data: { sessions }, at }) => {
    next.sessions = {
      ...next.sessions,
      number: sessions.at(-1)?.id ?? next.sessions.number,
      live: [...next.sessions.live, ...sessions.map((session) => createdSession(session, at))],
    };
  }),
  "session.edited": ofSession(SESSIONS, (session, { data: { title, description } }) => ({
    ...session,
    title,
    description,
  })),
  // Whoever is asked what comes next is asked about the first of the queue.
  "session.moved": ofSession(ASKED_OF_SESSIONS, (session, { data }) => ({
    ...session,
    position: data.position,
  })),
  "session.started": fact(SESSIONS, (next, { data: { sessionId, angle, boundaries }, at }) => {
    setSession(next, sessionId, (session) => ({
      ...session,
      state: "running",
      startedAt: at,
      stepAt: at,
      angle: angle ?? session.angle ?? null,
      ...(boundaries ? { boundaries } : {}),
    }));
    setSession(next, sessionId, (session) => flowOf(session).begun(session, at));
    next.sessions = { ...next.sessions, next: "by_itself" };
  }),
  "session.next_held": fact(SESSIONS, (next) => {
    next.sessions = { ...next.sessions, next: "held" };
  }),
  "session.asked": fact(NEW_WORK, (next, { data: { sessionId, step, ask, comment, task } }) => {
    addTask(next, task);
    setInFlow(next, sessionId, "brainstorm", (session) => {
      const work = { taskId: task.id, step, ask, comment, refusals: [] };
      return { ...session, work, comments: session.comments + (comment ? 1 : 0) };
    });
  }),
  "session.rescouted": fact(NEW_WORK, (next, { data: { sessionId, batch: after, task } }) => {
    addTask(next, task);
    const asked = { step: "scout", ask: "renew", comment: null } as const;
    const work: SessionWork = { taskId: task.id, ...asked, refusals: [] };
    const rescout = { after, state: "open", work } as const;
    setInFlow(next, sessionId, "brainstorm", (session) => ({ ...session, rescout }));
  }),
  "session.proposed": ofBrainstorm(ASKED_OF_SESSIONS, (session, { data, at }) => proposed(session, data, at)),
  "session.reply_refused": fact(SESSIONS, (next, { data: { sessionId, taskId, step, code, message } }) => {
    if (step === "verdict")
      return setSession(next, sessionId, (session) => ({
        ...session,
        gates: { ...session.gates, asked: [...(session.gates.asked ?? []), taskId] },
      }));
    const task = next.tasks.find(({ id }) => id === taskId);
    const told = { code, message };
    // The reply to a step, a reviewer's, or a point of view: whoever sends it again knows why.
    if (task?.branchOf !== undefined)
      return setSession(next, sessionId, (session) => perspectiveRefused(session, taskId, told));
    if (!task?.reviewOf) return setSession(next, sessionId, (session) => refused(session, taskId, told));
    const reviewOf = { ...task.reviewOf, refusals: [...task.reviewOf.refusals, told] };
    setTask(next, taskId, (one) => ({ ...one, reviewOf }));
  }),
  "session.remarked": ofBrainstorm(ASKED_OF_SESSIONS, (session) => ({ ...session, work: null })),
  "session.question_answered": ofBrainstorm(SESSIONS, (session, { data, at }) => {
    const answers = { ...session.answers };
    for (const [id, answer] of Object.entries(data.answers)) {
      if (answer === null) delete answers[id];
      else answers[id] = { ...answer, at };
    }
    return { ...session, answers };
  }),
  "session.level_set": ofBrainstorm(ASKED_OF_SESSIONS, (session, event) => {
    const { gates } = session;
    const { level, how } = event.data;
    const settled = { ...gates.settled, triage: { by: nameOf(event), at: event.at } };
    return { ...session, complexity: { level, how }, gates: { ...gates, settled } };
  }),
  "session.batches_set": ofBrainstorm(ASKED_OF_SESSIONS, (session, { data, at }) => {
    const batches = data.batches.map((batch, i): Batch => (i === 0 ? begun(aBatch(batch), at) : aBatch(batch)));
    const overrides = session.gates.overrides.filter(({ phase }) => isShared(phase));
    return {
      ...session,
      batches,
      batch: batches.length > 0 ? 0 : null,
      mayEditBatches: false,
      gates: { ...session.gates, past: [], overrides },
    };
  }),
  "session.batches_adjusted": ofBrainstorm(SESSIONS, (session, { data }) => {
    const kept = (session.batches ?? []).slice(0, (session.batch ?? 0) + 1);
    return { ...session, batches: [...kept, ...data.rest.map(aBatch)] };
  }),
  "session.splits_set": ofBrainstorm(ASKED_OF_SESSIONS, (session, { data }) => splitsDecided(session, data.splits)),
  "session.approach_chosen": ofBrainstorm(SESSIONS, (session, { data: { approachId } }) => ({
    ...session,
    approachId,
    approachBy: approachId === null ? null : "person",
  })),
  "session.section_approved": ofBrainstorm(ASKED_OF_SESSIONS, (session, event) => {
    const { actor, at } = event;
    const { sectionId, version } = event.data;
    const by = { id: actor.kind === "server" ? "" : actor.id, name: nameOf(event) };
    return { ...session, sections: { ...session.sections, [sectionId]: { version, by, at } } };
  }),
  "session.section_shown": ofBrainstorm(ASKED_OF_SESSIONS, (session, { data }) => ({
    ...session,
    sectionId: data.sectionId,
  })),
  "session.section_reopened": ofBrainstorm(ASKED_OF_SESSIONS, (session, { data: { sectionId, approval } }) => {
    const { [sectionId]: _, ...others } = session.sections;
    const sections = approval ? { ...others, [sectionId]: approval } : others;
    return { ...session, sections, sectionId };
  }),
  "session.scope_reopened": ofBrainstorm(ASKED_OF_SESSIONS, (session, { data }) => scopeReopened(session, data)),
  "session.step_entered": ofBrainstorm(ASKED_OF_SESSIONS, (session, event) => {
    const gates = gatesAt(session, event.data, { by: nameOf(event), at: event.at });
    return { ...entered(session, event.data, event.at), gates };
  }),
  "session.plan_approved": fact({ asks: false, touches: NEW_TASKS }, (next, { data, at }) => {
    const { sessionId, fingerprint, by, tasks, estimate = null } = data;
    for (const { task } of tasks) addTask(next, task);
    setInFlow(next, sessionId, "brainstorm", (session) => ({
      ...session,
      // Discussions on the way are over with it.
      leftSteps: [],
      gates: { ...session.gates, checks: [] },
      execution: {
        fingerprint,
        approvedBy: by,
        at,
        tasks: idsOf(tasks),
        open: tasks.map(({ task }) => task.id),
        outcomes: outcomesOf(tasks, 0),
        estimate,
        rounds: 0,
        rejected: [],
        rejections: [],
        overridden: null,
      },
    }));
  }),
  "session.reworked": fact(
    {
      asks: false,
      touches: NEW_TASKS,
      locksOut: ({ event }) => event.data.tasks.some(({ task }) => isRejected(task)),
    },
    (next, { data }) => {
      for (const { task } of data.tasks) addTask(next, task);
      setSession(next, data.sessionId, (session) => reworked(session, data));
    },
  ),
  "session.advanced": fact({ asks: false, touches: NEW_TASKS }, (next, { data: { sessionId, tasks } }) => {
    for (const { task } of tasks) addTask(next, task);
    setInFlow(next, sessionId, "pipeline", (session) => advanced(session, tasks));
    relink(next, requireFlow(theSession(next, sessionId), "pipeline"), tasks);
  }),
  "session.ruled": ofPipeline(SESSIONS, (session, { data, at }) => ruled(session, data, at)),
  "session.dispatched": ofPipeline(SESSIONS, (session, event) =>
    dispatched(session, event.data, nameOf(event), event.at),
  ),
  "session.checkpoint_passed": ofPipeline(ASKED_OF_SESSIONS, (session, event) => {
    const answered = { by: nameOf(event), at: event.at };
    return { ...session, passed: { ...session.passed, [event.data.checkpoint]: answered } };
  }),
  "session.revised": fact(ASKED_OF_SESSIONS, (next, { data }) =>
    setInFlow(next, data.sessionId, "pipeline", (session) => revisedPipeline(session, data, next.tasks)),
  ),
  "session.discussion_opened": fact(
    {
      asks: false,
      touches: (touched, { event, after }) => touchTask(touched, event.data.discussion.taskId, after),
    },
    (next, { data: { sessionId, discussion }, at }) => {
      setTask(next, discussion.taskId, (task) => ({ ...task, state: "in_review" }));
      setSession(next, sessionId, (session) => discussionOpened(session, discussion, at));
    },
  ),
  "session.perspective_given": ofSession(NOTHING, perspectiveGiven),
  "session.discussed": ofSession(ASKED_OF_SESSIONS, discussed),
  "session.review_overridden": ofBrainstorm(ASKED_OF_SESSIONS, (session, event) => {
    const overridden = { reason: event.data.reason, by: nameOf(event), at: event.at };
    const execution = session.execution && { ...session.execution, overridden };
    return atCheckpoint({ ...session, execution }, event.at);
  }),
  "session.gate_overridden": ofSession(ASKED_OF_SESSIONS, (session, event) => {
    const { phase, batch, checks, reason } = event.data;
    const override = { phase, batch, checks, by: nameOf(event), reason, at: event.at };
    const { gates } = session;
    return { ...session, gates: { ...gates, overrides: [...gates.overrides, override] } };
  }),
  "session.batch_ended": ofBrainstorm(SESSIONS, (session, { data: { batch, next }, at }) => {
    const { gates } = session;
    const result = session.proposals.review?.value.summary ?? null;
    const tally = session.execution && tallyOf(session.execution);
    const carried = carriedIn(session);
    const batches = (session.batches ?? []).map((one, i): Batch => {
      if (i === batch) return { ...one, state: "completed", result, tally, carried };
      return i === next ? begun(one, at) : one;
    });
    const { plan: _plan, review: _review, ...proposals } = session.proposals;
    const past = [...gates.past, batchWorkOf(session)];
    return {
      ...session,
      batches,
      batch: next,
      execution: null,
      proposals,
      gates: { ...gates, checks: [], past },
    };
  }),
  // One thing is asked about a paused one: what becomes of a used budget.
  "session.paused": ofSession(ASKED_OF_SESSIONS, (session, { data, at }) => ({
    ...session,
    state: "paused",
    pausedAt: at,
    pausedFor: data.limits ? "budget" : null,
  })),
  "session.resumed": fact(ASKED_OF_SESSIONS, (next, { data }) => {
    const going = { state: "running", pausedAt: null, pausedFor: null, isParked: false } as const;
    setSession(next, data.sessionId, (session) => ({ ...session, ...going }));
    next.sessions = { ...next.sessions, next: "by_itself" };
  }),
  "session.parked": fact(ASKED_OF_SESSIONS, (next, { data: { sessionId, isParked } }) => {
    setSession(next, sessionId, (session) => ({ ...session, isParked }));
    freePlace(next);
  }),
  "session.ended": fact(ASKED_OF_SESSIONS, (next, event) => {
    const { sessionId: id, end, reason } = event.data;
    const session = theSession(next, id);
    const { title } = session;
    const progress = progressOf(session);
    const last = { id, title, end, at: event.at, by: nameOf(event), reason, progress };
    const { live, ended } = next.sessions;
    next.sessions = {
      ...next.sessions,
      live: live.filter((other) => other !== session),
      ended: [last, ...ended].slice(0, SESSIONS_ENDED_KEPT),
    };
    freePlace(next);
  }),
};

/** A fact that changes only its session. */
function ofSession<E extends { data: { sessionId: SessionId } }>(
  asked: NoInfer<AskedOf<E>>,
  update: (session: Session, event: E) => Session,
): FactDef<E> {
  return fact(asked, (next, event) => setSession(next, event.data.sessionId, (session) => update(session, event)));
}

/** The same for facts that only sessions of one flow have. */
function ofFlow<F extends Session["flow"]>(flow: F) {
  return <E extends { data: { sessionId: SessionId } }>(
    asked: NoInfer<AskedOf<E>>,
    update: (session: SessionOf<F>, event: E) => SessionOf<F>,
  ): FactDef<E> =>
    fact(asked, (next, event) => setInFlow(next, event.data.sessionId, flow, (session) => update(session, event)));
}

type Planned = EventData["session.reworked"]["tasks"];

function idsOf(tasks: Planned): Record<string, Planned[number]["task"]["id"]> {
  return Object.fromEntries(tasks.map(({ planId, task }) => [planId, task.id]));
}

function reworked(session: Session, { tasks, takesBack }: EventData["session.reworked"]): Session {
  const { execution: before } = session;
  const rejected = rejectedFor(session);
  const given = takesBack && before?.outcomes[takesBack];
  const news = rejected.filter((mark) => !before?.rejected.includes(mark)).length;
  const execution = before && {
    ...before,
    tasks: { ...before.tasks, ...idsOf(tasks) },
    open: [...before.open, ...tasks.map(({ task }) => task.id)],
    outcomes: {
      ...mapped(before.outcomes, (one) => withoutMended(one, rejected)),
      ...(given ? { [takesBack]: { ...given, state: "rolled_back" as const } } : {}),
      ...outcomesOf(tasks, before.rounds, news),
    },
    rejected,
  };
  return { ...session, execution, proposals: without(session.proposals, "review") };
}

/** The reason goes back to the agent, with what it was asked for. */
function refused(session: Session, taskId: SessionWork["taskId"], told: SessionWork["refusals"][number]): Session {
  const again = (work: SessionWork): SessionWork => ({
    ...work,
    refusals: [...work.refusals, told],
  });
  const { work, rescout } = session;
  if (rescout && isRescout(session, taskId)) return { ...session, rescout: { ...rescout, work: again(rescout.work) } };
  return { ...session, work: work && again(work) };
}
