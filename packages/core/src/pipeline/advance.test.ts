import { describe, expect, it } from "vitest";
import { type Advance, fastAdvance, type Standing } from "./advance.ts";
import { advanceText } from "./advance-text.ts";

const NONE: Standing<string> = { ended: [], fresh: [], waiting: [], running: 0, checkpoints: [] };
const plain = (...ids: string[]) => ids.map((id) => ({ id, loops: false }));
const looping = (...ids: string[]) => ids.map((id) => ({ id, loops: true }));
const dynamic = (...ids: string[]) => ids.map((id) => ({ id, loops: "dynamic" as const }));
const asked = (...ids: string[]) => ids.map((id) => ({ id, isLeft: false }));
const left = (...ids: string[]) => ids.map((id) => ({ id, isLeft: true }));

/** Document 004, "Fast-Advance Rules", in its order and words; then what it leaves open. */
const TABLE: [string, Partial<Standing<string>>, Advance<string>[]][] = [
  [
    "Same-prefix successor (inner loop role): the worker handles it in its loop",
    { ended: ["DRAFT-001"], fresh: looping("DRAFT-002") },
    [{ rule: "continues", taskIds: ["DRAFT-002"] }],
  ],
  [
    "1 ready task, simple linear successor, different prefix: dispatched directly",
    { ended: ["RESEARCH-001"], fresh: looping("DRAFT-001") },
    [{ rule: "dispatched", taskIds: ["DRAFT-001"] }],
  ],
  [
    "Multiple ready tasks (parallel window): the coordinator orchestrates",
    { ended: ["IMPL-001"], fresh: plain("TEST-001", "REVIEW-001") },
    [{ rule: "coordinator", taskIds: ["TEST-001", "REVIEW-001"] }],
  ],
  [
    "No ready tasks + others running: a status update",
    { ended: ["TEST-001"], running: 1 },
    [{ rule: "status", running: 1, waiting: 0 }],
  ],
  ["No ready tasks + nothing running: the pipeline may be complete", { ended: ["REVIEW-001"] }, [{ rule: "complete" }]],
  [
    "Checkpoint task: a person confirms",
    { ended: ["QUALITY-001"], checkpoints: ["CHECKPOINT-1"] },
    [{ rule: "checkpoint", checkpoints: ["CHECKPOINT-1"] }],
  ],
  [
    "one of the same prefix, of a role that doesn't loop, is dispatched",
    { ended: ["PLAN-001"], fresh: plain("PLAN-002") },
    [{ rule: "dispatched", taskIds: ["PLAN-002"] }],
  ],
  [
    "a dynamic role loops where several of its prefix could start",
    { ended: ["DRAFT-001"], fresh: dynamic("DRAFT-002", "DRAFT-003") },
    [{ rule: "continues", taskIds: ["DRAFT-002", "DRAFT-003"] }],
  ],
  [
    "a dynamic role doesn't loop for one",
    { ended: ["DRAFT-001"], fresh: dynamic("DRAFT-002") },
    [{ rule: "dispatched", taskIds: ["DRAFT-002"] }],
  ],
  [
    "a loop goes on beside another one that is ready",
    { ended: ["DRAFT-001"], fresh: [...looping("DRAFT-002"), ...plain("QUALITY-001")] },
    [
      { rule: "continues", taskIds: ["DRAFT-002"] },
      { rule: "dispatched", taskIds: ["QUALITY-001"] },
    ],
  ],
  [
    "prefixes with a common beginning are different ones",
    { ended: ["DEV-001"], fresh: looping("DEV-FE-001") },
    [{ rule: "dispatched", taskIds: ["DEV-FE-001"] }],
  ],
  [
    "what waits already and what is new are asked about together",
    { ended: ["IMPL-001"], fresh: plain("TEST-001"), waiting: asked("QA-FE-001"), running: 2 },
    [{ rule: "coordinator", taskIds: ["QA-FE-001", "TEST-001"] }],
  ],
  [
    "what was asked is not asked twice",
    { ended: ["DEV-FE-001"], waiting: asked("TEST-001", "REVIEW-001") },
    [{ rule: "status", running: 0, waiting: 2 }],
  ],
  [
    "what the coordinator left goes once all else has ended",
    { ended: ["TEST-001"], waiting: left("REVIEW-001") },
    [{ rule: "dispatched", taskIds: ["REVIEW-001"] }],
  ],
  [
    "and stays while others run",
    { ended: ["TEST-001"], waiting: left("REVIEW-001"), running: 1 },
    [{ rule: "status", running: 1, waiting: 1 }],
  ],
  [
    "a checkpoint's turn comes beside what is ready",
    { ended: ["A-001"], fresh: plain("B-001"), checkpoints: ["CHECKPOINT-1"] },
    [
      { rule: "dispatched", taskIds: ["B-001"] },
      { rule: "checkpoint", checkpoints: ["CHECKPOINT-1"] },
    ],
  ],
];

describe("fast-advance", () => {
  it.each(TABLE)("%s", (_, standing, advances) => {
    expect(fastAdvance({ ...NONE, ...standing })).toEqual(advances);
  });

  it("says each rule in a clause", () => {
    const clauses = TABLE.flatMap(([, , advances]) => advances.map(advanceText));
    expect([...new Set(clauses)].slice(0, 6)).toEqual([
      "its agent continues with DRAFT-002",
      "DRAFT-001 can start",
      "the coordinator is asked about TEST-001 and REVIEW-001",
      "1 other task is under way",
      "nothing is left to start",
      "a person answers at the checkpoint",
    ]);
  });
});
