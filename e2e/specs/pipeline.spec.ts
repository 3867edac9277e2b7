import { expectAccessible } from "../fixtures/axe.ts";
import { withRounds } from "../fixtures/discussion.ts";
import { expectFits } from "../fixtures/fit.ts";
import { finish } from "../fixtures/session.ts";
import { SessionPage } from "../fixtures/session-page.ts";
import { shoot } from "../fixtures/shoot.ts";
import { expect, test } from "../fixtures/test.ts";

test("a requirement goes through a pipeline: started in a form, redone at its checkpoint, and reviewed", async ({
  makeRoom,
  person,
  visit,
  anAgent,
}, testInfo) => {
  const room = await makeRoom("lifecycle");
  await withRounds(person, room.name);
  const roles = ["analyst", "writer", "planner", "executor", "tester", "reviewer"];
  const agents = await Promise.all(roles.map((role) => anAgent({ room: room.name, role })));
  const by = Object.fromEntries(roles.map((role, i) => [role, agents[i]]));
  const work = async (...turns: string[]) => {
    for (const role of turns) {
      const agent = by[role];
      if (agent) await finish(agent, await agent.take());
    }
  };
  const page = await visit();
  const screen = new SessionPage(page);

  await page.goto(`/rooms/${room.name}/sessions`);
  await page.getByRole("button", { name: "New session" }).first().click();
  const form = page.getByRole("dialog", { name: "New session" });
  await form.getByLabel("Title").fill("Refunds");
  await form.getByLabel("What it is about").fill("Customers can get their money back.");
  await form.getByLabel("How it goes").selectOption({ label: "Full lifecycle" });
  await expect(form).toContainText("A specification, a person's answer, then its implementation.");
  await form.getByRole("button", { name: "Open the session" }).click();

  await expect(page.getByRole("heading", { level: 1, name: "Refunds" })).toBeVisible();
  await page.setViewportSize({ width: 1440, height: 900 });
  await expect(screen.heading("0 of 10 steps are done")).toBeVisible();
  const node = (id: string) => screen.work.getByRole("button", { name: new RegExp(`^${id} `) }).first();
  await expect(node("PLAN-001")).toContainText("behind a checkpoint");
  // All of the specification is in sight, beside the conversation.
  await expect(node("QUALITY-001")).toBeInViewport({ ratio: 1 });
  await work("analyst", "writer");
  await expect(screen.heading("2 of 10 steps are done")).toBeVisible();
  await expect(node("DRAFT-002")).toContainText("ready for Writer");
  const workers = screen.work.getByRole("region", { name: "Workers" });
  const rowOf = (role: string) => workers.getByRole("listitem").filter({ hasText: role }).first();
  await expect(rowOf("Analyst")).toContainText("Final report");
  await expect(rowOf("Writer")).toContainText("Steps left");
  await expect(rowOf("Writer")).toContainText("3 left");
  await expect(rowOf("Planner")).toContainText("Idle");
  await rowOf("Writer").locator("summary").click();
  await expect(rowOf("Writer").getByText(/^DRAFT-001 /)).toBeVisible();
  await workers.scrollIntoViewIfNeeded();
  await expectFits(page, "what each role of a pipeline did");
  await shoot(page, testInfo, "under-way");
  await work("writer", "writer", "writer", "reviewer");

  await expect(screen.heading("Start the implementation of “Refunds”?")).toBeVisible();
  await shoot(page, testInfo, "checkpoint");
  await screen.bar.getByRole("button", { name: "Redo a step" }).click();
  await page.getByRole("menuitem", { name: /^Redo “Epics and stories”/ }).click();
  await screen.note("Smaller stories.", "Redo “Epics and stories”");
  await expect(node("DRAFT-004-R1")).toContainText("ready for Writer");
  await expect(node("DRAFT-004")).toContainText("replaced by DRAFT-004-R1");
  await expect(screen.heading("4 of 10 steps are done")).toBeVisible();
  await work("writer", "reviewer");
  await screen.answer("Continue").click();
  await work("planner", "executor", "tester", "reviewer");
  await expect(page.getByRole("link", { name: "Read the report" })).toBeVisible();
  await expect(rowOf("Planner")).toContainText("Final report");
  await expectAccessible(page, "an ended pipeline");
  await expectFits(page, "an ended pipeline");
  await page.getByRole("link", { name: "Read the report" }).click();
  const made = page.getByRole("region", { name: "Workers" });
  await expect(made.getByRole("row", { name: /^Writer / })).toContainText("DRAFT-004-R1");
  const paper = page.getByRole("article");
  await expect(paper).toContainText("10 of 10steps done, in 12 tasks");
  await expect(paper.getByRole("row", { name: /^DRAFT-004 / })).toContainText("replaced");
  await expect(paper).toContainText("Continue: Start the implementation");
  await expectAccessible(page, "the report of a pipeline");
  await made.scrollIntoViewIfNeeded();
  await expectFits(page, "the report of a pipeline");
  await shoot(page, testInfo, "report");
});

