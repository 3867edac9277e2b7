import { expect, it } from "vitest";
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
