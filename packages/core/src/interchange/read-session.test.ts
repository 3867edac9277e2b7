import fc from "fast-check";
import { expect, test } from "vitest";
import type { AttemptedFix } from "../error/reported-error.ts";
import { shareOf } from "../testing/property-runs.fixture.ts";
import { ACCUMULATOR_FILE, type CarriedFile, textFile } from "./carried.ts";
import { FOLDERS, GOOD, ZIPS } from "./hostile.fixture.ts";
import { LEVELS, PROBLEMS } from "./problem.ts";
import { sessionIn } from "./read-session.ts";
import { IMPORT_LIMITS, readZip } from "./read-zip.ts";
import { AT, aCarriedTask, aDoneTask, anError, aPipelineOf, aSessionData } from "./session-data.fixture.ts";
import { writeSession } from "./write-session.ts";

/** Comparing bytes one by one takes longer than reading them. */
const textOf = ({ bytes }: CarriedFile) => new TextDecoder().decode(bytes);
const plain = (files: readonly CarriedFile[]) =>
  files.map(({ path, bytes }) => [path, Buffer.from(bytes).toString("base64")]);

/** Longest that one folder may take on a machine under load, ms. */
const LONGEST_MS = 20_000;

test("a session that is read says what was exported, and asks for nothing", () => {
  const { draft, files, problems, counts } = sessionIn(GOOD);

  expect(problems.map(({ level }) => level)).toEqual(["note"]);
  expect(plain(files)).toEqual(plain(GOOD));
  expect(draft).toMatchObject({
    title: "Find users",
    description: "Search by name.",
    end: "stopped",
    phase: "implementation",
    tasksTotal: 2,
    tasksCompleted: 1,
    startedAt: Date.parse("2024-01-15T10:00:00Z"),
    tasks: [
      { name: "DEV-001", agent: "builder", status: "in_progress", percent: 75, priority: "high" },
      { name: "DEV-002", requires: ["task_20240115T103000Z_001"] },
    ],
    messages: [
      {
        from: "ui",
        to: "builder",
        kind: "question",
        subject: "API contract",
        priority: "critical",
        state: "raised",
      },
    ],
    errors: [{ severity: "error", place: "backend/src/routes/users.ts:45:12" }],
  });
  expect(counts.map(({ kind, found, asIs }) => [kind, found, asIs])).toEqual([
    ["tasks", 2, 2],
    ["progress", 1, 1],
    ["messages", 1, 1],
    ["errors", 1, 1],
    ["other", 1, 1],
  ]);
});

test("an assignment says its limits again: time, boundaries, and outputs by their names", () => {
  const PLAN = "role-plan-backend-task_1.md";
  const read = (...lines: string[]) =>
    sessionIn([...GOOD, textFile(PLAN, ["meta:", "  task_id: task_1", ...lines].join("\n"))]);
  const { draft, problems } = read(
    "  timeout: 300",
    "boundaries:",
    "  allowed:",
    "    - backend/src/routes/users.ts",
    "  forbidden:",
    "    - frontend/**",
    "    - .env",
    "outputs:",
    "  endpoint: backend/src/routes/users.ts",
    "  output_2: backend/src/routes/users.ts",
  );
  const asSaid = {
    timeoutS: 300,
    boundaries: { allowed: ["backend/src/routes/users.ts"], forbidden: ["frontend/**", ".env"] },
    outputs: [{ name: "endpoint", path: "backend/src/routes/users.ts" }, "backend/src/routes/users.ts"],
  };
  expect(draft?.tasks.find(({ ref }) => ref === "task_1")).toMatchObject(asSaid);
  expect(problems.filter(({ file }) => file === PLAN)).toEqual([]);

  const { timeoutS, boundaries, outputs } = asSaid;
  const task = aCarriedTask({ timeoutS, boundaries, outputs });
  const again = sessionIn(writeSession(aSessionData({ tasks: [task] }))).draft;
  expect(again?.tasks).toMatchObject([asSaid]);

  const list = read("outputs:", "  - endpoint=a.ts", "  - b.ts", "  - [c]");
  expect(list.draft?.tasks.find(({ ref }) => ref === "task_1")?.outputs).toEqual([
    { name: "endpoint", path: "a.ts" },
    "b.ts",
  ]);
  expect(list.problems).toContainEqual(expect.objectContaining({ code: "wrong_type", line: 6 }));
});

