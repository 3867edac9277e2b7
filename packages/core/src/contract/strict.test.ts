import { describe, expect, it } from "vitest";
import * as z from "zod";
import { routes } from "./routes.ts";

/** Places of a schema whose own part, without what is inside it, is wrong. */
function placesOf(
  isWrong: (schema: z.ZodType) => boolean,
  schema: z.ZodType,
  at: string,
  seen = new Set<z.ZodType>(),
): string[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  const own = isWrong(schema) ? [at] : [];
  return [...own, ...placesInside(schema, (part, name) => placesOf(isWrong, part as z.ZodType, `${at}${name}`, seen))];
}

function placesInside(schema: z.ZodType, inside: (part: unknown, name: string) => string[]): string[] {
  const def = schema.def as unknown as { type: string } & Record<string, unknown>;
  if (schema instanceof z.ZodObject)
    return Object.entries(schema.shape).flatMap(([name, field]) => inside(field, `.${name}`));
  switch (def.type) {
    case "array":
      return inside(def.element, "[]");
    case "union":
      return (def.options as unknown[]).flatMap((option, i) => inside(option, `|${i}`));
    case "record":
      return [...inside(def.keyType, "{key}"), ...inside(def.valueType, "{}")];
    case "pipe":
      return [...inside(def.in, ""), ...inside(def.out, "")];
    case "optional":
    case "nullable":
    case "default":
    case "prefault":
    case "nonoptional":
    case "readonly":
      return inside(def.innerType, "");
    case "string":
    case "number":
    case "boolean":
    case "enum":
    case "literal":
    case "null":
    case "undefined":
    case "unknown":
    case "never":
    case "transform":
      return [];
    default:
      throw new Error(`a kind of schema that this test does not walk: ${def.type}`);
  }
}

function isOpen(schema: z.ZodType): boolean {
  return schema instanceof z.ZodObject && !(schema.def.catchall instanceof z.ZodNever);
}

/** Takes a text, of any length, that Postgres can't store. */
function takesUnstorable(schema: z.ZodType): boolean {
  const lengths = Array.from({ length: 100 }, (_, length) => length);
  return (
    schema instanceof z.ZodString && lengths.some((length) => schema.safeParse(`a${"a".repeat(length)}\ud800`).success)
  );
}

describe("a write", () => {
  it("takes a key, or its document says what a repeated one does", () => {
    const unsaid = Object.values(routes).filter(
      ({ method, keyed, repeat }) => method !== "GET" && !keyed && repeat === undefined,
    );
    expect(unsaid.map(({ id }) => id)).toEqual([]);
  });
});

describe("what a request may say", () => {
  it("names every field of every body and query: none is dropped in silence", () => {
    const open = Object.values(routes).flatMap((def) => [
      ...placesOf(isOpen, def.body, `${def.id} body`),
      ...placesOf(isOpen, def.query, `${def.id} query`),
    ]);
    expect(open).toEqual([]);
  });

  it("is refused with its place where it can't be stored", () => {
    const taken = Object.values(routes).flatMap((def) => placesOf(takesUnstorable, def.body, `${def.id} body`));
    expect(taken).toEqual([]);
  });
});
