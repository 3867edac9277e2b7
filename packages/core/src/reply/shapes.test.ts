import { describe, expect, it } from "vitest";
import { DesignReply, PlanReply, QuestionsReply, REPLY_TYPES, ReviewReply, replyTypeOf } from "./shapes.ts";

const task = { id: "t1", title: "Table", instruction: "Write it.", role: "builder" };
const plan = (...tasks: object[]) => PlanReply.safeParse({ type: "plan", tasks });
const pathsOf = (read: ReturnType<typeof plan>) => read.error?.issues.map(({ path }) => path.join("."));

describe("the shapes of replies, where nothing is repaired", () => {
  it("take a plan whose lists are left out", () => {
    expect(plan(task).data?.tasks).toEqual([{ ...task, files: [], requires: [], successCriteria: [] }]);
  });

  it("refuse an id twice, and name the second", () => {
    expect(pathsOf(plan(task, { ...task, id: "t2" }, task))).toEqual(["tasks.2.id"]);
  });

  it.each(["", "a b", "ä", "x".repeat(61), "__proto__", "constructor"])("refuse the id %j", (id) => {
    expect(pathsOf(plan({ ...task, id }))).toEqual(["tasks.0.id"]);
  });

  it.each(["title", "instruction"])("refuse a blank %s", (name) => {
    expect(pathsOf(plan({ ...task, [name]: " \n" }))).toContain(`tasks.0.${name}`);
  });

  it("refuse empty proposals", () => {
    expect(plan().success).toBe(false);
    expect(DesignReply.safeParse({ type: "design", sections: [] }).success).toBe(false);
    expect(QuestionsReply.safeParse({ type: "questions", questions: [] }).success).toBe(false);
  });

  it("refuse what nothing can store", () => {
    expect(plan({ ...task, instruction: "a\u0000" }).success).toBe(false);
    expect(plan({ ...task, instruction: "a\ud800" }).success).toBe(false);
  });

  it("leave a verdict as it was given, even against its findings", () => {
    const review = {
      type: "review",
      passed: true,
      findings: [{ severity: "critical", file: "a.ts", issue: "x" }],
      summary: "Fine.",
    };
    expect(ReviewReply.parse(review)).toEqual({ ...review, mustFix: [] });
  });
});

describe("the type of a reply", () => {
  it("is known in any case, and nothing else is one", () => {
    for (const type of REPLY_TYPES) expect(replyTypeOf(` ${type.toUpperCase()}\n`)).toBe(type);
    for (const other of ["", "choice", "plans", "constructor", 1, null, undefined, ["plan"]])
      expect(replyTypeOf(other)).toBeNull();
  });
});
