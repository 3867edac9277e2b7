import { hasStep, isBehind, PHASES, type Phase, phaseOf, type SessionStep } from "../../flow/steps.ts";
import { counted } from "../../kernel/words.ts";
import { batchWorkOf, checkRow, gateFrom, isThrough, lostRows, openRow, pending } from "../record/evidence.ts";
import { type BatchWork, type Gate, type GateOverride, REQUIREMENTS, type Row } from "../record/gate.ts";
import { type BrainstormSession, isReviewed } from "../record/session.ts";
import { isScopeSettled } from "../triage/scope.ts";
import { settledBy } from "./settled.ts";

type Of = Pick<Gate, "phase" | "batch">;

/** In the order of the flow: those of each batch follow each other. */
export function brainstormGates(session: BrainstormSession): Gate[] {
  const { batches, batch } = session;
  const count = batches?.length ?? 0;
  // While its batches are asked about again, only the current one exists.
  const all = count === 0 ? [batch] : Array.from({ length: count }, (_, i) => i);
  const current = count === 0 ? batch : (batch ?? count);
  const requirements: Of = { phase: "requirements", batch: null };
  const design: Of = { phase: "design", batch: null };
  const isThere = (phase: Phase) => PHASES.indexOf(phaseOf(session.step)) >= PHASES.indexOf(phase);
  return [
    session.startedAt === null ? pending(requirements) : gateFrom(session, requirements, requirementsRows(session)),
    isThere("design") ? gateFrom(session, design, designRows(session)) : pending(design),
    ...all.flatMap((at) => batchGates(session, at, current)),
  ];
}

/** The gate behind a finished step, until it is passed. */
export function stepGate(session: BrainstormSession): Gate | null {
  const { step, execution, work } = session;
  if (execution === null || work !== null) return null;
  const isOver = (step === "execute" && execution.open.length === 0) || (step === "review" && isReviewed(session));
  if (!isOver) return null;
  const gate = brainstormGates(session).find(({ phase, batch }) => phase === phaseOf(step) && batch === session.batch);
  return gate && !isThrough(gate.state) ? gate : null;
}

/** Whether a batch is over and people say how to continue: its review and its gate are through, and others are left. */
export function isAtCheckpoint(session: BrainstormSession): boolean {
  const { step, batch, batches } = session;
  if (step !== "review" || batch === null || !batches || batch >= batches.length - 1) return false;
  return isReviewed(session) && stepGate(session) === null;
}

/**
 * The first gate before a step that is not through: nothing leads there. What the session leaves by going there counts
 * as settled.
 */
export function closedGate(
  session: BrainstormSession,
  step: SessionStep,
  why: "forward" | "back" | "skipped" | "undone",
): Gate | null {
  const settled = settledBy(session, step, why, { by: "", at: session.stepAt });
  const moved = { ...session, step, gates: { ...session.gates, settled } };
  // A batch ends at its review: what comes after it is the next one, or the end.
  const isEnd = session.step === "review" && (step === "plan" || step === "done");
  const last = isEnd ? PHASES.length : PHASES.indexOf(phaseOf(step));
  const from = isEnd ? { ...moved, step: "done" as const } : moved;
  return (
    brainstormGates(from).find(
      ({ phase, batch, state }) =>
        PHASES.indexOf(phase) < last && (batch === null || batch <= (session.batch ?? batch)) && !isThrough(state),
    ) ?? null
  );
}

function requirementsRows(session: BrainstormSession): Row[] {
  const { proposals, complexity, gates } = session;
  const { scout, triage, questions } = proposals;
  const agreed = gates.settled.triage;
  const proposed = triage?.value;
  const hasScope = (proposed?.batches ?? []).length + (proposed?.splits ?? []).length > 0;
  const rows: Row[] = [
    scout
      ? {
          check: "scout",
          outcome: "met",
          by: scout.by.name,
          at: scout.at,
          text: "The scout has looked around.",
        }
      : openRow("scout", "An agent looks around first."),
    complexity
      ? {
          check: "triage",
          outcome: "met",
          ...agreed,
          text: `Triage is answered: ${levelText(complexity)}.`,
        }
      : openRow("triage", "Triage is not answered."),
  ];
  if (hasScope)
    rows.push(
      isScopeSettled(session)
        ? { check: "scope", outcome: "met", text: "Its batches and splits are settled." }
        : openRow("scope", "Its batches or splits are not settled."),
    );
  rows.push(
    stepRow(session, "questions", {
      open: "The questions are not answered.",
      skipped: "No questions, as decided in triage.",
      met: () => {
        const all = questions?.value.questions ?? [];
        const said = all.filter(({ id }) => session.answers[id] !== undefined).length;
        const left = all.length - said;
        return `${said} of ${all.length} questions answered${left > 0 ? `, ${left} left to the agents' judgement` : ""}.`;
      },
    }),
  );
  return rows;
}

