import { openSession, present, REPLIES, work } from "../fixtures/session.ts";
import { SessionPage } from "../fixtures/session-page.ts";
import { TITLE } from "../fixtures/session-places.ts";
import { expect, test } from "../fixtures/test.ts";

// What the proposed level leads through is in session.spec.ts; here are the two others, each by an override.
const PHONE = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true };

test("complex work is made straightforward, and goes from idea to done on a phone", async ({
  squad,
  visit,
  person,
}) => {
  const { room, planner, builder, reviewer } = await squad();
  await openSession(person, room.name, TITLE);
  await present(planner, "scout");
  await present(planner, "triage", { level: "complex" });
  const page = await visit(PHONE);
  const screen = new SessionPage(page);
  await screen.open(room.name, 1, TITLE);
  await expect(screen.heading("This looks like complex.")).toBeVisible();
  await page.getByText("Straightforward", { exact: true }).tap();
  await expect(screen.bar).toContainText("No questions, no approaches, a design of 1 to 2 sections");
  await screen.answer("Make it straightforward").tap();
  await screen.expectStep("Design");
  await expect(page.getByText("step 3 of 7")).toBeVisible();
  await present(planner, "design", { sections: REPLIES.design.sections.slice(0, 1) });
  await screen.answer("Approve").tap();
  await present(planner, "plan");
  await screen.answer("Approve").tap();
  await screen.expectStep("Execute");
  await work(builder, reviewer, 2);
  await present(reviewer, "review");
  await expect(page.locator("header.top").getByText("Done", { exact: true })).toBeVisible();
});

test("straightforward work is made complex: more questions, more ways, a deep design", async ({
  squad,
  page,
  person,
}) => {
  const { room, planner, builder, reviewer } = await squad();
  await openSession(person, room.name, TITLE);
  await present(planner, "scout");
  await present(planner, "triage", {
    level: "straightforward",
    suggestedSkips: ["questions", "approaches"],
  });
  const screen = new SessionPage(page);
  await screen.open(room.name, 1, TITLE);
  await expect(screen.work).toContainText(
    "It suggests to leave out the questions and the approaches; which steps there are goes by the level.",
  );
  await page.getByRole("radio", { name: "Complex" }).check();
  await screen.answer("Make it complex").click();
  await screen.expectStep("Questions");
  const questions = Array.from({ length: 5 }, (_, i) => ({
    id: `q${i + 1}`,
    text: `Question ${i + 1}?`,
    type: "input",
  }));
  await present(planner, "questions", { questions });
  await page.getByRole("textbox", { name: "Question 4?" }).fill("Yes.");
  await screen.answer("Send 1 answer").click();
  await screen.expectStep("Approaches");
  await present(planner, "approaches");
  await screen.answer("Choose Replayed log").click();
  await screen.expectStep("Design");
  const sections = Array.from({ length: 5 }, (_, i) => ({
    id: `d${i + 1}`,
    title: `Part ${i + 1}`,
    content: `How part ${i + 1} works.`,
  }));
  await present(planner, "design", { sections });
  for (const { title } of sections) {
    await expect(screen.heading(title)).toBeVisible();
    await screen.answer("Approve").click();
  }
  await screen.expectStep("Plan");
  await present(planner, "plan");
  await screen.answer("Approve").click();
  await work(builder, reviewer, 2);
  await present(reviewer, "review");
  await expect(page.locator("header.top").getByText("Done", { exact: true })).toBeVisible();
});
