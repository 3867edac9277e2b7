import type { Duty } from "../team/team.ts";

/**
 * A flow as data: the way from an idea to its end. What people are asked at each step, and what follows from it, is
 * defined in the module that carries the flow out (`session/rules/brainstorm.ts`).
 */
export interface Flow<Step extends string, Phase extends string, Level extends string> {
  /** In order. */
  steps: Record<Step, FlowStep<Phase>>;
  /** How much process each level asks for. */
  levels: Record<Level, Knobs>;
  /** An answer at `from` may lead straight to `to`. */
  skip: { from: Step; to: Step };
  /** How many of it have a place in a room at once; others wait in the queue. */
  capacity: number;
}

export interface FlowStep<Phase extends string> {
  /** The gate that ends this phase holds it up. */
  phase: Phase;
  /** What an agent presents here, and with which duty; `null`: the step is work, or the end. */
  presents: { title: string; duty: Extract<Duty, "present" | "review"> } | null;
  /** What the level counts in what is presented; a level without a number for it leaves the step out. */
  counted: Counted | null;
  /** People may come back to it; what was presented there is based on the steps before it. */
  canReturn: boolean;
  /** Each batch has its own. */
  isOfBatch: boolean;
}

export type Counted = "questions" | "approaches" | "sections";

/** How much process a level asks for; the numbers shape the prompt and check the answer. */
export interface Knobs {
  /** `null`: the step is left out. */
  questions: Range | null;
  approaches: Range | null;
  sections: Range;
  depth: "short" | "medium" | "deep";
}

export type Range = { min: number; max: number };
