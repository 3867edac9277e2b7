import { isShared } from "../flow/steps.ts";
import { isRescout } from "../flow/work.ts";
import { nameOf } from "../kernel/actor.ts";
import type { EventData, EventsOf, ReducersOf } from "../kernel/event.ts";
import type { SessionId } from "../kernel/ids.ts";
import type { RoomView } from "../kernel/view.ts";
import { addTask, setTask } from "../task/set.ts";
import { NO_USAGE } from "../usage/usage.ts";
import { aBatch, begun, tallyOf } from "./batch/batch.ts";
import {
  discussed,
  discussionOpened,
  perspectiveGiven,
  perspectiveRefused,
} from "./discussion/apply.ts";
import { gatesAt } from "./gate/apply.ts";
import { newGateRecord } from "./gate/gate.ts";
import { progressOf } from "./gate/progress.ts";
import { batchWorkOf } from "./gate/work.ts";
import {
  advanced,
  begunPipeline,
  dispatched,
  relink,
  revisedPipeline,
  ruled,
} from "./pipeline/apply.ts";
import { mapped, outcomesOf } from "./record/outcomes.ts";
import { freePlace } from "./record/place.ts";
import {
  type Batch,
  type NewSession,
  SESSIONS_ENDED_KEPT,
  type Session,
  type SessionWork,
} from "./record/session.ts";
import { setSession, theSession } from "./record/set.ts";
import { carriedIn, rejectedFor, withoutMended } from "./review/findings.ts";
import { atCheckpoint, entered, proposed, without } from "./steps/apply-proposal.ts";
import { scopeReopened, splitsDecided } from "./triage/scope.ts";

/** A session as it is when it has just been made. */
export function createdSession(created: NewSession, at: number): Session {
  return {
    ...created,
    angle: created.angle ?? null,
    state: "queued",
    createdAt: at,
    startedAt: null,
    stepAt: at,
    step: created.pipeline ? "execute" : "scout",
    isParked: false,
    pausedAt: null,
    pausedFor: null,
    complexity: null,
    proposals: {},
    answers: {},
    approachId: null,
    approachBy: null,
    sections: {},
    sectionId: null,
    staleBasis: {},
    leftSteps: [],
    batches: null,
    splits: null,
    mayEditBatches: false,
    decidedSplits: [],
    batch: null,
    work: null,
    rescout: null,
    execution: null,
    usage: NO_USAGE,
    budget: null,
    comments: 0,
    gates: newGateRecord(created.gatePreset),
  };
}

