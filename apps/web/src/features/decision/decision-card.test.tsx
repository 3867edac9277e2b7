import type { DecisionAct } from "@squadroom/core/decision/act";
import type { Decision, DecisionId } from "@squadroom/core/decision/decision";
import { anOption } from "@squadroom/core/decision/option";
import type { RoleName, TaskId } from "@squadroom/core/kernel/ids";
import { screen } from "@testing-library/react";
import { expect, test } from "vitest";
import { type Asked, Refused, serve, show } from "../../testing/page.fixture.tsx";
import { Toaster } from "../../ui/toaster.tsx";
import { DecisionCard } from "./decision-card.tsx";
import "./words.ts";

/** By names that say nothing: what an answer does is its act alone. */
const option = (id: string, label: string, act: DecisionAct) => anOption(id, label, "", act);

function aDecision(more: Partial<Decision>): Decision {
  return {
    id: "d-1" as DecisionId,
    kind: "task_failed",
    subject: { kind: "task", taskId: "DEV-001" as TaskId },
    version: 2,
    question: "What about DEV-001?",
    reason: "",
    options: [
      option("1", "Try again", { kind: "retry" }),
      option("2", "To the reviewer", { kind: "hand_on", role: "reviewer" as RoleName }),
      option("3", "Cancel it", { kind: "cancel" }),
    ],
    urgency: "medium",
    holdsUp: 1,
    openedAt: 0,
    askedBy: null,
    supersedes: null,
    ...more,
  };
}

const card = (decision: Decision) => (
  <>
    <DecisionCard room="room-1" roomName="checkout" decision={decision} canAnswer hasKeys />
    <Toaster />
  </>
);
const serveAnswers = (label: string): Asked[] =>
  serve({
    answerDecision: () => ({
      decisionId: "d-1",
      state: "answered",
      optionId: "1",
      label,
      consequence: "",
      canUndo: true,
      seq: 1,
    }),
    undoDecision: () => ({ decisionId: "d-1", state: "superseded", pendingInstead: "d-2", seq: 2 }),
  });
const button = (name: string) => screen.getByRole("button", { name });

test("answers with one press of a number, and takes it back", async () => {
  const asked = serveAnswers("Try again");
  const { user } = await show(card(aDecision({})));

  await user.keyboard("1");
  expect(await screen.findByText("You chose “Try again”.")).toBeTruthy();
  await user.click(button("Undo"));
  expect(await screen.findByText("Taken back. You're asked again.")).toBeTruthy();
  expect(asked.map(({ id }) => id)).toEqual(["answerDecision", "undoDecision"]);
  expect(asked[0]?.body).toEqual({ optionId: "1", note: "", version: 2 });
});

test("has room for words where another role takes over, and for a reason where it ends", async () => {
  const asked = serveAnswers("To the reviewer");
  const { user } = await show(card(aDecision({})));

  await user.click(button("Cancel it"));
  expect(screen.getByRole("textbox", { name: "Why (optional)" })).toBeTruthy();
  await user.keyboard("{Escape}");
  expect(asked).toEqual([]);

  await user.click(button("To the reviewer"));
  await user.type(screen.getByRole("textbox", { name: "Note (optional)" }), "Look at the sums.");
  await user.click(button("To the reviewer"));
  expect(asked.map(({ body }) => body)).toEqual([
    { optionId: "2", note: "Look at the sums.", version: 2 },
  ]);
});

test("keeps the words when the server says no, with its reason", async () => {
  serve({ answerDecision: () => new Refused("forbidden", "The room stands still.") });
  const { user } = await show(card(aDecision({})));

  await user.click(button("Cancel it"));
  await user.type(screen.getByRole("textbox"), "Not worth it.");
  await user.click(button("Cancel it"));
  expect(await screen.findByText("The room stands still.")).toBeTruthy();
  expect(screen.getByRole<HTMLTextAreaElement>("textbox").value).toBe("Not worth it.");
});

test("leads to where an agent is connected before it offers to wait", async () => {
  serve({});
  const decision = aDecision({
    kind: "role_unavailable",
    subject: { kind: "role", role: "builder" as RoleName },
    options: [option("x", "Wait", { kind: "wait" })],
  });
  const { user, address } = await show(card(decision));

  const [first] = screen.getAllByRole("listitem");
  expect(first?.textContent).toContain("Connect an agent");
  await user.click(button("Connect an agent"));
  expect(address()).toBe("/connect?room=checkout&role=builder");
});
