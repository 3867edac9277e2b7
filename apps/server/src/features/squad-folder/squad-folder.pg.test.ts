import { uuidv7 } from "@squadroom/client/uuidv7";
import { roomFolder } from "@squadroom/core/squad-folder/kept";
import { folderWisdom } from "@squadroom/core/squad-folder/known";
import { FILES_MAX } from "@squadroom/core/squad-folder/squad";
import { fullVariant } from "@squadroom/core/team/variants";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type TestDatabase, testDatabase } from "../../platform/postgres/test-database.ts";
import { aServer, createRoom, createToken, type Server } from "../../server.fixture.ts";
import { differencesIn, refusalOf } from "../decision/squad.fixture.ts";

let db: TestDatabase;
let here: Server;
beforeAll(async () => {
  db = await testDatabase();
  here = await aServer(db.url);
});
afterAll(async () => {
  await here.close();
  await db.drop();
});

const FILES = [
  {
    path: ".squad/team.md",
    content: "## Coordinator\n- Ada: Coordinator\n## Members\n- Grace: Backend Dev\n- Mary: Tester",
  },
  { path: ".squad/routing.md", content: "- API → Grace\n- flaky tests → QA Team" },
  { path: ".squad/config.json", content: '{"agentModelOverrides":{"Mary":"large"}}' },
  {
    path: ".squad/agents/grace/charter.md",
    content: "# Grace\n\nShort words. The key is ghp_0123456789abcdefghijABCDEFGHIJ012345.",
  },
];
const aName = () => `shop-${uuidv7().slice(-12)}`;

test("is previewed, then a room in one step, with the same team", async () => {
  const { admin } = here;
  const seen = await admin.call("previewSquad", { body: { files: FILES } });
  expect(seen).toMatchObject({ root: ".squad", entryPoint: "ada", decisions: [] });
  expect(seen.members.map(({ role, part }) => [role, part])).toEqual([
    ["ada", "Coordinator"],
    ["grace", "Backend Dev"],
    ["mary", "Tester"],
  ]);
  expect(seen.rules.map(({ pattern, target }) => [pattern, target])).toEqual([["API", "grace"]]);
  expect(seen.warnings).toContainEqual({
    file: "routing.md",
    line: 2,
    message: "No “QA Team” in the squad. Kept as a note.",
    choice: { wanted: "QA Team", nearest: null },
  });
  const choices = [{ file: "routing.md", line: 2, role: "mary" }];
  const chosen = await admin.call("previewSquad", { body: { files: FILES, choices } });
  expect(chosen.rules.map(({ target }) => target)).toEqual(["grace", "mary"]);

  const { roomId } = await admin.call("createRoom", {
    body: { name: aName(), squad: { files: FILES } },
  });
  const { team } = await admin.call("getTeam", { params: { room: roomId } });
  expect(team).toEqual(seen.team);
  const { view } = await admin.call("getRoom", { params: { room: roomId }, query: { events: 0 } });
  expect(view.options.models?.roles).toEqual([{ role: "mary", model: "large" }]);
  const token = await createToken(admin, roomId, "grace");
  const { prompt } = await here.clientOf(token).call("joinRoom", { params: { room: roomId }, body: {} });
  expect(prompt).toContain("Short words.");
  expect(prompt).toContain("user -> ada -> grace, mary -> ada -> user");
  expect(JSON.stringify(team)).not.toContain("ghp_0123456789");
});

