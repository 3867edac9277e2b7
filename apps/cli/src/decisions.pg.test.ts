import type { Reply } from "@squadroom/client/call";
import { createClient } from "@squadroom/client/http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TestServer } from "./server.fixture.ts";

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.stop());

type Decisions = { data: { room: string; decision: { id: string; question: string } }[] };

/** A duo whose builder holds DEV-001. */
async function aDuo(room: string) {
  await server.ask(["room", "new", room, "--preset", "duo"]);
  const tokens = { planner: "", builder: "" };
  for (const role of ["planner", "builder"] as const) {
    tokens[role] = await server.credential(room, role);
    await server.type(["join"], { token: tokens[role] });
  }
  const create = ["task", "create", "--room", room, "--role", "builder", "--title", "Refunds"];
  await server.type([...create, "--instruction", "Make them idempotent."]);
  const as = (role: keyof typeof tokens, ...args: string[]) => server.type(args, { token: tokens[role] });
  await as("builder", "wait");
  return { as };
}

async function pendingIn(room: string): Promise<string[]> {
  const { data: decisions } = await server.ask<Decisions>(["decisions"]);
  return decisions.filter((one) => one.room === room).map(({ decision }) => decision.id);
}

test("a permission is shown with the whole command, and is allowed by its own id alone", async () => {
  await server.ask(["room", "new", "leave", "--preset", "duo"]);
  const token = await server.credential("leave", "builder");
  await server.type(["join"], { token });
  const { call } = createClient({ baseUrl: server.url, token });
  const command = "git push origin HEAD:main-\u202eevil  # ok\ngit push backup\u00a0HEAD:theirs";
  const params = { room: "leave" };
  const input = { command };
  const asked = { callId: "c1", harness: "claude", tool: "Bash", input, waitS: 0 };
  await call("checkCall", { params, body: asked });
  const { out } = await server.type(["decisions", "--room", "leave"]);
  expect(out).toContain(
    [
      "  Runs:",
      "  ```text",
      "  git push origin HEAD:main-⟨U+202E⟩evil  # ok",
      "  git push backup⟨U+00A0⟩HEAD:theirs",
      "  ```",
    ].join("\n"),
  );
  const [id = ""] = await pendingIn("leave");
  const all = await server.type(["decide", "all", "once", "--room", "leave"]);
  expect([all.code, all.out]).toEqual([4, expect.stringContaining("(answer_alone)")]);
  expect((await server.type(["decide", id, "once"])).code).toBe(0);
});

test("an agent's question keeps its task, and its wait returns with the person's answer", async () => {
  const { as } = await aDuo("asks");
  const asked = await as(
    "builder",
    "ask",
    "Half up or half even?",
    "--reason",
    "The spec says both.",
    "--option",
    "Half even: as the bank does it",
    "--option",
    "Half up",
  );
  expect(asked.out).toContain("They can answer: Half even, Half up, Answer, Cancel the task.");
  expect((await server.type(["decisions"])).out).toMatch(/: Half up\.\n/);
  expect((await server.type(["status", "asks"])).out).toMatch(/DEV-001 .*waits for a person/);
  expect((await as("builder", "task", "show", "DEV-001")).out).toContain("Waiting for a person");
  const patient = await as("builder", "wait", "--timeout", "1");
  expect(patient.code).toBe(0);
  expect(patient.out).toContain("A person hasn't answered yet");
  expect((await as("builder", "ask", "And another?")).err).toContain("(decision_pending");

  const listed = await server.type(["decisions"]);
  expect(listed.out).toContain("Half up or half even?");
  expect(listed.out).toContain("option-1: Half even. as the bank does it");
  const [id = ""] = await pendingIn("asks");
  const waiting = as("builder", "wait", "--timeout", "20");
  const bare = await server.type(["decide", id, "answer"]);
  expect([bare.code, bare.err]).toEqual([2, expect.stringContaining("(note_required")]);
  const decided = await server.type(["decide", id, "option-1", "--note", "and log it"]);
  expect(decided.out).toContain("Half even: as the bank does it");
  const got = (await waiting).out;
  expect(got).toContain("# DEV-001: Refunds");
  expect(got).toContain("and log it");
  expect((await as("builder", "done", "--summary", "rounded")).code).toBe(0);
});

