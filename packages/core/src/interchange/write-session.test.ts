import fc from "fast-check";
import { expect, test } from "vitest";
import { parse } from "yaml";
import type { TaskId } from "../kernel/ids.ts";
import { shareOf } from "../testing/property-runs.fixture.ts";
import type { CarriedFile, Json } from "./carried.ts";
import { sessionFolder, timeText } from "./document-ids.ts";
import { sessionIn } from "./read-session.ts";
import { readZip } from "./read-zip.ts";
import { AT, aCarriedTask, aDiscussion, aSessionData } from "./session-data.fixture.ts";
import { writeSession } from "./write-session.ts";
import { writeYaml } from "./write-yaml.ts";
import { packZip } from "./zip.ts";

const textOf = (files: readonly CarriedFile[], path: RegExp) => {
  const found = files.filter((one) => path.test(one.path));
  expect(found.map((one) => one.path)).toHaveLength(1);
  return new TextDecoder().decode(found[0]?.bytes);
};

test("a session is the files of document 002, with its keys, ids and times", () => {
  const files = writeSession(aSessionData());

  expect(sessionFolder(aSessionData().row)).toBe("20240115T100000Z");
  expect(files.map(({ path }) => path)).toEqual([
    "session-status.md",
    "shared-context.json",
    "role-plan-builder-task_20240115T103000Z_001.md",
    "role-plan-builder-task_20240115T103100Z_002.md",
    "role-comm-builder-task_20240115T103000Z_001.md",
    expect.stringMatching(/^role-comm-ui-to-builder-msg_20240115T103600Z_[0-9a-f]{8}\.md$/),
    "error-builder-20240115T103800Z-1.md",
  ]);
  expect(parse(textOf(files, /session-status/))).toMatchObject({
    session_id: expect.stringMatching(/^sess_20240115T100000Z_[0-9a-f]{8}$/),
    started_at: "2024-01-15T10:00:00Z",
    status: "active",
    phase: "implementation",
    agents_active: ["builder"],
    tasks_total: 2,
    tasks_completed: 1,
    validation_gates: {
      requirements: "passed",
      design: "passed",
      implementation: "in_progress",
      quality: "pending",
    },
  });
  expect(textOf(files, /plan.*_001/)).toMatch(/^# Task Assignment\nmeta:\n {2}task_id: task_20240115T103000Z_001\n/);
  expect(parse(textOf(files, /plan.*_001/))).toMatchObject({
    meta: { agent: "builder", created_at: "2024-01-15T10:30:00Z", priority: "high", timeout: 300 },
    dependencies: { requires: [], blocks: ["task_20240115T103100Z_002"] },
    instruction: "Create a REST API endpoint.\nSupport pagination.\n",
    boundaries: { forbidden: ["frontend/**", ".env"] },
    outputs: { output_1: "backend/src/routes/users.ts" },
    success_criteria: ["Tests achieve 80% coverage"],
    squadroom: { task: "DEV-001", title: "User search" },
  });
  expect(parse(textOf(files, /comm-builder/))).toMatchObject({
    status: "blocked",
    progress_percentage: 75,
    time_spent: 180,
    remaining_steps: ["Add database query", "Unit tests"],
    artifacts_created: [{ path: "backend/src/routes/users.ts", lines: 86, status: "draft" }],
    validation_results: { typescript: { status: "passing", errors: 0 } },
    blockers: [{ blocking_since: "2024-01-15T10:34:00Z", requires_agent: "product-manager", id: 1 }],
  });
  expect(parse(textOf(files, /-to-/))).toMatchObject({
    meta: { from_agent: "ui", to_agent: "builder", priority: "critical" },
    type: "question",
    response_needed: true,
    response_by: "2024-01-15T10:45:00Z",
    context: { task_id: "task_20240115T103000Z_001", component: "UserSearch" },
    squadroom: { state: "raised", sent_as: "high", raised_at: "2024-01-15T10:46:00Z" },
  });
  expect(parse(textOf(files, /^error/))).toMatchObject({
    severity: "error",
    requires_intervention: true,
    suggested_agent: "reviewer",
    error: { type: "TypeScriptCompilationError", line: 45, column: 12 },
    attempted_fixes: ["Changed type annotation (failed: A new error)"],
  });
  expect(JSON.parse(textOf(files, /shared-context/))).toMatchObject({
    tasks_pending: [{ agent: "builder" }, { waits_for: ["task_20240115T103000Z_001"] }],
    blockers: [{ description: "Need clarification on pagination limits" }],
  });
});

test("what the session shares has the wisdom in force; the rest is beside it", () => {
  const row = (id: number, state: string, text: string) => {
    return { id, state, text, kind: "pattern", by: { name: "Bea" }, at: AT, stateAt: AT };
  };
  const wisdom = [row(1, "superseded", "One clock"), row(2, "live", "Two clocks")] as never;
  const files = writeSession(aSessionData({ wisdom }));
  expect(JSON.parse(textOf(files, /shared-context/)).wisdom).toEqual([
    { kind: "pattern", text: "Two clocks", by: "Bea", at: "2024-01-15T10:00:00Z" },
  ]);
  expect(parse(textOf(files, /wisdom\.yaml/))).toMatchObject([
    { id: 1, state: "superseded" },
    { id: 2, state: "live" },
  ]);
});

test("each round of discussion has its record, also while it runs, and none takes another's place", () => {
  const rounds = [
    aDiscussion(),
    aDiscussion({ id: 2, step: "DRAFT-001-R1", taskId: "DRAFT-001-R1" as TaskId }),
    aDiscussion({ id: 3, verdict: null }),
    aDiscussion({ id: 5 }),
    aDiscussion({ id: 6, round: "../../evil", verdict: null }),
  ];
  const session = { flow: "brainstorm", discussions: rounds, answers: {}, sections: {} } as never;
  const files = writeSession(aSessionData({ session }));
  const paths = files.map(({ path }) => path).filter((path) => path.includes("discuss"));
  expect(paths).toEqual([
    "discussions/DISCUSS-002-discussion.md",
    "discussions/DISCUSS-002-R1-discussion.md",
    "discussions/DISCUSS-002-DRAFT-001-discussion.md",
    "discussions/DISCUSS-002-DRAFT-001.5-discussion.md",
    "discussions/-evil-discussion.md",
  ]);
  const text = textOf(files, /DISCUSS-002-discussion/);
  expect(text).toMatch(/^# Discussion DISCUSS-002\n/);
  expect(parse(text)).toMatchObject({
    meta: {
      round_id: "DISCUSS-002",
      step: "DRAFT-001",
      agent: "builder",
      artifact: "spec/brief.md",
      ended_at: "2024-01-15T10:50:00Z",
    },
    verdict: "consensus_blocked",
    severity: "HIGH",
    average_rating: 2,
    recommendation: "revise",
    perspectives: [
      { name: "technical", tool: "codex", role: "tech lead", rating: 2, by: "Rhea" },
      { name: "risk", rating: null, skipped: "Nobody was there." },
    ],
    convergent: [{ text: "Tickets are the measure", by: ["technical"] }],
    divergent: [{ text: "Two stores", by: ["technical"] }],
    missing: [{ text: "Recovery", by: ["technical"] }],
    risks: [{ text: "Lock-out", by: ["technical"], severity: "high" }],
    action_items: [{ text: "Say who recovers", by: ["technical"] }],
    squadroom: { discussion: 1, next: "revise" },
  });
  expect(parse(textOf(files, /DISCUSS-002-DRAFT-001-d/))).toMatchObject({
    verdict: "open",
    severity: null,
    meta: { ended_at: null },
  });
  const { files: kept, problems } = sessionIn(files);
  const bytesOf = (of: readonly CarriedFile[]) =>
    of
      .filter(({ path }) => path.startsWith("discussions/"))
      .map(({ path, bytes }) => [path, new TextDecoder().decode(bytes)]);
  expect(bytesOf(kept)).toEqual(bytesOf(files));
  expect(problems.filter(({ file }) => file.startsWith("discussions/"))).toEqual([]);
});

test("an ended task says its result and what it took, and its files go with it", () => {
  const result = { summary: "Done.", keyDecisions: ["Offset, not pages"], criteria: [] };
  const task = aCarriedTask({
    state: "completed",
    endedAt: AT + 3_600_500,
    result: {
      ...result,
      warnings: [],
      artifacts: [{ path: "a.ts", status: "modified" }],
      changes: { added: 2, removed: 0, files: ["a.ts", "b.ts"], fileCount: 2 },
    },
  });
  const bytes = new Uint8Array([0, 1, 255]);
  const named = { name: "../Plan B.DIFF", bytes };
  const files = writeSession(
    aSessionData({
      tasks: [task],
      files: [
        { id: "f1", ...named },
        { id: "f2", ...named },
      ],
    }),
  );

  expect(parse(textOf(files, /comm-builder/))).toMatchObject({
    status: "completed",
    progress_percentage: 100,
    meta: { updated_at: "2024-01-15T11:00:00.500Z" },
    // What it said last stays, and what only the diff has is among the files.
    current_action: "Implementing pagination logic",
    remaining_steps: ["Add database query", "Unit tests"],
    artifacts_created: [
      { path: "backend/src/routes/users.ts", status: "final", change: "created", lines: 86 },
      { path: "a.ts", status: "final", change: "modified" },
      { path: "b.ts", status: "final", change: "changed" },
    ],
    squadroom: { result: { summary: "Done.", key_decisions: ["Offset, not pages"] } },
  });
  expect(JSON.parse(textOf(files, /shared-context/))).toMatchObject({
    agent_decisions: [{ agent: "builder", decision: "Offset, not pages" }],
    tasks_completed: [{ summary: "Done." }],
  });
  expect(files.slice(-2)).toEqual([
    { path: "artifacts/plan-b.diff", bytes },
    { path: "artifacts/f2-plan-b.diff", bytes },
  ]);
});

test("no moment is left as a number, wherever it stands", () => {
  const at = AT + 500;
  const task = aCarriedTask({ reviews: [{ askedAt: at, at }] as never });
  const lock = {
    id: 1,
    patterns: ["src/**"],
    state: "waiting",
    way: "hand",
    taskId: "DEV-001",
    by: { kind: "agent", name: "Bea", role: "builder" },
    since: at,
    endsAt: at,
    fence: null,
    circle: null,
    waitsFor: [{ id: 2, since: at, endsAt: at }],
  };
  const session = { flow: "brainstorm", gates: { design: { overrides: [{ at }] } }, answers: { q: { at } } };
  const files = writeSession(aSessionData({ tasks: [task], locks: [lock as never], session: session as never }));
  const text = files.map(({ bytes }) => new TextDecoder().decode(bytes)).join("\n");
  expect(text).not.toMatch(/1705\d{9}/);
  expect(text.split(timeText(at)).length - 1).toBe(8);
});

const texts = fc.oneof(
  fc.string({ unit: "binary" }).filter((text) => text.isWellFormed()),
  fc.constantFrom("- a", "a: b", "#", "null", "1e3", "0x1", "~", "'", "\t", "a\n\n b ", "\r\n", "? a"),
  fc.constantFrom("---\n", "...", "\u2028", "\ufeff", "<<", "=", "yes", "&a", "*a", "!!int", "%YAML"),
);
const values = fc.letrec<{ value: Json }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 3 },
    texts,
    fc.integer(),
    fc.boolean(),
    fc.constant(null),
    fc.array(tie("value"), { maxLength: 4 }),
    fc.dictionary(texts, tie("value"), { maxKeys: 4 }),
  ),
})).value;

test("what is written as YAML is read as it was, whatever the texts are", () => {
  fc.assert(
    fc.property(values, texts, (data, heading) => {
      expect(JSON.stringify(parse(writeYaml(heading, data)))).toBe(JSON.stringify(data));
    }),
    { numRuns: shareOf(400) },
  );
});

test("a zip gives back the files that went in, and the same files make the same bytes", () => {
  const files = writeSession(aSessionData());
  const zip = packZip(files);
  const limits = { entries: 100, fileBytes: 1e6, bytes: 1e7 };

  expect(packZip(writeSession(aSessionData()))).toEqual(zip);
  expect(readZip(zip, limits)).toEqual({ files, problems: [] });
});
