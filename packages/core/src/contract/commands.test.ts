import { expect, test } from "vitest";
import type * as z from "zod";
import type { RouteDef } from "../kernel/route.ts";
import { commands } from "./commands.ts";
import { routes } from "./routes.ts";

test.each(commands.map((one) => [one.at.join(" "), one] as const))(
  "%s takes all that its route can't do without",
  (_, { routeId, ways, isInRoom, options, words, gives = {} }) => {
    const { body, method, path } = routes[routeId] as RouteDef;
    const named = path.match(/:\w+/g)?.map((name) => name.slice(1)) ?? [];
    const known = [...Object.values(ways), ...(isInRoom ? ["room"] : [])];
    const open = named.filter((name) => !known.includes(name));
    expect(open).toEqual([]);
    if (method === "GET") return;
    const paths = [...options, ...Object.values(words)].map(({ path }) => path);
    const taken = [...paths, ...Object.keys(gives)].map((path) => path.split(".")[0]);
    const { error } = body.safeParse({});
    const missing = error?.issues.map(({ path }) => path[0]).filter((name) => name !== undefined);
    expect(taken).toEqual(expect.arrayContaining(missing ?? []));
  },
);

/** The fields of a schema, or `null` where it doesn't tell them. */
function fieldsOf(schema: z.ZodType | undefined): string[] | null {
  const { shape, def } = schema as z.ZodObject & { def: { innerType?: z.ZodType; in?: z.ZodType } };
  if (shape) return Object.keys(shape);
  const inner = def.innerType ?? def.in;
  return inner ? fieldsOf(inner) : null;
}

test.each(commands.map((one) => [one.at.join(" "), one] as const))(
  "what %s says has fields of its route only",
  (_, { routeId, says = "", rows, finds }) => {
    const { reply, body, query, params } = routes[routeId] as RouteDef;
    const named = (text: string) => [...text.matchAll(/[{[](\w+)[\w.]*[}?=:]/g)].map(([, field]) => field);
    const { data } = (reply as z.ZodObject).shape ?? {};
    const row = rows && fieldsOf((data as unknown as z.ZodArray<z.ZodObject>).element);
    const around = [reply, body, query, params].map((schema) => fieldsOf(schema));
    const known = [row ?? [], finds ? ["name"] : [], ...around.filter((fields) => fields !== null)].flat();
    const all = [says, ...(rows ? [rows.none, ...rows.cells] : [])].flatMap(named);
    if (fieldsOf(reply) !== null) expect(known).toEqual(expect.arrayContaining(all));
  },
);
