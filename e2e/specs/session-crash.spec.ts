import type { Page } from "@playwright/test";
import { connectAgent, type Played } from "../fixtures/agent.ts";
import { InboxPage } from "../fixtures/inbox-page.ts";
import { type Person, signInBy } from "../fixtures/person.ts";
import { Server } from "../fixtures/server.ts";
import { answer, finish, openSession, present, REPLIES, type ReplyName } from "../fixtures/session.ts";
import { SessionPage } from "../fixtures/session-page.ts";
import { type Crew, PLACES, TITLE } from "../fixtures/session-places.ts";
import { expect, test } from "../fixtures/test.ts";

// They kill the server, so they have one of their own.
test.describe.configure({ mode: "default" });

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
  const [planner, builder, reviewer] = await Promise.all([join("planner"), join("builder"), join("reviewer")]);
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
  const decide = (kind: string, option: string, more = {}) => answer(person, ROOM, kind, option, more);

  await presentAfterCrash(planner, "scout", "Scout");
  await presentAfterCrash(planner, "triage", "Triage", { batches: [part("One"), part("Two")] });
  let screen = await crash("Triage");
  await expect(screen.answer("Agree")).toBeVisible();
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
  screen = await crash("Checkpoint 1 of 2");
  await expect(screen.heading(/Batch 1 of 2, One, is done/)).toBeVisible();
  await decide("batch_checkpoint", "continue");
  await crash("Plan 2 of 2");

  // What was asked is what was answered: nothing twice, nothing left.
  const { data: decisions } = await person.client.call("listDecisions", {
    params: { room: ROOM },
    query: { state: "answered" },
  });
  const kinds = decisions.map(({ kind }) => kind).sort();
  expect(kinds).toEqual([
    "approach",
    "batch_checkpoint",
    "design_section",
    "design_section",
    "design_section",
    "plan",
    "questions",
    "triage",
  ]);
  const { data: left } = await person.client.call("listDecisions", {
    params: { room: ROOM },
    query: { state: "pending" },
  });
  expect(left).toEqual([]);
});

test("what waits for a person at a checkpoint, a lockout and a plan outside its boundaries outlives browser and server", async ({
  visit,
}) => {
  const crewOf = async (name: string): Promise<Crew> => {
    const { roomId } = await person.client.call("createRoom", { body: { name, preset: "squad" } });
    const join = (role: string) => connectAgent(person, { room: name, role }, ending.signal);
    const [planner, builder, reviewer] = await Promise.all([join("planner"), join("builder"), join("reviewer")]);
    return { person, room: { id: roomId, name }, planner, builder, reviewer };
  };
  const [checkpoint, lockout, bounds] = await Promise.all([crewOf("checkpoint"), crewOf("lockout"), crewOf("bounds")]);
  const second = await connectAgent(person, { room: "lockout", role: "builder", name: "Ada" }, ending.signal);
  await Promise.all([PLACES.checkpoint(checkpoint), toLockout(lockout, second), toPlanOutside(bounds)]);
  const before = await visit({ as: person, server });
  const edited = new SessionPage(before);
  await edited.open("checkpoint", 1, TITLE);
  await expect(edited.answer("Continue")).toBeVisible();
  await before.context().close();
  await server.kill();
  await server.resume();
  const page = await visit({ as: person, server });
  const screen = new SessionPage(page);

  await screen.open("checkpoint", 1, TITLE);
  await expect(screen.heading(/^Batch 1 of 3, Draft store, is done/)).toBeVisible();
  await expect(screen.work).toContainText("It's looking at what the batch changed.");
  await screen.answer("Continue").click();
  await expect(screen.heading("Scout is ready for Planner")).toBeVisible();
  await present(checkpoint.planner, "scout");
  await present(checkpoint.planner, "plan");
  await screen.expectStep("Plan 2 of 3");

  const inbox = new InboxPage(page);
  await inbox.visit();
  const asked = "Every connected Builder has had DEV-001 “Entry format” rejected";
  await expect(inbox.row(asked)).toBeVisible();
  const title = inbox.title(inbox.row(asked));
  if ((await title.getAttribute("aria-expanded")) !== "true") await title.click();
  await expect(inbox.open).toContainText(asked);
  await inbox.answer("Let Ada do it").click();
  expect((await second.take()).text).toContain("answered");

  await screen.open("bounds", 1, TITLE);
  const preflight = screen.work.getByRole("region", { name: "Preflight" });
  await expect(preflight).toContainText("src/drafts/entry.ts of t1 is outside what this session may change.");
  await screen.answer("Revise").click();
  await screen.note("Leave the format as it is.", "Revise");
  const [, store] = REPLIES.plan.tasks;
  await present(bounds.planner, "plan", { tasks: [{ ...store, requires: [] }] });
  await expect(preflight).toContainText("Inside the boundaries");
  await screen.answer("Approve").click();
  expect((await bounds.builder.take()).text).toContain("Do not change: `src/drafts/entry.ts`");
});

/** Both builders had the plan's one task rejected: a person is asked who revises it. */
async function toLockout({ room, planner, builder, reviewer }: Crew, second: Played): Promise<void> {
  const params = { room: room.name };
  const { draft, version } = await person.client.call("getTeam", { params });
  const team = { ...draft, lockout: "strict" as const };
  await person.client.call("changeTeam", { params, body: { team, version } });
  await openSession(person, room.name, TITLE);
  await present(planner, "scout");
  await present(planner, "triage");
  await answer(person, room.name, "triage", "skip");
  await present(planner, "plan", { tasks: REPLIES.plan.tasks.slice(0, 1) });
  await answer(person, room.name, "plan", "approve");
  for (const author of [builder, second]) {
    await finish(author, await author.take());
    await present(reviewer, "review", {
      passed: false,
      findings: [{ severity: "high", file: "src/drafts/entry.ts", line: 3, issue: "Lost." }],
    });
  }
}

/** Its first task changes what the session must not. */
async function toPlanOutside({ room, planner }: Crew): Promise<void> {
  await person.client.call("createSession", {
    params: { room: room.name },
    body: {
      title: TITLE,
      boundaries: { allowed: ["src/drafts/**"], forbidden: ["src/drafts/entry.ts"] },
    },
  });
  await present(planner, "scout");
  await present(planner, "triage");
  await answer(person, room.name, "triage", "skip");
  await present(planner, "plan");
}
