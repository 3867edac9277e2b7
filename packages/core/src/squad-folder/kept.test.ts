import fc from "fast-check";
import { expect, test } from "vitest";
import { draftOf, type TeamDraft, teamOf } from "../team/draft.ts";
import { FOLDER_KEPT_MAX } from "../team/folder.ts";
import { shareOf } from "../testing/property-runs.fixture.ts";
import { CORPUS } from "./corpus.fixture.ts";
import { folders } from "./folders.fixture.ts";
import { exported } from "./known.fixture.ts";
import { squadRoom } from "./room.ts";
import type { SquadFile } from "./squad.ts";

const file = (path: string, ...lines: string[]): SquadFile => ({
  path,
  content: lines.join("\n"),
});
const FOLDER = [
  file(
    "team.md",
    "# Shop",
    "> builds a shop",
    "## Members",
    "| Name | Role | Timezone |",
    "|--|--|--|",
    "| Ada | Lead | UTC |",
    "| Grace | Dev | CET |",
    "| Baer 💤 on leave | Reviewer | CET |",
    "## Project",
    "Pays out on Fridays.",
  ),
  file(
    "routing.md",
    "# Routing",
    "Invoices end up with Grace.",
    "| Work type | Primary | Secondary | Examples |",
    "|--|--|--|--|",
    '| API | Grace | Ada | "retry, then fail"; endpoints |',
    "| Screens | Ada | | forms |",
    "| Tests | QA Team | | flaky |",
    "## Principles",
    "1. Ask Ada before the schema changes.",
  ),
  file("config.json", '{ "version": 1, "models": { "default": "medium", "grace": "large" } }'),
  file("agents/grace/charter.md", "# Grace — Dev", "## Model", "- **Preferred:** gpt-5"),
  file("agents/baer/charter.md", "# Baer — Reviewer"),
  file("agents/grace/history.md", "# Grace", "Knows the shop.", "## Learnings", "- It pages."),
  file("decisions.md", "# Decisions", "Ask first.", "### UTC", "**By:** Ada"),
  file("scripts/hook.sh", "echo"),
];
const inOrder = (files: readonly SquadFile[]) => files.toSorted((a, b) => (a.path < b.path ? -1 : 1));
const contentOf = (files: readonly SquadFile[], path: string) => files.find((one) => one.path === path)?.content ?? "";
const withoutFolder = ({ folder: _, ...draft }: TeamDraft) => draft;
/** What a room is, without the folder that is kept. */
const roomOf = (files: readonly SquadFile[]) => {
  const { draft, models, known } = squadRoom(files);
  const said = known.map(({ kind, text, roles, source: { date } }) => [kind, text, roles, date]);
  const { team } = teamOf(draft);
  return { draft: team && withoutFolder(draftOf(team)), models, said };
};

test("a room that nobody changed is exported as its folder, file by file", () => {
  expect(exported(FOLDER).sort((a, b) => (a.path < b.path ? -1 : 1))).toEqual(
    FOLDER.map(({ path, content }) => ({
      path,
      content:
        path.endsWith("grace/charter.md") || path.endsWith("hook.sh")
          ? expect.stringMatching(new RegExp(`^${content.replace(/[*]/g, "\\$&")}\\n?$`))
          : content,
    })).sort((a, b) => (a.path < b.path ? -1 : 1)),
  );
});

test("after a change of rules, the other files stand as they were, and the notes are in their file", () => {
  const files = exported(FOLDER, [], (draft) => ({
    ...draft,
    routing: {
      rules: [
        { phrases: ["API", "uploads, too"], unless: ["docs"], to: "grace" },
        { phrases: ["Screens", "forms"], to: "ada" },
      ],
    },
  }));
  const routing = contentOf(files, "routing.md");
  for (const kept of [
    "- Invoices end up with Grace.",
    "- API: Ada helps",
    "- | Tests | QA Team | | flaky |",
    "- Principles: Ask Ada before the schema changes.",
    "unless the message has “docs”",
  ])
    expect(routing).toContain(kept);
  expect(contentOf(files, "team.md")).toBe(contentOf(FOLDER, "team.md"));
  expect(contentOf(files, "decisions.md")).toBe(contentOf(FOLDER, "decisions.md"));
  const again = squadRoom(files).draft.routing?.rules.map(({ phrases, to }) => [phrases, to]);
  expect(again).toEqual([
    [["API", "uploads, too"], "grace"],
    [["Screens", "forms"], "ada"],
  ]);
});

