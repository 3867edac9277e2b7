import { ANALYST } from "./library/analyst.ts";
import { ARCHITECT } from "./library/architect.ts";
import { COORDINATOR } from "./library/coordinator.ts";
import { EXECUTOR } from "./library/executor.ts";
import { FE_DEVELOPER } from "./library/fe-developer.ts";
import { FE_QA } from "./library/fe-qa.ts";
import { PLANNER } from "./library/planner.ts";
import { REVIEWER } from "./library/reviewer.ts";
import { TESTER } from "./library/tester.ts";
import { WRITER } from "./library/writer.ts";
import type { Duty } from "./team.ts";

/** A role that any team can adopt, with how it works. */
export interface LibraryRole {
  name: string;
  title: string;
  prefix: string;
  priority: number;
  specialty: string;
  duties?: readonly Duty[];
  /** Markdown with front matter; it names no command, since each agent has its own door. */
  spec: string;
}

/**
 * The coordinator, then the workers of the lifecycle in the order in which work meets them.
 * @source domain.md § 10, document 004
 */
export const ROLE_LIBRARY: readonly LibraryRole[] = [
  {
    name: "coordinator",
    title: "Coordinator",
    prefix: "COORD",
    priority: 1,
    specialty: "talks to the user, starts work, decides what the team cannot settle",
    spec: COORDINATOR,
  },
  {
    name: "analyst",
    title: "Analyst",
    prefix: "RESEARCH",
    priority: 5,
    specialty: "finds out what is asked for and what exists, as numbered requirements",
    spec: ANALYST,
  },
  {
    name: "writer",
    title: "Writer",
    prefix: "DRAFT",
    priority: 5,
    specialty: "writes specifications that others can build from and test",
    spec: WRITER,
  },
  {
    name: "planner",
    title: "Planner",
    prefix: "PLAN",
    priority: 0,
    specialty: "splits a specification into tasks that can run at once",
    duties: ["present"],
    spec: PLANNER,
  },
  {
    name: "architect",
    title: "Architect",
    prefix: "ARCH",
    priority: 2,
    specialty: "settles structure: where things belong, what depends on what, what it costs",
    spec: ARCHITECT,
  },
  {
    name: "executor",
    title: "Executor",
    prefix: "IMPL",
    priority: 4,
    specialty: "builds what a plan says and proves each criterion",
    spec: EXECUTOR,
  },
  {
    name: "fe-developer",
    title: "Front-end developer",
    prefix: "DEV-FE",
    priority: 4,
    specialty: "builds screens in all their states, sizes and themes",
    spec: FE_DEVELOPER,
  },
  {
    name: "tester",
    title: "Tester",
    prefix: "TEST",
    priority: 5,
    specialty: "tests work against its specification and fixes small defects",
    spec: TESTER,
  },
  {
    name: "fe-qa",
    title: "Front-end tester",
    prefix: "QA-FE",
    priority: 5,
    specialty: "tries screens as users do: flows, states, access, layout, words",
    spec: FE_QA,
  },
  {
    name: "reviewer",
    title: "Reviewer",
    prefix: "REVIEW",
    priority: 3,
    specialty: "judges code and specifications and reports findings with a severity",
    spec: REVIEWER,
  },
];
