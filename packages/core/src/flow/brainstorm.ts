import type { Flow, FlowStep } from "./flow.ts";

type About = Pick<FlowStep<string>, "counted" | "canReturn" | "isOfBatch">;

function step<P extends string>(
  phase: P,
  presents: FlowStep<P>["presents"],
  { counted = null, canReturn = false, isOfBatch = false }: Partial<About> = {},
): FlowStep<P> {
  return { phase, presents, counted, canReturn, isOfBatch };
}

const shown = (title: string) => ({ title, duty: "present" }) as const;

/** The flow of a session, from a scout's look around to reviewed work. @source domain.md § 6 */
export const BRAINSTORM = {
  steps: {
    scout: step("requirements", shown("Scout")),
    triage: step("requirements", shown("Triage"), { canReturn: true }),
    questions: step("requirements", shown("Questions"), { counted: "questions", canReturn: true }),
    approaches: step("design", shown("Approaches"), { counted: "approaches", canReturn: true }),
    design: step("design", shown("Design"), { counted: "sections", canReturn: true }),
    plan: step("implementation", shown("Plan"), { canReturn: true, isOfBatch: true }),
    execute: step("implementation", null, { isOfBatch: true }),
    review: step("quality", { title: "Review", duty: "review" }, { isOfBatch: true }),
    done: step("quality", null),
  },
  levels: {
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
  },
  skip: { from: "triage", to: "plan" } as const,
  capacity: 1,
} satisfies Flow<string, string, string>;
