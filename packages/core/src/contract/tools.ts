import * as z from "zod";
import type { RouteDef, ToolDef } from "../kernel/route.ts";
import { type RouteId, routes } from "./routes.ts";

/** What the server knows about the caller, and fills in. */
const OF_THE_SEAT = ["room", "fence", "next", "usage"];
/** Lists come in pages of their usual size. */
const LEFT = [...OF_THE_SEAT, "limit", "agentId", "lines"];

/** Bounds and patterns are the server's to check: a refusal names them, and each request would carry them. */
const CHECKED_BY_THE_SERVER = [
  "$schema",
  "additionalProperties",
  "default",
  "format",
  "pattern",
  "contentEncoding",
  "minLength",
  "maxLength",
  "minItems",
  "maxItems",
  "minimum",
  "maximum",
  "propertyNames",
  "exclusiveMinimum",
];

/** Longest choice whose words are listed; a refusal names those of a longer one, and a description the usual ones. */
const CHOICE_MAX = 6;

/** Says whether an ended task is followed by the next one in the same call. */
const WAIT = z.boolean().default(true);
const PLAIN = z.looseObject({}).optional();

export interface Tool extends ToolDef {
  routeId: RouteId;
  /** The schema of its arguments, as clients read it: an object at its root, without what only a validator needs. */
  inputSchema: { type: "object"; properties: Record<string, object>; required?: string[] };
  annotations: { readOnlyHint?: true; destructiveHint?: boolean; openWorldHint?: false };
}

type Shape = Record<string, z.ZodType>;

/** Every act of an agent, out of the one contract. */
export const tools: readonly Tool[] = (Object.entries(routes) as [RouteId, RouteDef][]).flatMap(([routeId, def]) =>
  def.tool ? [toolOf(routeId, def, def.tool)] : [],
);

const byName = new Map(tools.map((tool) => [tool.name, tool]));

export function findTool(name: string): Tool | undefined {
  return byName.get(name);
}

/** Where a tool's arguments go in its route. An argument that is no field goes where it is refused. */
export function placed(
  { routeId }: Pick<Tool, "routeId">,
  given: Record<string, unknown>,
): Record<"params" | "query" | "body", Record<string, unknown>> {
  const def: RouteDef = routes[routeId];
  const params = fieldsOf(def.params);
  const query = fieldsOf(def.query);
  const at = { params: {}, query: {}, body: {} } as ReturnType<typeof placed>;
  for (const [name, value] of Object.entries(given)) {
    const place = name in params ? "params" : name in query || def.method === "GET" ? "query" : "body";
    at[place][name] = value;
  }
  return at;
}

/** Whether the route takes this field in its body. */
export function takes({ routeId }: Pick<Tool, "routeId">, field: string): boolean {
  return field in fieldsOf(routes[routeId].body);
}

function toolOf(routeId: RouteId, def: RouteDef, tool: ToolDef): Tool {
  const left = [...LEFT, ...(tool.leaves ?? [])];
  const shape: Shape = { ...fieldsOf(def.params), ...fieldsOf(def.query), ...fieldsOf(def.body) };
  const isRead = def.method === "GET";
  const plain = Object.fromEntries((tool.plain ?? []).map((name) => [name, PLAIN]));
  const given = { ...shape, ...plain, ...(tool.endsTask ? { wait: WAIT } : {}) };
  return {
    ...tool,
    routeId,
    inputSchema: rendered(z.object(given), left),
    annotations: isRead
      ? { readOnlyHint: true }
      : { destructiveHint: tool.isDestructive ?? false, openWorldHint: false },
  };
}

/** The fields of an object, whatever is around it. */
function fieldsOf(schema: z.ZodType): Shape {
  if (schema instanceof z.ZodObject) return schema.shape as Shape;
  const { innerType } = schema.def as { innerType?: z.ZodType };
  return innerType ? fieldsOf(innerType) : {};
}

function rendered(schema: z.ZodType, left: readonly string[]): Tool["inputSchema"] {
  const whole = z.toJSONSchema(schema, { io: "input", unrepresentable: "any" });
  return lean(whole, left) as Tool["inputSchema"];
}

type Json = Record<string, unknown>;

function lean(schema: unknown, left: readonly string[]): unknown {
  if (Array.isArray(schema)) return schema.map((one) => lean(one, left));
  if (typeof schema !== "object" || schema === null) return schema;
  const kept: Json = {};
  for (const [key, value] of Object.entries(schema)) {
    if (CHECKED_BY_THE_SERVER.includes(key)) continue;
    if (key === "enum" && (value as unknown[]).length > CHOICE_MAX) continue;
    // Names of fields are not keywords.
    if (key === "properties") kept[key] = fieldsWithout(value as Json, left);
    else if (key === "required") kept[key] = (value as string[]).filter((name) => !left.includes(name));
    else kept[key] = lean(value, left);
  }
  if ((kept.required as string[] | undefined)?.length === 0) delete kept.required;
  return Array.isArray(kept.anyOf) ? plainest(kept.anyOf as Json[], kept) : kept;
}

function fieldsWithout(fields: Json, left: readonly string[]): Json {
  const entries = Object.entries(fields).filter(([name]) => !left.includes(name));
  return Object.fromEntries(entries.map(([name, field]) => [name, lean(field, left)]));
}

/**
 * To whoever fills it in, texts of several kinds are texts, and so is a text or an object of named fields; for nothing,
 * the field is left out.
 */
function plainest(options: readonly Json[], schema: Json): Json {
  const said = options.filter(({ type }) => type !== "null");
  const isText = ({ type }: Json) => type === "string";
  if (said.some(isText) && said.every((one) => isText(one) || "properties" in one)) return { type: "string" };
  const [only, ...others] = said;
  return only && others.length === 0 ? only : { ...schema, anyOf: said };
}
