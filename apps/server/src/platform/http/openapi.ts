import { exampleOf } from "@squadroom/core/contract/example";
import { createSchemas } from "@squadroom/core/contract/json-schema";
import { refusalsOf } from "@squadroom/core/contract/may-refuse";
import { type JsonSchema, refTo } from "@squadroom/core/contract/shape";
import { type RefusalCode, refusalCodes } from "@squadroom/core/kernel/refusal-code";
import { refusalTable } from "@squadroom/core/kernel/refusal-table";
import { type Access, API_PREFIX, type RouteDef } from "@squadroom/core/kernel/route";
import type { z } from "zod";

type Paths = Record<string, Record<string, unknown>>;
type Schemas = ReturnType<typeof createSchemas>;

/** The OpenAPI 3.1 document of the contract: made from the schemas, never by hand. */
export function openApiDocument(routes: Record<string, RouteDef>, version: string) {
  const { paths, schemas } = contentOf(routes);
  return {
    openapi: "3.1.0",
    info: {
      title: "Squadroom",
      version,
      license: { name: "MIT", identifier: "MIT" },
      description:
        "Rooms in which teams of coding agents work. Agents authenticate with `Authorization: Bearer`, people by the sign-in cookie. Times are epoch milliseconds. Answers may gain fields; a request with a field that is not listed is refused. The live socket is described in `/api/asyncapi.json`.",
    },
    servers: [{ url: "/" }],
    security: [{ bearer: [] }, { cookie: [] }],
    paths,
    components: {
      securitySchemes: {
        bearer: { type: "http", scheme: "bearer" },
        cookie: { type: "apiKey", in: "cookie", name: "squadroom_session" },
      },
      headers: HEADERS,
      parameters: PARAMETERS,
      examples: Object.fromEntries(refusalCodes.map((code) => [code, refusalExample(code)])),
      schemas,
    },
  };
}

const HEADERS = {
  "x-request-id": header("string", "The same as `requestId` of a refusal."),
  "x-ratelimit-limit": header("integer", "Requests that one credential may send in ten seconds."),
  "x-ratelimit-remaining": header("integer", "Requests that are left of them."),
  "x-ratelimit-reset": header("integer", "Seconds until they begin anew."),
  "retry-after": header("integer", "Seconds to wait before the next try."),
  "idempotent-replayed": header("string", "`true`: the answer was given before, to the first request under this key."),
  location: header("string", "Where what was made is."),
  "www-authenticate": header("string", "How to authenticate."),
};
const ON_ALL = ["x-request-id", "x-ratelimit-limit", "x-ratelimit-remaining", "x-ratelimit-reset"];

const PARAMETERS = {
  idempotencyKey: {
    name: "idempotency-key",
    in: "header",
    required: false,
    schema: { type: "string", minLength: 1, maxLength: 255, pattern: "^[!-~]{1,255}$" },
    description:
      "Any text without spaces. The same key with the same request has the effect of one for seven days from its first use; the answer to a repetition carries `idempotent-replayed: true`, with another request it is `key_reused`. A UUIDv7 that is older itself is `key_expired`. Without a key a repetition is a new request.",
  },
  connection: {
    name: "x-squadroom-connection",
    in: "header",
    required: false,
    schema: { type: "integer", minimum: 1 },
    description:
      "Agents: `connection` of the answer to your join; send it with every call. After a newer join of the same credential an older number is refused as `superseded`, and a call without one as `connection_required`.",
  },
};

function contentOf(routes: Record<string, RouteDef>) {
  const schemas = createSchemas(Object.values(routes));
  const written = Object.values(routes).map((def) => [def, operation(def, schemas)] as const);
  const all: Record<string, JsonSchema> = {
    RefusalAnswer: refusalSchema(schemas),
    ...schemas.components,
  };
  const paths: Paths = {};
  for (const [def, operationOf] of written) {
    const path = (API_PREFIX + def.path).replace(/:(\w+)/g, "{$1}");
    paths[path] = { ...paths[path], [def.method.toLowerCase()]: operationOf(all) };
  }
  const names = Object.keys(all).sort();
  return {
    paths,
    schemas: Object.fromEntries(names.map((name) => [name, all[name] as JsonSchema])),
  };
}

