import { expectAccessible } from "../fixtures/axe.ts";
import { give, withRounds } from "../fixtures/discussion.ts";
import { expectFits } from "../fixtures/fit.ts";
import { finish } from "../fixtures/session.ts";
import { SessionPage } from "../fixtures/session-page.ts";
import { shoot } from "../fixtures/shoot.ts";
import { expect, test } from "../fixtures/test.ts";

const BAD = [
  {
    rating: 4,
    summary: "The form asks what merchants ask us first.",
    convergent: ["One form for all networks"],
    actionItems: ["Name the screens"],
  },
  {
    rating: 3,
    summary: "The scanner has no name and no limit.",
    convergent: ["One form for all networks"],
    divergent: ["Is a 20 MB limit enough for evidence?"],
  },
  { rating: 3, summary: "Half of it can be tested." },
  {
    rating: 2,
    summary: "A holiday moves no deadline yet.",
    divergent: ["What happens on a bank holiday?"],
    actionItems: ["Define the deadline when it falls on a bank holiday"],
  },
  {
    rating: 2,
    summary: "R-14 is in the research and not here.",
    missing: ["R-14, partial disputes"],
    actionItems: ["Add R-14, partial disputes, or say why not"],
  },
];

test("a step is discussed: a matrix, one revision for HIGH, and a person's answer to the second", async ({
  makeRoom,
  person,
  visit,
  anAgent,
}, testInfo) => {
  const room = await makeRoom("lifecycle");
  await withRounds(person, room.name, { analyst: "DISCUSS-001" });
  const analyst = await anAgent({ room: room.name, role: "analyst" });
  const judge = await anAgent({ room: room.name, role: "reviewer" });
  const { sessionId } = await person.client.call("createSession", {
    params: { room: room.name },
    body: {
      title: "Dispute intake",
      description: "Merchants answer disputes.",
      pipeline: "spec-only",
    },
  });
  const page = await visit();
  const screen = new SessionPage(page);
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/rooms/${room.name}/sessions/${sessionId}`);
  const node = (id: string) => screen.work.getByRole("button", { name: new RegExp(`^${id} `) }).first();
  const discussions = page.getByRole("region", { name: "Discussions" });

  await finish(analyst, await analyst.take());
  await expect(node("RESEARCH-001")).toContainText("in discussion, 0 of 5");
  await give(judge, BAD[0]);
  await expect(discussions).toContainText("1 of 5 answered");
  for (const one of BAD.slice(1)) await give(judge, one);

  await expect(discussions.getByRole("button", { pressed: true })).toContainText("blocked, 2.8 of 5");
  const row = discussions.getByRole("row", { name: /^coverage/i });
  await expect(row.getByRole("img", { name: "2 of 5" })).toBeVisible();
  await expect(row).toContainText("R-14 is in the research and not here.");
  await expect(discussions).toContainText("RESEARCH-001-R1 revises it");
  await expect(node("RESEARCH-001-R1")).toContainText("ready for Analyst");
  await expect(node("RESEARCH-001")).toContainText("replaced by RESEARCH-001-R1");
  await expect(node("DRAFT-001")).toContainText("waiting for RESEARCH-001-R1");

  await finish(analyst, await analyst.take());
  for (const one of BAD) await give(judge, { ...one, rating: Math.min(5, one.rating + 1) });
  await expect(
    screen.heading("DISCUSS-001 blocked RESEARCH-001-R1 of “Dispute intake” again. What next?"),
  ).toBeVisible();
  await expect(row.getByRole("img", { name: "was 2 of 5" })).toBeVisible();
  // What is asked about comes first, and only what a rule found is named.
  await expect(row).toBeInViewport({ ratio: 1 });
  await expect(page.getByRole("region", { name: "Whose turn it is" })).toHaveText("YouResearch");
  await expect(discussions.getByText("A requirement is missing")).toBeVisible();
  await expect(discussions.getByText("A high risk")).toHaveCount(0);
  await shoot(page, testInfo, "discussion", { fullPage: true });
  await page.emulateMedia({ colorScheme: "light" });
  await expectAccessible(page, "a blocked discussion");
  await expectFits(page, "a blocked discussion");
  await page.setViewportSize({ width: 1440, height: 900 });

  // By keys: the first round is shown again.
  const first = discussions.getByRole("button", { name: /^DISCUSS-001 on RESEARCH-001 / });
  await first.focus();
  await page.keyboard.press("Enter");
  await expect(first).toHaveAttribute("aria-pressed", "true");

  await screen.answer("Proceed with a warning").click();
  await expect(node("RESEARCH-001-R1")).toContainText("done");
  await expect(node("DRAFT-001")).toContainText("no Writer is connected");
});
