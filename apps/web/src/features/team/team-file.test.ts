import { draftOf } from "@squadroom/core/team/draft";
import { presetTeam } from "@squadroom/core/team/presets";
import { expect, it } from "vitest";
import { readTeamFile } from "./team-file.ts";

const duo = draftOf(presetTeam("duo"));

it("reads a team as the command prints it, and its draft alone", () => {
  expect(readTeamFile(JSON.stringify(duo))).toEqual({ draft: duo, problems: [] });
  expect(readTeamFile(JSON.stringify({ version: 3, draft: duo }, null, 2)).draft).toEqual(duo);
});

it("says what is wrong by line", () => {
  const [planner, builder] = duo.roles;
  const wrong = { ...duo, roles: [planner, { ...builder, prefix: "no prefix" }] };
  const text = JSON.stringify(wrong, null, 2);
  const { draft, problems } = readTeamFile(text);
  expect(draft).not.toBeNull();
  const line = text.split("\n").findIndex((one) => one.includes("no prefix")) + 1;
  expect(problems.map((one) => one.line)).toEqual([line]);
  expect(readTeamFile('{\n"roles": [\n}')).toMatchObject({ draft: null, problems: [{ line: 3 }] });
  for (const text of ["[]", "{}", '{"entryPoint":"a","roles":[1]}', "null"])
    expect(readTeamFile(text).draft, text).toBeNull();
});
