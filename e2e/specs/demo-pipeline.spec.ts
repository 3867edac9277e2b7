import { spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";
import { SessionPage } from "../fixtures/session-page.ts";
import { shoot } from "../fixtures/shoot.ts";
import { expect, test } from "../fixtures/test.ts";

const COMMAND = fileURLToPath(new URL("../../apps/cli/dist/squadroom.mjs", import.meta.url));

test("a demo of a pipeline starts from the first page, and its workers start a session by themselves", async ({
  page,
}) => {
  await page.goto("/rooms");
  await page.getByRole("button", { name: "Watch a pipeline instead" }).click();
  await expect(page).toHaveURL(/\/rooms\/first-lifecycle/);
  const team = page.getByRole("complementary", { name: "Team" });
  const story = team.getByRole("list").filter({ hasText: "You decide at the checkpoint" });
  await expect(story.getByRole("listitem").first()).toHaveText("Coordinator starts a pipeline for a requirement, done");
  await expect(story.getByRole("listitem")).toHaveCount(6);
  await expect(page.getByRole("status").filter({ hasText: "Demo, step 2 of 6" })).toContainText("one round is blocked");
  const strip = page.getByRole("list", { name: "Pipelines" });
  await strip.getByRole("link", { name: "Open Passkeys for customers" }).click();
  await expect(page.getByRole("heading", { name: /of 12 steps are done/ })).toBeVisible();
});

test("a demo of a pipeline, fast forward: a blocked discussion, its revision, a killed worker, a checkpoint, the end", async ({
  makeRoom,
  openRoom,
  person,
}, info) => {
  const room = await makeRoom("lifecycle");
  const screen = await openRoom(room);
  const { page } = screen;
  const session = new SessionPage(page);
  const arguments_ = ["demo", "--room", room.name, "--team", "lifecycle", "--pace", "0.05"];
  const workers = spawn(process.execPath, [COMMAND, ...arguments_], {
    env: {
      PATH: process.env.PATH,
      ...person.server.door,
    },
    stdio: "ignore",
  });
  const ended = once(workers, "exit");
  try {
    await expect(screen.ball).toContainText("Start the implementation of “Passkeys for customers”?");
    await shoot(page, info, "room");
    await page.goto("/rooms");
    await expect(page.getByRole("img", { name: /of 12 steps are done/ })).toBeVisible();
    await shoot(page, info, "rooms");
    await page.goto(`/rooms/${room.name}/work`);
    const tasks = page.getByRole("list", { name: "Tasks of this room" });
    const after = "After the checkpoint “Start the implementation”";
    await expect(tasks.getByRole("heading")).toHaveText([after, "Ended"]);
    await expect(tasks).toContainText("waiting for your answer");
    await expect(tasks.getByRole("link", { name: /^planned ?PLAN-001/ })).toBeVisible();
    await expect(tasks.locator("[data-task]").filter({ hasText: /\bVIEW-/ })).toHaveCount(0);
    await expect(tasks.locator("[data-task]").filter({ hasText: "Judged from 5 perspectives" }).first()).toBeVisible();
    await shoot(page, info, "work", { widths: [360, 768, 1024, 1440, 1920] });
    await page.getByRole("button", { name: "Board" }).click();
    await expect(page.getByRole("region", { name: "Planned" }).getByRole("link")).toHaveCount(6);
    await shoot(page, info, "work-board");
    await page.getByRole("button", { name: "Graph" }).click();
    await expect(page.getByRole("region", { name: "Tasks by what they need" })).toBeVisible();
    await shoot(page, info, "work-graph");

    await page.goto(`/rooms/${room.name}/sessions/1`);
    await expect(session.heading("Start the implementation of “Passkeys for customers”?")).toBeVisible();
    const node = (id: string) => session.work.getByRole("button", { name: new RegExp(`^${id} `) }).first();
    await expect(node("DRAFT-002")).toContainText("replaced by DRAFT-002-R1");
    await expect(node("DRAFT-001")).toContainText(/done by Writer in \d+\s(s|min)/);
    const discussions = page.getByRole("region", { name: "Discussions" });
    // By keys: what has the focus is not behind the answers.
    const latest = discussions.getByRole("button").first();
    await latest.focus();
    await page.keyboard.press("Shift+Tab");
    await page.keyboard.press("Tab");
    await expect(latest).toBeFocused();
    const isInSight = (element: Element) => {
      const { left, top, height } = element.getBoundingClientRect();
      return element.contains(document.elementFromPoint(left + 8, top + height / 2));
    };
    await expect.poll(() => latest.evaluate(isInSight)).toBe(true);
    await discussions.getByRole("button", { name: /DRAFT-002\b(?!-R)/ }).click();
    await expect(discussions).toContainText("DRAFT-002-R1 revises it");
    await shoot(page, info, "checkpoint");

    await page.goto(`/rooms/${room.name}/sessions/1/timeline`);
    await page.getByRole("button", { name: "List" }).click();
    const before = page.getByRole("region", { name: "Before" });
    await expect(
      before.getByRole("listitem").filter({ hasText: "DRAFT-003" }).filter({ hasText: "attempt 2" }),
    ).toHaveCount(1);
    await page.getByRole("button", { name: "Chart" }).click();
    await shoot(page, info, "timeline");

    await page.goto(`/rooms/${room.name}/sessions/1`);
    await session.answer("Continue").click();
    await expect(page.getByRole("link", { name: "Read the report" })).toBeVisible();
    const steps = page.getByRole("table", { name: "Steps" }).getByRole("row");
    await expect(steps.nth(0)).toHaveText(/^Task\s*Title\s*By\s*State$/);
    await expect(steps.nth(3)).toHaveText(/^DRAFT-002\s*Requirements.*replaced by DRAFT-002-R1$/);
    await expect(steps.nth(4)).toHaveText(/^DRAFT-002-R1\s*Requirements.*done$/);
    await shoot(page, info, "ended");
    await page.goto(`/rooms/${room.name}/sessions/1/timeline`);
    await expect(page.getByText("12 of 12 steps done")).toBeVisible();
    await expect(page.getByText("Coordinator", { exact: true })).toBeVisible();
    await shoot(page, info, "timeline-ended");
  } finally {
    workers.kill("SIGTERM");
    await ended;
  }
  await page.goto(`/rooms/${room.name}`);
  await expect(screen.member("Demo Writer")).toContainText("offline");
  await expect(screen.row(/^Demo .* left/).last()).toContainText(
    `To start it again, run squadroom demo --room ${room.name} --team lifecycle`,
  );
});