function designRows(session: BrainstormSession): Row[] {
  const { proposals, approachId, sections } = session;
  const chosen = proposals.approaches?.value.approaches.find(({ id }) => id === approachId);
  const all = proposals.design?.value.sections ?? [];
  const approved = all.filter(({ id }) => sections[id] !== undefined).length;
  const row = stepRow(session, "design", {
    open: all.length === 0 ? "There is no design yet." : `${approved} of ${all.length} sections approved.`,
    skipped: "No design, as decided in triage.",
    met: () => `${approved} of ${all.length} sections approved.`,
  });
  const isWhole = all.length > 0 && approved === all.length;
  const isSkipped = session.complexity?.how === "skipped";
  return [
    stepRow(session, "approaches", {
      open: "No approach is chosen.",
      skipped: "No approaches, as decided in triage.",
      met: () => (chosen ? `“${chosen.title}” is chosen.` : "The choice is left to the agents."),
    }),
    {
      ...row,
      check: "sections",
      outcome: row.outcome === "met" && !isSkipped && !isWhole ? "open" : row.outcome,
    },
  ];
}

/** A step that a person ends; if the triage answer leaves it out, that answer is the evidence. */
function stepRow(
  session: BrainstormSession,
  step: "questions" | "approaches" | "design",
  text: { open: string; skipped: string; met: () => string },
): Row {
  const { complexity, gates } = session;
  const isOut = complexity !== null && (complexity.how === "skipped" || !hasStep(step, complexity.level));
  const isLeft = isBehind(session.step, step);
  if (isLeft && isOut) return { check: step, outcome: "met", ...gates.settled.triage, text: text.skipped };
  const settled = gates.settled[step];
  return isLeft && settled ? { check: step, outcome: "met", ...settled, text: text.met() } : openRow(step, text.open);
}

function batchGates(session: BrainstormSession, at: number | null, current: number | null): Gate[] {
  const implementation: Of = { phase: "implementation", batch: at };
  const quality: Of = { phase: "quality", batch: at };
  const past = session.gates.past.find(({ batch }) => batch === at);
  const isPast = at !== null && current !== null && at < current && past !== undefined;
  const isCurrent = at === current;
  const work = isPast ? past : isCurrent ? batchWorkOf(session) : null;
  if (!work) return [pending(implementation), pending(quality)];
  const hasBegun = (step: SessionStep) => isPast || !isBehind(step, session.step);
  return [
    hasBegun("plan") ? gateFrom(session, implementation, implementationRows(work)) : pending(implementation),
    hasBegun("review")
      ? gateFrom(
          session,
          quality,
          qualityRows(work, session),
          isPast || isReviewed(session),
          reviewOverrides(quality, work),
        )
      : pending(quality),
  ];
}

function implementationRows(work: BatchWork): Row[] {
  const { plan, tasks } = work;
  if (!plan) return [openRow("plan", "The plan is not approved."), openRow("tasks", "No task has started.")];
  const left = tasks.total - tasks.passed;
  const self = tasks.unreviewed > 0 ? `, ${tasks.unreviewed} of them unreviewed` : "";
  return [
    { check: "plan", outcome: "met", ...plan, text: "The plan is approved." },
    {
      check: "tasks",
      outcome: tasks.open > 0 ? "open" : "met",
      text:
        left === 0
          ? `All ${tasks.total} tasks passed${self}.`
          : tasks.open > 0
            ? `${tasks.passed} of ${tasks.total} tasks passed${self}, ${tasks.open} to go.`
            : `All tasks have ended: ${tasks.passed} of ${tasks.total} passed${self}.`,
    },
    ...lostRows(tasks.lost),
  ];
}

function qualityRows(work: BatchWork, { gates }: BrainstormSession): Row[] {
  const { review, checks } = work;
  const reviewRow: Row =
    review === null
      ? openRow("review", "The review is still to come.")
      : {
          check: "review",
          outcome: review.passed ? "met" : "failed",
          by: review.by,
          at: review.at,
          text: review.passed ? "The review passed." : `The review found ${counted(review.findings, "thing")}.`,
        };
  return [reviewRow, ...REQUIREMENTS[gates.preset].map((wanted) => checkRow(wanted, checks))];
}

/** A person who lets a review's findings stand overrides the gate after it. */
function reviewOverrides({ phase, batch }: Of, { overridden }: BatchWork): GateOverride[] {
  return overridden ? [{ phase, batch, checks: ["review"], ...overridden }] : [];
}

function levelText({ level, how }: NonNullable<BrainstormSession["complexity"]>): string {
  return how === "skipped" ? `${level}, straight to planning` : level;
}
