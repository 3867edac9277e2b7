import { afterAll, beforeAll, expect, test } from "vitest";
import { TestServer } from "./server.fixture.ts";

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.stop());

async function aSquad(room: string, roles: string[]) {
  await server.type(["room", "create", room, "--preset", "squad"]);
  const tokens: Record<string, string> = {};
  for (const role of roles) tokens[role] = await server.credential(room, role, `${role} one`);
  const as = (role: string, ...argv: string[]) => server.type(argv, { token: tokens[role] ?? "" });
  for (const role of roles) await as(role, "join");
  return {
    as,
    tokens,
    say: (text: string) => server.type(["message", "send", text, "--room", room]),
  };
}

test("done answers the user where the role does, and is refused with the command where it does not", async () => {
  const { as, say, tokens } = await aSquad("answers", ["planner", "builder", "reviewer"]);
  await say("What is it?");
  await as("planner", "wait");
  const done = await as("planner", "done", "--summary", "It is 42.");
  expect(done.out).toContain("PLAN-001 is completed. Its summary went to the user as the answer.");

  await say("Fix the login.");
  expect((await as("planner", "wait")).out).toContain("`done` delivers its summary");
  await as("planner", "handoff", "builder", "--message", "Fix it.");
  expect((await as("builder", "wait")).out).toContain("hand it off; `done` is refused");
  const replied = await server.type(["done", "--reply", "-"], {
    token: tokens.builder ?? "",
    stdin: '{"type":"review"}',
  });
  expect(replied.code).toBe(4);
  expect(replied.err).toContain("Nobody waits for a reply to DEV-001: its text would be lost.");
  const owed = await as("builder", "done", "--summary", "Fixed.");
  expect(owed.code).toBe(4);
  expect(owed.err).toContain("squadroom handoff reviewer --intent work");
  expect(owed.err).toContain("(answer_owed");
  expect((await as("builder", "handoff", "reviewer", "--message", "Fixed.")).code).toBe(0);
});

test("what a lead queues anyway is said to wait, and nobody is asked about it", async () => {
  const { as } = await aSquad("waits", ["builder"]);
  const room = ["--room", "waits"];
  const create = ["task", "create", ...room, "--role", "builder", "--title", "Round"];
  await server.type([...create, "--instruction", "Round it."]);
  await as("builder", "wait");
  const refused = await as("builder", "handoff", "reviewer", "--message", "Rounded.");
  expect(refused.err).toContain("(target_unavailable");
  const on = ["task", "hand-on", "DEV-001", "reviewer", "Look at it.", ...room];
  expect((await server.type(on)).err).toMatch(
    /^No reviewer is connected now\. Use one of `allowed`\. To wait for the role: .*, leads use `--queue-anyway`\.\nAllowed: builder\n/,
  );
  expect((await server.type([...on, "--queue-anyway"])).out).toContain(
    "DEV-001 is done; REVIEW-001 (work) waits until somebody fills reviewer.",
  );
  expect((await server.type(["task", "show", "REVIEW-001", ...room])).out).toContain("A person chose to wait for one.");
});
