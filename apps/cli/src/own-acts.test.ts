import { AGENTS_ACTS, OWN_VALUES, PEOPLES_ACTS } from "@squadroom/core/policy/own-acts";
import type { Command } from "commander";
import { expect, it } from "vitest";
import { createProgram } from "./program.ts";
import type { Cli } from "./settings.ts";

interface Found {
  act: string;
  command: Command;
}

/** Every command that does something, by all of its names. */
function actsOf(command: Command, path = ""): Found[] {
  const own = command.commands.flatMap((sub) =>
    [sub.name(), ...sub.aliases()].flatMap((name) => actsOf(sub, `${path} ${name}`.trim())),
  );
  // The only way to ask whether it acts by itself.
  const acts = "_actionHandler" in command && typeof command._actionHandler === "function";
  return [...(acts ? [{ act: path, command }] : []), ...own];
}

const program = createProgram({ settings: {}, io: {} } as Cli);
const found = actsOf(program);

it("says of each command whether agents may call it", () => {
  const named = found.map(({ act }) => act);
  expect(named.length).toBeGreaterThan(100);
  const listed = [...AGENTS_ACTS, ...PEOPLES_ACTS].filter((act) => act !== "help");
  expect(named.toSorted()).toEqual(listed.toSorted());
});

it("knows each option with a value that may stand in front of an act", () => {
  const groups = [{ act: "", command: program }, ...found.filter(({ command }) => command.commands.length > 0)];
  const values = groups.map(({ act, command }) => {
    const taking = command.options.filter(({ required, optional }) => required || optional);
    return [act, taking.map(({ long }) => long ?? "").join(" ")];
  });
  expect(Object.fromEntries(values)).toEqual(OWN_VALUES);
});
