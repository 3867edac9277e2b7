import { readFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TestServer } from "./server.fixture.ts";

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.stop());

test("what was used over days is told by group, with a forecast, and written as CSV", async () => {
  await server.ask(["room", "new", "dear", "--preset", "solo"]);
  const token = await server.credential("dear", "solo");
  await server.type(["join"], { token });
  const create = ["task", "create", "--room", "dear", "--role", "solo", "--title", "Refunds"];
  await server.type([...create, "--instruction", "Make them idempotent."]);
  await server.type(["wait"], { token });
  const used = ["--tokens-in", "900", "--tokens-out", "100", "--cost", "0.6", "--model", "large"];
  expect((await server.type(["progress", "reading", ...used], { token })).code).toBe(0);
  const { out, err } = await server.type(["metrics", "dear"]);
  expect(err).toBe("");
  expect(out).toMatch(/^large +0\.60 USD +1000 tokens$/m);
  expect(out).toMatch(/^all +0\.60 USD +1000 tokens$/m);
  expect(out).toContain("This month: 0.60 USD so far. No whole day yet to judge the rest by.");
  expect((await server.type(["metrics", "dear", "--by", "role"])).out).toMatch(/^solo +0\.60 USD/m);
  const file = join(tmpdir(), `metrics-${process.pid}.csv`);
  expect((await server.type(["metrics", "--csv", file])).out).toContain("1 line is in");
  expect(await readFile(file, "utf8")).toMatch(/,dear,[^\r]*,large,[^\r]*,900,100,0,0,0,0\.600000,billed,0\r\n$/);
  expect((await server.type(["metrics", "none"])).code).toBe(5);
});
