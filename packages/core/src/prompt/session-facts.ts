import type { SessionFacts } from "../delivery/session-facts.ts";
import { findSession } from "../flow/sessions.ts";
import { isOfBatch } from "../flow/steps.ts";
import { isRescout } from "../flow/work.ts";
import type { Room } from "../kernel/room.ts";
import { changesSince, changeText, findScout } from "../scout/scout.ts";
import { checksWanted } from "../session/gate/gates.ts";
import type { Session } from "../session/record/session.ts";
import { latestRescout } from "../session/scout/rescout.ts";
import type { HeldTask } from "../task/task.ts";
import { boundsOf } from "./boundaries.ts";
import { newestSaid, type Said } from "./context/conversation.ts";
import { promptOf } from "./context/flow-prompt.ts";
import { aboutWhole } from "./context/plan-part.ts";
import type { WholeWork } from "./context/whole.ts";
import { askedStep, saidAbout } from "./session.ts";

/** What the text of a delivery says about the task's session, for programs that don't read markdown. */
export function sessionFactsOf(
  room: Room,
  task: HeldTask,
  said: readonly Said[],
  work: WholeWork,
): SessionFacts | null {
  const session = task.sessionId === null ? undefined : findSession(room.sessions, task.sessionId);
  if (!session) return null;
  const { id, title, description, boundaries, complexity, batch } = session;
  const asked = askedStep(room, task);
  const { reviewOf } = task;
  const step = asked?.step ?? null;
  const rescout = latestRescout(session);
  return {
    id,
    title,
    description,
    step: reviewOf ? "review" : step,
    ask: reviewOf ? "present" : (asked?.work.ask ?? null),
    reviewOf: reviewOf?.taskId ?? null,
    boundaries: boundaries ? boundsOf(boundaries) : null,
    level: complexity ? { level: complexity.level, how: complexity.how } : null,
    wants: promptOf(session).wants(session),
    questions: questionsOf(session),
    approach: approachOf(session),
    batches:
      session.batches?.map(({ title: of, description: about, state, result }) => {
        return { title: of, description: about, state, result };
      }) ?? null,
    batch: batch === null ? null : batch + 1,
    splits: [...new Set([...(session.splits ?? []).map((one) => one.title), ...session.decidedSplits])],
    angle: session.angle ?? null,
    scout: scoutOf(room, task, session),
    rescout: rescout ? { after: rescout.after + 1, state: rescout.state } : null,
    design: asked && !isOfBatch(asked.step) ? [] : designOf(session),
    presented: presentedOf(session, asked),
    comment: asked?.work.comment ?? null,
    conversation: newestSaid(asked ? saidAbout(session, asked.step, asked.work, said) : []).map(
      ({ by, at, step: of, content, chosen }) => {
        return { by, at, step: of, content, chosen: chosen ?? null };
      },
    ),
    refused: asked?.work.refusals.at(-1)?.message ?? null,
    checks: asked ? [] : checksWanted(session, task).map((one) => ({ ...one })),
    ...wholeOf(room, task, work),
  };
}

function questionsOf({ proposals, answers }: Session): SessionFacts["questions"] {
  return (proposals.questions?.value.questions ?? []).map(({ id, text }) => {
    const answer = answers[id];
    const said = answer ? [answer.option, answer.text].filter(Boolean).join("; ") : null;
    return { id, text, answer: said };
  });
}

function approachOf({ proposals, approachId }: Session): SessionFacts["approach"] {
  const chosen = proposals.approaches?.value.approaches.find(({ id }) => id === approachId);
  return chosen ? { id: chosen.id, title: chosen.title, summary: chosen.summary } : null;
}

/** For the scout itself, what was seen from its angle before; for the others, what it found. */
function scoutOf(room: Room, task: HeldTask, session: Session): SessionFacts["scout"] {
  const { scouts } = room;
  const { proposals, angle, work } = session;
  const isFirst = work?.taskId === task.id && work.step === "scout" && !isRescout(session, task.id);
  const from = angle ?? proposals.scout?.value.angle;
  const known = isFirst ? (from ? findScout(scouts, from) : undefined) : proposals.scout;
  const found = known ?? promptOf(session).foundFor(room, session, task);
  if (!found) return null;
  const changes = "seq" in found ? changesSince(scouts, found).map(changeText) : [];
  return { value: found.value, by: found.by.name, at: found.at, changes };
}

function designOf({ proposals }: Session): SessionFacts["design"] {
  return (proposals.design?.value.sections ?? []).map(({ id, title, content }) => {
    return { id, title, content };
  });
}

function presentedOf({ proposals }: Session, asked: ReturnType<typeof askedStep>): SessionFacts["presented"] {
  if (!asked || asked.work.ask === "present" || asked.work.ask === "renew") return null;
  const proposal = proposals[asked.step];
  return proposal ? { type: asked.step, version: proposal.version, value: proposal.value } : null;
}

function wholeOf(
  room: Room,
  task: HeldTask,
  { tasks, reviews }: WholeWork,
): Pick<SessionFacts, "work" | "reviews" | "letStand"> {
  const session = aboutWhole(room, task);
  if (!session?.execution) return { work: [], reviews: [], letStand: [] };
  const { execution, gates, batch } = session;
  const known = new Map(tasks.map((one) => [one.id as string, one]));
  return {
    work: Object.entries(execution.outcomes).map(([id, outcome]) => {
      const { title, state, unreviewed, rounds, reviewsBefore, author, carried } = outcome;
      const of = known.get(id);
      return {
        taskId: id,
        title,
        state,
        unreviewed,
        rounds,
        reviewsBefore,
        author: author?.name ?? null,
        reviews: outcome.reviews.map(({ role, by, passed }) => ({ role, by, passed })),
        carried: carried.map(({ severity, file, line, issue }) => {
          return { severity, file, line, issue };
        }),
        instruction: of?.instruction ?? null,
        boundaries: of ? boundsOf(of.boundaries) : null,
        successCriteria: [...(of?.successCriteria ?? [])],
        result: of?.result ?? null,
      };
    }),
    reviews: [...reviews],
    letStand: [
      ...gates.overrides
        .filter((one) => one.batch === batch && one.at >= execution.at)
        .map(({ by, reason }) => ({ by, reason })),
      ...(execution.overridden ? [{ by: execution.overridden.by, reason: execution.overridden.reason }] : []),
    ],
  };
}
