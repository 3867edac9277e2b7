import type { Page } from "@playwright/test";
import { connectAgent, type Played } from "../fixtures/agent.ts";
import { type Person, signInBy } from "../fixtures/person.ts";
import { Server } from "../fixtures/server.ts";
import { answer, openSession, REPLIES, type ReplyName } from "../fixtures/session.ts";
import { SessionPage } from "../fixtures/session-page.ts";
import { expect, test } from "../fixtures/test.ts";

// They kill the server, so they have one of their own.
test.describe.configure({ mode: "default", timeout: 300_000 });

const TITLE = "Offline drafts";
const ROOM = "harbour";
const part = (title: string) => ({ title, description: `${title}, all of it.` });

let server: Server;
let person: Person;
const ending = new AbortController();

test.beforeAll(async () => {
  server = await Server.start();
  person = await signInBy(server, server.firstLink ?? "", "Ada");
  await person.client.call("createRoom", { body: { name: ROOM, preset: "squad" } });
});
test.afterAll(async () => {
  ending.abort();
  await server.stop();
});

test("at every step the browser is closed, the server is killed, and nothing is lost or asked again", async ({
  visit,
}) => {
  const join = (role: string) => connectAgent(person, { room: ROOM, role }, ending.signal);
  const [planner, builder, reviewer] = await Promise.all([
    join("planner"),
    join("builder"),
    join("reviewer"),
  ]);
  await openSession(person, ROOM, TITLE);

  /** Nobody looks, nothing runs; then somebody opens the session anew. */
  let page: Page | undefined;
  const crash = async (step: string): Promise<SessionPage> => {
    await page?.context().close();
    await server.kill();
    await server.resume();
    page = await visit({ as: person, server });
    const screen = new SessionPage(page);
    await screen.open(ROOM, 1, TITLE);
    await screen.expectStep(step);
    return screen;
  };
  /** The agent has the task in hand while the server dies. */
  const presentAfterCrash = async (
    agent: Played,
    name: ReplyName,
    step: string,
    more: Record<string, unknown> = {},
  ): Promise<SessionPage> => {
    const task = await agent.take();
    await crash(step);
    const { state } = await agent.complete(task, {
      result: { summary: `the ${name}` },
      reply: { ...REPLIES[name], ...more },
    });
    expect(state).toBe("completed");
    return new SessionPage(page as Page);
  };
  const decide = (kind: string, option: string, more = {}) =>
    answer(person, ROOM, kind, option, more);

  await presentAfterCrash(planner, "scout", "Scout");
  await presentAfterCrash(planner, "triage", "Triage", { batches: [part("One"), part("Two")] });
  let screen = await crash("Triage");
  await expect(screen.answer("Agree")).toBeVisible();
  await decide("scope", "accept", { part: "batches" });
  screen = await crash("Triage");
  await expect(screen.work).toContainText("Settled: 2 batches");
  await decide("triage", "agree");

  await presentAfterCrash(planner, "questions", "Questions");
  await person.client.call("answerQuestions", {
    params: { room: ROOM, sessionId: "1" },
    body: { answers: { q1: { option: "Monday" } } },
  });
  screen = await crash("Questions");
  await expect((page as Page).getByRole("radio", { name: "Monday" })).toBeChecked();
  await decide("questions", "done");

  await presentAfterCrash(planner, "approaches", "Approaches");
  await crash("Approaches");
  await decide("approach", "choose:a1");
  await presentAfterCrash(planner, "design", "Design");
  await decide("design_section", "approve");
  screen = await crash("Design");
  await expect(screen.heading("Moving old drafts")).toBeVisible();
  await decide("design_section", "approve");
  await decide("design_section", "approve");

  await presentAfterCrash(planner, "plan", "Plan");
  await crash("Plan");
  await decide("plan", "approve");
  for (const round of [1, 2]) {
    const task = await builder.take();
    await builder.progress(task, { percent: 40, action: `writing part ${round}` });
    screen = await crash("Execute");
    await expect(screen.work).toContainText(`writing part ${round}`);
    const criteria = task.successCriteria.map((criterion) => ({ criterion, met: true }));
    await builder.complete(task, { result: { summary: "done", criteria } });
    await presentAfterCrash(reviewer, "review", "Execute");
  }
  await presentAfterCrash(reviewer, "review", "Review");
  screen = await crash("Review");
  await expect(screen.heading(/Batch 1 of 2, One, is done/)).toBeVisible();
  await decide("batch_checkpoint", "continue");
  await crash("Plan 2 of 2");

  // What was asked is what was answered: nothing twice, nothing left.
  const { decisions } = await person.client.call("listDecisions", {
    params: { room: ROOM },
    query: { state: "answered" },
  });
  const kinds = decisions.map(({ kind }) => kind).sort();
  expect(kinds).toEqual([
    ...["approach", "batch_checkpoint"],
    ...["design_section", "design_section", "design_section"],
    ...["plan", "questions", "scope", "triage"],
  ]);
  const { decisions: left } = await person.client.call("listDecisions", {
    params: { room: ROOM },
    query: { state: "pending" },
  });
  expect(left).toEqual([]);
});
