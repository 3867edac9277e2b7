import { afterAll, beforeAll, expect, test } from "vitest";
import { TestServer } from "./server.fixture.ts";
import { aSquad } from "./squad.fixture.ts";

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.stop());

test("a lock that isn't got ends the line of commands, and says why", async () => {
  const { planner, builder } = await aSquad(server, "locks");
  expect(await planner(["lock", "--wait", "src/**/x.ts"])).toMatchObject({ code: 0, err: "" });
  const taken = await builder(["lock", "src/a/x.ts"]);
  expect(taken.code).toBe(4);
  expect(taken.err).toContain("Work on something else meanwhile, or wait for it.");
  expect(taken.err.match(/[Ss]tand in line/g)).toHaveLength(1);

  const waited = await builder(["lock", "--wait", "--for", "1", "src/a/x.ts"]);
  expect(waited.code).toBe(6);
  expect(waited.out).toContain("You wait for src/a/x.ts, as lock 2, behind ");
  const waiting = builder(["lock", "--wait", "src/a/x.ts"]);
  await expect.poll(async () => (await planner(["locks"])).out).toContain("2 src/a/x.ts");
  expect((await planner(["unlock", "1"])).code).toBe(0);
  expect(await waiting).toMatchObject({ code: 0 });
});

test("a refused lock names what is in conflict alone, and the list says until when each is held", async () => {
  const { planner, builder } = await aSquad(server, "conflicts");
  expect((await planner(["lock", "src/b.ts", "src/c.ts"])).code).toBe(0);
  const { err } = await builder(["lock", "src/c.ts", "src/d.ts"]);
  expect(err).toMatch(/has locked src\/c\.ts since /);
  expect(err).not.toContain("src/b.ts");
  expect((await builder(["locks"])).out).toMatch(
    /^1 src\/b\.ts src\/c\.ts \[.*\] held until \d{4}-\d\d-\d\d \d\d:\d\dZ\n$/,
  );
  expect((await builder(["locks", "--session", "1"])).out).toBe("Nothing is locked.\n");
});

test("unlock by a pattern means one's own, and says which patterns were given up", async () => {
  const { planner, builder, lead } = await aSquad(server, "unlocks");
  expect((await planner(["lock", "backend/**", "a.ts"])).code).toBe(0);
  expect((await builder(["lock", "--for", "1", "backend/"])).code).toBe(6);
  expect(await builder(["unlock", "backend/"])).toMatchObject({
    code: 0,
    out: "Gave up lock 2 (backend/**).\n",
  });
  expect((await builder(["unlock", "backend/"])).err).toContain("Lock 1 is ");

  expect((await lead("lock", "src/w.ts")).code).toBe(0);
  expect((await builder(["lock", "--for", "1", "src/w.ts"])).code).toBe(6);
  expect(await lead("unlock", "src/w.ts")).toMatchObject({
    code: 0,
    out: "Gave up lock 3 (src/w.ts).\n",
  });
  expect((await lead("locks")).out).toContain("4 src/w.ts");

  const half = await lead("unlock", "src/w.ts", "backend/");
  expect([half.code, half.out]).toEqual([2, ""]);
  const strange = await builder(["unlock", "src/w.ts", "99"]);
  expect(strange.err).toContain("The room has no lock 99.");
  const locks = (await lead("locks")).out;
  for (const kept of ["4 src/w.ts", "1 backend/**"]) expect(locks).toContain(kept);
  const none = await builder(["unlock", "src/w.ts", "docs/x.md"]);
  expect([none.code, none.out]).toEqual([5, ""]);
  expect(none.err).toMatch(
    /^No lock has the pattern docs\/x\.md, so nothing was given up\. Yours: 4 \(src\/w\.ts\)\. List the room's locks with `\S*squadroom locks`\.\n\(lock_unknown\)\n$/,
  );
  expect((await builder(["unlock", "src/w.ts"])).out).toBe("Gave up lock 4 (src/w.ts).\n");
  expect((await builder(["unlock", "src/w.ts"])).err).toContain("You have no lock.");

  const unsaid = await lead("unlock", "backend/");
  expect(unsaid.code).toBe(2);
  expect(unsaid.err).toMatch(/Say why: `\S*squadroom unlock LOCK --because TEXT`\./);
  expect((await lead("unlock", "backend/", "--because", "I need it")).out).toBe("Gave up lock 1 (backend/**, a.ts).\n");
  const told = (await planner(["wait", "--timeout", "0"])).out;
  expect(told).toContain("released your lock 1: backend/**, a.ts");
  expect(told).toContain("Reason: I need it");
});