test("messages and errors come in the order of their time, whatever their files are called", () => {
  const message = (name: string, at: string | null) =>
    textFile(
      `role-comm-${name}-to-planner-${name}.md`,
      `meta:\n  message_id: ${name}\n${at === null ? "" : `  created_at: ${at}\n`}squadroom:\n  state: ${name}\n`,
    );
  const error = (name: string, at: string) =>
    textFile(`error-${name}.md`, `error_id: ${name}\noccurred_at: ${at}\nerror:\n  message: No\n`);
  const [early, late] = ["2024-01-15T09:00:00Z", "2024-01-15T12:00:00Z"];
  const { draft } = sessionIn([
    ...GOOD,
    message("a", null),
    message("answered", late),
    message("z", early),
    error("a", late),
    error("z", early),
  ]);
  expect(draft?.messages.map(({ ref, state }) => [ref, state])).toEqual([
    ["z", null],
    [expect.stringMatching(/^msg_20240115T103600Z/), "raised"],
    ["answered", "answered"],
    ["a", null],
  ]);
  const [first, , last] = draft?.errors ?? [];
  expect([first?.ref, last?.ref]).toEqual(["z", "a"]);
});

test("what document 002 says was tried is read as it was meant, a colon in it or not", () => {
  const error = textFile(
    "error-backend-20240115T103800Z.md",
    [
      "error_id: err_1",
      "severity: error",
      "error:",
      "  message: No",
      "attempted_fixes:",
      "  - Changed type annotation",
      "  - Result: Created new error in dependent component",
    ].join("\n"),
  );
  const { draft, problems } = sessionIn([...GOOD, error]);
  expect(draft?.errors.at(-1)?.fixes).toEqual([
    {
      fix: "Changed type annotation",
      outcome: null,
      note: "Created new error in dependent component",
    },
  ]);
  expect(problems.filter(({ file }) => file === error.path)).toEqual([]);
  const other = textFile(error.path, "error_id: e\nerror:\n  message: No\nattempted_fixes:\n  - a: 1\n    b: 2\n");
  expect(sessionIn([...GOOD, other]).problems).toContainEqual(expect.objectContaining({ code: "wrong_type", line: 5 }));
});

test("what came of each fix comes back as it was exported, by its own part of the file or by the document's", () => {
  const attemptedFixes: AttemptedFix[] = [
    { fix: "Changed type: annotation", outcome: "failed", note: "A new error" },
    { fix: "Export it", outcome: "not_tried" },
    { fix: "Restore it", outcome: "worked" },
  ];
  const error = { ...anError(), attemptedFixes };
  const files = writeSession(aSessionData({ errors: [error] }));
  expect(sessionIn(files).draft?.errors.map(({ fixes }) => fixes)).toEqual([attemptedFixes]);
  const plainFiles = files.map((file) =>
    file.path.startsWith("error-") ? textFile(file.path, textOf(file).replaceAll("squadroom:", "other:")) : file,
  );
  expect(sessionIn(plainFiles).draft?.errors.map(({ fixes }) => fixes)).toEqual([
    [
      { fix: "Changed type: annotation (failed: A new error)", outcome: null },
      { fix: "Export it", outcome: "not_tried" },
      { fix: "Restore it (worked)", outcome: null },
    ],
  ]);
});

test("a session that ended comes with its report and the answers of people", () => {
  const answer = { label: "Snapshot", note: "First", by: { name: "Ada" }, at: 0 };
  const decision = { id: 7, question: "How?", answer, endedAt: Date.parse("2024-01-15T11:00:00Z") };
  const open = { id: 8, question: "When?", answer: null, endedAt: null };
  const files = writeSession(aSessionData({ summary: "# Find users\n", decisions: [decision, open] as never }));
  const prose = textFile("decisions/notes.md", "We chose: - one\n{");
  const { draft, problems } = sessionIn([...files, prose]);

  expect(files.map(({ path }) => path)).toContain("session-summary.md");
  expect(draft?.summary).toBe("# Find users\n");
  expect(draft?.decisions).toEqual([
    {
      file: "decisions/decision-7.yaml",
      question: "How?",
      answer: "Snapshot",
      note: "First",
      by: "Ada",
      at: Date.parse("2024-01-15T11:00:00Z"),
    },
    expect.objectContaining({ question: "When?", answer: null, by: "", at: null }),
  ]);
  expect(problems.map(({ level }) => level)).toEqual(["note"]);
});

