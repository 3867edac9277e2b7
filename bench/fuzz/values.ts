import type { Chance } from "../faults/random.ts";

/** The part of JSON Schema that the contract's document uses. */
export interface Schema {
  type?: string | string[];
  enum?: unknown[];
  const?: unknown;
  anyOf?: Schema[];
  oneOf?: Schema[];
  allOf?: Schema[];
  properties?: Record<string, Schema>;
  required?: string[];
  additionalProperties?: boolean | Schema;
  propertyNames?: Schema;
  items?: Schema;
  minItems?: number;
  maxItems?: number;
  minLength?: number;
  maxLength?: number;
  format?: string;
  pattern?: string;
  minimum?: number;
  maximum?: number;
  exclusiveMinimum?: number;
  default?: unknown;
}

/** Values that exist in the room by now, by the names of the fields that take them. */
export type Known = Record<string, readonly unknown[]>;

const WORDS = [
  "a",
  "DEV-001",
  "builder",
  "src/form/store.ts",
  "Fix the form",
  "naïve – ünïcode 漢字 🙂",
  "x".repeat(300),
  "two words",
  "text/plain",
  "a long enough password",
  "https://hooks.example.com/x",
];

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/** Strings that break parsers, queries, terminals and pages. */
export const HOSTILE_TEXTS = [
  "",
  " ",
  "\u0000",
  "a\u0000b",
  "\ud800",
  "\udfff\ud800",
  "\u202e\u2066evil",
  "\ufeff",
  "__proto__",
  "constructor",
  "toString",
  "../../etc/passwd",
  "..\\..\\x",
  "%00",
  "%2e%2e%2f",
  "'; DROP TABLE rooms; --",
  "$1",
  "{{7*7}}",
  "<img src=x onerror=alert(1)>",
  "javascript:alert(1)",
  "\u001b[2J\u001b]0;x\u0007",
  "ref:",
  "ref:ref:x",
  "@planner@planner",
  "9".repeat(400),
  "é".repeat(5_000),
  "a".repeat(70_000),
  "\n".repeat(3_000),
  "-".repeat(3_000),
  "`".repeat(3_000),
  "null",
  "NaN",
  "1e999",
  "0x10",
  "00000000-0000-0000-0000-000000000000",
  "ffffffff-ffff-ffff-ffff-ffffffffffff",
];

const HOSTILE_NUMBERS = [-1, 0, 1, 0.5, -0, 2 ** 31, 2 ** 31 - 1, 2 ** 32, 2 ** 53, -(2 ** 53), 1e21, 1e308, 5e-324];

/** Anything at all, a few levels deep. */
export function hostile(chance: Chance, depth = 0): unknown {
  const kind = chance.between(0, depth > 3 ? 4 : 7);
  switch (kind) {
    case 0:
      return null;
    case 1:
      return chance.is(0.5);
    case 2:
      return chance.pick(HOSTILE_NUMBERS);
    case 3:
    case 4:
      return chance.pick(HOSTILE_TEXTS);
    case 5:
      return Array.from({ length: chance.between(0, 4) }, () => hostile(chance, depth + 1));
    case 6:
      return Array.from({ length: chance.between(100, 2_000) }, () => chance.pick(HOSTILE_NUMBERS));
    default:
      return Object.fromEntries(
        Array.from({ length: chance.between(0, 5) }, () => [chance.pick(HOSTILE_TEXTS), hostile(chance, depth + 1)]),
      );
  }
}

/** A value that the schema allows, as far as the schema says what it allows. */
export function valid(schema: Schema, chance: Chance, known: Known, name = ""): unknown {
  if (name === "waitS") return 0;
  const allowed = known[name]?.filter((choice) => fits(schema, choice));
  if (allowed && allowed.length > 0 && chance.is(0.94)) return chance.pick(allowed);
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return chance.pick(schema.enum);
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return valid(chance.pick(options), chance, known, name);
  const type = Array.isArray(schema.type) ? chance.pick(schema.type) : schema.type;
  switch (type) {
    case "null":
      return null;
    case "boolean":
      return chance.is(0.5);
    case "integer":
    case "number":
      return number(schema, chance);
    case "string":
      return text(schema, chance);
    case "array": {
      const min = schema.minItems ?? 0;
      const length = chance.between(min, Math.min(schema.maxItems ?? 3, min + 3));
      const made = Array.from({ length }, () => valid(schema.items ?? {}, chance, known, name));
      return chance.is(0.5) ? made.filter((one, at) => made.indexOf(one) === at) : made;
    }
    default:
      return object(schema, chance, known);
  }
}

