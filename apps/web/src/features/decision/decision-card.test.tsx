import type { CallSubject, Decision, DecisionId } from "@squadroom/core/decision/decision";
import { anOption } from "@squadroom/core/decision/question";
import { type AgentId, type RoleName, roleName, type TaskId } from "@squadroom/core/kernel/ids";
import type { DecisionAct } from "@squadroom/core/kernel/question";
import { fireEvent, screen, within } from "@testing-library/react";
import { expect, test } from "vitest";
import { now } from "../../clock/now.ts";
import { type Asked, Refused, serve, show, untilSteady } from "../../testing/page.fixture.tsx";
import { Toaster } from "../../ui/toaster.tsx";
import { DecisionCard } from "./decision-card.tsx";

/** By names that say nothing: what an answer does is its act alone. */
const option = (id: string, label: string, act: DecisionAct) => anOption(id, label, "", act);

function aDecision(more: Partial<Decision>): Decision {
  return {
    id: "d-1" as DecisionId,
    kind: "task_failed",
    // Nothing else is known about it.
    subject: { kind: "role", role: "builder" as RoleName },
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

  await untilSteady();
  await user.click(button("To the reviewer"));
  await user.type(screen.getByRole("textbox", { name: "Note (optional)" }), "Look at the sums.");
  await untilSteady();
  await user.click(button("To the reviewer"));
  expect(asked.map(({ body }) => body)).toEqual([{ optionId: "2", note: "Look at the sums.", version: 2 }]);
});

test("keeps the words when the server says no, with its reason", async () => {
  serve({ answerDecision: () => new Refused("forbidden", "The room stands still.") });
  const { user } = await show(card(aDecision({})));

  await user.click(button("Cancel it"));
  await user.type(screen.getByRole("textbox"), "Not worth it.");
  await untilSteady();
  await user.click(button("Cancel it"));
  expect(await screen.findByText("The room stands still.")).toBeTruthy();
  expect(screen.getByRole<HTMLTextAreaElement>("textbox").value).toBe("Not worth it.");
});

/** A call whose name has marks of formatting in it. */
const COMMAND = "git push --force-with-lease origin *feature*_x";
const aCall = (deadlineAt: number): Partial<Decision> => ({
  kind: "permission",
  question: `May Builder run ${COMMAND}?`,
  reason: "Replaces what is on the remote. A force-push with lease asks a person.",
  askedBy: { agentId: "a-1" as AgentId, name: "Builder", role: "builder" as RoleName },
  subject: {
    kind: "call",
    agentId: "a-1" as AgentId,
    callId: "c-1",
    digest: "d",
    taskId: "DEV-001" as TaskId,
    tool: "Bash",
    command: COMMAND,
    cwd: "apps/shop",
    touches: [{ path: "src/a.ts", access: "write" }],
    rule: "lease_push",
    ruleTitle: "A force-push with lease asks a person.",
    asks: [],
    deadlineAt,
  },
  options: [
    option("once", "Allow once", { kind: "permit", scope: "once" }),
    option("deny", "Deny", { kind: "deny_call" }),
  ],
});

test("shows a call as written, where it runs, which rule asks, and the time left", async () => {
  const asked = serveAnswers("Allow once");
  const { user, redraw } = await show(card(aDecision(aCall(now() + 6.5 * 60_000))));

  expect(screen.getByText(COMMAND).tagName).toBe("PRE");
  expect(screen.getByText("May Builder run this?")).toBeTruthy();
  expect(screen.getByText("Replaces what is on the remote.")).toBeTruthy();
  for (const fact of ["apps/shop", "src/a.ts", /^Rule 16: “A force-push with lease/, "6 min left"])
    expect(screen.getByText(fact)).toBeTruthy();
  redraw(card(aDecision(aCall(now() - 10_000))));
  expect(screen.getByText("time is over")).toBeTruthy();
  await user.keyboard("a1");
  expect(asked).toEqual([]);
  const confirm = within(screen.getByRole("region", { name: "Confirm" }));
  expect(document.activeElement).toBe(confirm.getByRole("button", { name: /^Allow once/ }));
  await user.keyboard("{Enter}");
  expect(await screen.findByText("You chose “Allow once”.")).toBeTruthy();
  expect(asked[0]?.body).toEqual({ optionId: "once", note: "", version: 2 });
});