test("what the squad knows is the room's wisdom, with its source, and comes back the same", async () => {
  const { admin } = here;
  const files = [
    ...FILES,
    {
      path: ".squad/decisions.md",
      content:
        "# Decisions\n\n### 2026-02-08: Cents are whole numbers\n**By:** Ada\n\nNever ghp_0123456789abcdefghijABCDEFGHIJ012345.\n\n### 2026-02-09: UTC\n",
    },
    {
      path: ".squad/agents/grace/history.md",
      content: "## Project Context\n- Shop\n\n## Learnings\n- 2026-02-08: The API pages by 50.\n",
    },
  ];
  const seen = await admin.call("previewSquad", { body: { files } });
  expect(seen.wisdom).toEqual({ decisions: 2, learnings: 1 });
  expect(seen.warnings).toContainEqual({
    file: "agents/grace/history.md",
    line: 2,
    message: "1 line is no learning, from here on. The room has no use for them.",
  });
  const { roomId } = await admin.call("createRoom", { body: { name: aName(), squad: { files } } });
  const params = { room: roomId };
  const { data } = await admin.call("listWisdom", { params });
  const source = { file: "decisions.md", date: "2026-02-08", by: "Ada" };
  expect(data.map(({ id, kind, text, roles }) => [id, kind, text, roles])).toEqual([
    [3, "learning", "The API pages by 50.", ["grace"]],
    [2, "decision", "UTC", []],
    [1, "decision", expect.stringMatching(/^Cents are whole numbers\n\nNever \[/), []],
  ]);
  expect(data.at(-1)).toMatchObject({ scope: "room", source });
  expect(await differencesIn(here, roomId)).toEqual([]);

  const { view } = await admin.call("getRoom", { params, query: { events: 0 } });
  const { draft } = await admin.call("getTeam", { params });
  const roles = draft.roles.map(({ name }) => name);
  const known = folderWisdom(view.wisdom.live ?? [], roles);
  const exported = roomFolder(draft, view.options.models, known);
  // What the room has no use for comes back, too; secrets do not.
  const contentOf = (path: string) => exported.find((file) => file.path === path)?.content;
  for (const { path, content } of files)
    if (!content.includes("ghp_")) expect(contentOf(path.replace(".squad/", ""))).toBe(content);
  expect(JSON.stringify(exported)).not.toContain("ghp_");
  const again = await admin.call("createRoom", {
    body: { name: aName(), squad: { files: exported } },
  });
  const { data: same } = await admin.call("listWisdom", { params: { room: again.roomId } });
  const said = (all: typeof data) => all.map(({ kind, text, roles: of, source: from }) => [kind, text, of, from?.date]);
  expect(said(same)).toEqual(said(data));
});

test("makes a room for ten roles, too", async () => {
  const content = `## Team\n${Array.from({ length: 10 }, (_, i) => `- Agent ${i}: ${i === 0 ? "Coordinator" : "Dev"}`).join("\n")}`;
  const files = [{ path: "team.md", content }];
  const { roomId } = await here.admin.call("createRoom", {
    body: { name: aName(), squad: { files } },
  });
  const { team, problems } = await here.admin.call("getTeam", { params: { room: roomId } });
  expect(team.roles).toHaveLength(10);
  expect(fullVariant(team).needs).toHaveLength(9);
  expect(problems.filter(({ level }) => level === "error")).toEqual([]);
});

test("no squad, two teams, a path of the server's and what agents send are refused", async () => {
  const { admin } = here;
  const name = aName();
  const squad = { files: [] };
  expect((await refusalOf(admin.call("createRoom", { body: { name, squad } }))).code).toBe("team_invalid");
  const two = admin.call("createRoom", { body: { name, squad, preset: "duo" } });
  expect((await refusalOf(two)).code).toBe("bad_request");
  const path = admin.call("previewSquad", { body: { folder: "/etc" } as never });
  expect((await refusalOf(path)).code).toBe("unknown_field");
  const many = Array.from({ length: FILES_MAX + 1 }, (_, i) => ({ path: `${i}`, content: "" }));
  expect((await refusalOf(admin.call("previewSquad", { body: { files: many } }))).code).toBe("bad_request");
  const room = await createRoom(admin, "solo");
  const agent = here.clientOf(await createToken(admin, room, "solo"));
  expect((await refusalOf(agent.call("previewSquad", { body: { files: FILES } }))).code).toBe("forbidden");
});
