import { describe, expect, it } from "vitest";
import { SessionDriver } from "../testing/session-driver.fixture.ts";

/** The agent says twice what cannot be used. */
function failing(room: SessionDriver, by = room.planner) {
  for (const text of ["Nothing.", "Nothing at all."]) room.reply(text, by);
  return room.decision("task_failed");
}

const consequenceOf = ({ options }: ReturnType<typeof failing>, id: string) =>
  options.find((option) => option.id === id)?.consequence;

describe("what is asked about a task that failed for its reply", () => {
  it("names the reply, and what its session does without the step", () => {
    const room = new SessionDriver();
    room.start();
    const asked = failing(room);
    expect(asked.question).toContain("ended without a usable reply");
    expect(consequenceOf(asked, "cancel")).toBe("Ends it for good. Session 1 is paused until a person resumes it.");
    room.run(room.answer(asked, "cancel"));
    expect(room.session().state).toBe("paused");
  });

  it("says that the next batch goes without its scout, and so it does", () => {
    const room = new SessionDriver();
    room.toCheckpoint();
    const asked = failing(room);
    expect(consequenceOf(asked, "cancel")).toBe("Ends it for good. The next batch is planned without it.");
    room.run(room.answer(asked, "cancel"));
    room.choose("batch_checkpoint", "continue");
    expect(room.session()).toMatchObject({
      state: "running",
      step: "plan",
      work: { step: "plan" },
    });
  });

  it("counts attempts where none of them brought a reply", () => {
    const room = new SessionDriver();
    room.start();
    for (let i = 0; i < 3; i++) {
      const { id, lease } = room.claim(room.planner);
      const fact = { by: room.planner, taskId: id, fence: lease.fence, reason: "I cannot." };
      room.run({ type: "fail", ...fact });
    }
    expect(room.decision("task_failed").question).toContain("failed after 3 attempts");
  });
});
