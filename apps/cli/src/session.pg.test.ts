import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, onTestFinished, test } from "vitest";
import { DETAILS } from "./commands/decide.ts";
import { TestServer } from "./server.fixture.ts";
import { aSquad } from "./squad.fixture.ts";

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.stop());

const REPLIES = {
  scout: { type: "scout", angle: "what there is", notes: "Two stores that disagree." },
  triage: { type: "triage", level: "exploration", reasoning: "A choice is to be made." },
  questions: {
    type: "questions",
    questions: [
      { id: "q1", text: "Which store?", type: "choice", options: ["Postgres", "Files"] },
      { id: "q2", text: "Who reads it?", type: "input" },
      { id: "q3", text: "For how long?", type: "input" },
    ],
  },
  approaches: {
    type: "approaches",
    approaches: [
      { id: "a1", title: "One", summary: "All in one.", tradeoffs: "Slow.", taskEstimate: 2 },
      { id: "a2", title: "Two", summary: "One each.", tradeoffs: "More.", taskEstimate: 3 },
    ],
  },
  design: {
    type: "design",
    sections: ["One", "Two", "Three"].map((title) => ({ title, content: `${title} it is.` })),
  },
  plan: {
    type: "plan",
    tasks: [{ id: "t1", title: "Make it", instruction: "Make the store.", role: "builder" }],
  },
  review: { type: "review", passed: true, summary: "It is right." },
};

