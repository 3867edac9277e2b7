import { expectAccessible } from "../fixtures/axe.ts";
import { expectFits } from "../fixtures/fit.ts";
import { answer, present, REPLIES } from "../fixtures/session.ts";
import { SessionPage } from "../fixtures/session-page.ts";
import { expect, test } from "../fixtures/test.ts";

test("a session is opened with its boundaries, and its plan says what is outside of them", async ({
  person,
  squad,
  page,
}) => {
  const { room, planner, builder } = await squad();
  await page.goto(`/rooms/${room.name}/sessions`);
  await page.getByRole("button", { name: "New session" }).click();
  const form = page.getByRole("dialog", { name: "New session" });
  await form.getByLabel("Title").fill("Offline drafts");
  await form.getByText("Boundaries", { exact: true }).click();
  const allowed = form.getByLabel("May change", { exact: true });
  await allowed.fill("src/drafts/**\n../other/**");
  await form.getByRole("button", { name: "Open the session" }).click();
  await expect(form.getByRole("alert")).toHaveText(
    "../other/** isn't a path inside the repository. Only *, ** and ? are wildcards.",
  );
  await allowed.fill("src/drafts/**");
  await form.getByLabel("Must not change", { exact: true }).fill("src/drafts/entry.ts");
  await expectAccessible(page, "a new session with boundaries");
  // As tall as its lines, and what sends the form stays in sight.
  const lines = ["a", "b", "c", "d", "e"].map((name) => `src/drafts/${name}/**`);
  await allowed.fill(lines.join("\n"));
  expect(await allowed.evaluate((box) => box.scrollHeight - box.clientHeight)).toBeLessThan(2);
  await page.setViewportSize({ width: 1440, height: 600 });
  await form.getByLabel("Title").focus();
  await expect(form.getByRole("button", { name: "Open the session" })).toBeInViewport({ ratio: 1 });
  await page.setViewportSize({ width: 1440, height: 900 });
  await allowed.fill("src/drafts/**");
  await form.getByRole("button", { name: "Open the session" }).click();
  const screen = new SessionPage(page);
  await screen.expectStep("Scout");
  expect((await planner.take()).text).toContain("Change only: `src/drafts/**`");
  await present(planner, "scout");
  await present(planner, "triage");
  await answer(person, room.name, "triage", "skip");
  await present(planner, "plan");
  const preflight = screen.work.getByRole("region", { name: "Preflight" });
  await expect(preflight).toContainText("Outside the boundaries");
  await expect(preflight).toContainText("src/drafts/entry.ts of t1 is outside what this session may change.");
  await screen.panel.getByRole("button", { name: "Scout" }).click();
  await expect(screen.panel).toContainText("only src/drafts/**; not src/drafts/entry.ts");
  await expectAccessible(page, "a plan with files outside the boundaries", { isScreen: true });
  await answer(person, room.name, "plan", "revise", { note: "Leave the format as it is." });
  const [, second] = REPLIES.plan.tasks;
  const charged = {
    priority: "high",
    timeoutS: 600,
    outputs: { test: "src/drafts/entry.test.ts" },
    boundaries: { allowed: ["src/drafts/*.ts"], forbidden: ["src/drafts/old.ts"] },
  };
  await present(planner, "plan", { tasks: [{ ...second, requires: [], ...charged }] });
  await expect(preflight).toContainText("Inside the boundaries");
  for (const said of [
    "priority high",
    "time limit 10 min",
    "test (src/drafts/entry.test.ts)",
    "only src/drafts/*.ts; not src/drafts/old.ts",
  ])
    await expect(screen.work).toContainText(said);
  await expectFits(page, "a plan whose task has its own limits");
  await page.setViewportSize({ width: 1440, height: 900 });
  await answer(person, room.name, "plan", "approve");
  const { text } = await builder.take();
  for (const said of ["Priority high", "10 min after the claim", "Change only: `src/drafts/*.ts`"])
    expect(text).toContain(said);
  expect(text).toContain("Do not change: `src/drafts/entry.ts`, `src/drafts/old.ts`");
});
