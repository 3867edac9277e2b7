import { bare, type Schema } from "./bare.ts";
import { type RouteId, routes } from "./routes.ts";

/** What a field takes. */
export interface Limit {
  /** UTF-16 units of a text, or the largest number. */
  max?: number;
  /** The smallest number; a text has none. */
  min?: number;
  /** All values that it may have. */
  words?: readonly string[];
}

/**
 * What the fields of each route's body take, by route and name; those of a part or of a list's elements by their own
 * names. It is plain data: the page's build has this, and no schema.
 */
export const limits: Readonly<Partial<Record<RouteId, Readonly<Record<string, Limit>>>>> = Object.fromEntries(
  Object.entries(routes).flatMap(([id, { method, body }]) => {
    const found = method === "GET" ? {} : limitsIn(body as never);
    return Object.keys(found).length === 0 ? [] : [[id, found]];
  }),
);

function limitsIn(body: Schema, isInside = false): Record<string, Limit> {
  const found: Record<string, Limit> = {};
  for (const [name, schema] of Object.entries(shapeOf(body))) {
    const one = bare(schema);
    const part = one.def.element ? bare(one.def.element) : one;
    if (!isInside) Object.assign(found, { ...limitsIn(part, true), ...found });
    const limit = limitOf(one, part);
    if (limit) found[name] = limit;
  }
  return found;
}

/** For alternatives, the fields of all of them. */
function shapeOf(schema: Schema): Record<string, Schema> {
  const { def, shape } = bare(schema);
  return shape ?? Object.assign({}, ...(def.options ?? []).map(shapeOf));
}

function limitOf(one: Schema, part: Schema): Limit | null {
  if (part.def.type === "enum") return { words: part.options as string[] };
  const { def, maxLength, minValue, maxValue } = one;
  if (def.type === "string") return maxLength == null ? null : { max: maxLength };
  if (def.type !== "number" || maxValue == null || maxValue >= Number.MAX_SAFE_INTEGER) return null;
  return { max: maxValue, min: minValue ?? Number.MIN_SAFE_INTEGER };
}
