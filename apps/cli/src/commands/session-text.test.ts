import { NO_USAGE } from "@squadroom/core/usage/usage";
import { expect, it } from "vitest";
import { sessionText } from "./session-text.ts";

it("a pipeline's session says what each of its workers did", () => {
  const round = { taskId: "DRAFT-001", round: "DISCUSS-002", actionItems: ["Measure it"] };
  const nothing = { agents: [], artifacts: [], discussions: [], keyDecisions: [], warnings: [] };
  const writer = {
    ...{ role: "writer", prefixes: ["DRAFT"], kind: "final", left: 0, agents: ["Wim"] },
    tasks: [{ taskId: "DRAFT-001", title: "Brief", state: "passed" }],
    artifacts: ["spec/brief.md"],
    discussions: [{ ...round, outcome: "blocked", severity: "medium", averageRating: 3.5 }],
    keyDecisions: [{ taskId: "DRAFT-001", text: "One store" }],
    warnings: [{ taskId: "DRAFT-001", text: "A guess" }],
    ...{ workMs: 120_000, usage: NO_USAGE },
  };
  const planner = {
    ...{ role: "planner", prefixes: ["PLAN"], kind: "idle", left: 1, tasks: [], workMs: 0 },
    ...{ ...nothing, usage: NO_USAGE },
  };
  const tester = {
    ...{ role: "tester", prefixes: ["TEST"], kind: "idle", left: 1, tasks: [], workMs: 0 },
    ...{ ...nothing, usage: NO_USAGE, broken: "Line 3 of its spec: Close the list with “]”." },
  };
  const row = { id: 1, title: "Refunds", status: "active", step: "execute", usage: NO_USAGE };
  const text = sessionText({
    row: { ...row, endedAt: null, level: null, budget: null, batch: null, isParked: false },
    ...{ description: "", entries: [], session: null, batches: [], decided: [], gates: [] },
    workers: [writer, planner, tester],
    log: [],
  } as never);
  const [, said] = text.split("Workers:\n");
  expect(said?.split("\n")).toEqual([
    "writer: final report; DRAFT-001; 2 min, 0 tokens",
    "  Artifacts: spec/brief.md",
    "  Discussions: DRAFT-001 DISCUSS-002 blocked MEDIUM, 3.5",
    "  - DRAFT-001, to do: Measure it",
    "  - DRAFT-001 decided: One store",
    "  - DRAFT-001 warns: A guess",
    "planner: idle report",
    "tester: nobody can work as it, 1 left. Line 3 of its spec: Close the list with “]”.",
  ]);
});
