import { describe, expect, it } from "vitest";
import { REPLIES } from "../testing/replies.fixture.ts";
import { SessionDriver } from "../testing/session-driver.fixture.ts";
import { tellRepairs } from "./repair.ts";

describe("what was read otherwise", () => {
  it("tells the fields that were ignored, then what was read differently, in one line", () => {
    expect(
      tellRepairs("plan", [
        { kind: "trailing_comma", path: "tasks", message: "A comma behind the last one." },
        { kind: "synonym", path: "tasks[0].priority", message: '"urgent" was read as critical.' },
        { kind: "unknown_member", path: "reviewers", message: "Unknown field; it was left out." },
        { kind: "unknown_member", path: "tasks[1].colour", message: "It was left out." },
        { kind: "amount", path: "", message: "1 section, where this level asks for 2 to 4." },
      ]),
    ).toBe(
      'Ignored, as `plan` has no such field: `reviewers`, `tasks[1].colour`. Read differently: `tasks[0].priority`: "urgent" was read as critical. 1 section, where this level asks for 2 to 4.',
    );
  });

  it("says nothing of commas and quotes, and of very many how many more they are", () => {
    expect(tellRepairs("plan", [{ kind: "quotes", path: "", message: "Curly." }])).toBe(null);
    const many = Array.from({ length: 8 }, (_, n) => ({
      kind: "unknown_member",
      path: `x${n}`,
      message: "It was left out.",
    }));
    expect(tellRepairs("scout", many)).toContain("`x4`, and 3 more.");
  });

  it("is the message of the answer that was taken", () => {
    const room = new SessionDriver();
    room.toDesign();
    for (let i = 0; i < 3; i++) room.choose("design_section", "approve");
    expect(room.reply({ ...REPLIES.plan, reviewers: ["reviewer"] })).toMatchObject({
      state: "completed",
      message: "Ignored, as `plan` has no such field: `reviewers`.",
    });
  });
});
