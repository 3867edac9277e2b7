import { mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TestServer } from "./server.fixture.ts";

let server: TestServer;
let folder: string;
beforeAll(async () => {
  server = await TestServer.start();
  folder = await mkdtemp(join(tmpdir(), "squadroom-files-"));
});
afterAll(async () => {
  await server.stop();
  await rm(folder, { recursive: true });
});

test("a file goes with a message, and the agent that gets it saves it without replacing anything", async () => {
  await server.ask(["room", "new", "files", "--preset", "solo"]);
  const token = await server.credential("files", "solo");
  await server.type(["join"], { token });
  const report = join(folder, "report.md");
  await writeFile(report, "# All green\n");
  const sent = await server.type(["send", "--room", "files", "--attach", report, "Look at this."]);
  expect(sent.code).toBe(0);

  const { out } = await server.type(["wait"], { token });
  const [, id = ""] = /report\.md \(text\/markdown, 12 B\): `squadroom attachment ([0-9a-f-]+)`/.exec(out) ?? [];
  const inbox = join(folder, "inbox");
  await mkdir(inbox);
  const saved = await server.type(["attachment", id, "--out", inbox], { token });
  expect(saved.out).toBe(`${join(inbox, "report.md")}: text/markdown, 12 B.\n`);
  expect(await readFile(join(inbox, "report.md"), "utf8")).toBe("# All green\n");
  const again = await server.type(["attachment", id, "--out", inbox], { token });
  expect([again.code, again.err]).toEqual([2, expect.stringContaining("already exists")]);
});

test.each([
  ["is not there", "missing.txt", null, "(ENOENT)"],
  ["is empty", "empty.txt", "", "is empty"],
  ["is too large", "large.txt", "x".repeat(1_000_001), "is 1.0 MB; the limit is 1.0 MB"],
])("a file that %s is refused before anything is sent", async (_what, name, content, why) => {
  const path = join(folder, name);
  if (content !== null) await writeFile(path, content);
  const sent = await server.type(["send", "--room", "files", "--attach", path, "Look."]);
  expect([sent.code, sent.err]).toEqual([2, expect.stringContaining(why)]);
  const { data: waiting } = await server.ask<{ data: { body: string }[] }>(["message", "list", "--room", "files"]);
  expect(waiting.map(({ body }) => body)).not.toContain("Look.");
});
