import { readFileSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { shapeText } from "../reply/describe.ts";
import { presenterOf } from "../session/record/roles.ts";
import { teamOf } from "./draft.ts";
import { readRoleSpec } from "./spec.ts";

const file = join(import.meta.dirname, "../../../../docs/roles/brainstormer.md");
const spec = readFileSync(file, "utf8");

describe("the brainstormer that ships", () => {
  it("is a spec without problems, within the bound", () => {
    expect(readRoleSpec(spec).problems).toEqual([]);
    expect(spec.length).toBeLessThanOrEqual(8_000);
  });

  it.each(["scout", "triage", "questions", "approaches", "design", "plan"] as const)(
    "has the format of a %s as it is wanted",
    (step) => expect(spec).toContain(shapeText(step).trim()),
  );

  it("presents the steps of a team that has one", () => {
    const { team, problems } = teamOf({
      entryPoint: "planner",
      roles: [
        { name: "planner", handsTo: ["builder", "user"] },
        { name: "brainstormer", prefix: "IDEA", spec, handsTo: ["planner"] },
        { name: "builder", handsTo: ["planner"] },
      ],
    });
    expect(problems.filter(({ level }) => level === "error")).toEqual([]);
    expect(team && presenterOf(team)).toBe("brainstormer");
  });
});
