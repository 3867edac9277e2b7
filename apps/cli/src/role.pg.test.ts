import { mkdir, readFile, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { createClient } from "@squadroom/client/http";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TestServer } from "./server.fixture.ts";

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.stop());

async function write(path: string, content: string): Promise<void> {
  const file = join(server.folder, path);
  await mkdir(dirname(file), { recursive: true });
  await writeFile(file, content);
}

const inDocs = (...words: string[]) => server.type(["role", ...words, "--room", "docs"]);

test("a folder of role specs is previewed by line, taken into the team, and written again as it stood", async () => {
  await server.type(["room", "create", "docs", "--preset", "duo"]);
  const builder = "\ufeff---\r\nprefix: DEV\r\ninner_loop: true\r\n---\r\nBuild it.\r\n";
  const writer = "---\nprefix: DRAFT\ninner_loop: sometimes\n---\nWrite it.\n";
  await write("specs/builder.md", builder);
  await write("specs/agents/writer/role.md", writer);
  await write("specs/README.md", "# Ours\n");
  await write("specs/logo.md", "\u0000");
  const folder = join(server.folder, "specs");

  const seen = await inDocs("import", folder, "--preview");
  expect(seen).toMatchObject({ code: 0 });
  expect(seen.out.trimEnd().split("\n")).toEqual([
    "  README.md: Left out. It has no front matter, and no role of the team has its name.",
    "  agents/writer/role.md → writer, a new role",
    "    agents/writer/role.md:3: error: Use true, false or dynamic.",
    "  builder.md → builder, changed",
    "  logo.md: Left out. It is no text.",
  ]);
  expect((await inDocs("show")).out).not.toContain("writer");

  const taken = await inDocs("import", folder);
  expect(taken.out).toContain("docs is now on version 2 of its team.");
  expect((await inDocs("show")).out.split("\n").map((line) => line.trimEnd())).toEqual([
    "planner  PLAN   no spec",
    "builder  DEV    5 lines",
    "writer   DRAFT  5 lines, 1 problem  line 3: Use true, false or dynamic.",
    "",
  ]);
  expect((await inDocs("show", "writer")).out).toContain("writer.md:3: error: Use true");
  expect((await inDocs("show", "nobody")).err).toContain("Use planner, builder or writer.");
  expect((await inDocs("import", folder)).out).toContain("Nothing changes.");

  const copy = join(server.folder, "copy");
  const written = await inDocs("export", copy);
  expect(written.out).toContain("Without a spec: planner.");
  expect(await readFile(join(copy, "builder.md"), "utf8")).toBe(builder);
  expect(await readFile(join(copy, "writer.md"), "utf8")).toBe(writer);
  expect((await inDocs("export", copy)).err).toContain("is there already");
});

test("an import says which prefix stays with another role", async () => {
  await server.type(["room", "create", "twice", "--preset", "duo"]);
  await write("twice/planner.md", "---\nprefix: PLAN\nadditional_prefixes: [DEV]\n---\nPlan.\n");
  const taken = await server.type(["role", "import", join(server.folder, "twice"), "--room", "twice"]);
  expect(taken).toMatchObject({ code: 0 });
  expect(taken.out).toContain("planner: DEV stays with builder, whose prefix it is.");
});

test("an import says which prefixes and points of view nobody has, and tells the coordinator of a spec with an error", async () => {
  await server.type(["room", "create", "told", "--preset", "lifecycle"]);
  const token = await server.credential("told", "coordinator", "Cora");
  await server.type(["join"], { token });
  const rounds =
    "---\nprefix: DRAFT\nadditional_prefixes: [QUALITY]\ndiscuss_rounds: {DISCUSS-002: [product, legal]}\n---\nWrite.\n";
  await write("told/writer.md", rounds);
  const into = (...more: string[]) =>
    server.type(["role", "import", join(server.folder, "told"), "--room", "told", ...more]);
  for (const seen of [await into("--preview"), await into()]) {
    expect(seen).toMatchObject({ code: 0 });
    expect(seen.out).toContain("Nothing says what the point of view legal looks at");
    expect(seen.out).toContain("reviewer: QUALITY goes to writer, the first role with it.");
  }
  expect((await server.type(["wait", "--timeout", "0"], { token })).out).not.toContain("spec");
  await write("told/writer.md", "---\nprefix: DRAFT\ninner_loop: [true\n---\nWrite.\n");
  expect((await into()).out).toContain("writer.md:3: error: ");
  const told = await server.type(["wait", "--timeout", "0"], { token });
  expect(told.out).toContain("The spec of writer has an error");
  expect(told.out).toMatch(/Nobody works as Writer until the spec is fixed\. Line 3 /);
  expect((await into()).out).toContain("Nothing changes.");
  expect((await server.type(["wait", "--timeout", "0"], { token })).out).not.toContain("Writer");
});

test("an agent logs by the types of its spec, and reports the subagents that it declares", async () => {
  await server.type(["room", "create", "bus", "--preset", "duo"]);
  const spec =
    "---\nprefix: DEV\nsubagents: [explore, discuss]\nmessage_types: {success: built, error: broken}\n---\nBuild.\n";
  await write("bus/builder.md", spec);
  await server.type(["role", "import", join(server.folder, "bus"), "--room", "bus"]);
  const token = await server.credential("bus", "builder", "Bob");
  await server.type(["join"], { token });
  const create = ["task", "create", "--room", "bus", "--role", "builder", "--title", "Store"];
  await server.type([...create, "--instruction", "Build it."]);
  await server.type(["wait"], { token });
  const logged = await server.type(["log", "success", "Store", "is built.", "--ref", "src/a.ts"], {
    token,
  });
  expect(logged).toMatchObject({ code: 0, out: "Logged as built on DEV-001.\n" });
  const refused = await server.type(["log", "shipped", "Done."], { token });
  expect(refused.err).toContain("It has built and broken.");
  const client = createClient({ baseUrl: server.url, token });
  const { data } = await client.call("listMessages", { params: { room: "bus" }, query: {} });
  expect(data.map(({ subject, body, about }) => [subject, body, about])).toEqual([
    ["built", "[builder] Store is built.", { file: "src/a.ts" }],
  ]);
  const report = (...words: string[]) => server.type(["progress", ...words], { token });
  expect((await report("--subagent", "explore", "--failed", "timed out")).out).toContain(
    "Try once more, with discuss.",
  );
  expect((await report("--subagent", "discuss", "--failed", "no answer")).out).toContain(
    "explore (timed out), discuss (no answer). The work went on without.",
  );
  expect((await report("--subagent", "hacker")).err).toContain("explore and discuss");
});