test("a pipeline asks its coordinator where several tasks could start, and says why it doesn't move", async ({
  makeRoom,
  visit,
  anAgent,
  person,
}, testInfo) => {
  const room = await makeRoom("lifecycle");
  await withRounds(person, room.name);
  const [planner, executor] = await Promise.all(
    ["planner", "executor", "coordinator"].map((role) => anAgent({ room: room.name, role })),
  );
  const params = { room: room.name };
  const words = { title: "Refunds", description: "Customers can get their money back." };
  await person.client.call("createSession", { params, body: { ...words, pipeline: "impl-only" } });
  for (const agent of [planner, executor]) if (agent) await finish(agent, await agent.take());
  const page = await visit();

  await page.goto(`/rooms/${room.name}/sessions/1`);
  const held = page.getByRole("region", { name: "Tasks that wait for the coordinator" });
  await expect(held.getByRole("heading", { name: "2 tasks wait for a go-ahead" })).toBeVisible();
  const turn = page.getByRole("region", { name: "Whose turn it is" });
  await expect(turn).toHaveText("Coordinatorwhich tasks start");
  const test = page.getByRole("button", { name: /^TEST-001 / });
  await expect(test).toContainText("waits for a go-ahead");
  await expect(page.getByText("After IMPL-001: the coordinator is asked")).toBeVisible();
  await shoot(page, testInfo, "held");
  await expectAccessible(page, "tasks that wait for the coordinator");
  await expectFits(page, "tasks that wait for the coordinator");
  await page.setViewportSize({ width: 1440, height: 900 });
  await held.getByRole("button", { name: "Start TEST-001" }).click();
  await expect(held.getByRole("heading", { name: "1 task waits for a go-ahead" })).toBeVisible();
  await held.getByRole("button", { name: "Start REVIEW-001" }).click();
  await expect(held).toBeHidden();
  const stall = page.getByRole("region", { name: "It isn't moving" });
  await expect(stall).toContainText("TEST-001 No Tester is connected.");
  await expect(stall.getByRole("link", { name: "Connect Tester" })).toHaveAttribute(
    "href",
    `/connect?room=${room.name}&role=tester`,
  );
  await expect(turn).toHaveText("No TesterTests");

  await page.goto(`/rooms/${room.name}`);
  const strip = page.getByRole("list", { name: "Pipelines" });
  await expect(strip).toContainText("2 of 4 steps");
  await expect(strip).toContainText("No Tester is connected.");
  await shoot(page, testInfo, "room");
  await expectFits(page, "a room with a pipeline");
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto("/rooms");
  await expect(page.getByRole("img", { name: "2 of 4 steps are done" })).toBeVisible();
  await shoot(page, testInfo, "rooms");
  await page.goto(`/rooms/${room.name}`);
  const tester = await anAgent({ room: room.name, role: "tester" });
  await expect(strip).not.toContainText("No Tester is connected.");
  await strip.getByRole("link", { name: "Open Refunds" }).click();
  await expect(stall).toBeHidden();
  await finish(tester, await tester.take());
  await page.goto(`/rooms/${room.name}/sessions`);
  const row = page.getByRole("listitem").filter({ hasText: "Refunds" });
  await expect(row.filter({ hasText: "Implementation" })).toContainText("3 of 4 steps done");
  const reviewer = await anAgent({ room: room.name, role: "reviewer" });
  await finish(reviewer, await reviewer.take());
  await page.goto(`/rooms/${room.name}/sessions/1`);
  const work = page.getByRole("region", { name: "Work of this session" });
  await expect(work).toContainText("Steps4 of 4 done");
  const ended = page.getByRole("list", { name: "Steps of the pipeline" });
  await expect(ended.getByText(/, done$/)).toHaveCount(4);
  await expect(work).toContainText("Requirements: no steps");
  await expect(work).toContainText("Implementation: passed");
});

test("a room's second pipeline calls its steps as their tasks: in its graph, its list, its moves and why it waits", async ({
  makeRoom,
  person,
  visit,
  anAgent,
}) => {
  const room = await makeRoom("lifecycle");
  const params = { room: room.name };
  for (const title of ["Refunds", "Vouchers"])
    await person.client.call("createSession", {
      params,
      body: { title, description: "Money back.", pipeline: "impl-only" },
    });
  const planner = await anAgent({ room: room.name, role: "planner" });
  await finish(planner, await planner.take());
  const second = await planner.take();
  // The first one's stands in plan/plan.md.
  expect(second.outputs).toEqual(["session-2/plan/plan.md"]);
  await finish(planner, second);
  const page = await visit();
  await page.setViewportSize({ width: 1440, height: 900 });
  await page.goto(`/rooms/${room.name}/sessions/2`);
  const screen = new SessionPage(page);
  await expect(screen.heading("1 of 4 steps are done")).toBeVisible();
  for (const id of ["PLAN-002", "IMPL-002", "TEST-002", "REVIEW-002"])
    await expect(screen.work.getByRole("button", { name: new RegExp(`^${id} `) }).first()).toBeVisible();
  await expect(page.getByText("After PLAN-002: IMPL-002 can start")).toBeVisible();
  const stall = page.getByRole("region", { name: "It isn't moving" });
  await expect(stall).toContainText("IMPL-002 No Executor is connected.");
  await expect(page.getByRole("main")).not.toContainText(/(PLAN|IMPL|TEST|REVIEW)-001/);
  await page.setViewportSize({ width: 390, height: 800 });
  await expect(screen.work.getByText(/^IMPL-002/).first()).toBeVisible();
  await expect(page.getByRole("main")).not.toContainText(/(PLAN|IMPL|TEST|REVIEW)-001/);
});
