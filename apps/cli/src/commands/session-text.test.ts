import { Discussions } from "@squadroom/core/testing/discussion.fixture";
import { NO_USAGE } from "@squadroom/core/usage/usage";
import { expect, it } from "vitest";
import { discussionText, rulingsText } from "./session-pipeline-text.ts";
import { sessionText } from "./session-text.ts";

it("a pipeline's session says what each of its workers did", () => {
  const round = { taskId: "DRAFT-001", round: "DISCUSS-002", actionItems: ["Measure it"] };
  const nothing = { agents: [], artifacts: [], discussions: [], keyDecisions: [], warnings: [] };
  const writer = {
    role: "writer",
    prefixes: ["DRAFT"],
    kind: "final",
    left: 0,
    agents: ["Wim"],
    tasks: [{ taskId: "DRAFT-001", title: "Brief", state: "passed" }],
    artifacts: ["spec/brief.md"],
    discussions: [{ ...round, outcome: "blocked", severity: "medium", averageRating: 3.5 }],
    keyDecisions: [{ taskId: "DRAFT-001", text: "One store" }],
    warnings: [{ taskId: "DRAFT-001", text: "A guess" }],
    workMs: 120_000,
    usage: NO_USAGE,
  };
  const planner = {
    role: "planner",
    prefixes: ["PLAN"],
    kind: "idle",
    left: 1,
    tasks: [],
    workMs: 0,
    ...nothing,
    usage: NO_USAGE,
  };
  const tester = {
    role: "tester",
    prefixes: ["TEST"],
    kind: "idle",
    left: 1,
    tasks: [],
    workMs: 0,
    ...nothing,
    usage: NO_USAGE,
    broken: "Line 3 of its spec: Close the list with “]”.",
  };
  const row = { id: 1, title: "Refunds", status: "active", step: "execute", usage: NO_USAGE };
  const text = sessionText({
    row: { ...row, endedAt: null, level: null, budget: null, batch: null, isParked: false },
    description: "",
    entries: [],
    session: null,
    batches: [],
    decided: [],
    gates: [],
    workers: [writer, planner, tester],
    log: [],
  } as never);
  const [, said] = text.split("Workers:\n");
  expect(said?.split("\n")).toEqual([
    "writer: final report; DRAFT-001; 2 min, tokens unknown",
    "  Artifacts: spec/brief.md",
    "  Discussions: DRAFT-001 DISCUSS-002 blocked MEDIUM, 3.5",
    "  - DRAFT-001, to do: Measure it",
    "  - DRAFT-001 decided: One store",
    "  - DRAFT-001 warns: A guess",
    "planner: idle, 1 left, none begun",
    "tester: nobody can work as it, 1 left. Line 3 of its spec: Close the list with “]”.",
  ]);
});

it("what started in a pipeline says why, the latest first", () => {
  const rulings = [
    { at: 0, by: "Cora", why: "told", taskIds: ["PLAN-001"], behind: null },
    { at: 0, ended: ["RESEARCH-001"], advances: [{ rule: "dispatched", taskIds: ["DRAFT-001"] }] },
  ];
  const lines = rulingsText({ session: { dispatch: { rulings } } } as never);
  expect(lines.join("\n")).toMatch(
    /^\nLatest moves:\n {2}.* Cora let PLAN-001 start\n {2}.* After RESEARCH-001: DRAFT-001 can start$/,
  );
});

it("a discussion is shown whole, by its round or by the task that it is about", () => {
  const room = new Discussions();
  room.finish(room.analyst, { files: ["spec/research.md"] });
  room.judge([
    { rating: 2, missing: ["R-14"], actionItems: ["Add R-14"], summary: "Not yet." },
    {
      divergent: ["A name"],
      risks: [{ risk: "Late", severity: "low" }],
      convergent: ["One store"],
    },
  ]);
  const { session } = room;
  const lines = discussionText({ session }, "RESEARCH-001");
  expect(lines).toEqual(discussionText({ session }, "DISCUSS-001"));
  expect(lines.slice(0, 5)).toEqual([
    "DISCUSS-001 on RESEARCH-001 by Ann: blocked, HIGH, 3.6 of 5",
    "Recommendation: revise",
    "About spec/research.md",
    "Points of view:",
    "  - product, Wim: 2 of 5: Not yet.",
  ]);
  expect(lines.slice(-10)).toEqual([
    "Agreed:",
    "  - technical: One store",
    "Differ:",
    "  - technical: A name",
    "Missing:",
    "  - product: R-14",
    "Risks:",
    "  - technical, low: Late",
    "Action items:",
    "  - product: Add R-14",
  ]);
  expect(discussionText({ session }, "DISCUSS-009")).toEqual([]);
  const few = structuredClone(session.discussions ?? []);
  for (const { verdict } of few) if (verdict) verdict.skipped = [{ name: "risk", why: "Nobody took it." }];
  expect(discussionText({ session: { ...session, discussions: few } }, "DISCUSS-001")[0]).toBe(
    "DISCUSS-001 on RESEARCH-001 by Ann: blocked, HIGH, 3.6 of 5, judged from 4 of 5 points of view",
  );
});
