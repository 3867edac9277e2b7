import { expect, it } from "vitest";
import { newestDecisions } from "./newest.ts";
import { type FoundText, pickSquad } from "./pick.ts";
import { readSquadFolder } from "./read.ts";
import { squadRoom } from "./room.ts";
import { FOLDER_BODY_MAX, LINES_MAX } from "./squad.ts";

const found = (files: Record<string, string>): FoundText[] =>
  Object.entries(files).map(([path, content]) => ({
    path,
    bytes: Buffer.byteLength(content),
    read: async () => content,
  }));
const TEAM = "# Team\n\n## Members\n\n| Name | Role |\n|---|---|\n| Ann | Lead |\n| Ben | Dev |\n";
const day = (i: number) => new Date(Date.UTC(2025, 0, 1 + i)).toISOString().slice(0, 10);
const decisions = (count: number, text = "Because.") =>
  Array.from({ length: count }, (_, i) => `## ${day(i)}: Number ${i}\n\n**By:** Ann\n\n${text}\n`);

const pathsOf = (picked: { files: readonly { path: string }[] } | null) => picked?.files.map(({ path }) => path) ?? [];

it("sends all that a squad is read from, however much else a folder has", async () => {
  const notes = Object.fromEntries(
    Array.from({ length: 2_400 }, (_, i) => [`s/.squad/decisions/inbox/${i}.md`, "## A\n\nB\n"]),
  );
  const logs = Object.fromEntries(Array.from({ length: 90 }, (_, i) => [`s/.squad/log/${i}.md`, "x".repeat(20_000)]));
  const own = {
    "s/.squad/team.md": TEAM,
    "s/.squad/routing.md": "- tests → Ben\n",
    "s/.squad/decisions.md": decisions(3).join("\n"),
    "s/.squad/agents/ben/charter.md": "# Ben — Dev\n",
    "s/.squad/agents/ben/history.md": "# History\n",
  };
  const picked = await pickSquad(found({ ...notes, ...logs, ...own, "s/src/a.ts": "x" }));
  expect(pathsOf(picked)).toEqual(expect.arrayContaining(Object.keys(own)));
  expect(picked?.left.filter(({ path }) => path.startsWith("s/.squad/log/"))).toHaveLength(90);
  // Notes of decisions that don't fit are named, not dropped.
  expect(picked?.cuts.join(" ")).toMatch(/files are read\. Left out: s\/\.squad\/decisions\/inbox\/.* more/);
  expect(JSON.stringify({ files: picked?.files }).length).toBeLessThan(FOLDER_BODY_MAX);
  expect(squadRoom(picked?.files ?? [], []).squad.members).toHaveLength(2);
});

it("cuts a list of decisions to its newest, whichever way it is written, and says what is left out", async () => {
  const all = decisions(4_000, "Because of this, and of that. ".repeat(10));
  for (const list of [all, all.toReversed()]) {
    const content = `# Decisions\n\n${list.join("\n")}`;
    expect(content.length).toBeGreaterThan(1_200_000);
    const picked = await pickSquad(found({ "team.md": TEAM, "decisions.md": content }));
    const sent = picked?.files.find(({ path }) => path === "decisions.md")?.content ?? "";
    const read = readSquadFolder(picked?.files ?? []).squad.decisions;
    expect(read.some(({ title }) => title === "Number 3999")).toBe(true);
    expect(read.some(({ title }) => title === "Number 0")).toBe(false);
    expect(sent.split("\n").length).toBeLessThanOrEqual(LINES_MAX);
    expect(picked?.cuts).toEqual([`decisions.md: the oldest ${4_000 - read.length} decisions of 4000 are left out.`]);
    // Of those, the room learns the newest.
    const { known } = squadRoom(picked?.files ?? [], []);
    expect(known.some(({ text }) => text.startsWith("Number 3999"))).toBe(true);
    expect(known.length).toBeLessThan(read.length);
  }
});

it("leaves a list that fits as it is", () => {
  const text = `# Decisions\r\n\r\n${decisions(3).join("\r\n")}`;
  expect(newestDecisions(text, text.length)).toEqual({ text, cut: null });
});

it("finds no squad where none is", async () => {
  expect(await pickSquad(found({ "src/a.ts": "x" }))).toBeNull();
});
