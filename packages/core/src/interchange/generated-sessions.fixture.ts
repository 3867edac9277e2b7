import fc from "fast-check";
import type { MessageId, RoleName, TaskId } from "../kernel/ids.ts";
import {
  AT,
  aCarriedTask,
  aDiscussion,
  aDoneTask,
  anError,
  aPipelineOf,
  aSessionData,
} from "./session-data.fixture.ts";
import type { CarriedTask, SessionData } from "./session-data.ts";

const HOSTILE = [
  "---",
  "a: b",
  "- x",
  "#",
  "null",
  "~",
  "yes",
  "1e3",
  "0x1",
  "\t",
  "\r\n",
  "a\n\n b ",
  "? a",
  "&a",
  "*a",
  "!!int",
  "%YAML",
  "```yaml\nx: 1\n```",
  "\u2028",
  "\ufeff",
  "<<",
  "'",
  '"',
  "…",
  "日本語",
  "👩‍🚀",
  "=1+1",
  "| a |",
  "..",
  "constructor",
  "__proto__",
];
/** What people and agents write, and what a format could trip over; a room stores no NUL. */
const words = fc.oneof(
  fc.constantFrom(...HOSTILE),
  fc.string({ unit: "binary", maxLength: 40 }).filter((one) => one.isWellFormed() && !one.includes("\u0000")),
  fc.array(fc.constantFrom(...HOSTILE, " ", "\n"), { maxLength: 5 }).map((all) => all.join("")),
);
const some = (max = 3) => fc.array(words, { maxLength: max });
const when = fc.integer({ min: AT, max: AT + 90 * 86_400_000 });
const role = fc.constantFrom("builder", "front-end", "how-to-writer", "planner") as fc.Arbitrary<RoleName>;
const path = fc.constantFrom("src/a.ts", "src/**", "docs/plan b.md", ".env", "ä/ö.md", "a:b");

const result = fc.record({
  summary: words,
  keyDecisions: some(),
  warnings: some(),
  artifacts: fc.array(fc.record({ path, status: fc.constantFrom("created" as const, "modified" as const) }), {
    maxLength: 2,
  }),
});
const progress = fc.record({
  percent: fc.integer({ min: 0, max: 100 }),
  action: words,
  at: when,
  completed: some(),
  remaining: some(),
  artifacts: fc.constant([]),
  checks: fc.constant([]),
  blockers: fc.array(fc.record({ id: fc.nat(9), description: words, requiresAgent: fc.option(role), since: when }), {
    maxLength: 2,
  }),
});
const task = fc.record({
  role,
  title: words,
  instruction: words,
  createdAt: when,
  successCriteria: some(),
  priority: fc.constantFrom("critical", "high", "medium", "low"),
  timeoutS: fc.integer({ min: 10, max: 86_400 }),
  boundaries: fc.record({
    allowed: fc.array(path, { maxLength: 2 }),
    forbidden: fc.array(path, { maxLength: 2 }),
  }),
  outputs: fc.uniqueArray(fc.oneof(path, fc.record({ name: fc.constantFrom("spec", "x y"), path })), {
    maxLength: 3,
    selector: (one) => (typeof one === "string" ? Symbol() : one.name),
  }),
  progress: fc.option(progress),
  result: fc.option(result),
  needs: fc.array(fc.nat(9)),
  state: fc.constantFrom("pending", "in_progress", "in_review", "completed", "failed", "cancelled"),
});

/** Sessions as rooms may have them: any text anywhere, any state, files of any bytes. */
export const sessions: fc.Arbitrary<SessionData> = fc
  .record({
    title: words,
    description: words,
    tasks: fc.array(task, { maxLength: 6 }),
    messages: fc.array(fc.record({ body: words, subject: words, at: when, answers: fc.option(fc.nat(5)), role }), {
      maxLength: 5,
    }),
    errors: fc.array(fc.record({ message: words, type: words, at: when, role }), { maxLength: 3 }),
    wisdom: fc.array(fc.record({ text: words, at: when }), { maxLength: 3 }),
    decided: fc.array(fc.record({ chosen: words, note: words, by: words, at: when }), {
      maxLength: 3,
    }),
    decisions: fc.array(fc.record({ question: words, reason: words, openedAt: when }), {
      maxLength: 3,
    }),
    files: fc.array(fc.record({ name: words, bytes: fc.uint8Array({ maxLength: 60 }) }), {
      maxLength: 3,
    }),
    summary: fc.option(words),
    endedAt: fc.option(when),
    startedAt: when,
    isPipeline: fc.boolean(),
    status: fc.constantFrom("active", "completed", "failed", "stopped"),
  })
  .map((said) => {
    const tasks = said.tasks.map(({ needs, result: came, ...one }, i): CarriedTask => {
      const requires = [...new Set(needs.filter((n) => n < i))].map((n) => `DEV-00${n + 1}`);
      const more = { ...one, id: `DEV-00${i + 1}`, requires, waitsFor: requires };
      return came && one.state === "completed"
        ? aDoneTask(more.id, came as never, more as never)
        : aCarriedTask(more as never);
    });
    const base = aSessionData();
    const [aMessage] = base.messages;
    const id = (n: number) => `0197a000-0000-7000-8000-0000000000${String(10 + n)}` as MessageId;
    const done = tasks.filter(({ state }) => state === "completed");
    const rounds = done.map(({ id: taskId }) => ({ taskId, verdict: {} }));
    const pipeline = said.isPipeline ? aPipelineOf(tasks, rounds).session : null;
    return aSessionData({
      row: { ...base.row, title: said.title, status: said.status as never },
      description: said.description,
      tasks,
      summary: said.summary,
      session: pipeline,
      told: [],
      messages: said.messages.map(({ answers, role: to, ...one }, n) => ({
        ...(aMessage as NonNullable<typeof aMessage>),
        ...one,
        id: id(n),
        to: { kind: "role" as const, role: to },
        repliesTo: answers !== null && answers < n ? id(answers) : null,
        taskId: (tasks[0]?.id ?? null) as TaskId | null,
      })),
      errors: said.errors.map(({ role: of, ...one }, n) => {
        const base = anError();
        return {
          ...base,
          ...one,
          id: n + 1,
          by: { ...base.by, role: of },
          taskId: tasks[0]?.id ?? "X",
        };
      }),
      wisdom: said.wisdom.map((one, n) => ({
        ...one,
        id: n + 1,
        kind: "decision",
        state: "live",
        by: { name: "Bea" },
        source: null,
      })) as never,
      decided: said.decided as never,
      decisions: said.decisions.map((one, n) => ({ ...one, id: `d${n}`, answer: null })) as never,
      files: said.files.map((one, n) => ({ ...one, id: `f${n}` })),
      ...(said.isPipeline || said.endedAt === null
        ? {}
        : { session: { flow: "brainstorm", discussions: [aDiscussion()], answers: {}, sections: {} } as never }),
    });
  });
