import { describe, expect, it } from "vitest";
import { LEAD } from "../testing/builders.fixture.ts";
import { SessionDriver } from "../testing/session-driver.fixture.ts";

it("gives open questions away last, under a name that says so, and never first", () => {
  const room = new SessionDriver();
  room.toQuestions();
  const options = () => room.decision("questions").options;
  const open = room.session().proposals.questions?.value.questions.length ?? 0;
  expect(open).toBeGreaterThan(1);
  expect(options().at(-1)).toMatchObject({
    id: "done",
    label: `Leave ${open} questions to the agents`,
  });
  expect(options()[0]?.id).not.toBe("done");
  for (const { id } of room.session().proposals.questions?.value.questions ?? [])
    room.run({
      type: "answerQuestions",
      by: LEAD,
      sessionId: 1,
      answers: { [id]: { text: "As before." } },
    } as never);
  expect(options()[0]).toMatchObject({ id: "done", label: "Send the answers" });
});

describe("the answer that ends the questions", () => {
  const labelOf = (room: SessionDriver) => room.view.answered[0]?.answer.label;

  it("is told as what was sent, also where the last words come with it", () => {
    const room = new SessionDriver();
    room.toQuestions();
    const answers = {
      q1: { option: "Postgres" },
      q2: { text: "Everyone." },
      q3: { text: "A year." },
    };
    room.choose("questions", "done", { detail: { answers } });
    expect(labelOf(room)).toBe("Send the answers");
  });

  it("is told as what was left, as long as one is open", () => {
    const room = new SessionDriver();
    room.toQuestions();
    room.choose("questions", "done", { detail: { answers: { q1: { option: "Postgres" } } } });
    expect(labelOf(room)).toMatch(/^Leave \d questions? to the agents$/);
  });
});
