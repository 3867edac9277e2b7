import { readFile, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TestServer } from "./server.fixture.ts";

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.stop());

const lineOf = (out: string, model: string) =>
  out
    .split("\n")
    .find((line) => line.startsWith(`${model} `))
    ?.split(/ {2,}/);

test("prices are set, listed, and removed", async () => {
  const set = ["prices", "set", "house-*", "--in", "3", "--out", "15", "--source", "our contract"];
  expect(await server.type([...set, "--as-of", "2026-06-01"])).toMatchObject({
    code: 0,
    out: "house-*: 3 in, 15 out, unknown cache read, unknown cache write, unknown cache write for 1 h.\n",
  });
  const { out } = await server.type(["prices", "list"]);
  expect(lineOf(out, "house-*")).toEqual([
    "house-*",
    "3",
    "15",
    "unknown",
    "unknown",
    "unknown",
    "unknown",
    "unknown",
    "our contract, 2026-06-01",
  ]);
  expect(out).toMatch(/^claude-haiku-4-5\* .* fast +200000 .* built in$/m);
  expect((await server.type(["prices", "remove", "house-*"])).out).toBe(
    "Removed the price of house-*. Its cost is unknown.\n",
  );
  expect((await server.type(["prices", "remove", "house-*"])).code).toBe(5);
});

test("what is exported is imported elsewhere, after a look at what would change", async () => {
  const file = join(server.folder, "prices.json");
  await server.type(["prices", "set", "house-small", "--in", "0.1", "--out", "0.2"]);
  expect((await server.type(["prices", "export", file])).code).toBe(0);
  await server.type(["prices", "remove", "house-small"]);
  const seen = await server.type(["prices", "import", file, "--preview"]);
  expect(seen.out).toMatch(/^would be added: 1, would be changed: 0, the same: \d+, skipped: 0\n/);
  expect(seen.out).toContain("  house-small: 0.1 in, 0.2 out");
  expect((await server.type(["prices", "import", file])).out).toMatch(/^added: 1, changed: 0/);
  expect(await readFile(file, "utf8")).toBe((await server.type(["prices", "export"])).out);
  await writeFile(file, "no prices");
  expect((await server.type(["prices", "import", file])).code).not.toBe(0);
});

test("a cost is what it says: billed, estimated by the agent, or by the server's price", async () => {
  await server.type(["prices", "set", "large-*", "--in", "3", "--out", "15"]);
  const tokens = ["--tokens-in", "1000", "--tokens-out", "100"];
  const reports = {
    billed: ["--cost", "0.5"],
    guessed: ["--cost", "0.5", "--estimated"],
    priced: ["--model", "large-2"],
    strange: ["--model", "other"],
  };
  for (const [room, more] of Object.entries(reports)) {
    await server.ask(["room", "new", room, "--preset", "solo"]);
    const token = await server.credential(room, "solo");
    await server.type(["join"], { token });
    const create = ["task", "create", "--room", room, "--role", "solo", "--title", "Refunds"];
    await server.type([...create, "--instruction", "Make them idempotent."]);
    await server.type(["wait"], { token });
    await server.type(["progress", "reading", ...tokens, ...more], { token });
  }
  const { out } = await server.type(["usage"]);
  expect(lineOf(out, "billed")?.[2]).toBe("0.50 USD");
  expect(lineOf(out, "guessed")?.[2]).toBe("0.50 USD (estimated)");
  expect(lineOf(out, "priced")?.[2]).toBe("0.0045 USD (estimated)");
  expect(lineOf(out, "strange")?.[2]).toBe("cost unknown");
  expect(lineOf(out, "all")?.[1]).toBe("1.00 USD (0.50 estimated) and more");
});