test("a question to the user is said beside the decisions, with the command that answers it", async () => {
  const { as } = await aDuo("words");
  await server.type(["send", "--room", "words", "Which port?"]);
  await as("planner", "wait");
  await as("planner", "handoff", "user", "--intent", "question", "--message", "80 or 8080?");
  for (const line of [["decisions"], ["decisions", "--room", "words"]]) {
    const { out } = await server.type(line);
    expect(out).toMatch(/^1 question waits for your answer\.\n/);
    expect(out).toMatch(/^words, .+ \(planner\), for \d+ s:\n {2}Question: 80 or 8080\?\n {2}Answer: /m);
  }
  const ended = await server.type(["decisions", "--room", "words", "--state", "answered"]);
  expect(ended.out).toBe("No decision is answered.\n");
  expect((await as("planner", "decisions")).out).toBe("Nothing needs a decision.\n");
  const { out } = await server.type(["decisions"]);
  const [, line = ""] = /Answer: \S*squadroom (.+) "…"$/m.exec(out) ?? [];
  await server.type([...line.split(" "), "8080."]);
  expect((await server.type(["decisions"])).out).toBe("Nothing needs a decision.\n");
  expect((await as("planner", "wait")).out).toContain("8080.");
});

test("finished items stand beside the decisions of a person, with the command that closes them", async () => {
  const { as } = await aDuo("shelf");
  const items = ["backlog", "add", "--room", "shelf"];
  for (const title of ["Anchors", "Pages"]) await server.type([...items, title]);
  for (const id of ["1", "2"]) {
    await as("planner", "backlog", "pick", id);
    await as("planner", "wait");
    await as("planner", "handoff", "user", "--intent", "deliver", "--message", `Item ${id} holds.`);
  }
  const reviews = [
    { room: "shelf", id: 1, title: "Anchors", summary: "Item 1 holds." },
    { room: "shelf", id: 2, title: "Pages", summary: "Item 2 holds." },
  ];
  for (const line of [["decisions"], ["decisions", "--room", "shelf"]]) {
    const { out } = await server.type(line);
    expect(out).toMatch(/^2 finished items wait for your review\.\n/);
    expect(out).toContain("shelf, item 1: Anchors\n  What came of it: Item 1 holds.\n  Answer: ");
    const asJson = await server.ask<{ reviews: typeof reviews }>(line);
    expect(asJson.reviews.sort((a, b) => a.id - b.id)).toEqual(reviews);
  }
  expect((await as("planner", "decisions")).out).toBe("Nothing needs a decision.\n");
  const ended = await server.type(["decisions", "--room", "shelf", "--state", "answered"]);
  expect(ended.out).toBe("No decision is answered.\n");
  const { out } = await server.type(["decisions"]);
  const [, line = ""] = /Answer: \S*squadroom (backlog close 1 .+?) "…"/.exec(out) ?? [];
  await server.type([...line.split(" "), "right"]);
  expect((await server.type(["decisions"])).out).toContain("1 finished item waits for your review.");
  await server.type(["backlog", "close", "2", "--room", "shelf", "--reason", "right"]);
  expect((await server.type(["decisions"])).out).toBe("Nothing needs a decision.\n");
});

test("a second answer is told what was decided, and an answer can be taken back", async () => {
  const { as } = await aDuo("fails");
  for (let attempt = 0; attempt < 3; attempt++) {
    await as("builder", "wait");
    await as("builder", "fail", "no luck");
  }
  const [id = ""] = await pendingIn("fails");
  const first = await server.type(["decide", id, "retry"]);
  expect(first.out).toMatch(new RegExp(`Take it back: \`\\S*squadroom decide ${id} --undo\``));
  const second = await server.type(["decide", id, "cancel"]);
  expect(second.code).toBe(4);
  expect(second.err).toContain("already chose “Retry”");
  const nowhere = await server.type(["decide", "01a20055-0000-7000-8000-00000000dead", "cancel"]);
  expect([nowhere.code, nowhere.err]).toEqual([5, expect.stringContaining("None of your rooms")]);
  const undone = await server.type(["decide", id, "--undo"]);
  const [again = ""] = await pendingIn("fails");
  expect(undone.out).toContain(`Asked again: ${again}`);
  const all = ["decisions", "--room", "fails", "--state", "superseded"];
  expect((await server.type(all)).out).toContain(id);
  expect((await server.type(["decide", "all", "paint-it"])).code).toBe(5);
  const bulk = await server.ask<Reply<"answerDecisions">>(["decide", "all", "cancel"]);
  expect(bulk).toMatchObject({ applied: 1, refused: 0, results: [{ decisionId: again }] });
  expect((await server.type(["decisions", "--room", "fails"])).out).toContain("Nothing needs");
  expect((await server.type(["verify", "fails"])).out).toMatch(/^fails {2}ok/);
});
