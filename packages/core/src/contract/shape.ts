export type JsonSchema = Record<string, unknown>;

/** What the source says about a route's schemas and zod doesn't know, by the path in them. */
export type Notes = Record<string, { doc?: string; schema?: JsonSchema }>;

/** What is at one place of an event's data, or in the list there. */
export interface TextPlace {
  /** A text may: any string but these words of the protocol. */
  words?: readonly string[];
  /** An object may: the place of each member. */
  members?: Record<string, number>;
  /** The place of what an object has under any other name. */
  rest?: number;
}

export interface Shapes {
  /** Types of events, of the view and of the live socket, by name. */
  types: Record<string, JsonSchema>;
  /** The name of each event's schema, by its type. */
  events: Record<string, string>;
  /** The schemas that contracts export, by the names that they have in documents. */
  named: Record<string, string>;
  /** By a route's id. */
  routes: Record<string, Notes>;
  /** Where events have texts: the place of each one's data, by its type. The first place is a text's, the second has none. */
  texts: { events: Record<string, number>; places: readonly TextPlace[] };
}

/** Where OpenAPI and AsyncAPI both have their named schemas. */
export const PLACE = "#/components/schemas/";

export function refTo(name: string): { $ref: string } {
  return { $ref: `${PLACE}${name}` };
}

/** Counts, places and times, wherever they occur. */
const INTEGER =
  /^(?!warnAt$)(seq|fence|epoch|at|now|v|version|connection|protocol|attempts?|ahead|head|round|total|\w+(At|Seq|Max))$/;

/** A field's schema, refined by its name: counts are integers. */
export function typed(name: string, schema: JsonSchema): JsonSchema {
  if (!INTEGER.test(name)) return schema;
  if (schema.type === "number") return { ...schema, type: "integer" };
  if (!Array.isArray(schema.anyOf)) return schema;
  return { ...schema, anyOf: (schema.anyOf as JsonSchema[]).map((one) => typed(name, one)) };
}

/** Documents drop the suffix that marks an export as an answer's shape, unless a type already has the name. */
export function nameOf(name: string, types: Shapes["types"]): string {
  const short = name.replace(/(Reply|Shape)$/, "");
  return short in types ? name : short;
}

export function described(description: string | undefined): JsonSchema {
  return description ? { description } : {};
}
