import type { Pipeline, PipelineStep } from "./pipeline.ts";

type More = Omit<PipelineStep, "id" | "title" | "requires">;

function step(id: string, title: string, requires: string[] = [], more: More = {}): PipelineStep {
  return { id, title, requires, ...more };
}

function document(id: string, title: string, requires: string[], instruction: string, file: string) {
  return step(id, title, requires, { instruction, outputs: [`spec/${file}`] });
}

const SPEC: readonly PipelineStep[] = [
  step("RESEARCH-001", "Research", [], {
    instruction: "Find out what is asked for and what exists already.",
    outputs: ["spec/research.md"],
  }),
  document(
    "DRAFT-001",
    "Product brief",
    ["RESEARCH-001"],
    "Write the product brief: who has which problem, what success is, what is left out.",
    "product-brief.md",
  ),
  document(
    "DRAFT-002",
    "Requirements",
    ["DRAFT-001"],
    "Write the numbered requirements, with errors, limits and how each is checked.",
    "requirements.md",
  ),
  document(
    "DRAFT-003",
    "Architecture",
    ["DRAFT-002"],
    "Write the architecture: parts, boundaries, data, what was decided and why.",
    "architecture.md",
  ),
  document(
    "DRAFT-004",
    "Epics and stories",
    ["DRAFT-003"],
    "Split the work into epics and stories, each with criteria that somebody else can check.",
    "epics.md",
  ),
  step("QUALITY-001", "Readiness check", ["DRAFT-004"], {
    instruction: "Judge whether the specification is complete, consistent, testable and ready to plan from.",
    outputs: ["spec/readiness.md"],
  }),
];

const plan = (requires: string[] = []) =>
  step("PLAN-001", "Plan", requires, {
    instruction:
      "Plan the work: its parts, the files of each, what each needs first, and criteria that somebody else can check.",
    outputs: ["plan/plan.md"],
  });
const build = step("IMPL-001", "Implementation", ["PLAN-001"], {
  instruction: "Build what the plan says, and show for each of its criteria that it is met.",
});
const test = step("TEST-001", "Tests", ["IMPL-001"], {
  instruction:
    "Test what was built against what is asked for and against the plan. Mend small defects and report the rest.",
});
const screens = step("DEV-FE-001", "Screens", ["PLAN-001"], {
  instruction: "Build the screens of the plan, in all their states, sizes and themes.",
});
const look = step("QA-FE-001", "Screen check", ["DEV-FE-001"], {
  instruction: "Try the screens as a user does: flows, states, access, layout and words. Report what is wrong.",
});
const review = (requires: string[]) =>
  step("REVIEW-001", "Code review", requires, {
    instruction:
      "Review the change against what is asked for and against the plan. Report each finding with its severity, file and line.",
  });

const back = [build, test, review(["IMPL-001"])];
const both = [build, test, screens, look, review(["TEST-001", "QA-FE-001"])];
const checkpoint = step("CHECKPOINT-1", "Start the implementation", ["QUALITY-001"], {
  isCheckpoint: true,
});
const spec = { title: "Specification", about: "from a requirement to a judged specification" };

/**
 * Pipelines of every team whose roles own their prefixes.
 *
 * @source domain.md § 10
 */
export const PIPELINES: readonly Pipeline[] = [
  { name: "spec-only", ...spec, steps: SPEC },
  {
    name: "impl-only",
    title: "Implementation",
    about: "from a clear requirement to tested and reviewed code",
    steps: [plan(), ...back],
  },
  {
    name: "fe-only",
    title: "Front end",
    about: "from a clear requirement to screens that were tried",
    steps: [plan(), screens, look],
  },
  {
    name: "fullstack",
    title: "Full stack",
    about: "code and screens at once, reviewed together",
    steps: [plan(), ...both],
  },
  {
    name: "full-lifecycle",
    title: "Full lifecycle",
    about: "a specification, a person's answer, then its implementation",
    steps: [...SPEC, checkpoint, plan(["CHECKPOINT-1"]), ...back],
  },
  {
    name: "full-lifecycle-fe",
    title: "Full lifecycle with front end",
    about: "a specification, a person's answer, then code and screens at once",
    steps: [...SPEC, checkpoint, plan(["CHECKPOINT-1"]), ...both],
  },
];