/** Makes an operation once all schemas have their names, since its examples are made from them. */
function operation(def: RouteDef, { schemaOf }: Schemas) {
  const body = def.method === "GET" ? {} : schemaOf(def.body, "input");
  const reply = schemaOf(def.reply, "output");
  const parameters = [...parametersOf(def.params, "path", schemaOf), ...parametersOf(def.query, "query", schemaOf)];
  return (components: Record<string, JsonSchema>): object => ({
    operationId: def.id,
    tags: [def.tag],
    summary: def.summary,
    description: [accessText(def.access), def.repeat].filter(Boolean).join(" "),
    ...(def.access.who === "anyone" ? { security: [] } : {}),
    parameters: [
      ...parameters.map((one) => ({ ...one, ...sample(one, components) })),
      ...(needsConnection(def) ? [{ $ref: "#/components/parameters/connection" }] : []),
      ...(def.keyed && def.repeat === undefined ? [{ $ref: "#/components/parameters/idempotencyKey" }] : []),
    ],
    ...(isEmptyObject(body)
      ? {}
      : {
          requestBody: {
            required: !def.body.safeParse(undefined).success,
            content: content(body, components, def.example?.body),
          },
        }),
    responses: {
      [def.creates ? 201 : 200]: {
        description: def.creates ? "Made." : "Done.",
        headers: headersOf([
          ...ON_ALL,
          ...(def.keyed ? ["idempotent-replayed"] : []),
          ...(def.creates ? ["location"] : []),
        ]),
        content: content(reply, components, def.example?.reply),
      },
      ...Object.fromEntries([...refusalsOf(def)].map(([status, codes]) => refused(status, codes))),
      default: { description: "Refused.", content: { "application/json": { schema: REFUSAL } } },
    },
  });
}

const REFUSAL = refTo("RefusalAnswer");

function content(
  schema: JsonSchema,
  components: Record<string, JsonSchema>,
  example: unknown = exampleOf(schema, components),
): object {
  return { "application/json": { schema, example } };
}

/** A status with its codes: each is the name of an example. */
function refused(status: number, codes: RefusalCode[]): [string, object] {
  const examples = codes.map((code) => [code, { $ref: `#/components/examples/${code}` }]);
  return [
    String(status),
    {
      description: `Refused: ${codes.map((code) => `\`${code}\``).join(", ")}.`,
      headers: headersOf([
        ...ON_ALL,
        ...(status === 429 || status === 503 ? ["retry-after"] : []),
        ...(status === 401 ? ["www-authenticate"] : []),
      ]),
      content: {
        "application/json": { schema: REFUSAL, examples: Object.fromEntries(examples) },
      },
    },
  ];
}

function header(type: string, description: string): object {
  return { schema: { type }, description };
}

function headersOf(names: string[]): object {
  return Object.fromEntries(names.map((name) => [name, { $ref: `#/components/headers/${name}` }]));
}

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
    case "runner":
      return "For the room's runners.";
    case "room":
      return `For people of at least the role ${access.persons} in the room${access.agents ? ", and its agents" : ""}.`;
  }
}

/**
 * Which join an agent's call comes from, wherever agents call for themselves. A call without it is accepted as long as
 * the credential has joined only once.
 */
function needsConnection({ access, method, id }: RouteDef): boolean {
  const isMixed = access.who === "room" && access.agents && method !== "GET";
  return id !== "joinRoom" && (access.who === "agent" || isMixed);
}

interface Parameter {
  name: string;
  in: "path" | "query";
  required: boolean;
  description?: unknown;
  schema: JsonSchema;
}

function parametersOf(schema: z.ZodType, place: "path" | "query", schemaOf: Schemas["schemaOf"]): Parameter[] {
  const { properties = {}, required = [] } = schemaOf(schema, "input") as {
    properties?: Record<string, JsonSchema>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...property }]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    ...(description === undefined ? {} : { description }),
    schema: property,
  }));
}

/** A sample of what has to be sent. */
function sample(one: Parameter, components: Record<string, JsonSchema>): object {
  return one.required ? { example: exampleOf(one.schema, components, one.name) } : {};
}

function isEmptyObject(schema: JsonSchema): boolean {
  const options = (schema.anyOf ?? [schema]) as JsonSchema[];
  return options.every(
    (option) => option.$ref === undefined && (!option.properties || Object.keys(option.properties).length === 0),
  );
}

function refusalExample(code: RefusalCode): object {
  const { advice } = refusalTable[code];
  return {
    summary: advice,
    value: {
      code,
      message: "What happened, and why.",
      details: code === "rate_limited" ? { retryAfterS: 7 } : {},
      advice,
      requestId: "0198a7c2-5b1e-7c3a-9f40-2d6e8b1a4c57",
    },
  };
}

/** As in an answer: with what to do next, and the request's id. */
function refusalSchema(schemas: Schemas): JsonSchema {
  schemas.addReferred(refTo("Refusal"));
  const { required, properties, ...rest } = schemas.components.Refusal as {
    required: string[];
    properties: object;
  };
  return {
    ...rest,
    description: "Decide by `code`; `docs/reference.md` says what to do about each.",
    required: [...required, "advice", "requestId"],
    properties: {
      ...properties,
      advice: { type: "string", description: "What to do next." },
      requestId: { type: "string" },
    },
  };
}
