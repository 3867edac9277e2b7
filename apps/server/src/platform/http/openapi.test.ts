import { exampleOf } from "@squadroom/core/contract/example";
import { routes } from "@squadroom/core/contract/routes";
import type { JsonSchema } from "@squadroom/core/contract/shape";
import { listErrors } from "@squadroom/core/error/contract";
import { refusalTable } from "@squadroom/core/kernel/refusal-table";
import { API_PREFIX, type RouteDef } from "@squadroom/core/kernel/route";
import { Ajv2020 } from "ajv/dist/2020.js";
import addFormats from "ajv-formats";
import { describe, expect, test } from "vitest";
import { openApiDocument } from "./openapi.ts";

interface Content {
  schema: JsonSchema;
  example?: unknown;
  examples?: Record<string, { $ref: string }>;
}
interface Answer {
  headers: Record<string, { $ref: string }>;
  content: { "application/json": Content };
}
interface Operation {
  operationId: string;
  parameters: { $ref?: string; name?: string; required?: boolean; example?: unknown }[];
  requestBody?: { required: boolean; content: { "application/json": Content } };
  responses: Record<string, Answer>;
}

const made = openApiDocument(routes, "1.2.3");
const document = JSON.parse(JSON.stringify(made)) as {
  paths: Record<string, Record<string, Operation>>;
  components: Record<string, Record<string, JsonSchema>> & { schemas: Record<string, JsonSchema> };
};
const operations = Object.fromEntries(
  Object.values(document.paths)
    .flatMap((one) => Object.values(one))
    .map((one) => [one.operationId, one]),
);
const all = Object.values(routes as Record<string, RouteDef>).map((def): [string, RouteDef] => [def.id, def]);
const operationOf = (id: string) => operations[id] as Operation;
const answerOf = (id: string, def: RouteDef) => operationOf(id).responses[def.creates ? "201" : "200"] as Answer;

const ajv = new Ajv2020({ strict: false });
addFormats.default(ajv);
ajv.addSchema({ $id: "document", components: document.components });
function faultsOf(schema: JsonSchema, value: unknown): unknown {
  const text = JSON.stringify(schema).replaceAll('"#/', '"document#/');
  const check = ajv.compile(JSON.parse(text) as JsonSchema);
  return check(value) ? [] : check.errors;
}

test("names every route of the contract once, and is made once", () => {
  const named = Object.entries(document.paths).flatMap(([path, some]) =>
    Object.entries(some).map(([method, { operationId }]) => [operationId, `${method.toUpperCase()} ${path}`]),
  );
  const wanted = all.map(([id, { method, path }]) => [id, `${method} ${API_PREFIX}${path.replace(/:(\w+)/g, "{$1}")}`]);
  expect(named.toSorted()).toEqual(wanted.toSorted());
  expect(made.paths).toBe(made.paths);
});

describe("an operation", () => {
  test.each(all)("%s says what it answers, and whether a body is needed", (id, def) => {
    const { schema } = answerOf(id, def).content["application/json"];
    expect(Object.keys(schema)).not.toEqual([]);
    const { requestBody } = operationOf(id);
    if (requestBody) {
      expect(requestBody.required).toBe(!def.body.safeParse(undefined).success);
      expect(def.method).not.toBe("GET");
    } else expect(def.body.safeParse({}).success).toBe(true);
  });

  test.each(all)("%s has examples that it takes and gives", (id, def) => {
    const { parameters, requestBody } = operationOf(id);
    const sent = requestBody?.content["application/json"].example;
    if (requestBody) expect(def.body.safeParse(sent).error?.issues ?? []).toEqual([]);
    const { schema, example } = answerOf(id, def).content["application/json"];
    expect(example).toBeDefined();
    expect(faultsOf(schema, example)).toEqual([]);
    const needed = parameters.filter(({ required }) => required);
    const given = Object.fromEntries(needed.map(({ name = "", example: one }) => [name, one]));
    const parts = { ...def.params.safeParse(given).error, ...def.query.safeParse(given).error };
    const issues = (parts.issues ?? []).filter(({ code }) => code !== "unrecognized_keys");
    expect(issues).toEqual([]);
  });

  test.each(all)("%s declares its headers and its refusals by status", (id, def) => {
    const operation = operationOf(id);
    const refs = operation.parameters.map(({ $ref }) => $ref?.split("/").at(-1));
    const { access, method, keyed } = def;
    const isMixed = access.who === "room" && access.agents && method !== "GET";
    const needsConnection = id !== "joinRoom" && (access.who === "agent" || isMixed);
    expect(refs.includes("connection")).toBe(needsConnection);
    expect(refs.includes("idempotencyKey")).toBe(keyed && def.repeat === undefined);
    const headers = Object.keys(answerOf(id, def).headers);
    expect(headers).toContain("x-ratelimit-remaining");
    expect(headers.includes("idempotent-replayed")).toBe(keyed);
    expect(headers.includes("location")).toBe(def.creates !== undefined);
    expect(Object.keys(operation.responses["429"]?.headers ?? {})).toContain("retry-after");
    for (const [status, { content }] of Object.entries(operation.responses)) {
      for (const code of Object.keys(content["application/json"].examples ?? {}))
        expect(`${refusalTable[code as "forbidden"].status}`).toBe(status);
    }
    if (access.who !== "anyone") expect(operation.responses).toHaveProperty("401");
    if (def.path.includes("/:room")) expect(operation.responses).toHaveProperty("404");
  });
});

