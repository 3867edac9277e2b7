/** The flow `brainstorm`, in order (domain.md § 6). */
export const SESSION_STEPS = [
  "scout",
  "triage",
  "questions",
  "approaches",
  "design",
  "plan",
  "execute",
  "review",
  "done",
] as const;
export type SessionStep = (typeof SESSION_STEPS)[number];

/** Steps at which an agent presents something; the reply's shape has the same name. */
export const PROPOSAL_STEPS = [
  "scout",
  "triage",
  "questions",
  "approaches",
  "design",
  "plan",
  "review",
] as const;
export type ProposalStep = (typeof PROPOSAL_STEPS)[number];

/** How much process a session gets. */
export const COMPLEXITIES = ["straightforward", "exploration", "complex"] as const;
export type Complexity = (typeof COMPLEXITIES)[number];

export const PHASES = ["requirements", "design", "implementation", "quality"] as const;
export type Phase = (typeof PHASES)[number];

const PHASE_OF: Record<SessionStep, Phase> = {
  scout: "requirements",
  triage: "requirements",
  questions: "requirements",
  approaches: "design",
  design: "design",
  plan: "implementation",
  execute: "implementation",
  review: "quality",
  done: "quality",
};

export function phaseOf(step: SessionStep): Phase {
  return PHASE_OF[step];
}

/** How much process a level asks for; the numbers shape the prompt and check the answer. */
export interface Knobs {
  /** `null`: the step is left out. */
  questions: { min: number; max: number } | null;
  approaches: { min: number; max: number } | null;
  sections: { min: number; max: number };
  depth: "short" | "medium" | "deep";
}

/** @source domain.md § 6, the table of complexities */
export const KNOBS: Record<Complexity, Knobs> = {
  straightforward: {
    questions: null,
    approaches: null,
    sections: { min: 1, max: 2 },
    depth: "short",
  },
  exploration: {
    questions: { min: 3, max: 5 },
    approaches: { min: 2, max: 3 },
    sections: { min: 3, max: 5 },
    depth: "medium",
  },
  complex: {
    questions: { min: 5, max: 7 },
    approaches: { min: 2, max: 4 },
    sections: { min: 5, max: 8 },
    depth: "deep",
  },
};

export function isProposalStep(step: SessionStep): step is ProposalStep {
  return (PROPOSAL_STEPS as readonly string[]).includes(step);
}

/** Whether a level has this step. */
export function hasStep(step: SessionStep, level: Complexity | null): boolean {
  if (level === null) return true;
  if (step === "questions") return KNOBS[level].questions !== null;
  if (step === "approaches") return KNOBS[level].approaches !== null;
  return true;
}

/** The steps of a level, in order. */
export function stepsOf(level: Complexity | null): SessionStep[] {
  return SESSION_STEPS.filter((step) => hasStep(step, level));
}

/** The step behind this one; of the last one itself. */
export function stepAfter(step: SessionStep, level: Complexity | null): SessionStep {
  const steps = stepsOf(level);
  const later = SESSION_STEPS.slice(SESSION_STEPS.indexOf(step) + 1);
  return later.find((other) => steps.includes(other)) ?? "done";
}

/** Steps in front of this one that one can go back to: what an agent presented, but for the scout. */
export function stepsBefore(step: SessionStep, level: Complexity | null): ProposalStep[] {
  const at = SESSION_STEPS.indexOf(step);
  return PROPOSAL_STEPS.filter(
    (other) =>
      other !== "scout" &&
      other !== "review" &&
      SESSION_STEPS.indexOf(other) < at &&
      hasStep(other, level),
  );
}

export function isBehind(step: SessionStep, other: SessionStep): boolean {
  return SESSION_STEPS.indexOf(step) > SESSION_STEPS.indexOf(other);
}

/** Why an agent is asked for something. */
export const ASKS = ["present", "discuss", "revise", "renew"] as const;
/** `present`: the step's first proposal. `renew`: a stale one made anew. The others carry a person's comment. */
export type Ask = (typeof ASKS)[number];
