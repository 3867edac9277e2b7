import { isBehind, PROPOSAL_STEPS, type ProposalStep, RETURN_STEPS, type SessionStep } from "../../flow/steps.ts";
import { isRescout } from "../../flow/work.ts";
import type { EventData } from "../../kernel/event.ts";
import { type BrainstormSession, isReviewed, type Proposals } from "../record/session.ts";
import { scopeAfter } from "../triage/scope.ts";

/** What an agent presents replaces what it presented before. */
export function proposed(
  session: BrainstormSession,
  { step, proposal }: EventData["session.proposed"],
  at: number,
): BrainstormSession {
  const proposals: Proposals = {
    ...session.proposals,
    [step]: { ...proposal, at, staleSince: null },
  };
  const { rescout } = session;
  // A scout beside it does not touch what the session does meanwhile.
  if (rescout && isRescout(session, proposal.taskId))
    return { ...session, proposals, rescout: { ...rescout, state: "reported" } };
  const { [step]: _, ...staleBasis } = session.staleBasis;
  const after = { ...session, proposals, staleBasis, work: null };
  if (step === "review" && after.execution) {
    const rounds = after.execution.rounds + 1;
    return atCheckpoint({ ...after, execution: { ...after.execution, rounds } }, at);
  }
  if (step === "design") return withSections(session, withApproach(after));
  if (step === "questions") return { ...after, answers: answersLeft(after) };
  if (step === "triage") return scopeAfter(session, after);
  // Which approach was meant is not known once there are others.
  if (step === "approaches") return { ...after, approachId: null, approachBy: null };
  return after;
}

/** What a person chose stands; if nobody did, the design says which way it takes. */
function withApproach(session: BrainstormSession): BrainstormSession {
  if (session.approachBy === "person") return session;
  const approachId = session.proposals.design?.value.approachId ?? null;
  return { ...session, approachId, approachBy: approachId === null ? null : "agent" };
}

/** An option that is no longer offered is no answer; text stays. */
function answersLeft({ proposals, answers }: BrainstormSession): BrainstormSession["answers"] {
  const questions = new Map(proposals.questions?.value.questions.map((one) => [one.id, one]));
  return Object.fromEntries(
    Object.entries(answers).flatMap(([id, answer]) => {
      const options = questions.get(id)?.options ?? [];
      const isGone = questions.has(id) && answer.option !== null && !options.includes(answer.option);
      if (!isGone) return [[id, answer]];
      return answer.text === "" ? [] : [[id, { ...answer, option: null }]];
    }),
  );
}

/** The current batch is done, and a person says how to continue. */
export function atCheckpoint(session: BrainstormSession, at: number): BrainstormSession {
  const { batches, batch } = session;
  if (batches === null || batch === null || !isReviewed(session)) return session;
  return {
    ...session,
    batches: batches.map((one, i) => (i === batch ? { ...one, state: "at_checkpoint", reviewedAt: at } : one)),
  };
}

/** An approval holds as long as the text is the approved one. */
function withSections(before: BrainstormSession, after: BrainstormSession): BrainstormSession {
  const was = before.proposals.design?.value.sections ?? [];
  const now = after.proposals.design?.value.sections ?? [];
  const isSame = (id: string) => {
    const old = was.find((section) => section.id === id);
    const text = now.find((section) => section.id === id);
    return old !== undefined && old.title === text?.title && old.content === text.content;
  };
  const sections = Object.fromEntries(Object.entries(before.sections).filter(([id]) => isSame(id)));
  const stays = now.some((section) => section.id === before.sectionId);
  const open = now.find((section) => sections[section.id] === undefined);
  const sectionId = stays ? before.sectionId : (open?.id ?? now[0]?.id ?? null);
  return { ...after, sections, sectionId };
}

export function without(proposals: Proposals, step: ProposalStep): Proposals {
  const { [step]: _, ...rest } = proposals;
  return rest;
}

export function entered(
  session: BrainstormSession,
  { step, stale, why, keepsLevel }: EventData["session.step_entered"],
  at: number,
): BrainstormSession {
  const proposals: Proposals = { ...session.proposals };
  const staleBasis = { ...session.staleBasis };
  for (const name of stale) {
    if (proposals[name]?.staleSince === null) staleBasis[name] = { basis: basisOf(session, name), since: at };
    setStale(proposals, name, proposals[name]?.staleSince ?? at);
  }
  for (const name of PROPOSAL_STEPS) {
    const known = staleBasis[name];
    if (!known) continue;
    // Somebody who comes to it by an answer sees whether it fits; somebody who takes the answer back finds it as it
    // was.
    const isEntered = name === step && (why === "forward" || why === "skipped");
    if (isEntered) setStale(proposals, name, known.basis === basisOf(session, name) ? null : known.since);
    if (why === "undone" && isBehind(name, step)) setStale(proposals, name, known.since);
  }
  return {
    ...session,
    step,
    stepAt: at,
    proposals,
    staleBasis,
    mayEditBatches: step === "triage" && why === "back" && isUntouched(session),
    work: null,
    // Its level is asked for again; what was settled about its scope stands.
    complexity: step === "triage" && !keepsLevel ? null : session.complexity,
    sectionId: step === "design" ? firstOpen(session) : session.sectionId,
    leftSteps: why === "back" ? left(session, step) : session.leftSteps,
  };
}

/** There are batches, and none of them has ended. */
function isUntouched({ batches, gates }: BrainstormSession): boolean {
  return (batches ?? []).length > 0 && gates.past.length === 0;
}

function setStale<S extends ProposalStep>(proposals: Proposals, step: S, staleSince: number | null): void {
  const proposal = proposals[step];
  if (proposal) proposals[step] = { ...proposal, staleSince };
}

/** Everything before a step on which its proposal is based. */
function basisOf(session: BrainstormSession, step: ProposalStep): string {
  const { complexity, batches, proposals, answers, approachId } = session;
  const parts: [ProposalStep, unknown][] = [
    ["scout", proposals.scout?.version],
    ["triage", [complexity, batches?.map(({ title, description }) => [title, description])]],
    [
      "questions",
      [
        proposals.questions?.version,
        Object.entries(answers)
          .map(([id, { option, text }]) => [id, option, text])
          .sort(),
      ],
    ],
    ["approaches", [proposals.approaches?.version, approachId]],
    ["design", proposals.design?.version],
  ];
  return JSON.stringify(parts.filter(([other]) => isBehind(step, other)));
}

function firstOpen({ proposals, sections }: BrainstormSession): string | null {
  const all = proposals.design?.value.sections ?? [];
  const open = all.find((section) => sections[section.id] === undefined);
  return open?.id ?? all[0]?.id ?? null;
}

/** What was left behind by going back, in the order of the flow; nothing counts as left where nothing was presented. */
function left({ leftSteps, proposals, step: from }: BrainstormSession, to: SessionStep): SessionStep[] {
  const between = RETURN_STEPS.filter(
    (step) => proposals[step] !== undefined && isBehind(step, to) && (step === from || isBehind(from, step)),
  );
  return PROPOSAL_STEPS.filter((step) => leftSteps.includes(step) || between.includes(step));
}
