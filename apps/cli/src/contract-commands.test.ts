import type { Command } from "commander";
import { expect, test } from "vitest";
import { contractCommands } from "./contract-commands.ts";
import { type Field, fieldAt, fieldsOf } from "./contract-options.ts";
import { anIo } from "./io.fixture.ts";
import { createProgram } from "./program.ts";
import { run } from "./run.ts";
import { readSettings } from "./settings.ts";

const { io } = anIo();
const program = createProgram({ io, settings: readSettings(io) });

const leaves = (command: Command, path: string[] = []): [string, Command][] => [
  [path.join(" "), command],
  ...command.commands.flatMap((one) => leaves(one, [...path, one.name()])),
];
const tree = leaves(program);
const cases = contractCommands.map((one) => ({ ...one, name: one.place.join(" ") }));

function commandAt(name: string): Command {
  const found = tree.find(([path]) => path === name)?.[1];
  if (!found) throw new Error(`no command ${name}`);
  return found;
}

const SAMPLES: Record<string, string> = { number: "3", array: "some", string: "some words" };

/** What a person's call of it asks the server, answered with nothing. */
async function asked(argv: string[]) {
  const calls: { url: URL; body: unknown }[] = [];
  const answer = (body: unknown) => Promise.resolve(new Response(JSON.stringify(body)));
  const { io: person, said } = anIo({
    env: { SQUADROOM_TOKEN: "sq_person", SQUADROOM_PERSON: "1", SQUADROOM_STATE: "/nowhere" },
    isPersonThere: true,
    fetch: (to, init) => {
      const url = new URL(String(to));
      if (url.pathname.endsWith("/me")) return answer({ kind: "person" });
      if (url.pathname.endsWith("/rooms")) return answer({ data: [{ name: "web" }], total: 1 });
      calls.push({ url, body: init?.body ? JSON.parse(String(init.body)) : {} });
      return answer({ data: [], next: null });
    },
  });
  await run(argv, person);
  return { calls, said };
}

test("no command and no option is without its help, and no option is there twice", () => {
  for (const [path, command] of tree) {
    expect(command.description(), path).not.toBe("");
    const names = command.options.map(({ long }) => long);
    expect(new Set(names).size, path).toBe(names.length);
    for (const { long, description } of command.options)
      expect(description, `${path} ${long}`).not.toBe("");
  }
});

test("each place is one route's", () => {
  const names = cases.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
});

test.each(cases)("$name asks for what its route can't do without", ({ def, command, name }) => {
  const typed = command.usage.match(/<[\w-]+/g)?.map((word) => word.slice(1)) ?? [];
  const fields = fieldsOf(def, command);
  const options = commandAt(name).options.filter(({ mandatory }) => mandatory);
  const inside = Object.keys(command.options ?? {}).map((key) => key.split(/[.=]/)[0]);
  const missing = [...fields].filter(([field, { isNeeded }]) => {
    const isAsked = typed.includes(field) || command.text === field;
    const hasOption = options.some(({ long, description }) => {
      const own = command.options?.[field];
      return long === `--${field}` || description === (typeof own === "object" ? own[1] : own);
    });
    return isNeeded && !isAsked && !hasOption && !inside.includes(field);
  });
  expect(missing.map(([field]) => field)).toEqual([]);
});

test.each(cases)("each option of $name reaches its request", async ({ def, command, name }) => {
  const fields = fieldsOf(def, command);
  const made = commandAt(name);
  const words = made.registeredArguments.map((one) => {
    const field = fields.get(one.name());
    return field ? sampleOf(field.schema) : "7";
  });
  const needed = made.options.filter(({ mandatory }) => mandatory);
  for (const option of made.options.filter(({ long }) => !OURS.test(long ?? ""))) {
    const given = [...needed.filter((one) => one !== option), option].flatMap((one) =>
      one.required ? [one.long ?? "", sampleFor(one.attributeName())] : [one.long ?? ""],
    );
    const { calls, said } = await asked([...name.split(" "), ...words, ...given]);
    const key = keyOf(option.long ?? "");
    const { path, place, value } = fieldAt(fields, key);
    const { url, body } = calls[0] ?? { url: new URL("http://nowhere"), body: said.err };
    const from = place === "query" ? Object.fromEntries(url.searchParams) : body;
    expect(at(from, path), `${name} ${option.long}`).toEqual(value ?? expect.anything());
  }

  function keyOf(long: string): string {
    const named = Object.entries(command.options ?? {}).find(
      ([, said]) => typeof said === "object" && said[0].split(" ")[0] === long,
    );
    if (named) return named[0];
    const plain = long.slice(2).replace(/-(.)/g, (_, letter: string) => letter.toUpperCase());
    const keys = [...fields.keys(), ...Object.keys(command.options ?? {})];
    return keys.find((key) => [plain, `${plain}Id`].includes(key.split(".").at(-1) ?? "")) ?? plain;
  }

  function sampleFor(attribute: string): string {
    const long = `--${attribute.replace(/[A-Z]/g, (one) => `-${one.toLowerCase()}`)}`;
    return sampleOf(fieldAt(fields, keyOf(long)).schema);
  }
});

/** Of the command line itself. */
const OURS = /^--(json|room|help|.*-file)$/;

function sampleOf(schema: Field["schema"]): string {
  const { type, element } = schema.def;
  const [first] = (type === "array" ? element?.options : schema.options) ?? [];
  return typeof first === "string" ? first : (SAMPLES[type] ?? "some");
}

function at(from: unknown, path: string): unknown {
  return path
    .split(".")
    .reduce<unknown>((value, name) => (value as Record<string, unknown> | undefined)?.[name], from);
}