test("a session from idea to done by the command line, with replies that need mending", async () => {
  const { planner, builder, reviewer, lead, ...squad } = await aSquad(server, "ideas");
  const present = async (step: keyof typeof REPLIES, by = planner) => {
    const delivery = await squad.present(REPLIES[step], by);
    expect(delivery).toContain(`"type": "${step}"`);
    return delivery;
  };
  const decide = async (option: string, ...more: string[]) => {
    const done = await squad.decide(option, ...more);
    expect([done.code, done.err]).toEqual([0, ""]);
    return done;
  };

  expect((await lead("session", "list")).out).toContain("squadroom session add");
  expect((await lead("session", "add", "One", "store", "--description", "Both in one.")).out).toBe(
    "Session 1. It starts.\n",
  );
  await planner(["wait"]);
  const scouted = JSON.stringify({ ...REPLIES.scout, reviewers: ["reviewer"] });
  expect((await planner(["done", "--reply", "-"], scouted)).out).toContain(
    "is completed.\nIgnored, as `scout` has no such field: `reviewers`.\n",
  );
  expect((await planner(["wait"])).out).toContain("Two stores that disagree.");
  const refused = await planner(["done", "--reply", "-"], '{"type":"design","sections":[]}');
  expect([refused.code, refused.out]).toEqual([4, expect.stringContaining("You still hold")]);
  const again = await present("triage");
  expect(again).toContain("could not be used");
  await decide("agree", "--note", "Mind the phones.");
  expect(await present("questions")).toContain("at triage, with “Agree: exploration”: Mind the phones.");
  expect((await lead("session", "answer", "1", "q1", "2")).out).toMatch(
    /^Saved as your own words, not as one of the options: 1\.1 .+\n$/,
  );
  expect((await lead("session", "answer", "1", "q1", "Postgres")).out).toMatch(/^Saved as option 1\.\d: Postgres\n$/);
  expect((await lead("session", "answer", "1", "q9", "x")).code).toBe(2);
  await decide("discuss", "--note", "Leave out how long.");
  const discussed = await present("questions");
  expect(discussed).toContain("Leave out how long.");
  expect(discussed.match(/Leave out how long\./g)).toHaveLength(1);
  expect(discussed).toContain("Which store? → Postgres");
  expect((await lead("decide", "--help")).out).toContain(DETAILS[0].example);
  await decide("done", "--detail", DETAILS[0].example);
  const approaches = await present("approaches");
  expect(approaches).toContain("user deferred: use your best judgment");
  expect(approaches).toContain("Everyone.");
  expect((await lead("decisions")).out).toContain("choose:a2: Two. One each. For and against: More. About 3 tasks.");
  await decide("choose:a2", "--note", "With one schema.");
  await present("design");
  const first = await decide("approve");
  expect(first.out).toContain(`decide ${first.id} --undo`);
  await decide("approve");
  expect((await lead("decide", first.id, "--undo")).code).toBe(0);
  for (let i = 0; i < 2; i++) await decide("approve");
  const plan = await present("plan");
  expect(plan).toContain("Chosen approach: Two.");
  expect(plan).toContain("Three it is.");
  expect((await lead("session", "show", "1")).out).toContain(
    "The plan: 1 task; no estimate, as no task like these has ended here.",
  );
  const late = await lead("decide", first.id, "--undo");
  expect([late.code, late.err]).toEqual([4, expect.stringContaining("decision_moot")]);
  await decide("approve");
  const building = (await builder(["wait"])).out;
  for (const part of ["Part of session 1", "Mind the phones.", "With one schema."]) expect(building).toContain(part);
  const wrong = await builder(["handoff", "reviewer", "--intent", "work", "--message", "done"]);
  expect([wrong.code, wrong.err]).toEqual([4, expect.stringContaining("(reply_wanted")]);
  const folder = await mkdtemp(join(tmpdir(), "squadroom-diff-"));
  onTestFinished(() => rm(folder, { recursive: true }));
  const diff = join(folder, "changes.diff");
  await writeFile(diff, "--- a/store.ts\n+++ b/store.ts\n@@ -1 +1 @@\n-two\n+one\n");
  const submitted = await builder(["done", "--summary", "Made it.", "--diff", diff]);
  expect([submitted.code, submitted.out]).toEqual([
    0,
    expect.stringContaining("DEV-001 is submitted: reviewer reviews it"),
  ]);
  expect(await server.ask(["session", "show", "1", "--room", "ideas"])).toMatchObject({
    session: {
      execution: {
        outcomes: {
          "DEV-001": { changes: { added: 1, removed: 1, files: ["store.ts"], fileCount: 1 } },
        },
      },
    },
  });
  const toJudge = (await reviewer(["wait"])).out;
  expect(toJudge).toContain("Made it.");
  const file = /squadroom attachment (\S+) --out/.exec(toJudge)?.[1] ?? "none";
  expect((await reviewer(["attachment", file, "--out", "-"])).out).toContain("+one");
  const found = { severity: "high", file: "store.ts", line: 1, issue: "It loses writes." };
  const rejected = { ...REPLIES.review, passed: false, findings: [found] };
  await reviewer(["done", "--reply", "-"], JSON.stringify(rejected));
  expect((await builder(["wait"])).out).toContain("high, store.ts:1: It loses writes.");
  await builder(["done", "--summary", "Made it, and kept the writes.", "--diff", diff]);
  expect(await present("review", reviewer)).toContain("What round 1 found");
  expect((await lead("task", "show", "DEV-001")).out).toContain("round 1, reviewer (reviewer), not passed:");
  const whole = await present("review", reviewer);
  for (const text of [
    "Judge everything the plan's tasks did",
    "## What was planned and done",
    "1 task: 1 passed.",
    "## DEV-001: ",
    "Asked: ",
    "Done: ",
    "The diff, ",
  ])
    expect(whole).toContain(text);
  expect((await lead("session", "list")).out).toContain("completed");
  const over = (await lead("session", "show", "1")).out;
  for (const part of [
    "Leave out how long.",
    "1 [q1]: Which store?\n   Answer: Postgres (",
    "2 [q2]: Who reads it?\n   Answer: Everyone. (",
    "3 [q3]: For how long?\n   Answer: not answered; the agents judge",
    "Chosen approach: Two [a2]\nSummary: One each.\nFor and against: More.\nEstimate: 3 tasks",
    "Design 3: Three, approved by ",
    "\nContent: Three it is.\n",
    "DEV-001  passed",
    "Review of DEV-001, round 1, by reviewer (reviewer), not passed: It is right.",
    "Review of DEV-001, round 2, by reviewer (reviewer), passed: It is right.",
    "Review of the whole, round 1, by reviewer (reviewer), passed: It is right.",
    "with “Two”: With one schema.",
    "Gates (minimum;",
    "approaches: Two: With one schema.\n",
  ])
    expect(over).toContain(part);
  expect((await lead("session", "status", "1")).out).toContain("met    “Two” is chosen.");
  const design = await lead("session", "show", "1", "--step", "design");
  expect(design.err).toBe("");
  expect(design.out).toContain('"Two it is."');

  const section = async (...args: string[]) => (await lead("session", "show", "1", "--section", ...args)).out;
  for (const [name, said] of [
    ["scout", "Two stores that disagree."],
    ["triage", "planner proposes exploration: A choice"],
    ["questions", "Answer: Everyone. ("],
    ["approaches", "For and against: Slow."],
    ["design", "Content: Three it is."],
    ["plan", "Instruction: Make the store."],
    ["execute", "Review of DEV-001, round 1"],
    ["review", "- found: high, store.ts:1: It loses writes."],
  ] as const)
    expect(await section(name)).toContain(said);
  const ids = await lead("session", "show", "1", "--section", "nowhere");
  expect([ids.code, ids.err]).toEqual([expect.any(Number), expect.stringContaining("They are: ")]);
  const [, two = ""] = /They are: [^,]+, ([^,]+),/.exec(ids.err) ?? [];
  expect(await section(two)).toContain("Two: Two it is.");
  expect(await section("plan", "--batch", "2")).toContain("Nothing was presented at plan.");
  const stopped = await lead("session", "stop", "1");
  expect([stopped.code, stopped.err]).toEqual([4, expect.stringContaining("show")]);

  const known = await lead("scout", "show", "WHAT", "there", "is");
  expect(known.out).toContain("DEV-001 “Make it” changed store.ts.");
  const looked = { ...REPLIES.scout, notes: "One store now." };
  expect((await reviewer(["scout", "save", "--reply", "-"], JSON.stringify(looked))).out).toBe(
    "Scout 2: “what there is”, 0 files, 0 patterns, replacing scout 1. `squadroom scout show 'what there is'` prints it.\n",
  );
  expect((await builder(["scout", "show"])).out).toContain("; current)");
  expect((await reviewer(["scout", "save", "--reply", "-"], "{}")).code).toBe(2);
  expect((await lead("session", "add", "Two", "--angle", "What  there is")).out).toContain("Session 2.");
  const served = await lead("session", "show", "2");
  expect(served.out).toContain("Served from the room's scouts, of");
  expect(served.out).toContain("what there is");
  expect((await lead("session", "scout", "2")).out).toBe("Session 2 is being scouted again.\n");
  expect((await planner(["wait"])).out).toContain("A person wants a fresh look");
  expect((await server.type(["verify", "ideas"])).code).toBe(0);
});

