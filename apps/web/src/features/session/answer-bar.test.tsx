import type { Decision, DecisionId } from "@squadroom/core/decision/decision";
import { anOption } from "@squadroom/core/decision/question";
import type { DecisionAct } from "@squadroom/core/kernel/question";
import { screen, waitFor } from "@testing-library/react";
import type { ReactNode } from "react";
import { expect, test } from "vitest";
import { type Asked, serve, show } from "../../testing/page.fixture.tsx";
import "../decision/index.ts";
import { AnswerBar } from "./answer-bar.tsx";
import { asFirst } from "./first-answer.ts";
import { type AnswerDetail, useAnswers } from "./use-answers.ts";

/** Ids that say nothing, or the wrong thing: what an answer does is its act alone. */
const option = (id: string, label: string, act: DecisionAct, needsNote = false) =>
  anOption(id, label, `${label} it is.`, act, { needsNote });
const PLAN: Decision = {
  id: "d-1" as DecisionId,
  kind: "plan",
  subject: { kind: "session", sessionId: 1, title: "Money", step: "plan", part: null },
  version: 3,
  question: "Do it?",
  reason: "",
  options: [
    option("cancel", "Approve", { kind: "approve_plan" }),
    option("one", "Revise", { kind: "revise" }, true),
    option("back:plan", "Skip to the plan", { kind: "skip_to_plan" }),
    option("two", "Back to design", { kind: "back", step: "design" }),
    option("three", "Back to questions", { kind: "back", step: "questions" }),
    option("four", "Give up", { kind: "abort" }),
    option("five", "Start over", { kind: "renew" }),
  ],
  urgency: "medium",
  holdsUp: 1,
  openedAt: 0,
  askedBy: null,
  supersedes: null,
};

function Bar({ edits }: { edits?: AnswerDetail }): ReactNode {
  const answers = useAnswers("room-1");
  const first = asFirst(PLAN.options[0]);
  return <AnswerBar decision={PLAN} answers={answers} first={first} {...(edits && { edits })} />;
}

const serveAnswers = (): Asked[] =>
  serve({
    answerDecision: () => ({
      decisionId: "d-1",
      state: "answered",
      optionId: "cancel",
      label: "Approve",
      consequence: "",
      canUndo: false,
      seq: 1,
    }),
  });
const button = (name: string) => screen.getByRole("button", { name });
const sent = (asked: readonly Asked[]) => asked.map(({ body }) => body);

test("sends the first answer, to the version that is on the screen", async () => {
  const asked = serveAnswers();
  const { user } = await show(<Bar />);

  await user.keyboard("a");
  expect(sent(asked)).toEqual([{ optionId: "cancel", note: "", version: 3 }]);
});

test("leaves out what has a place of its own, and keeps further ways back in the menu", async () => {
  serveAnswers();
  const { user } = await show(<Bar />);

  const names = screen.getAllByRole("button").map(({ dataset }) => dataset.option ?? "more");
  expect(names).toEqual(["cancel", "one", "back:plan", "two", "more", "four"]);
  await user.click(button("More answers"));
  expect(screen.getByRole("menuitem", { name: /Back to questions/ })).toBeTruthy();
});

test("says what becomes of going back before it is sent, and gives the focus back to who stays", async () => {
  const asked = serveAnswers();
  const { user } = await show(<Bar />);

  await user.click(button("Back to design"));
  await user.click(button("Stay here"));
  expect(document.activeElement).toBe(button("Back to design"));
  expect(asked).toEqual([]);

  await user.keyboard("b");
  await user.click(button("Go back"));
  expect(sent(asked)).toEqual([{ optionId: "two", note: "", version: 3 }]);
});

test("sends no revision without words, and asks once more before it ends something", async () => {
  const asked = serveAnswers();
  const { user } = await show(<Bar />);

  await user.keyboard("r");
  await user.click(button("Revise"));
  expect(screen.getByRole("alert").textContent).toContain("Write a note first");
  await user.type(screen.getByRole("textbox", { name: "What should change?" }), "In cents.");
  await user.click(button("Revise"));
  await waitFor(() => expect(screen.queryByRole("textbox")).toBeNull());

  await user.click(button("Give up"));
  expect(asked).toHaveLength(1);
  await user.click(button("Give up"));
  expect(sent(asked)).toEqual([
    { optionId: "one", note: "In cents.", version: 3 },
    { optionId: "four", note: "", version: 3 },
  ]);
});

test("sends the person's edits with what settles them, and not with words about them", async () => {
  const asked = serveAnswers();
  const detail: AnswerDetail = { batches: [{ title: "Store", description: "" }] };
  const { user } = await show(<Bar edits={detail} />);

  await user.click(button("Skip to the plan"));
  await waitFor(() => expect(asked).toHaveLength(1));
  await user.click(button("Revise"));
  await user.type(screen.getByRole("textbox"), "Fewer.");
  await user.click(button("Revise"));
  expect(sent(asked)).toEqual([
    { optionId: "back:plan", note: "", version: 3, detail },
    { optionId: "one", note: "Fewer.", version: 3 },
  ]);
});
