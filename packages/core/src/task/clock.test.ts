import { expect, it } from "vitest";
import { LEAD, MINUTE } from "../testing/builders.fixture.ts";
import { Driver } from "../testing/driver.fixture.ts";
import { clockOf } from "./clock.ts";

it("runs from the claim, is paused for a blocker and for a person's answer, and goes on later by as much", () => {
  const room = Driver.room("squad");
  const builder = room.join("Bo", "builder");
  room.run(room.create(LEAD, [{ role: "builder", timeoutS: 600 }]));
  const [pending] = room.view.tasks;
  expect(pending && clockOf(room.view, pending)).toBeNull();
  const { id: taskId, lease } = room.claim(builder);
  const of = { by: builder, taskId, fence: lease.fence };
  const clock = () => clockOf(room.view, room.task(taskId));
  const dueAt = lease.claimedAt + 10 * MINUTE;
  expect(clock()).toEqual({ dueAt, pausedFor: null });

  room.run({ type: "progress", ...of, progress: { blockers: [{ description: "No key" }] } });
  expect(clock()).toEqual({ dueAt, pausedFor: "blocker" });
  room.run({
    type: "askIntervention",
    ...of,
    question: "Which?",
    reason: "",
    options: [],
    suggestedRole: null,
    urgency: "high",
    outside: [],
  });
  expect(clock()).toEqual({ dueAt, pausedFor: "answer" });
  room.pass(4 * MINUTE);
  room.run({ type: "progress", ...of, progress: { blockers: [] } });
  const question = Object.values(room.view.decisions)[0];
  if (!question) throw new Error("nobody asked");
  room.run(room.answer(question, question.options[0]?.id ?? "", { note: "The first." }));
  expect(clock()).toEqual({ dueAt: dueAt + 4 * MINUTE, pausedFor: null });
});
