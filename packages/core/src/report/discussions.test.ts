import { expect, it } from "vitest";
import { Discussions } from "../testing/discussion.fixture.ts";
import type { ReportFacts } from "./facts.ts";
import { reportMarkdown } from "./markdown.ts";
import { reportOf } from "./report.ts";

it("a report says how each discussion ended, what it wanted done and what it warned of", () => {
  const room = new Discussions();
  room.finish(room.analyst);
  room.judge([
    { rating: 2, divergent: ["The limit is a guess"], actionItems: ["Measure it"] },
    { rating: 5 },
    { rating: 5 },
  ]);
  const session = room.session;
  const row = {
    id: 1,
    title: "Refunds",
    status: "stopped",
    endReason: "",
    level: null,
    usage: session.usage,
    createdAt: 1,
    startedAt: 1,
    endedAt: 2,
    createdBy: session.createdBy,
    budget: null,
  };
  const nothing = { batches: [], reviews: [], decided: [], gates: [], work: [], artifacts: [] };
  const facts = {
    room: "shop",
    row,
    description: "Money back.",
    session,
    ...nothing,
    usage: [],
    waits: [],
    errors: [],
    noted: [],
    workers: [
      {
        role: "analyst",
        kind: "final",
        tasks: [{ taskId: "RESEARCH-001" }],
        left: 0,
        artifacts: ["spec/research.md"],
        workMs: 120_000,
        usage: session.usage,
        keyDecisions: [{ taskId: "RESEARCH-001", text: "One store" }],
        warnings: [],
      },
      {
        role: "writer",
        kind: "idle",
        tasks: [],
        left: 4,
        artifacts: [],
        workMs: 0,
        keyDecisions: [],
        warnings: [],
        usage: session.usage,
      },
    ],
  } as unknown as ReportFacts;
  const report = reportOf(facts);
  const warning = "DISCUSS-001: blocked, MEDIUM, 4.0 of 5. The limit is a guess (product)";
  expect(report.discussions).toMatchObject([
    {
      step: "RESEARCH-001",
      round: "DISCUSS-001",
      outcome: "blocked",
      severity: "medium",
      averageRating: 4,
      recommendation: "proceed-with-caution",
      warnings: [warning],
      actionItems: [{ text: "Measure it", by: ["product"] }],
    },
  ]);
  const text = reportMarkdown(report);
  expect(text).toContain("| RESEARCH-001 | DISCUSS-001 | blocked, MEDIUM | 4.0 | product 2,");
  expect(text).toContain("- RESEARCH-001: Measure it (product)");
  expect(text).toContain(`- RESEARCH-001, warning: ${warning}`);
  expect(text).toContain(
    "| analyst | final report | RESEARCH-001 | spec/research.md | 2 min, tokens unknown |\n| writer | idle, 4 left, none begun |  |  |  |",
  );
  expect(text).toContain("- RESEARCH-001, decided: One store");
  expect(reportMarkdown(reportOf({ ...facts, session: null }))).not.toContain("## Discussions");
});