export const SESSION_REDUCERS: ReducersOf<EventsOf<"session">> = {
  "session.created": (next, { data: { sessions }, at }) => {
    next.sessions = {
      ...next.sessions,
      number: sessions.at(-1)?.id ?? next.sessions.number,
      live: [...next.sessions.live, ...sessions.map((session) => createdSession(session, at))],
    };
  },
  "session.edited": ofSession((session, { data: { title, description } }) => ({
    ...session,
    title,
    description,
  })),
  "session.moved": ofSession((session, { data }) => ({ ...session, position: data.position })),
  "session.started": (next, { data: { sessionId, angle, boundaries }, at }) => {
    setSession(next, sessionId, (session) => ({
      ...session,
      state: "running",
      startedAt: at,
      stepAt: at,
      angle: angle ?? session.angle ?? null,
      ...(boundaries ? { boundaries } : {}),
      ...(session.pipeline ? begunPipeline(session, at) : {}),
    }));
    next.sessions = { ...next.sessions, next: "by_itself" };
  },
  "session.next_held": (next) => {
    next.sessions = { ...next.sessions, next: "held" };
  },
  "session.asked": (next, { data: { sessionId, step, ask, comment, task } }) => {
    addTask(next, task);
    setSession(next, sessionId, (session) => {
      const work = { taskId: task.id, step, ask, comment, refusals: [] };
      return { ...session, work, comments: session.comments + (comment ? 1 : 0) };
    });
  },
  "session.rescouted": (next, { data: { sessionId, batch: after, task } }) => {
    addTask(next, task);
    const asked = { step: "scout", ask: "renew", comment: null } as const;
    const work: SessionWork = { taskId: task.id, ...asked, refusals: [] };
    const rescout = { after, state: "open", work } as const;
    setSession(next, sessionId, (session) => ({ ...session, rescout }));
  },
  "session.proposed": ofSession((session, { data, at }) => proposed(session, data, at)),
  "session.reply_refused": (next, { data: { sessionId, taskId, step, code, message } }) => {
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
    if (!task?.reviewOf)
      return setSession(next, sessionId, (session) => refused(session, taskId, told));
    const reviewOf = { ...task.reviewOf, refusals: [...task.reviewOf.refusals, told] };
    setTask(next, taskId, (one) => ({ ...one, reviewOf }));
  },
  "session.remarked": ofSession((session) => ({ ...session, work: null })),
  "session.question_answered": ofSession((session, { data, at }) => {
    const answers = { ...session.answers };
    for (const [id, answer] of Object.entries(data.answers)) {
      if (answer === null) delete answers[id];
      else answers[id] = { ...answer, at };
    }
    return { ...session, answers };
  }),
  "session.level_set": ofSession((session, event) => {
    const { gates } = session;
    const { level, how } = event.data;
    const settled = { ...gates.settled, triage: { by: nameOf(event), at: event.at } };
    return { ...session, complexity: { level, how }, gates: { ...gates, settled } };
  }),
  "session.batches_set": ofSession((session, { data, at }) => {
    const batches = data.batches.map(
      (batch, i): Batch => (i === 0 ? begun(aBatch(batch), at) : aBatch(batch)),
    );
    const overrides = session.gates.overrides.filter(({ phase }) => isShared(phase));
    return {
      ...session,
      batches,
      batch: batches.length > 0 ? 0 : null,
      mayEditBatches: false,
      gates: { ...session.gates, past: [], overrides },
    };
  }),
  "session.batches_adjusted": ofSession((session, { data }) => {
    const kept = (session.batches ?? []).slice(0, (session.batch ?? 0) + 1);
    return { ...session, batches: [...kept, ...data.rest.map(aBatch)] };
  }),
  "session.splits_set": ofSession((session, { data }) => splitsDecided(session, data.splits)),
  "session.approach_chosen": ofSession((session, { data: { approachId } }) => ({
    ...session,
    approachId,
    approachBy: approachId === null ? null : "person",
  })),
  "session.section_approved": ofSession((session, event) => {
    const { actor, at } = event;
    const { sectionId, version } = event.data;
    const by = { id: actor.kind === "server" ? "" : actor.id, name: nameOf(event) };
    return { ...session, sections: { ...session.sections, [sectionId]: { version, by, at } } };
  }),
  "session.section_shown": ofSession((session, { data }) => ({
    ...session,
    sectionId: data.sectionId,
  })),
  "session.section_reopened": ofSession((session, { data: { sectionId, approval } }) => {
    const { [sectionId]: _, ...others } = session.sections;
    const sections = approval ? { ...others, [sectionId]: approval } : others;
    return { ...session, sections, sectionId };
  }),
  "session.scope_reopened": ofSession((session, { data }) => scopeReopened(session, data)),
  "session.step_entered": ofSession((session, event) => {
    const gates = gatesAt(session, event.data, { by: nameOf(event), at: event.at });
    return { ...entered(session, event.data, event.at), gates };
  }),
  "session.plan_approved": (next, { data, at }) => {
    const { sessionId, fingerprint, by, tasks, estimate = null } = data;
    for (const { task } of tasks) addTask(next, task);
    setSession(next, sessionId, (session) => ({
      ...session,
      // What was talked about on the way is over with it.
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
  },
  "session.reworked": (next, { data }) => {
    for (const { task } of data.tasks) addTask(next, task);
    setSession(next, data.sessionId, (session) => reworked(session, data));
  },
  "session.advanced": (next, { data: { sessionId, tasks } }) => {
    for (const { task } of tasks) addTask(next, task);
    setSession(next, sessionId, (session) => advanced(session, tasks));
    relink(next, theSession(next, sessionId), tasks);
  },
  "session.ruled": ofSession((session, { data, at }) => ruled(session, data, at)),
  "session.dispatched": ofSession((session, event) =>
    dispatched(session, event.data, nameOf(event), event.at),
  ),
  "session.checkpoint_passed": ofSession((session, event) => {
    const answered = { by: nameOf(event), at: event.at };
    return { ...session, passed: { ...session.passed, [event.data.checkpoint]: answered } };
  }),
  "session.revised": (next, { data }) =>
    setSession(next, data.sessionId, (session) => revisedPipeline(session, data, next.tasks)),
  "session.discussion_opened": (next, { data: { sessionId, discussion }, at }) => {
    setTask(next, discussion.taskId, (task) => ({ ...task, state: "in_review" }));
    setSession(next, sessionId, (session) => discussionOpened(session, discussion, at));
  },
  "session.perspective_given": ofSession(perspectiveGiven),
  "session.discussed": ofSession(discussed),
  "session.review_overridden": ofSession((session, event) => {
    const overridden = { reason: event.data.reason, by: nameOf(event), at: event.at };
    const execution = session.execution && { ...session.execution, overridden };
    return atCheckpoint({ ...session, execution }, event.at);
  }),
  "session.gate_overridden": ofSession((session, event) => {
    const { phase, batch, checks, reason } = event.data;
    const override = { phase, batch, checks, by: nameOf(event), reason, at: event.at };
    const { gates } = session;
    return { ...session, gates: { ...gates, overrides: [...gates.overrides, override] } };
  }),
  "session.batch_ended": ofSession((session, { data: { batch, next }, at }) => {
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
  "session.paused": ofSession((session, { data, at }) => ({
    ...session,
    state: "paused",
    pausedAt: at,
    pausedFor: data.limits ? "budget" : null,
  })),
  "session.resumed": (next, { data }) => {
    const going = { state: "running", pausedAt: null, pausedFor: null, isParked: false } as const;
    setSession(next, data.sessionId, (session) => ({ ...session, ...going }));
    next.sessions = { ...next.sessions, next: "by_itself" };
  },
  "session.parked": (next, { data: { sessionId, isParked } }) => {
    setSession(next, sessionId, (session) => ({ ...session, isParked }));
    freePlace(next);
  },
  "session.ended": (next, event) => {
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
  },
};

/** What an event makes of its session. */
function ofSession<E extends { data: { sessionId: SessionId } }>(
  update: (session: Session, event: E) => Session,
) {
  return (next: RoomView, event: E): void =>
    setSession(next, event.data.sessionId, (session) => update(session, event));
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
function refused(
  session: Session,
  taskId: SessionWork["taskId"],
  told: SessionWork["refusals"][number],
): Session {
  const again = (work: SessionWork): SessionWork => ({
    ...work,
    refusals: [...work.refusals, told],
  });
  const { work, rescout } = session;
  if (rescout && isRescout(session, taskId))
    return { ...session, rescout: { ...rescout, work: again(rescout.work) } };
  return { ...session, work: work && again(work) };
}