test("what a pipeline's tasks came to is read back by role, with what each decided and how it was judged", () => {
  const brief = aDoneTask(
    "DRAFT-001",
    { artifacts: [{ path: "spec/brief.md", status: "created" }], keyDecisions: ["One store"] },
    { role: "writer" as never },
  );
  const plan = aDoneTask("PLAN-001", { summary: "Two tasks." }, { role: "planner" as never });
  const verdict = { outcome: "blocked", severity: "medium", averageRating: 3.5 } as const;
  const files = writeSession(aSessionData(aPipelineOf([brief, plan], [{ taskId: "DRAFT-001", verdict }])));
  const { draft, problems } = sessionIn(files);
  expect(draft?.accumulator).toEqual([
    {
      role: "writer",
      task: "task_20240115T103000Z_001",
      artifact: "spec/brief.md",
      keyDecisions: ["One store"],
      consensus: { outcome: "blocked", severity: "medium" },
      rating: 3.5,
      summary: "As asked.",
    },
    {
      role: "planner",
      task: "task_20240115T103000Z_002",
      artifact: null,
      keyDecisions: [],
      consensus: null,
      rating: null,
      summary: "Two tasks.",
    },
  ]);
  expect(problems.filter(({ file }) => file === ACCUMULATOR_FILE)).toEqual([]);
  expect(writeSession(aSessionData()).map(({ path }) => path)).not.toContain(ACCUMULATOR_FILE);
});

test("an accumulator of another tool is read as document 004 writes it; what it can't be, its lines say", () => {
  const read = (...lines: string[]) => {
    const { draft, problems } = sessionIn([...GOOD, textFile(ACCUMULATOR_FILE, lines.join("\n"))]);
    const said = problems.filter(({ file }) => file === ACCUMULATOR_FILE);
    return { entries: draft?.accumulator, said: said.map(({ code, line }) => [code, line]) };
  };
  const verdicts = ["consensus_blocked", "consensus_reached", "none"].map(
    (word, i) => `  {"task": "DEV-00${i + 1}", "discuss_verdict": "${word}", "discuss_rating": 4}`,
  );
  const known = read('{"writer": [', verdicts.join(",\n"), "]}");
  expect(known.said).toEqual([]);
  expect(known.entries?.map(({ consensus }) => consensus?.outcome ?? null)).toEqual(["blocked", "reached", null]);
  const damaged = read(
    "writer:",
    "  - summary: No task",
    "  - task: task_nowhere",
    "    consensus: loud",
    "    rating: high",
    "planner: none",
  );
  expect(damaged.entries).toMatchObject([{ task: "task_nowhere", consensus: null, rating: null }]);
  expect(damaged.said).toEqual([
    ["missing_key", 2],
    ["unknown_word", 4],
    ["wrong_type", 5],
    ["wrong_type", 6],
    ["unknown_reference", 3],
  ]);
  expect(read("- task: DEV-001")).toEqual({ entries: [], said: [["no_map", 1]] });
});

test.each(Object.entries(FOLDERS))("%s is read within its limits", (_name, [files, code]) => {
  const from = performance.now();
  const reading = sessionIn(files);

  expect(performance.now() - from).toBeLessThan(LONGEST_MS);
  const said = reading.problems.map((one) => one.code);
  if (code === null) expect(reading.problems.filter(({ level }) => level !== "note")).toEqual([]);
  else expect(said).toContain(code);
  for (const { level, code: one, message, outcome, line } of reading.problems) {
    expect(LEVELS).toContain(level);
    expect(PROBLEMS).toContain(one);
    expect(message.length).toBeLessThan(400);
    expect(outcome).toMatch(/\.$/);
    expect(line ?? 1).toBeGreaterThan(0);
  }
  expect(reading.problems.length).toBeLessThanOrEqual(500);
  if (!reading.draft) return;
  // Nothing is dropped, and what is kept is read as itself.
  const again = sessionIn(reading.files);
  expect(plain(again.files)).toEqual(plain(reading.files));
  expect(again.draft && { ...again.draft, folder: reading.draft.folder }).toEqual(reading.draft);
  expect(({} as { polluted?: unknown }).polluted).toBeUndefined();
});

test.each(Object.entries(ZIPS))("%s is unpacked within its limits", (_name, [zip, fault]) => {
  const from = performance.now();
  const { files, problems } = readZip(zip, IMPORT_LIMITS);

  expect(performance.now() - from).toBeLessThan(LONGEST_MS);
  if (fault === null) expect(problems).toEqual([]);
  else expect(problems.map((one) => one.fault)).toContain(fault);
  const bytes = files.reduce((sum, one) => sum + one.bytes.byteLength, 0);
  expect(bytes).toBeLessThanOrEqual(IMPORT_LIMITS.bytes);
  expect(files.length).toBeLessThanOrEqual(IMPORT_LIMITS.entries);
});