test("names what generators are to name, and refers to nothing that is not there", () => {
  const { schemas } = document.components;
  for (const name of [
    "Delivery",
    "RoomSnapshot",
    "RoomView",
    "RoomCard",
    "RoomEvent",
    "HandoffDeliveredEvent",
    "Task",
    "WholeTask",
    "Decision",
    "DecisionRow",
    "Message",
    "Session",
    "RefusalAnswer",
  ])
    expect(schemas, name).toHaveProperty(name);
  const text = JSON.stringify(document);
  for (const [, part = "", name = ""] of text.matchAll(/"#\/components\/(\w+)\/([\w-]+)"/g))
    expect(document.components[part], `${part}/${name}`).toHaveProperty(name);
  expect(schemas.RefusalAnswer).toMatchObject({
    properties: { details: { type: "object", additionalProperties: {} } },
  });
});

test("says of a number and of a uuid what somebody can use", () => {
  const text = JSON.stringify(document);
  expect(text).not.toContain(String(Number.MAX_SAFE_INTEGER));
  const uuids = [...text.matchAll(/\{[^{}]*"format":"uuid"[^{}]*\}/g)];
  expect(uuids.length).toBeGreaterThan(20);
  for (const [one] of uuids) expect(one).not.toContain('"pattern"');
  const { properties } = document.components.schemas.Delivery as {
    properties: Record<string, JsonSchema>;
  };
  expect(properties.fence).toMatchObject({ type: "integer" });
  expect(properties.deadlineAt).toMatchObject({ type: "integer" });
});

test("no schema is empty by oversight, and no field is null and nothing else: generated clients lose both", () => {
  const open = new Set<string>();
  const nothing = new Set<string>();
  const walk = (schema: JsonSchema, at: string): void => {
    if (Object.keys(schema).length === 0) open.add(at);
    if (schema.type === "null" && /\.\w+$/.test(at)) nothing.add(at);
    const { properties, items, additionalProperties: others } = schema as Record<string, JsonSchema>;
    for (const [name, one] of Object.entries(properties ?? {})) walk(one as JsonSchema, `${at}.${name}`);
    if (items) walk(items, `${at}[]`);
    if (typeof others === "object") walk(others, `${at}{}`);
    const options = [schema.anyOf, schema.oneOf, schema.allOf].flatMap((some) => some ?? []);
    for (const one of options as JsonSchema[]) walk(one, `${at}|`);
  };
  for (const [name, schema] of Object.entries(document.components.schemas)) walk(schema, name);
  for (const { operationId, requestBody, responses } of Object.values(operations)) {
    for (const [status, { content }] of Object.entries(responses))
      walk(content["application/json"].schema, `${operationId}:${status}`);
    if (requestBody) walk(requestBody.content["application/json"].schema, `${operationId}:body`);
  }
  // `status` tells a claim without a task.
  expect([...nothing]).toEqual(["NoTask.task"]);
  expect([...open].sort()).toEqual([
    "Blocked{}",
    "Delivery.reply|.schema",
    "Refusal.details{}",
    "RefusalAnswer.details{}",
    "completeTask:body.reply|{}",
    "tryCall:200.input",
    "verifyRoom:200.differences[].log",
    "verifyRoom:200.differences[].tables",
  ]);
});

/** Fields by the document: with a description, or of a name that says it. */
test("describes the fields of what agents send and get", () => {
  const of = (name: string) =>
    (document.components.schemas[name] as { properties: Record<string, JsonSchema> }).properties;
  expect(of("Delivery").earlier?.description).toMatch(/^What came before it/);
  expect(of("UsageBody").runs?.description).toBeDefined();
  expect(document.components.schemas.Delivery?.description).toMatch(/^A task with all/);
});

test("an error's examples are of an error", () => {
  const wrong = { type: "TypeScriptCompilationError", message: /^Type 'string' is not/ };
  const said = operationOf("reportError").requestBody?.content["application/json"].example;
  const { example } = answerOf("listErrors", listErrors).content["application/json"];
  const met = expect.objectContaining({
    type: wrong.type,
    message: expect.stringMatching(wrong.message),
  });
  expect([said, example]).toEqual([met, expect.objectContaining({ data: [met] })]);
});

test("an example ends, also of a type that contains itself", () => {
  const components = { Tree: { type: "object", required: ["next"], properties: {} as JsonSchema } };
  components.Tree.properties = { next: { anyOf: [{ $ref: "#/c/Tree" }, { type: "null" }] } };
  expect(exampleOf({ $ref: "#/c/Tree" }, components)).toEqual({ next: null });
});

test("each name in a path is a parameter, whatever schema it comes from", () => {
  for (const [path, methods] of Object.entries(document.paths))
    for (const [method, { parameters }] of Object.entries(methods)) {
      const named = parameters.filter((one) => path.includes(`{${one.name}}`));
      const names = path.match(/\{\w+\}/g) ?? [];
      expect([method, path, named.map(({ name }) => `{${name}}`)]).toEqual([method, path, names]);
    }
});
