import { type CommandField, commands } from "@squadroom/core/contract/commands";
import { type RouteId, routes } from "@squadroom/core/contract/routes";
import type { RouteDef } from "@squadroom/core/kernel/route";
import type { Command } from "commander";
import { expect, test } from "vitest";
import { anIo } from "./io.fixture.ts";
import { createProgram } from "./program.ts";
import { run } from "./run.ts";
import { readSettings } from "./settings.ts";

const { io } = anIo();
const program = createProgram({ io, settings: readSettings(io) });

const below = (command: Command, path: string[] = []): [string, Command][] => [
  [path.join(" "), command],
  ...command.commands.flatMap((one) => below(one, [...path, one.name()])),
];
const tree = below(program);
const cases = commands.map((one) => ({ ...one, name: one.at.join(" ") }));

/** What a person's call of it asks the server, answered with nothing. */
async function asked(argv: string[]) {
  const calls: { query: object; body: object }[] = [];
  const answer = (body: unknown) => Promise.resolve(new Response(JSON.stringify(body)));
  const { io: person, said } = anIo({
    env: { SQUADROOM_TOKEN: "sq_person", SQUADROOM_PERSON: "1", SQUADROOM_STATE: "/nowhere" },
    isPersonThere: true,
    fetch: (to, init) => {
      const { pathname, searchParams } = new URL(String(to));
      if (pathname.endsWith("/me")) return answer({ kind: "person" });
      if (pathname.endsWith("/rooms")) return answer({ data: [{ name: "web" }], total: 1 });
      const body = init?.body ? JSON.parse(String(init.body)) : {};
      calls.push({ query: Object.fromEntries(searchParams), body });
      return answer({ data: [], next: null });
    },
  });
  await run(argv, person);
  return calls[0] ?? said.err;
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

test("each place is one route's, and each of them is a command", () => {
  const names = cases.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(tree.map(([path]) => path)).toEqual(expect.arrayContaining(names));
});

test.each(cases)("each word and option of $name reaches its request", async (one) => {
  const made = tree.find(([path]) => path === one.name)?.[1];
  const words = made?.registeredArguments.map((word) => {
    const field = one.words[word.name()];
    return field ? sampleOf(field) : "7";
  });
  const typed = [...one.at, ...(words ?? [])];
  const given = (options: typeof one.options) =>
    options.flatMap(({ flags, ...field }) => {
      const [flag = "", value] = flags.split(" ");
      return value === undefined ? [flag] : [flag, sampleOf(field)];
    });
  const needed = one.options.filter(
    ({ isNeeded, oneOf }, at) =>
      isNeeded || (oneOf && one.options.findIndex((other) => other.oneOf === oneOf) === at),
  );
  const request = await asked([...typed, ...given(needed)]);
  for (const [word, field] of Object.entries(one.words))
    expect(reached(request, field), `${one.name} ${word}`).toEqual(expect.anything());
  for (const option of one.options) {
    const others = needed.filter(
      (other) => other !== option && (!option.oneOf || other.oneOf !== option.oneOf),
    );
    const call = await asked([...typed, ...given([...others, option])]);
    const expected = option.value ?? expect.anything();
    expect(reached(call, option), `${one.name} ${option.flags}`).toEqual(expected);
    expect(misfits(one.routeId, call), `${one.name} ${option.flags}`).toEqual([]);
  }
  expect(misfits(one.routeId, request), one.name).toEqual([]);
});

/** Fields that the route doesn't know or misses, and values of another type than it takes. What words are is not asked. */
function misfits(routeId: RouteId, request: Awaited<ReturnType<typeof asked>>): object[] {
  if (typeof request === "string") throw new Error(request);
  const { method, query, body } = routes[routeId] as RouteDef;
  const { error } =
    method === "GET" ? query.safeParse(request.query) : body.safeParse(request.body);
  const codes = ["unrecognized_keys", "invalid_type"];
  return error?.issues.filter(({ code }) => codes.includes(code)) ?? [];
}

function sampleOf({ kind, words, range }: Omit<CommandField, "path">): string {
  if (words) return words[0] ?? "";
  return kind === "number" ? String(range?.[0]) : "some";
}

function reached(request: object | string, { place, path }: CommandField): unknown {
  if (typeof request === "string") throw new Error(request);
  let value: unknown = request;
  for (const name of [place, ...path.split(".")])
    value = (value as Record<string, unknown> | undefined)?.[name];
  return value;
}
