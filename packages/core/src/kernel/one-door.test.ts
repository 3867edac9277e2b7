import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";

const ROOT = join(import.meta.dirname, "../../../..");
/** What words for agents are made in, for either door; and the table of advice, which is said by door. */
const BY_DOOR = /packages\/core\/src\/(prompt\/|kernel\/refusal-table\.ts)/;

function sourcesIn(folder: string): string[] {
  return readdirSync(join(ROOT, folder), { recursive: true, encoding: "utf8" })
    .map((file) => join(folder, file))
    .filter((file) => /(?<!\.test|\.fixture)\.ts$/.test(file) && !BY_DOOR.test(file));
}

/** Comments, and a route's own command, which only the command line prints. */
const UNSPOKEN =
  /^\s*(?:\/\/|\/?\*).*$|^( *)(?:command: |const command = )\{\n(?:[\s\S]*?\n)?\1\}|^ *(?:more|says):.*$/gm;

/** A command or an option of the command line, in a code span of a text. */
const COMMAND = /\\?`(squadroom \w|(done|fail|handoff|wait|ask|send|progress|join|leave)\\?`|--[a-z][a-z-]*[ `\\]).*/g;

it("what the server says no with names no command: whoever calls by routes reads it too", () => {
  const sources = ["packages/core/src", "apps/server/src/features", "apps/server/src/platform"];
  const found = sources.flatMap(sourcesIn).flatMap((file) => {
    const text = readFileSync(join(ROOT, file), "utf8");
    return (text.replace(UNSPOKEN, "").match(COMMAND) ?? []).map((words) => `${file}: ${words}`);
  });
  expect(found).toEqual([]);
});
