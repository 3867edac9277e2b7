import { type CommandField, commands } from "@squadroom/core/contract/commands";
import { routes } from "@squadroom/core/contract/routes";
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

const anAnswer = (body: unknown, status = 200) => Promise.resolve(new Response(JSON.stringify(body), { status }));

/** A person's call, with what the server answers behind the sign-in. */
async function typed(argv: string[], answer: (to: URL, init?: RequestInit) => Promise<Response>) {
  const { io, said } = anIo({
    env: { SQUADROOM_TOKEN: "sq_person", SQUADROOM_PERSON: "1", SQUADROOM_STATE: "/nowhere" },
    isPersonThere: true,
    fetch: (to, init) => {
      const url = new URL(String(to));
      if (url.pathname.endsWith("/me")) return anAnswer({ kind: "person" });
      if (url.pathname.endsWith("/rooms")) return anAnswer({ data: [{ name: "web" }], total: 1 });
      return answer(url, init);
    },
  });
  await run(argv, io);
  return said.err;
}

/** What a person's call of it asks the server, answered with nothing. */
async function asked(argv: string[], { method, path }: RouteDef) {
  const place = new RegExp(`${path.replace(/:\w+/g, "[^/]+")}$`);
  const calls: { query: object; body: object }[] = [];
  const err = await typed(argv, ({ pathname, searchParams }, init) => {
    const body = init?.body ? JSON.parse(String(init.body)) : {};
    if ((init?.method ?? "GET") === method && place.test(pathname))
      calls.push({ query: Object.fromEntries(searchParams), body });
    const rows = ["7", "some"].map((name) => ({ id: name, name }));
    return anAnswer({ data: rows, next: null });
  });
  return calls[0] ?? err;
}

test("a refusal names fields as the command does that was typed", async () => {
  const issues = [
    { field: "body.items.0.body", problem: "is too long" },
    { field: "body.items.0.title", problem: "is too short" },
  ];
  const refusal = { code: "bad_request", message: "No.", details: { issues }, requestId: "1" };
  const err = await typed(["backlog", "add", "T", "--body", "B"], () => anAnswer(refusal, 400));
  expect(err).toContain("\n  --body: is too long\n  title: is too short\n");
});

test("no command and no option is without its help, and no option is there twice", () => {
  for (const [path, command] of tree) {
    expect(command.description(), path).not.toBe("");
    const names = command.options.map(({ long }) => long);
    expect(new Set(names).size, path).toBe(names.length);
    for (const { long, description } of command.options) expect(description, `${path} ${long}`).not.toBe("");
  }
});

test("each place is one route's, and each of them is a command", () => {
  const names = cases.map(({ name }) => name);
  expect(new Set(names).size).toBe(names.length);
  expect(tree.map(([path]) => path)).toEqual(expect.arrayContaining(names));
});

test.each(cases)("each word and option of $name reaches its request", async (one) => {
  const route: RouteDef = routes[one.routeId];
  const made = tree.find(([path]) => path === one.name)?.[1];
  const words = made?.registeredArguments.map((word) => {
    const field = one.words[word.name()];
    return field ? sampleOf(field) : "7";
  });
  const line = [...one.at, ...(words ?? [])];
  const given = (options: typeof one.options) =>
    options.flatMap(({ flags, ...field }) => {
      const [flag = "", value] = flags.split(" ");
      return value === undefined ? [flag] : [flag, sampleOf(field)];
    });
  const needed = one.options.filter(
    ({ isNeeded, oneOf }, at) => isNeeded || (oneOf && one.options.findIndex((other) => other.oneOf === oneOf) === at),
  );
  const request = await asked([...line, ...given(needed)], route);
  for (const [word, field] of Object.entries(one.words))
    expect(reached(request, field), `${one.name} ${word}`).toEqual(expect.anything());
  for (const option of one.options) {
    const others = needed.filter((other) => other !== option && (!option.oneOf || other.oneOf !== option.oneOf));
    const sent = await asked([...line, ...given([...others, option])], route);
    const expected = option.value ?? expect.anything();
    expect(reached(sent, option), `${one.name} ${option.flags}`).toEqual(expected);
    expect(misfits(route, sent), `${one.name} ${option.flags}`).toEqual([]);
  }
  expect(misfits(route, request), one.name).toEqual([]);
});

/** Fields that the route doesn't know or misses, and values of another type than it takes. What words are is not asked. */
function misfits({ method, query, body }: RouteDef, request: Awaited<ReturnType<typeof asked>>): object[] {
  if (typeof request === "string") throw new Error(request);
  const { error } = method === "GET" ? query.safeParse(request.query) : body.safeParse(request.body);
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
  for (const name of [place, ...path.split(".")]) value = (value as Record<string, unknown> | undefined)?.[name];
  return value;
}
