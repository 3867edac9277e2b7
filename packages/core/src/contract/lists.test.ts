import { describe, expect, it } from "vitest";
import * as z from "zod";
import type { RouteDef } from "../kernel/route.ts";
import { routes } from "./routes.ts";

const all = Object.values(routes) as RouteDef[];
const lists = all.filter(({ id }) => id.startsWith("list"));
const fieldsOf = (schema: z.ZodType) => (schema instanceof z.ZodObject ? schema.shape : {});

describe("every list", () => {
  it.each(lists.map((def) => [def.id, def] as const))("%s is asked for by cursor and limit", (_, def) => {
    const asked = fieldsOf(def.method === "GET" ? def.query : def.body);
    expect(Object.keys(asked)).toEqual(expect.arrayContaining(["cursor", "limit"]));
  });

  it.each(lists.map((def) => [def.id, def] as const))("%s answers data and next", (_, def) => {
    const { data, next } = fieldsOf(def.reply);
    expect(data).toBeInstanceOf(z.ZodArray);
    expect(next).toBeInstanceOf(z.ZodNullable);
  });

  it("is called one, and nothing else has pages", () => {
    const paged = all.filter((def) => ["next", "cursor"].some((name) => name in fieldsOf(def.query)));
    expect(paged.filter((def) => !lists.includes(def))).toEqual([]);
  });
});