function object(schema: Schema, chance: Chance, known: Known): Record<string, unknown> {
  const required = new Set(schema.required ?? []);
  const made: Record<string, unknown> = {};
  for (const [name, part] of Object.entries(schema.properties ?? {})) {
    if (required.has(name) || chance.is(0.3)) made[name] = valid(part, chance, known, name);
  }
  const { additionalProperties: others, propertyNames } = schema;
  if (typeof others === "object" && chance.is(0.3)) {
    const name = valid(propertyNames ?? { type: "string" }, chance, known, "role");
    made[String(name)] = valid(others, chance, known, "role");
  }
  return made;
}

const patterns = new Map<string, RegExp>();

function patternOf(text: string): RegExp {
  const made = patterns.get(text) ?? new RegExp(text, "u");
  patterns.set(text, made);
  return made;
}

/** Whether a value that exists is one for this place: names mean different things in different places. */
function fits(schema: Schema, value: unknown): boolean {
  if (schema.enum) return schema.enum.includes(value);
  if (schema.const !== undefined) return schema.const === value;
  const options = schema.anyOf ?? schema.oneOf;
  if (options) return options.some((option) => fits(option, value));
  const types = [schema.type ?? []].flat();
  if (typeof value === "string") {
    if (types.length > 0 && !types.includes("string")) return false;
    if (schema.format === "uuid" && !UUID.test(value)) return false;
    return schema.pattern === undefined || patternOf(schema.pattern).test(value);
  }
  if (typeof value === "number") return types.length === 0 || types.includes("number") || types.includes("integer");
  return types.length === 0 || types.includes("object");
}

function number(schema: Schema, chance: Chance): number {
  const min = schema.minimum ?? (schema.exclusiveMinimum ?? -1) + 1;
  const max = Math.min(schema.maximum ?? min + 1_000, 2 ** 53 - 1);
  return chance.is(0.2) ? min : chance.is(0.2) ? max : chance.between(min, max);
}

function text(schema: Schema, chance: Chance): string {
  if (schema.format === "uuid") return "0198a1b2-0000-7000-8000-0000000000ab";
  if (schema.format === "base64") return "aGVsbG8=";
  const pattern = schema.pattern === undefined ? null : patternOf(schema.pattern);
  const fitting = WORDS.filter((word) => pattern === null || pattern.test(word));
  // Names must often be new.
  const fresh = `w${chance.between(1, 1_000_000_000)}`;
  if (chance.is(0.3) && (pattern === null || pattern.test(fresh))) return fresh;
  const long = chance.pick(fitting.length > 0 ? fitting : WORDS);
  const padded = long.padEnd(schema.minLength ?? 0, "x");
  return padded.slice(0, schema.maxLength ?? padded.length);
}

/** An allowed value with one thing about it that is not. */
export function nearlyValid(schema: Schema, chance: Chance, known: Known): unknown {
  const value = valid(schema, chance, known);
  return spoil(value, chance);
}

function spoil(value: unknown, chance: Chance): unknown {
  if (typeof value !== "object" || value === null || chance.is(0.1)) return hostile(chance, 2);
  if (Array.isArray(value)) {
    if (value.length === 0) return [hostile(chance, 2)];
    const at = chance.between(0, value.length - 1);
    return value.with(at, spoil(value[at], chance));
  }
  const names = Object.keys(value);
  const name = names.length === 0 ? "extra" : chance.pick(names);
  const { [name]: part, ...others } = value as Record<string, unknown>;
  if (chance.is(0.15)) return others;
  if (chance.is(0.15)) return { ...value, [chance.pick(HOSTILE_TEXTS)]: hostile(chance, 2) };
  return { ...others, [name]: spoil(part, chance) };
}