test("the queue is put into another order by the command line", async () => {
  await server.ask(["room", "new", "queue", "--preset", "solo"]);
  const lead = (...args: string[]) => server.type([...args, "--room", "queue"]);
  for (const title of ["One", "Two", "Three", "Four"]) await lead("session", "add", title);
  const order = async (): Promise<number[]> => {
    const { data: sessions } = await server.ask<{ data: { id: number; status: string }[] }>([
      "session",
      "list",
      "--room",
      "queue",
    ]);
    return sessions.filter(({ status }) => status === "queued").map(({ id }) => id);
  };
  expect(await order()).toEqual([2, 3, 4]);
  expect((await lead("session", "move", "4", "--first")).out).toBe("Session 4 is moved.\n");
  expect(await order()).toEqual([4, 2, 3]);
  await lead("session", "move", "4", "--last");
  expect(await order()).toEqual([2, 3, 4]);
  await lead("session", "move", "2", "--after", "3");
  expect(await order()).toEqual([3, 2, 4]);
  await lead("session", "move", "4", "--before", "2");
  expect(await order()).toEqual([3, 4, 2]);
  const running = await lead("session", "move", "1", "--first");
  expect([running.code, running.err]).toEqual([4, expect.stringContaining("(session_state")]);
  const nowhere = await lead("session", "move", "4");
  expect([nowhere.code, nowhere.err]).toEqual([2, expect.stringContaining("--first")]);
  expect(await order()).toEqual([3, 4, 2]);
});

test("whoever starts a session says what it may change, and the plan is looked at against that", async () => {
  const { lead, planner, builder, ...squad } = await aSquad(server, "bounds");
  const outside = await lead("session", "add", "One", "--allow", "../elsewhere/**");
  expect([outside.code, outside.err]).toEqual([2, expect.stringContaining("../elsewhere/**")]);
  expect(outside.err).toContain("boundary_invalid");
  await lead("session", "add", "One", "--allow", "src/**", "--allow", "docs/", "--forbid", "src/x/**");
  const shown = (await lead("session", "show", "1")).out;
  expect(shown).toContain("May change only: src/**, docs/\nMust not change: src/x/**\n");
  expect(await squad.present(REPLIES.scout, planner)).toContain(
    "Change only: `src/**`, `docs/`\n- Do not change: `src/x/**`",
  );
  await squad.present(REPLIES.triage, planner);
  await squad.decide("skip");
  const [task] = REPLIES.plan.tasks;
  const tasks = [{ ...task, files: ["src/x/a.ts", "docs/a.md"] }];
  expect(await squad.present({ ...REPLIES.plan, tasks }, planner)).toContain("Keep each task's files inside");
  const { data: decisions } = await server.ask<{ data: { reason: string }[] }>(["decisions", "--room", "bounds"]);
  expect(decisions[0]?.reason).toContain("src/x/a.ts of t1 is outside what this session may change.");
  expect(decisions[0]?.reason).not.toContain("docs/a.md of t1");
  await squad.decide("approve");
  expect((await builder(["wait"])).out).toContain("Do not change: `src/x/**`");
  await server.type(["room", "options", "bounds", "--ask-before-next", "on"]);
  await lead("session", "add", "Two");
  await lead("session", "stop", "1");
  await lead("session", "start", "2", "--forbid", "docs/");
  expect((await lead("session", "show", "2")).out).toContain("Must not change: docs/\n");
  expect((await server.type(["verify", "bounds"])).code).toBe(0);
});
