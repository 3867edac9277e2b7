import { expect, test } from "vitest";
import { teamOf } from "../team/draft.ts";
import { CORPUS, HISTORIES } from "./corpus.fixture.ts";
import { squadTeam } from "./draft.ts";
import { readLearnings } from "./history.ts";
import { exported, knownAgain, knownOf, said } from "./known.fixture.ts";
import { linesOf } from "./markdown.ts";
import { pathInSquad, readSquadFolder } from "./read.ts";
import { squadRoom } from "./room.ts";
import { LINES_MAX, type Squad, type SquadFile } from "./squad.ts";
import { writeSquadFolder } from "./write.ts";

/** Where it stood is of the folder, not of the squad. */
const withoutSources = (squad: Squad): Squad => ({
  ...squad,
  rules: squad.rules.map(({ source: _, ...rule }) => rule),
  decisions: squad.decisions.map(({ source: _, ...decision }) => decision),
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

test.each(CORPUS.filter(({ roles }) => roles.length > 0))(
  "what $name knows is exported so that it is known again",
  ({ files }) => {
    const { squad } = readSquadFolder(files);
    expect(said(knownAgain(squad))).toEqual(said(knownOf(squad).known));
  },
);

const textsIn = (files: readonly SquadFile[]) =>
  Object.fromEntries(files.map(({ path, content }) => [path, content.toWellFormed()]).sort());

test.each(CORPUS.filter(({ roles }) => roles.length > 0))(
  "a room of $name is exported as the folder that it came from, letter by letter, and again",
  ({ files }) => {
    const { inside, warnings } = squadRoom(files);
    const isWhole = !warnings.some(({ message }) => message.includes("keep the folder"));
    const out = exported(files);
    if (isWhole) expect(textsIn(out)).toEqual(textsIn(inside));
    expect(textsIn(exported(out))).toEqual(textsIn(out));
  },
);

test("the forms of a history, item by item", () => {
  const texts = HISTORIES.map((history) => readLearnings(history));
  expect(texts.map(({ learnings }) => learnings.map(({ text, date }) => [date, text]))).toEqual([
    [
      ["2026-02-08", "The API pages by 50."],
      [null, "**Retries** need a key.\n- also in tests\n\n```sh\n- no item\n```"],
    ],
    [
      ["2026-02-08", "Half even\nRounding is half even.\nIn euros."],
      [null, "One thing."],
      [null, "Another."],
    ],
    [
      ["2026-02-01", "The queue is in order."],
      [null, "It is slow."],
      [null, "First things first."],
    ],
    [],
  ]);
  expect(texts.map(({ others }) => others)).toEqual([[5, 6], [3], [], [3]]);
});

test.each(CORPUS)("drops no line of the histories of $name", ({ files }) => {
  for (const { path, content } of files.filter(({ path: one }) => one.endsWith("history.md"))) {
    const { learnings, others } = readLearnings(content);
    const text = learnings.map((one) => one.text).join("\n");
    for (const [i, line] of linesOf(content).entries()) {
      const bare = line.replace(/^\s*([-*#]+|\d+\.)?\s*(\d{4}-\d{2}-\d{2}[:—\s]*)?/, "").trim();
      const isAside = /^(#|-{3}|<!--)/.test(line.trim()) || bare === "";
      if (!isAside) expect(text.includes(bare) || others.includes(i + 1), `${path}: ${line}`).toBe(true);
    }
  }
});