test("after a change of roles, who is not active stays none, and other files are kept", () => {
  const files = exported(FOLDER, [], (draft) => ({
    ...draft,
    roles: draft.roles.map((role) => (role.name === "ada" ? { ...role, specialty: "decides" } : role)),
  }));
  expect(contentOf(files, "team.md")).toContain("Pays out on Fridays.");
  expect(contentOf(files, "team.md")).toContain("Baer 💤 on leave");
  expect(contentOf(files, "agents/_alumni/baer/charter.md")).toBe("# Baer — Reviewer");
  expect(contentOf(files, "routing.md")).toBe(contentOf(FOLDER, "routing.md"));
  expect(squadRoom(files).draft.roles.map(({ name, specialty }) => [name, specialty])).toEqual([
    ["ada", "decides"],
    ["grace", "Dev"],
  ]);
});

test("a line on which a person said who is meant names them", () => {
  const files = exported(FOLDER, [{ file: "routing.md", line: 7, role: "ada" }]);
  expect(contentOf(files, "routing.md").split("\n")).toEqual(
    contentOf(FOLDER, "routing.md").replace("QA Team", "Ada").split("\n"),
  );
});

test("a role's own model is in its spec, and the configuration's are the room's", () => {
  const { draft, models } = squadRoom(FOLDER);
  expect(draft.roles.find(({ name }) => name === "grace")?.spec).toMatch(/^---\nmodel: gpt-5\n---\n# Grace — Dev\n/);
  expect(models).toMatchObject({ team: "medium", roles: [{ role: "grace", model: "large" }] });
  const without = squadRoom(FOLDER.filter(({ path }) => path !== "config.json"));
  expect(without.models).toBeUndefined();
});

test("what is too much for a team is said, and the rest is kept", () => {
  const long = file("notes/all.md", "x".repeat(FOLDER_KEPT_MAX));
  const { draft, warnings } = squadRoom([...FOLDER, long]);
  expect(warnings).toContainEqual({
    file: "notes/all.md",
    line: null,
    message: `A team keeps up to ${FOLDER_KEPT_MAX} characters of its folder, and this file is over that. What it says beside the team is left out of an export, so keep the folder.`,
  });
  expect(draft.folder?.map(({ path }) => path)).not.toContain("notes/all.md");
  expect(exported([...FOLDER, long])).toEqual(exported(FOLDER));
});

test("a path out of the folder is no team's", () => {
  const { draft } = squadRoom(FOLDER);
  for (const path of ["../x", "/etc/x", "a/../../x", "a\\..\\x", "a//x", "./x", ""]) {
    const { problems } = teamOf({ ...draft, folder: [{ path, content: "" }] });
    expect(problems).toContainEqual(expect.objectContaining({ path: "folder[0].path" }));
  }
});

test.each(CORPUS.filter(({ roles }) => roles.length > 0))(
  "an exported room of $name is the same room again",
  ({ files }) => {
    expect(roomOf(exported(files))).toEqual(roomOf(files));
  },
);

test("whatever a folder holds, its room is exported so that it is the same room again", () => {
  fc.assert(
    fc.property(folders, (given) => {
      if (squadRoom(given).squad.members.length === 0) return;
      const out = exported(given);
      expect(roomOf(out)).toEqual(roomOf(given));
      expect(inOrder(exported(out))).toEqual(inOrder(out));
    }),
    { numRuns: shareOf(600) },
  );
});