test("problems name the line on which they are", () => {
  const lineOf = (name: string) => sessionIn(FOLDERS[name]?.[0] ?? []).problems.map(({ line }) => line);

  expect(lineOf("a priority of its own")).toContain(6);
  expect(lineOf("requires of nothing")).toContain(9);
  expect(lineOf("a broken fenced block")[0]).toBe(4);
  expect(lineOf("a huge whole number")).toContain(7);
});

const wild = fc.oneof(
  fc.string({ unit: "binary" }),
  fc.string(),
  fc.constantFrom("a:\n", "- ", "\t", "{", "|\n", "'", '"', "#"),
);

test("whatever a file holds, a folder is read, and what is kept is read as itself", () => {
  fc.assert(
    fc.property(
      fc.array(fc.tuple(fc.nat(GOOD.length - 1), fc.nat(400), wild), { maxLength: 5 }),
      fc.uint8Array({ maxLength: 40 }),
      (edits, noise) => {
        const files = GOOD.map((one) => ({ ...one }));
        for (const [n, at, more] of edits) {
          const file = files[n];
          if (!file) continue;
          const text = new TextDecoder().decode(file.bytes);
          file.bytes = textFile("", (text.slice(0, at) + more + text.slice(at)).toWellFormed()).bytes;
        }
        const reading = sessionIn([...files, { path: "error-x-1.md", bytes: noise }]);
        if (reading.draft) expect(plain(sessionIn(reading.files).files)).toEqual(plain(reading.files));
      },
    ),
    { numRuns: shareOf(300) },
  );
});

const words = fc.string({ unit: "binary", maxLength: 60 }).filter((text) => text.isWellFormed());

const came = fc.record({
  role: fc.constantFrom("writer", "front-end", "constructor", "planner"),
  paths: fc.array(words, { maxLength: 2 }),
  keyDecisions: fc.array(words, { maxLength: 3 }),
  summary: words,
  verdict: fc.option(
    fc.record({
      outcome: fc.constantFrom("reached", "blocked", "skipped"),
      severity: fc.constantFrom("high", "medium", "low", "none"),
      averageRating: fc.option(fc.integer({ min: 4, max: 20 }).map((quarter) => quarter / 4)),
    }),
  ),
});

test("what an export says is what is read of it, whatever people wrote, and is exported the same", () => {
  fc.assert(
    fc.property(
      words,
      words,
      fc.array(words, { maxLength: 4 }),
      fc.array(came, { maxLength: 4 }),
      (title, instruction, criteria, made) => {
        const task = aCarriedTask({ title, instruction, successCriteria: criteria });
        const done = made.map(({ role, paths, keyDecisions, summary }, i) => {
          const artifacts = paths.map((path) => ({ path, status: "created" as const }));
          const result = { summary, keyDecisions, artifacts };
          return aDoneTask(`DRAFT-00${i + 1}`, result, { role: role as never, endedAt: AT + i });
        });
        const verdicts = made.flatMap(({ verdict }, i) =>
          verdict === null ? [] : { taskId: `DRAFT-00${i + 1}`, verdict },
        );
        const { tasks, session } = aPipelineOf([...done, task], verdicts);
        const files = writeSession(aSessionData({ tasks, session, description: instruction }));
        const reading = sessionIn(files);
        expect(reading.draft?.tasks.find(({ name }) => name === task.id)).toMatchObject({
          instruction,
          criteria,
        });
        expect(reading.draft?.description).toBe(instruction);
        const read = reading.draft?.accumulator ?? [];
        const inRoles = [...new Set(made.map(({ role }) => role))].flatMap((role) =>
          made.filter((one) => one.role === role),
        );
        expect(read.map(({ task: _, ...one }) => one)).toEqual(
          inRoles.map(({ role, paths, keyDecisions, summary, verdict }) => ({
            role,
            artifact: paths[0] ?? null,
            keyDecisions,
            summary,
            consensus: verdict && { outcome: verdict.outcome, severity: verdict.severity },
            rating: verdict?.averageRating ?? null,
          })),
        );
        expect(reading.problems.filter(({ file }) => file === ACCUMULATOR_FILE)).toEqual([]);
        expect(plain(reading.files)).toEqual(plain(files));
        const { draft: again, files: kept } = sessionIn(reading.files);
        expect(again).toEqual(reading.draft);
        expect(plain(kept)).toEqual(plain(files));
      },
    ),
    { numRuns: shareOf(300) },
  );
});
