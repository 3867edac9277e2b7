import { expect, test } from "vitest";
import { textFile } from "./carried.ts";
import { sessionIn } from "./read-session.ts";

const file = (path: string, ...lines: string[]) => textFile(path, lines.join("\n"));
const status = (...lines: string[]) => file("session-status.md", "status: completed", ...lines);
const plan = (name: string, ref: string, ...lines: string[]) =>
  file(`role-plan-${name}.md`, "meta:", `  task_id: ${ref}`, "  agent: builder", ...lines);
const report = (name: string, ref: string, ...lines: string[]) =>
  file(`role-comm-${name}.md`, "meta:", `  task_id: ${ref}`, ...lines);
const said = (...files: Parameters<typeof sessionIn>[0]) =>
  sessionIn(files).problems.map(({ code, message }) => `${code}: ${message}`);

test("of several reports on a task the newest counts, and of two plans with one id the original", () => {
  const { draft, problems } = sessionIn([
    status(),
    plan("a-2", "T1", "instruction: the copy"),
    plan("a", "T1", "instruction: the original"),
    report("b", "T1", "  updated_at: 2026-01-02T08:10:00Z", "status: in_progress", "progress_percentage: 40"),
    report("a", "T1", "  updated_at: 2026-01-02T08:40:00Z", "status: completed"),
  ]);
  expect(draft?.tasks).toMatchObject([{ instruction: "the original", status: "completed" }]);
  expect(problems.find(({ code }) => code === "duplicate_id")?.file).toBe("role-plan-a-2.md");
});

test("a message says which one it answers, as its folder or its room called that", () => {
  const message = (ref: string, ...lines: string[]) =>
    file(`role-comm-a-to-b-${ref}.md`, "meta:", `  message_id: ${ref}`, ...lines);
  const { draft, problems } = sessionIn([
    status(),
    message("m1", "squadroom:", "  message: 0001"),
    message("m2", "  replies_to: m1"),
    message("m3", "squadroom:", "  replies_to: 0001"),
    message("m4", "  replies_to: gone"),
  ]);
  expect(draft?.messages.map(({ ref, repliesTo }) => [ref, repliesTo])).toEqual([
    ["m1", null],
    ["m2", "m1"],
    ["m3", "m1"],
    ["m4", "gone"],
  ]);
  expect(problems.map(({ code, file }) => [code, file])).toEqual([["unknown_reference", "role-comm-a-to-b-m4.md"]]);
});

test("what can't be so is said, and comes in as it is", () => {
  expect(
    said(
      status("tasks_total: 5", "tasks_completed: 3", "validation_gates:", "  implementation: passed"),
      plan(
        "a",
        "T1",
        "boundaries:",
        "  allowed: [src/**]",
        "outputs:",
        "  one: docs/x.md",
        "  two: ../y",
        "  three: /etc/z",
        "dependencies:",
        "  requires: [T2]",
      ),
      plan("b", "T2", "dependencies:", "  requires: [T1]"),
      report("a", "T1", "  agent: tester", "status: completed"),
    ),
  ).toEqual([
    "output_outside: The output ../y leads out of the project.",
    "output_outside: The output /etc/z leads out of the project.",
    "output_outside: The output docs/x.md is outside of the task's boundaries.",
    "other_agent: tester reports on T1, which was given to builder.",
    "circle: These tasks require each other: T1 and T2.",
    "counts_differ: tasks_total is 5, and the folder has 2.",
    "counts_differ: tasks_completed is 3, and the folder has 1.",
    "gates_out_of_order: The gate of implementation is passed, and one before it hasn't passed.",
  ]);
});

test("a phase that nobody knows is read from the gates", () => {
  const gates = ["validation_gates:", "  requirements: passed", "  design: passed"];
  const { draft } = sessionIn([status("phase: coding", ...gates, "  implementation: in_progress")]);
  expect(draft?.phase).toBe("implementation");
});

test("a room's own count of steps may be less than its folder's tasks, and never more", () => {
  const own = (total: number, ...more: string[]) =>
    said(status(`tasks_total: ${total}`, ...more), plan("a", "T1"), plan("b", "T2"));
  const room = ["squadroom:", "  status: completed"];
  expect(own(1, ...room)).toEqual([]);
  expect(own(3, ...room)).toEqual(["counts_differ: tasks_total is 3, and the folder has 2."]);
  expect(own(1)).toEqual(["counts_differ: tasks_total is 1, and the folder has 2."]);
});
