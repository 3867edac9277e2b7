import type { RoomView } from "@squadroom/core/kernel/view";
import { expect, test } from "vitest";
import { GREETED, questionAnswer, remarkOf, WELCOME } from "./remark.ts";
import { Story } from "./story.ts";
import { AGENDA, quoted, topicOf } from "./topics.ts";

const viewWith = (...roles: string[]) =>
  ({
    tasks: roles.map((role, i) => ({ id: `T-${i}`, role, state: "pending" })),
  }) as unknown as RoomView;

test("the first request has findings, the builder of the third dies once", () => {
  const story = new Story();
  for (const id of ["PLAN-001", "PLAN-003", "PLAN-005", "PLAN-007"]) story.actOf(id);
  expect(["PLAN-001", "PLAN-003", "PLAN-005", "PLAN-007"].map((id) => story.hasFindings(id))).toEqual([
    true,
    false,
    false,
    true,
  ]);
  expect(story.shouldDie("PLAN-003")).toBe(false);
  expect(story.shouldDie("PLAN-005")).toBe(true);
  story.hasKilled = true;
  expect(story.shouldDie("PLAN-005")).toBe(false);
});

test("the reviewer leaves after the first request, and comes back after the third or when work waits", () => {
  const story = new Story();
  expect(story.reviewerMove(viewWith(), true)).toBeNull();
  expect(story.isBetween).toBe(true);
  story.actOf("PLAN-001");
  expect(story.isBetween).toBe(false);
  story.noteDelivery("PLAN-001");
  expect(story.isBetween).toBe(true);
  expect(story.reviewerMove(viewWith("reviewer"), true)).toBeNull();
  expect(story.reviewerMove(viewWith("planner"), true)).toBe("leave");
  expect(story.reviewerMove(viewWith("builder"), false)).toBeNull();
  expect(story.reviewerMove(viewWith("reviewer"), false)).toBe("return");
  story.noteDelivery("PLAN-003");
  story.noteDelivery("PLAN-005");
  expect(story.reviewerMove(viewWith(), false)).toBe("return");
});

test("suggests its own list in order, then has told its story", () => {
  const story = new Story();
  for (const [i, item] of AGENDA.entries()) {
    expect(story.isTold).toBe(false);
    expect(story.nextItem()).toBe(item);
    story.noteDelivery(`PLAN-00${i}`);
  }
  expect(story.nextItem()).toBeNull();
  expect(story.isTold).toBe(true);
});

test("who came back does not ask again for what was asked for", () => {
  const [first, second] = AGENDA;
  expect(new Story().nextItem([first])).toBe(second);
  expect(new Story().nextItem([...AGENDA])).toBeNull();
});

test.each([
  ["Hi there!", "greeting"],
  ["thanks, great work", "greeting"],
  ["What is everybody doing?", "status"],
  ["how far are you", "status"],
  ["Which database do you use?", "question"],
  ["Can you add a discount field?", "work"],
  ["Hello, please add a button to the cart", "work"],
  ["Refund an order from its page", "work"],
] as const)("takes “%s” for %s", (text, remark) => {
  expect(remarkOf(text)).toBe(remark);
});

test("knows its own list, the answer to its own question, and quotes what it does not know", () => {
  expect(AGENDA.map((item) => topicOf(item).title)).toEqual([
    "Refund an order from its page, once",
    "Send a receipt when a refund went through",
    "Show refunds in the order's history",
  ]);
  expect(topicOf("Yes, that one").title).toBe("Refund parts of an order");
  const topic = topicOf("Make the cart remember its contents\nfor a week");
  expect(topic.title).toBe("Make the cart remember its contents");
  expect(topic.handover).toContain("> Make the cart remember its contents\n> for a week");
  expect(
    [topic.plan, topic.outcome].every((text) => text.includes("othing of ")),
    "says that it builds nothing",
  ).toBe(true);
  expect(topic.steps.every(({ percent }, i, all) => i === 0 || percent > (all[i - 1]?.percent ?? 0))).toBe(true);
});

test.each([
  "Please add a CSV export to the refunds page",
  "Notify me when the build fails",
  "Show a list of customers, the newest first",
  "The function returns null: fix it",
  "Refunds for support",
  "Go through the open orders",
])("takes “%s” for none of its own work, though it has a word of it", (request) => {
  expect(topicOf(request).title).toBe(request);
  expect(topicOf(request).outcome).toContain("Nothing of this is built");
});

test.each([
  ["Let customers refund an order from its page", "Refund an order from its page, once"],
  ["Partial refunds", "Refund parts of an order"],
  ["Yes, do it please!", "Refund parts of an order"],
])("knows “%s”", (request, title) => {
  expect(topicOf(request).title).toBe(title);
});

test("quotes every line, and not without end", () => {
  expect(quoted("a\nb")).toBe("> a\n> b");
  expect(quoted("x".repeat(1000)).length).toBeLessThan(410);
});

test("no sentence of the squad is broken where its source is", () => {
  const topics = [...AGENDA, "yes", "Make the cart remember"].map(topicOf);
  const said = topics.flatMap(({ plan, handover, findings, fixed, verdict, outcome }) => [
    plan,
    handover,
    findings,
    fixed,
    verdict,
    outcome,
  ]);
  for (const text of [WELCOME, GREETED, questionAnswer("Why?"), ...said]) {
    const broken = text.split("\n").filter((line, at, lines) => {
      const before = lines[at - 1] ?? "";
      return before !== "" && line !== "" && !/^(- |\d+\. |> )/.test(line);
    });
    expect(broken, text).toEqual([]);
  }
});
