import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { TestServer } from "./server.fixture.ts";

let server: TestServer;
beforeAll(async () => {
  server = await TestServer.start();
});
afterAll(() => server.stop());

const DOCS = {
  entryPoint: "lead",
  roles: [
    { name: "lead", handsTo: ["writer", "user"] },
    { name: "writer", prefix: "DOC", handsTo: ["lead"] },
  ],
};

async function aFile(name: string, content: unknown): Promise<string> {
  const path = join(server.folder, name);
  await writeFile(path, JSON.stringify(content));
  return path;
}

test("a room is made with a team from a file, shown, and given another one", async () => {
  const file = await aFile("team.json", DOCS);
  const made = await server.type(["room", "create", "pages", "--team", file]);
  expect(made.out).toContain("Created pages with the team custom.");
  expect(made.out).toContain("squadroom credential create --room pages --role writer");
  const shown = await server.type(["room", "team", "show", "pages"]);
  expect(shown.out).toContain("writer  DOC");
  expect(shown.out).toContain("user → lead → writer → lead → user");
  const token = await server.credential("pages", "writer", "Wim");
  await server.type(["join"], { token });
  const create = ["task", "create", "--room", "pages", "--role", "writer", "--title", "Guide"];
  await server.type([...create, "--instruction", "Write it."]);

  const set = ["room", "team", "set", "pages", "--preset", "duo", "--remap", "writer=builder"];
  const preview = await server.type([...set, "--preview"]);
  expect(preview.out).toContain("writer is removed: DOC-001 goes to builder; Wim is told");
  const asked = await server.type(set);
  expect([asked.code, asked.err]).toEqual([2, expect.stringContaining("(not_confirmed)")]);
  expect((await server.type([...set, "--yes"])).out).toContain("is now on version 2 of its team.");
  const told = await server.type(["wait"], { token });
  expect([told.code, told.err]).toEqual([4, expect.stringContaining("(role_gone")]);
});

test("a team says in its file what its roles do in sessions, and a role without a word has what its name says", async () => {
  const [lead, writer] = DOCS.roles;
  const roles = [lead, { ...writer, duties: ["work"] }, { name: "qa", handsTo: ["lead"] }];
  const file = await aFile("duties.json", { ...DOCS, roles });
  await server.type(["room", "create", "sheets", "--team", file]);
  const { out } = await server.type(["room", "team", "show", "sheets"]);
  expect(out).toMatch(/writer +DOC +work +hands to lead\n/);
  expect(out).toMatch(/qa +QA +review, judge +hands to lead\n/);
  const shown = JSON.parse((await server.type(["room", "team", "show", "sheets", "--json"])).out);
  const again = await aFile("again.json", shown.draft);
  const same = await server.type(["room", "team", "set", "sheets", "--team", again]);
  expect(same.out).toBe("sheets already has this team.\n");
  const wrong = await aFile("wrong.json", { ...DOCS, roles: [{ ...lead, duties: ["paint"] }] });
  const refused = await server.type(["room", "create", "walls", "--team", wrong]);
  expect([refused.code, refused.err]).toEqual([2, expect.stringContaining("duties")]);
});

test("a team says in its file that another role acts as its entry point, and it is shown", async () => {
  const file = await aFile("falls-back.json", { ...DOCS, entryFallback: true });
  await server.type(["room", "create", "leaflets", "--team", file]);
  const shown = await server.type(["room", "team", "show", "leaflets", "--json"]);
  expect(JSON.parse(shown.out)).toMatchObject({
    team: { entryFallback: true },
    draft: { entryFallback: true },
  });
  expect((await server.type(["room", "team", "show", "leaflets"])).out).toContain(
    "While no lead is connected, the first role present acts as it.",
  );
});

test("a team locks out whose work was rejected, and lets it in again", async () => {
  await server.type(["room", "new", "strictly", "--preset", "squad"]);
  const lockout = (...args: string[]) => server.type(["room", "team", "lockout", "strictly", ...args]);
  expect((await lockout()).out).toBe("Authors revise their own rejected work.\n");
  expect((await lockout("2")).out).toContain("After 2 rejections, another agent of the role revises the work");
  const shown = await server.type(["room", "team", "show", "strictly", "--json"]);
  expect(JSON.parse(shown.out)).toMatchObject({
    version: 2,
    team: { lockout: { afterRejections: 2 } },
    draft: { lockout: { afterRejections: 2 } },
  });
  expect((await lockout("strict")).out).toContain("Another agent of the role revises rejected work");
  expect((await server.type(["room", "team", "show", "strictly"])).out).toContain(
    "Another agent of the role revises rejected work, not its author.",
  );
  const wrong = await lockout("0");
  expect([wrong.code, wrong.err]).toEqual([2, expect.stringContaining("(bad_lockout)")]);
  await lockout("off");
  expect((await lockout()).out).toBe("Authors revise their own rejected work.\n");
});

test("a team that is none is refused with every place that is wrong", async () => {
  const file = await aFile("wrong.json", { ...DOCS, entryPoint: "chief" });
  const made = await server.type(["room", "new", "wrong", "--team", file]);
  expect(made.code).toBe(2);
  expect(made.err).toContain("entryPoint: The entry point chief is not one of the roles.");
  const preset = await server.type(["room", "team", "set", "pages", "--preset", "duo", "--team", file]);
  expect(preset.err).toContain("(two_teams)");
});
