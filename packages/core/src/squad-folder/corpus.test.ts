import { expect, test } from "vitest";
import { teamOf } from "../team/draft.ts";
import { CORPUS } from "./corpus.fixture.ts";
import { squadTeam } from "./draft.ts";
import { linesOf } from "./markdown.ts";
import { pathInSquad, readSquadFolder } from "./read.ts";
import { LINES_MAX, type Squad } from "./squad.ts";
import { writeSquadFolder } from "./write.ts";

/** Where it stood is of the folder, not of the squad. */
const withoutSources = (squad: Squad): Squad => ({
  ...squad,
  rules: squad.rules.map(({ source: _, ...rule }) => rule),
});

test("holds at least sixty folders", () => {
  expect(CORPUS.length).toBeGreaterThanOrEqual(60);
});

test.each(CORPUS)("reads $name", ({ files, roles, rules, warned }) => {
  const { squad, warnings } = readSquadFolder(files);
  expect(squad.members.map(({ role }) => role)).toEqual(roles);
  expect(squad.rules.map(({ pattern, target }) => `${pattern} → ${target}`)).toEqual(rules);
  const lines = warnings.filter(({ line }) => line !== null);
  expect(lines.map(({ file, line }) => `${file}:${line}`).sort()).toEqual((warned ?? []).sort());
});

test.each(CORPUS)("drops no line of $name", ({ files }) => {
  const { marks, root } = readSquadFolder(files);
  const marked = new Set(marks.map(({ file, line }) => `${file}:${line}`));
  for (const { path, content } of files) {
    const own = pathInSquad(root, path)?.toLowerCase() ?? "";
    if (!["team.md", "routing.md", "decisions.md"].includes(own)) continue;
    const lost = linesOf(content)
      .slice(0, LINES_MAX)
      .flatMap((line, i) => (line.trim() !== "" && !marked.has(`${own}:${i + 1}`) ? [i + 1] : []));
    expect(lost).toEqual([]);
  }
});

test.each(CORPUS)("writes $name so that it reads the same", ({ files }) => {
  const { squad } = readSquadFolder(files);
  const again = readSquadFolder(writeSquadFolder(squad)).squad;
  expect(withoutSources(again)).toEqual(withoutSources(squad));
});

test.each(CORPUS.filter(({ roles }) => roles.length > 0))("makes a team of $name", ({ files }) => {
  const { team, problems } = teamOf(squadTeam(readSquadFolder(files).squad).draft);
  expect(problems.filter(({ level }) => level === "error")).toEqual([]);
  expect(team?.roles.length).toBeGreaterThan(0);
});
