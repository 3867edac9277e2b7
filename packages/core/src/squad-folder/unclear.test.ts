import { expect, test } from "vitest";
import { squadTeam } from "./draft.ts";
import { roomModelsOf } from "./models.ts";
import { readSquadFolder } from "./read.ts";

const team = { path: "team.md", content: "## Team\n- Ada: Lead\n- Grace: Dev" };
const routing = (...lines: string[]) => ({ path: "routing.md", content: lines.join("\n") });

test("makes phrases of a rule's examples, and says which are none", () => {
  const { squad } = readSquadFolder([
    team,
    routing(
      "| Work type | Route to | Examples |",
      "|--|--|--|",
      '| API | Grace | "retry, then fail"; endpoints, api, — |',
      "| Screens | Ada | forms, API, somebody writes that the whole page is slow |",
      "| Docs | Ada, Grace | readme |",
    ),
  ]);
  const { draft, warnings } = squadTeam(squad);
  expect(draft.routing?.rules.map(({ phrases }) => phrases)).toEqual([
    ["API", "retry, then fail", "endpoints"],
    ["Screens", "forms"],
    ["Docs", "readme"],
    ["Docs", "readme"],
  ]);
  expect(warnings.filter(({ line }) => line !== null)).toEqual([
    {
      file: "routing.md",
      line: 4,
      message: "As an example, “API” and 1 other are no phrase of the rule: too long, or another rule's. Kept as text.",
    },
  ]);
});

test("says who is not active, and that a rule names them", () => {
  const { squad, warnings } = readSquadFolder([
    {
      path: "team.md",
      content: "## Team\n| Name | Role |\n|--|--|\n| Ada | Lead |\n| Baer 💤 on leave | Dev |",
    },
    { path: "agents/baer/charter.md", content: "# Baer — Dev" },
    routing("- reviews → Baer"),
  ]);
  expect(squad.members.map(({ role }) => role)).toEqual(["ada"]);
  expect(warnings).toContainEqual({
    file: "team.md",
    line: 5,
    message: "Baer is not active (“on leave”), so it gets no role. Kept as a note.",
  });
  expect(warnings).toContainEqual({
    file: "routing.md",
    line: 1,
    message: "Baer is not active in the squad. Kept as a note.",
    choice: { wanted: "Baer", nearest: null },
  });
});

test("says of prose that it is no rule, once for each paragraph", () => {
  const { warnings, squad } = readSquadFolder([
    team,
    routing("# Routing", "Invoices end up with Grace,", "unless it is urgent.", "", "More."),
  ]);
  expect(warnings.filter(({ file }) => file === "routing.md")).toEqual([
    {
      file: "routing.md",
      line: 2,
      message:
        "This is prose that names Grace, and no rule. Write it as a line such as “work → name” to make it one. Kept as a note.",
    },
    {
      file: "routing.md",
      line: 5,
      message: "This is prose, and no rule. Write it as a line such as “work → name” to make it one. Kept as a note.",
    },
  ]);
  expect(squad.notes).toHaveLength(3);
});

test("reads a default among the models, and keeps what else is there", () => {
  const config = {
    version: 1,
    models: { default: "medium", tiers: { fast: "s" }, overrides: { grace: "large", eve: "tiny" } },
    roles: { ada: "lead" },
  };
  const { squad, warnings } = readSquadFolder([
    team,
    { path: "config.json", content: JSON.stringify(config, null, 2) },
  ]);
  const models = roomModelsOf(squad, [{ name: "ada" }, { name: "grace" }]);
  expect(models).toMatchObject({ team: "medium", roles: [{ role: "grace", model: "large" }] });
  expect(squad.config).toEqual({
    version: 1,
    models: { tiers: { fast: "s" }, overrides: { eve: "tiny" } },
    roles: { ada: "lead" },
  });
  const said = warnings.filter(({ file }) => file === "config.json");
  expect(said.map(({ message }) => message)).toEqual([
    "No model is set for “eve”: it is not in the squad.",
    "Has no meaning here, and is kept: version, models, roles.",
  ]);
});

test("makes no role of what a squad says of itself, of its changes, or of somebody who has left", () => {
  const content = [
    "## Members",
    "| Name | Role | Status |",
    "|--|--|--|",
    "| Ada | Lead | active |",
    "| Baer | Dev | retired |",
    "### Team Identity",
    "- **Casting:** names of stars",
    "- **Universe:** one for each squad",
    "## Role Updates (2026-02-01)",
    "| Agent | Old role | New role |",
    "|--|--|--|",
    "| Ada | Dev | Lead |",
    "| Zoe | Dev | QA |",
    "### Silent Agents",
    "| Name | Role |",
    "|--|--|",
    "| Scribe | Writer |",
    "| Baer | Dev |",
  ].join("\n");
  const { squad, warnings } = readSquadFolder([{ path: "team.md", content }]);
  expect(squad.members.map(({ role }) => role)).toEqual(["ada", "scribe"]);
  expect(warnings.find(({ line }) => line === 18)?.message).toMatch(/^Baer is not active/);
});

test("makes no rule of labels and paths, guesses no name of a sentence, and says which file it doesn't read", () => {
  const { squad, warnings } = readSquadFolder([
    { path: "team.md", content: "## Team\n- Squad: Coordinator\n- Ann: Dev" },
    routing(
      "- `squad:ann` — picked up by Ann",
      "- skills → `.squad/skills/x/SKILL.md`",
      "- read the guide → docs/squad/guide.md",
      "- whatever comes up → whoever is free on that day, or both",
      "- tests → Ann and docs/ann/notes.md",
      "- API work → Ann, Squad",
      "See `routing-table.json` for the rest.",
    ),
  ]);
  expect(squad.rules.map(({ pattern, target }) => [pattern, target])).toEqual([
    ["tests", "ann"],
    ["API work", "ann"],
    ["API work", "squad"],
  ]);
  expect(warnings.filter(({ message }) => /Closest/.test(message))).toEqual([]);
  expect(warnings).toContainEqual({
    file: "routing.md",
    line: 7,
    message: "Rules in routing-table.json aren't read. Write them here.",
  });
});
