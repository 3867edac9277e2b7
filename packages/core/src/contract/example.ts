import type { JsonSchema } from "./shape.ts";

const AT = 1_764_000_000_000;
const ID = "0198a7c2-5b1e-7c3a-9f40-2d6e8b1a4c57";

/** What a field is like in a room of the preset `squad`, by its name. */
const TYPICAL: Record<string, unknown> = {
  room: "checkout-web",
  roomName: "checkout-web",
  taskId: "DEV-001",
  role: "builder",
  requires: [],
  roles: ["builder"],
  prefix: "DEV",
  to: "reviewer",
  from: "planner",
  reviewers: ["reviewer"],
  entryPoint: "planner",
  variant: "full",
  preset: "squad",
  harness: "my-agent",
  title: "Check the card number before the payment",
  instruction: "Refuse a card number that fails its check digit, with a test.",
  question: "Shall numbers with spaces pass?",
  reason: "Customers type them that way.",
  message: "Card numbers are checked; the tests pass.",
  summary: "Card numbers are checked before the payment.",
  body: "Please check card numbers before the payment.",
  path: "src/card.ts",
  file: "src/card.ts",
  action: "writing the tests",
  name: "Ada",
  label: "Yes",
  url: "https://example.com/hooks",
  advice: "Claim again.",
  detail: "No task is ready for builder.",
  percent: 40,
  seq: 42,
  head: 42,
  fence: 3,
  epoch: 1,
  content: "ZGlmZg==",
  type: "text/x-diff",
  tokens: 2_000_000,
  item: "stuck:DEV-001",
  text: "# DEV-001: Check the card number before the payment",
  prompt: "# You are the builder of checkout-web",
  query: "card number",
  by: "Ada",
  attempt: 1,
  attemptsMax: 3,
  leaseS: 60,
  timeoutS: 3600,
  retryAfterS: 5,
  connection: 7,
  token: "sqr_example",
  secret: "whsec_example",
  allowed: ["src/**"],
  priority: "medium",
  state: "claimed",
  handoff: ID,
  done: ID,
  fail: ID,
  note: "As discussed.",
};

/** A value that a schema accepts: the typical one if its name tells, nothing if nothing is accepted too. */
export function exampleOf(schema: JsonSchema, components: Record<string, JsonSchema>, name = "", depth = 0): unknown {
  const inside = (part: unknown, field = name) => exampleOf(part as JsonSchema, components, field, depth + 1);
  if (typeof schema.$ref === "string") {
    const to = components[schema.$ref.split("/").at(-1) ?? ""];
    return exampleOf(to as JsonSchema, components, name, depth);
  }
  if ("const" in schema) return schema.const;
  const choices = schema.enum as unknown[] | undefined;
  const typical = typicalOf(schema, name);
  if (choices) return choices.includes(typical) ? typical : choices[0];
  if ("default" in schema) return schema.default;
  const options = (schema.anyOf ?? schema.oneOf) as JsonSchema[] | undefined;
  if (options) {
    const isNothing = depth > 0 && typical === undefined;
    const nothing = options.find(({ type }) => type === "null");
    return isNothing && nothing ? null : exampleOf(options[0] ?? {}, components, name, depth);
  }
  switch (schema.type) {
    case "object":
      return objectOf(schema, inside);
    case "array": {
      const items = schema.items as JsonSchema;
      if (Array.isArray(typical) && items.type === "string" && !items.enum) return typical;
      const least = Number(schema.minItems ?? 0);
      return Array.from({ length: Math.max(least, depth < 2 ? 1 : 0) }, () => inside(items));
    }
    case "string":
      return textOf(schema, name);
    case "integer":
    case "number":
      return numberOf(schema, name);
    case "boolean":
      return name === "ok" || name === "ready";
    default:
      return schema.type === "null" ? null : (typical ?? {});
  }
}

function objectOf(schema: JsonSchema, inside: (part: unknown, field: string) => unknown): Record<string, unknown> {
  const needed = (schema.required ?? []) as string[];
  const properties = (schema.properties ?? {}) as Record<string, JsonSchema>;
  // Of the optional fields, those worth showing.
  const shown = Object.entries(properties).filter(
    ([name, one]) => needed.includes(name) || typicalOf(one, name) !== undefined,
  );
  return Object.fromEntries(shown.map(([name, one]) => [name, inside(one, name)]));
}

/** What is typical of a field with this name, if its type fits. */
function typicalOf({ type, anyOf, enum: choices }: JsonSchema, name: string): unknown {
  const typical = TYPICAL[name];
  const kind = Array.isArray(typical) ? "array" : typeof typical;
  const kinds = [type, ...((anyOf ?? []) as JsonSchema[]).map((one) => one.type)];
  const isOne = kinds.some((one) => one === kind || (one === "integer" && kind === "number"));
  return isOne || Array.isArray(choices) ? typical : undefined;
}

function textOf(schema: JsonSchema, name: string): string {
  const typical = TYPICAL[name];
  const least = Number(schema.minLength ?? 0);
  const candidates = [typical, "DEV-001", "builder", "checkout-web", ID, "ada", "DEV", "12345678", "0".repeat(64)];
  if (schema.format === "uuid") return ID;
  if (schema.format === "uri") return "https://example.com/hooks";
  if (typeof schema.pattern === "string") {
    const pattern = new RegExp(schema.pattern, "u");
    return String(candidates.find((one) => typeof one === "string" && pattern.test(one)) ?? "text");
  }
  if (typeof typical === "string") return typical;
  if (/(^id|Id)$/.test(name)) return name === "taskId" ? "DEV-001" : ID;
  return "text".padEnd(least, "-");
}

function numberOf(schema: JsonSchema, name: string): number {
  const typical = TYPICAL[name];
  if (typeof typical === "number") return typical;
  if (/(^at|At)$/.test(name) || name === "now") return AT;
  const least = Number(schema.minimum ?? 1);
  return Math.max(least, Math.min(1, Number(schema.maximum ?? 1)));
}
