import * as z from "zod";
import type { RouteDef } from "../kernel/route.ts";
import { contracts } from "./routes.ts";
import { described, type JsonSchema, type Notes, nameOf, PLACE, typed } from "./shape.ts";
import { shapes } from "./shapes.ts";

const PARTS = ["params", "query", "body", "reply", "message"] as const;

/** Makes JSON schemas of routes; a schema with a name is among the components once, and is referred to. */
export function createSchemas(parts: Iterable<{ id: string } & { [part in (typeof PARTS)[number]]?: z.ZodType }>) {
  const names = z.registry<{ id: string }>();
  for (const [name, schema] of Object.entries(namedSchemas())) names.add(schema, { id: name });
  const docs = new WeakMap<z.ZodType, Record<string, string>>();
  const known = new WeakMap<z.ZodType, JsonSchema>();
  const components: Record<string, JsonSchema> = {};
  for (const def of parts)
    for (const part of PARTS) {
      const schema = def[part];
      if (schema) annotate(schema, part, shapes.routes[def.id] ?? {}, docs, known);
    }

  function schemaOf(schema: z.ZodType, io: "input" | "output"): JsonSchema {
    const whole = z.toJSONSchema(z.object({ it: schema }), {
      io,
      metadata: names,
      unrepresentable: "any",
      override: ({ zodSchema, jsonSchema }) => {
        // zod's own types of the same object: its core's, and the classic one.
        const type = zodSchema as unknown as z.ZodType;
        Object.assign(jsonSchema, known.get(type) ?? {});
        plain(jsonSchema as JsonSchema);
        describe(jsonSchema as JsonSchema, docs.get(type) ?? {});
      },
    });
    const moved = JSON.parse(
      JSON.stringify(whole).replaceAll('"#/$defs/', `"${PLACE}`),
      // Answers may gain fields.
      (key, value) => (io === "output" && key === "additionalProperties" && value === false ? undefined : value),
    ) as { $defs?: Record<string, JsonSchema>; properties: { it: JsonSchema } };
    for (const [name, { id: _, ...one }] of Object.entries(moved.$defs ?? {}))
      add(name, { ...described(shapes.named[name]), ...one });
    addReferred(moved.properties.it);
    return moved.properties.it;
  }

  function add(name: string, schema: JsonSchema): void {
    const before = components[name];
    if (before !== undefined && textOf(before) !== textOf(schema))
      throw new Error(`${name} is another schema in a request than in an answer`);
    if (before !== undefined) return;
    components[name] = schema;
    addReferred(schema);
  }

  /** Types that are referred to, with those that they refer to. */
  function addReferred(schema: JsonSchema): void {
    for (const [, name = ""] of JSON.stringify(schema).matchAll(/"#\/components\/schemas\/(\w+)"/g)) {
      const type = shapes.types[name];
      if (type && components[name] === undefined) add(name, type);
    }
  }

  return { schemaOf, addReferred, components };
}

/** What a schema says, whether it takes other fields or not. */
function textOf(schema: JsonSchema): string {
  return JSON.stringify(schema, (key, value) =>
    key === "additionalProperties" && value === false ? undefined : value,
  );
}

/** A schema that contracts export keeps its name there, an answer's without the suffix. */
function namedSchemas(): Record<string, z.ZodType> {
  const named: Record<string, z.ZodType> = {};
  // Parameters of a path or a query are described one by one, at each route.
  const inAddress = new Set(
    Object.values<unknown>(contracts).flatMap((one) => {
      const { params, query } = one as Partial<RouteDef>;
      return [params, query];
    }),
  );
  for (const [name, value] of Object.entries<unknown>(contracts)) {
    if (!(value instanceof z.ZodObject || value instanceof z.ZodUnion)) continue;
    if (inAddress.has(value as z.ZodType)) continue;
    const free = nameOf(name, shapes.types);
    if (free in shapes.types || (named[free] ?? value) !== value)
      throw new Error(`two schemas of the contract are called ${name}`);
    named[free] = value;
  }
  return named;
}

/** Puts what the source says onto the schemas that it is about. */
function annotate(
  schema: z.ZodType,
  path: string,
  notes: Notes,
  docs: WeakMap<z.ZodType, Record<string, string>>,
  known: WeakMap<z.ZodType, JsonSchema>,
): void {
  const inside = (part: unknown, at = path) => annotate(part as z.ZodType, at, notes, docs, known);
  const type = notes[path]?.schema;
  const def = schema.def as { type: string } & Record<string, unknown>;
  if (type && (def.type === "custom" || def.type === "any" || def.type === "unknown")) known.set(schema, type);
  if (schema instanceof z.ZodObject) {
    const said = { ...docs.get(schema) };
    for (const [name, field] of Object.entries(schema.shape)) {
      const doc = notes[`${path}.${name}`]?.doc;
      if (doc) said[name] = doc;
      inside(field, `${path}.${name}`);
    }
    docs.set(schema, said);
  }
  for (const key of ["innerType", "element", "valueType", "in", "out"]) if (def[key]) inside(def[key]);
  if (Array.isArray(def.options)) for (const option of def.options) inside(option);
}

/** Without what zod says and nobody can use: the bounds of all numbers, and how a uuid is spelt. */
function plain(schema: JsonSchema): void {
  if (schema.minimum === Number.MIN_SAFE_INTEGER) delete schema.minimum;
  if (schema.maximum === Number.MAX_SAFE_INTEGER) delete schema.maximum;
  if (schema.format === "uuid") delete schema.pattern;
}

function describe(schema: JsonSchema, docs: Record<string, string>): void {
  const properties = schema.properties as Record<string, JsonSchema> | undefined;
  for (const [name, property] of Object.entries(properties ?? {})) {
    (properties as Record<string, JsonSchema>)[name] = {
      ...described(docs[name]),
      ...typed(name, property),
    };
  }
}
