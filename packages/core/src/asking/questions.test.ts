import { expect, it } from "vitest";
import { DECISION_KINDS } from "../decision/decision.ts";
import { type AskedDecision, anOption, defineQuestion } from "../decision/question.ts";
import { deadlock } from "./deadlock.ts";
import { QUESTIONS } from "./questions.ts";

it("each stands under its kind, and each kind in the list that contracts have", () => {
  for (const [kind, question] of Object.entries(QUESTIONS)) expect(question.kind).toBe(kind);
  expect(Object.keys(QUESTIONS).sort()).toEqual([...DECISION_KINDS].sort());
});

it("none compiles without what one of its answers does, nor with an answer that it does not declare", () => {
  const { kind, moot, answers } = deadlock;
  // @ts-expect-error: nothing says what `yield` does
  defineQuestion({ kind, moot, answers: {} });
  // @ts-expect-error: `yield` names a lock, and nothing tells the contract
  defineQuestion({ kind, moot, answers: { yield: answers.yield.does } });
  const options: AskedDecision<"deadlock">["options"] = [
    // @ts-expect-error: no deadlock is answered by trying again
    anOption("retry", "Retry", "", { kind: "retry" }),
    // @ts-expect-error: no question declares this act
    anOption("shrug", "Shrug", "", { kind: "shrug" }),
  ];
  expect(options).toHaveLength(2);
});
