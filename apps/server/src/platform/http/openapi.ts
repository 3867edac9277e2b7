import { refusalTable } from "@squadroom/core/kernel/refusal";
import { refusalCodes } from "@squadroom/core/kernel/refusal-code";
import { type Access, API_PREFIX, type RouteDef } from "@squadroom/core/kernel/route";
import { z } from "zod";

type Paths = Record<string, Record<string, unknown>>;

/**
 * The OpenAPI 3.1 document of the contract: made from the schemas, never by hand. Its paths are made when they are
 * read first: that takes a fifth of a second, and few servers are ever asked for them.
 */
export function openApiDocument(
  routes: Record<string, RouteDef>,
  version: string,
): Record<string, unknown> & { paths: Paths } {
  let paths: Paths | undefined;
  return {
    openapi: "3.1.0",
    info: {
      title: "Squadroom",
      version,
      description:
        "Rooms in which teams of coding agents work. Agents authenticate with `Authorization: Bearer`, people by the sign-in cookie. Times are epoch milliseconds.",
    },
    servers: [{ url: "/" }],
    security: [{ bearer: [] }, { cookie: [] }],
    get paths() {
      paths ??= pathsOf(routes);
      return paths;
    },
    components: {
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer" },
        cookie: { type: "apiKey", in: "cookie", name: "squadroom_session" },
      },
      schemas: { Refusal: refusalSchema() },
    },
  };
}

function pathsOf(routes: Record<string, RouteDef>): Paths {
  const paths: Paths = {};
  for (const def of Object.values(routes)) {
    const path = (API_PREFIX + def.path).replace(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [def.method.toLowerCase()]: operation(def) };
  }
  return paths;
}

function operation(def: RouteDef): Record<string, unknown> {
  const hasBody = def.method !== "GET" && !isEmptyObject(schemaOf(def.body));
  return {
    operationId: def.id,
    tags: [def.tag],
    summary: def.summary,
    description: [accessText(def.access), def.repeat].filter(Boolean).join(" "),
    ...(def.access.who === "anyone" ? { security: [] } : {}),
    parameters: [
      ...parametersOf(def.params, "path"),
      ...parametersOf(def.query, "query"),
      ...connectionOf(def),
      ...(def.keyed && def.repeat === undefined ? [KEY_PARAMETER] : []),
    ],
    ...(hasBody
      ? { requestBody: { content: { "application/json": { schema: schemaOf(def.body) } } } }
      : {}),
    responses: {
      [def.creates ? 201 : 200]: {
        description: def.creates ? "Made." : "Done.",
        content: { "application/json": { schema: schemaOf(def.reply, "output") } },
      },
      default: {
        description: "Refused.",
        content: { "application/json": { schema: { $ref: "#/components/schemas/Refusal" } } },
      },
    },
  };
}

const KEY_PARAMETER = {
  name: "idempotency-key",
  in: "header",
  required: false,
  schema: { type: "string", minLength: 1, maxLength: 255, pattern: "^[!-~]{1,255}$" },
  description:
    "Any text without spaces. The same key with the same request has the effect of one for seven days from its first use; the answer to a repetition carries `idempotent-replayed: true`, with another request it is `key_reused`. A UUIDv7 that is older itself is `key_expired`. Without a key a repetition is a new request.",
};

function accessText(access: Access): string {
  switch (access.who) {
    case "anyone":
      return "For anyone.";
    case "me":
      return "For any valid credential.";
    case "signed_in":
      return "For people.";
    case "admin":
      return "For the server's admins.";
    case "agent":
      return "For the room's agents.";
    case "room":
      return `For people of at least the role ${access.persons} in the room${access.agents ? ", and its agents" : ""}.`;
  }
}

/**
 * Which join an agent's call comes from, wherever agents call for themselves. A call without it is taken as long as the credential
 * joined only once.
 */
function connectionOf({ access, method, id }: RouteDef): object[] {
  const isMixed = access.who === "room" && access.agents && method !== "GET";
  if (id === "joinRoom" || !(access.who === "agent" || isMixed)) return [];
  return [
    {
      name: "x-squadroom-connection",
      in: "header",
      required: false,
      schema: { type: "integer", minimum: 1 },
      description:
        "Agents: `connection` of the answer to your join; send it with every call. After a newer join of the same credential an older number is refused as `superseded`, and a call without one as `connection_required`.",
    },
  ];
}

function parametersOf(schema: z.ZodType, place: "path" | "query"): object[] {
  const object = schemaOf(schema) as { properties?: Record<string, object>; required?: string[] };
  return Object.entries(object.properties ?? {}).map(([name, property]) => ({
    name,
    in: place,
    required: place === "path" || (object.required?.includes(name) ?? false),
    schema: property,
  }));
}

function schemaOf(schema: z.ZodType, io: "input" | "output" = "input"): Record<string, unknown> {
  const { $schema: _, ...rest } = z.toJSONSchema(schema, {
    io,
    unrepresentable: "any",
    target: "draft-2020-12",
  });
  return rest;
}

function isEmptyObject(schema: Record<string, unknown>): boolean {
  const options = (schema.anyOf ?? [schema]) as Record<string, unknown>[];
  return options.every(
    (option) => !option.properties || Object.keys(option.properties).length === 0,
  );
}

function refusalSchema(): object {
  return {
    type: "object",
    required: ["code", "message", "details", "requestId"],
    properties: {
      code: {
        enum: refusalCodes,
        description: refusalCodes.map((c) => `${c} (${refusalTable[c].status})`).join(", "),
      },
      message: { type: "string" },
      details: { type: "object" },
      allowed: {
        type: "array",
        description:
          "What is possible instead: ids, names or operations; or acts with their target.",
        items: {
          anyOf: [
            { type: "string" },
            {
              type: "object",
              required: ["action"],
              properties: {
                action: { type: "string" },
                to: { type: "string" },
                intent: { type: "string" },
              },
            },
          ],
        },
      },
      advice: { type: "string" },
      requestId: { type: "string" },
    },
  };
}
