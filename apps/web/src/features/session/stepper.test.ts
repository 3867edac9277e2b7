import { describe, expect, it } from "vitest";
import { stepState } from "./stepper.tsx";

const FLOW = { step: "design", level: "exploration", isSkipped: false, suggested: [] } as const;

describe("the steps of a session", () => {
  it("are done, now and to come", () => {
    expect(stepState("questions", FLOW)).toBe("done");
    expect(stepState("design", FLOW)).toBe("now");
    expect(stepState("plan", FLOW)).toBe("todo");
  });

  it("leaves out what the level has not", () => {
    const flow = { ...FLOW, level: "straightforward" } as const;
    expect(stepState("questions", flow)).toBe("out");
    expect(stepState("approaches", flow)).toBe("out");
    expect(stepState("triage", flow)).toBe("done");
  });

  it("leaves out all between triage and plan where it was skipped", () => {
    const flow = { ...FLOW, step: "plan", isSkipped: true } as const;
    expect(["triage", "questions", "design", "plan"].map((step) => stepState(step as "plan", flow))).toEqual([
      "done",
      "out",
      "out",
      "now",
    ]);
  });

  it("says what may be left out before that is decided", () => {
    const flow = { ...FLOW, step: "triage", level: null, suggested: ["questions"] } as const;
    expect(stepState("questions", flow)).toBe("maybe");
    expect(stepState("approaches", flow)).toBe("todo");
  });
});
