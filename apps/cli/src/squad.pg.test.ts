import { mkdir, readFile, symlink, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
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

test("a squad folder is previewed, then a room, then a folder again", async () => {
  await write("Shop/.squad/team.md", "## Coordinator\n- Ada: Coordinator\n## Members\n- Grace: Backend Dev\n");
  await write("Shop/.squad/routing.md", "- API → Grace\n- tests → QA Team\n");
  await write("Shop/.squad/agents/grace/charter.md", "# Grace\n\nShort words.\n");
  await write("Shop/.squad/decisions.md", "# Decisions\n\n## 2026-02-08: Cents are whole\n**By:** Ada\n");
  await write("Shop/.squad/agents/grace/history.md", "## Learnings\n- It pages by 50.\n");
  await write("Shop/.squad/logo.png", "\u0000");
  await write("Shop/README.md", "Not of the squad.");
  await symlink("/etc/hostname", join(server.folder, "Shop/.squad/hostname.md"));
  const folder = join(server.folder, "Shop");

  const seen = await server.type(["squad", "import", folder, "--preview"]);
  expect(seen).toMatchObject({ code: 0 });
  expect(seen.out).toMatch(/^2 roles, 1 rule, 1 decision, 1 learning, 1 note\n/);
  expect(seen.out).toContain("routing.md:2: No “QA Team” in the squad. Kept as a note.");
  expect(seen.out).toContain("API  → grace");
  expect(seen.out).toContain(".squad/logo.png: Left out");
  expect(seen.out).toContain(".squad/hostname.md: Left out. It is a link,");
  expect(seen.out).toContain("Not of the squad, and not read: 1 file.");
  expect((await server.type(["room", "show", "shop"])).code).not.toBe(0);

  const made = await server.type(["squad", "import", folder]);
  expect(made.out).toContain("Created shop.");
  expect((await server.type(["room", "show", "shop"])).out).toContain("grace");

  await server.type(["wisdom", "add", "--room", "shop", "--kind", "issue", "Uploads fail."]);
  const copy = join(server.folder, "copy");
  const exported = await server.type(["squad", "export", "shop", copy]);
  expect(exported.code).toBe(0);
  expect(exported.out).toContain("no place for it: 1 entry of the wisdom.");
  for (const path of ["team.md", "routing.md", "decisions.md", "agents/grace/history.md", "agents/grace/charter.md"])
    expect(await readFile(join(copy, path), "utf8")).toBe(await readFile(join(folder, ".squad", path), "utf8"));
  expect((await server.type(["squad", "export", "shop", copy])).err).toContain("is there already");
  const again = await server.type(["squad", "import", copy, "--room", "shop-2"]);
  expect(again.out).toContain("Created shop-2.");
  const drafts = await Promise.all(
    ["shop", "shop-2"].map(async (room) =>
      JSON.parse((await server.type(["room", "team", "show", room, "--json"])).out),
    ),
  );
  expect(drafts[1].team.roles).toEqual(drafts[0].team.roles);
});

test("a folder without a squad, or that isn't there, is refused", async () => {
  await write("bare/notes.txt", "x");
  expect((await server.type(["squad", "import", join(server.folder, "bare")])).err).toContain("holds no squad");
  expect((await server.type(["squad", "import", join(server.folder, "gone")])).err).toContain("can't be read");
});
