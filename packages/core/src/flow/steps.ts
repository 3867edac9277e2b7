import { BRAINSTORM } from "./brainstorm.ts";
import type { Counted, Flow, FlowStep } from "./flow.ts";

/** The steps of the flow `brainstorm`, in order. */
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
export const PROPOSAL_STEPS = ["scout", "triage", "questions", "approaches", "design", "plan", "review"] as const;
export type ProposalStep = (typeof PROPOSAL_STEPS)[number];

/** How much process a session gets. */
export const COMPLEXITIES = ["straightforward", "exploration", "complex"] as const;
export type Complexity = (typeof COMPLEXITIES)[number];

export const PHASES = ["requirements", "design", "implementation", "quality"] as const;
export type Phase = (typeof PHASES)[number];

const FLOW: Flow<SessionStep, Phase, Complexity> = BRAINSTORM;

/** How much process each level asks for. */
export const KNOBS = FLOW.levels;

export function phaseOf(step: SessionStep): Phase {
  return FLOW.steps[step].phase;
}

export function isProposalStep(step: SessionStep): step is ProposalStep {
  return FLOW.steps[step].presents !== null;
}

/** What an agent presents at this step, and with which duty. */
export function presentsAt(step: ProposalStep): NonNullable<FlowStep<Phase>["presents"]> {
  const { presents } = FLOW.steps[step];
  if (!presents) throw new Error(`nothing is presented at ${step}`);
  return presents;
}

/** What a level counts in what is presented here. */
export function countedAt(step: SessionStep): Counted | null {
  return FLOW.steps[step].counted;
}

/** Whether each batch has this step of its own; the others are for all of them. */
export function isOfBatch(step: SessionStep): boolean {
  return FLOW.steps[step].isOfBatch;
}

/** Whether all batches share this phase and its gate. */
export function isShared(phase: Phase): boolean {
  return !SESSION_STEPS.some((step) => phaseOf(step) === phase && isOfBatch(step));
}

/** Whether a level has this step. */
export function hasStep(step: SessionStep, level: Complexity | null): boolean {
  const counted = countedAt(step);
  return level === null || counted === null || KNOBS[level][counted] !== null;
}

/** The step after this one, as its triage was answered; for the last one, itself. */
export function stepAfter(
  step: SessionStep,
  settled: { level: Complexity; how: "agreed" | "overridden" | "skipped" } | null,
): SessionStep {
  const { from, to } = FLOW.skip;
  if (step === from && settled?.how === "skipped") return to;
  const later = SESSION_STEPS.slice(SESSION_STEPS.indexOf(step) + 1);
  return later.find((other) => hasStep(other, settled?.level ?? null)) ?? "done";
}

/** Steps that a session can come back to. */
export const RETURN_STEPS = PROPOSAL_STEPS.filter((step) => FLOW.steps[step].canReturn);

/** Steps of a level before this one that a session can go back to. */
export function stepsBefore(step: SessionStep, level: Complexity | null): ProposalStep[] {
  return RETURN_STEPS.filter((other) => isBehind(step, other) && hasStep(other, level));
}

export function isBehind(step: SessionStep, other: SessionStep): boolean {
  return SESSION_STEPS.indexOf(step) > SESSION_STEPS.indexOf(other);
}

/** Why an agent is asked for something. */
export const ASKS = ["present", "discuss", "revise", "renew"] as const;
/** `present`: the step's first proposal. `renew`: an outdated one made again. The others carry a person's comment. */
export type Ask = (typeof ASKS)[number];
