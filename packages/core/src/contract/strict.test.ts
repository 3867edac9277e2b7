import { describe, expect, it } from "vitest";
import { z } from "zod";
import { routes } from "./routes.ts";

/** Places of a schema where an object takes fields that it does not name. */
function openObjects(schema: z.ZodType, at: string, seen = new Set<z.ZodType>()): string[] {
  if (seen.has(schema)) return [];
  seen.add(schema);
  const inside = (part: unknown, name: string) =>
    openObjects(part as z.ZodType, `${at}${name}`, seen);
  const def = schema.def as unknown as { type: string } & Record<string, unknown>;
  if (schema instanceof z.ZodObject) {
    const isClosed = schema.def.catchall instanceof z.ZodNever;
    const fields = Object.entries(schema.shape).flatMap(([name, field]) =>
      inside(field, `.${name}`),
    );
    return isClosed ? fields : [at, ...fields];
  }
  switch (def.type) {
    case "array":
      return inside(def.element, "[]");
    case "union":
      return (def.options as unknown[]).flatMap((option, i) => inside(option, `|${i}`));
    case "record":
      return inside(def.valueType, "{}");
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
      throw new Error(`a kind of schema that this test does not walk: ${def.type} at ${at}`);
  }
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
      ...openObjects(def.body, `${def.id} body`),
      ...openObjects(def.query, `${def.id} query`),
    ]);
    expect(open).toEqual([]);
  });
});