test("marks what hides in a call, wherever the card says something of it", async () => {
  serve({});
  const hidden = "git push\u00a0origin main-\u202eevil\u202c\u200b # \u{e0041}ok";
  const { subject, ...call } = aCall(now() + 60_000);
  await show(
    card(
      aDecision({
        ...call,
        question: `May Builder run ${hidden}?`,
        reason: hidden,
        subject: {
          ...(subject as CallSubject),
          command: hidden,
          cwd: hidden,
          touches: [{ path: hidden, access: "write" }],
          ruleTitle: hidden,
        },
      }),
    ),
  );
  const shown = "git push⟨U+00A0⟩origin main-⟨U+202E⟩evil⟨U+202C⟩⟨U+200B⟩ # ⟨U+E0041⟩ok";
  expect(screen.getByText(shown, { selector: "pre" })).toBeTruthy();
  const section = screen.getByRole("region", { name: `May Builder run ${shown}?` });
  expect(section.textContent).not.toMatch(/[\u200b\u202c\u202e\u{e0041}]/u);
});

test("takes one answer of a held key, and none while a card has only just come", async () => {
  const asked = serveAnswers("Try again");
  const { redraw } = await show(card(aDecision({})));
  const press = (repeat: boolean) => fireEvent.keyDown(document.body, { key: "1", repeat });
  redraw(card(aDecision({ id: "d-2" as DecisionId })));
  press(false);
  fireEvent.click(button("Try again"), { detail: 1 });
  expect(asked).toEqual([]);
  await untilSteady();
  press(true);
  press(true);
  expect(asked).toEqual([]);
  press(false);
  press(true);
  expect(await screen.findByText("You chose “Try again”.")).toBeTruthy();
  expect(asked).toHaveLength(1);
});

test("asks for a reason before it denies a call", async () => {
  const asked = serveAnswers("Deny");
  const { user } = await show(card(aDecision(aCall(now() + 60_000))));
  await user.click(button("Deny"));
  await user.type(screen.getByRole("textbox"), "Open a pull request.");
  await untilSteady();
  await user.click(button("Deny"));
  expect(asked[0]?.body).toEqual({ optionId: "deny", note: "Open a pull request.", version: 2 });
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

test("keeps the steps that can be redone behind one line, and numbers the lines that are there", async () => {
  const asked = serveAnswers("Redo “Brief”");
  const redo = (id: string, title: string) => ({
    ...option(id, `Redo “${title}”`, { kind: "revise_step", step: id }),
    needsNote: true,
  });
  const steps = [redo("s-1", "Research"), redo("s-2", "Brief"), redo("s-3", "Epics")];
  const { user } = await show(
    card(
      aDecision({
        options: [
          option("1", "Continue", { kind: "pass_checkpoint" }),
          ...steps,
          option("2", "Check again", { kind: "recheck_checkpoint" }),
        ],
      }),
    ),
  );
  const lines = () => screen.getAllByRole("listitem").map(({ firstChild }) => firstChild?.textContent);
  expect(lines()).toEqual(["Continue1", "Redo a step2", "Check again3"]);

  await user.keyboard("2");
  expect(screen.getByRole("button", { name: /^Redo a step/ }).getAttribute("aria-expanded")).toBe("true");
  expect(lines()).toEqual([
    "Continue1",
    "Redo a step2",
    "Redo “Research”3",
    "Redo “Brief”4",
    "Redo “Epics”5",
    "Check again6",
  ]);
  await user.keyboard("4");
  await user.type(screen.getByRole("textbox"), "Shorter.");
  await untilSteady();
  await user.click(button("Redo “Brief”"));
  expect(asked.map(({ body }) => body)).toEqual([{ optionId: "s-2", note: "Shorter.", version: 2 }]);
});

test.each([3, 4])("shows %i roles that could take a task over, and folds more than three", async (count) => {
  serveAnswers("Give it to Writer");
  const roles = ["analyst", "writer", "tester", "reviewer"].slice(0, count);
  const { user } = await show(
    card(
      aDecision({
        options: [
          option("1", "Retry", { kind: "retry" }),
          ...roles.map((role) => option(role, `Give it to ${role}`, { kind: "hand_on", role: roleName(role) })),
        ],
      }),
    ),
  );
  const shown = () => screen.queryAllByRole("button", { name: /^Give it to (?!a role)/ }).length;
  expect(shown()).toBe(count > 3 ? 0 : 3);
  if (count === 3) return;
  await user.click(screen.getByRole("button", { name: /^Give it to a role/ }));
  expect(shown()).toBe(4);
});
