import { readFile } from "node:fs/promises";
import { createClient } from "@squadroom/client/http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TestServer } from "./server.fixture.ts";
import { aSquad } from "./squad.fixture.ts";

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.stop());

test("a person's message goes to the entry point, and who names a role is told what that does", async () => {
  const { lead, planner } = await aSquad(server, "names");
  const beside = await lead("send", "builder", "--message", "Fix the login.");
  expect([beside.code, beside.out]).toEqual([2, ""]);
  expect(beside.err).toContain(
    "A person's message takes no recipient. Leave out “builder”; `@ROLE` in the message says whom you mean.",
  );
  const timed = await lead("send", "--answer-in", "60", "--message", "Fix the login.");
  expect(timed.err).toContain("Only agents can use `--answer-in`.");

  expect((await lead("send", "builder", "fix", "the", "login")).out).toBe(
    "Sent to planner as PLAN-001.\nThe planner gets your messages; “builder” is a part of this one. `@builder` in it says whom you mean.\n",
  );
  expect((await planner(["wait"])).out).toContain("# PLAN-001: builder fix the login");
  expect((await lead("send", "Let", "@builder", "fix", "it")).out).toContain(
    "\nThe planner gets your messages, and is told that you named builder.\n",
  );
  for (const plain of [
    ["planner", "go", "on"],
    ["fix", "builder"],
    ["--message", "builder"],
  ])
    expect((await lead("send", ...plain)).out).toMatch(/^Sent to planner as PLAN-\d+\. .*\n$/);
});

test("an agent's words beside a message of an option are refused, not dropped", async () => {
  const { planner } = await aSquad(server, "twice");
  const twice = await planner(["send", "builder", "look", "--message", "Look at it."]);
  expect([twice.code, twice.err]).toEqual([2, expect.stringContaining("(given_twice)")]);
  expect((await planner(["send", "builder", "--message", "Look at it."])).out).toContain("Sent to builder.");
});

test("an agent that names nobody is told who there is", async () => {
  const { planner } = await aSquad(server, "nobody");
  const lost = await planner(["send", "Which template?"]);
  expect([lost.code, lost.err]).toEqual([
    5,
    expect.stringContaining("Nobody here is called Which template?. Send it to one of: user, planner,"),
  ]);
});

test("a person's access token speaks for the person, as far as it may", async () => {
  await server.ask(["room", "new", "scripts", "--preset", "duo"]);
  const key = (await readFile(`${server.folder}/local-admin.key`, "utf8")).trim();
  const admin = createClient({ baseUrl: server.url, authorization: `Local ${key}` });
  const [write = "", read = ""] = await Promise.all(
    (["write", "read"] as const).map(async (scope) => {
      const { token } = await admin.call("createAccessToken", { body: { name: scope, scope } });
      return token;
    }),
  );
  const send = ["send", "--message", "Go.", "--room", "scripts"];
  expect(await server.type(send, { token: write })).toMatchObject({ code: 0, err: "" });
  expect((await server.type(["task", "list", "--room", "scripts"], { token: read })).out).toContain("PLAN-001");
  const refused = await server.type(send, { token: read });
  expect(refused.code).not.toBe(0);
  expect(refused.err).toContain("This access token only reads");
});

test("an agent's question says by when; with --wait its task waits for the coordinator until the answer is there", async () => {
  const { planner, builder, lead } = await aSquad(server, "waits");
  await lead("send", "Build refunds.");
  expect((await planner(["wait"])).out).toContain("PLAN-001");
  const timed = ["send", "builder", "--kind", "question", "--subject", "Which page size?"];
  const sent = (await planner([...timed, "--answer-in", "600", "How large?"])).out;
  const head =
    /^Message (\S{36}): question, medium priority, “Which page size\?”, on PLAN-001; waiting for an answer until \S+ \S+Z\.$/m;
  expect(sent).toContain("Sent to builder.");
  expect(sent).toMatch(head);
  const asking = head.exec(sent)?.[1] ?? "";
  const shown = ["message", "show", asking];
  expect((await planner(shown)).out).toMatch(head);
  expect((await planner(shown)).out).toMatch(/\nMessage from \S+, \S+ \S+Z: How large\?\n$/);
  const mail = (await builder(["wait", "--timeout", "0"])).out;
  expect(mail).toMatch(/question.*about Which page size\?/);
  expect(mail).toContain("How large?");
  const noAnswer = ["send", "builder", "--kind", "notification", "--answer-in", "60", "Done."];
  expect((await planner(noAnswer)).err).toContain(
    "A notification has no answer. Leave out `--answer-in`, or send a question or a request.",
  );
  for (const [more, said] of [
    [["--answer-in", "60"], "`--answer-in` works between agents."],
    [["--kind", "request"], "Nobody has to answer the request."],
  ] as const)
    expect((await planner(["send", "user", ...more, "When?"])).err).toContain(
      `${said} To ask a person: \`squadroom ask\`.`,
    );
  const bad = await planner([...timed, "--answer-in", "5", "How large?"]);
  expect([bad.code, bad.err]).toEqual([2, expect.stringContaining("30")]);

  const own = await planner(["send", "--wait", "--message", "Which API?"]);
  expect(own.err).toContain("You would wait for yourself.");
  const tasks = ["task", "create", "--role", "builder", "--title", "Build it", "--instruction", "Do."];
  await planner(tasks);
  expect((await builder(["wait"])).out).toContain("DEV-001");
  const asked = await builder(["send", "--wait", "--subject", "Which API?", "--message", "v1 or v2?"]);
  expect(asked.out).toMatch(/Sent to planner\.\n.*\nNext: `squadroom wait` returns with the answer\.\n$/);
  expect((await builder(["wait", "--timeout", "0"])).out).toContain("planner hasn't answered yet");
  expect((await lead("task", "show", "DEV-001")).out).toContain("Waiting for the coordinator: “Which API?”");
  const heard = (await planner(["wait", "--timeout", "0"])).out;
  expect(heard).toContain(", question, on DEV-001, about Which API?:");
  const id = /\b([0-9a-f]{8}-[0-9a-f-]{27})\b/.exec(heard)?.[1] ?? "";
  // Who asked is known: what names nobody is the answer, and not a recipient.
  const answered = await planner(["send", "--reply-to", id, "v2.", "as", "before"]);
  expect(answered).toMatchObject({ code: 0, out: expect.stringMatching(/^Sent to builder\./) });
  const again = (await builder(["wait", "--timeout", "20"])).out;
  expect(again).toContain("v2. as before");
  expect(again).toContain("DEV-001");
});
