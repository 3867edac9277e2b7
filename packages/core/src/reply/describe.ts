import * as z from "zod";
import { DEFAULT_TIMEOUT_S } from "../kernel/time-limit.ts";
import { fieldFacts, ID_RULE, listFacts, numberFacts, placeholder } from "./fields.ts";
import { type ReplyType, replyShapes } from "./shapes.ts";

type Schema = z.core.$ZodType;

/** Stands for any other number in an example. */
const NUMBER = 3;

const described = new Map<ReplyType, string>();

/** The shape of a reply as an agent reads it: an example that is JSON, and the rules in one line. */
export function shapeText(type: ReplyType): string {
  const text = described.get(type) ?? describe(type);
  described.set(type, text);
  return text;
}

function describe(type: ReplyType): string {
  const { shape } = replyShapes[type];
  const members = Object.entries(shape).map(([name, field]) => `  "${name}": ${exampleOf(field)}`);
  return `\`\`\`json\n{\n${members.join(",\n")}\n}\n\`\`\`\n\n${rulesOf(type)}\n`;
}

/** One line of JSON. */
function exampleOf(field: Schema): string {
  const schema = requiredOf(field);
  if (schema instanceof z.ZodObject) {
    const members = Object.entries(schema.shape).map(([name, one]) => `"${name}": ${exampleOf(one)}`);
    return `{ ${members.join(", ")} }`;
  }
  if (schema instanceof z.ZodArray) return `[${exampleOf(schema.element)}]`;
  if (schema instanceof z.ZodEnum) return JSON.stringify(schema.options.join(" | "));
  if (schema instanceof z.ZodLiteral) return JSON.stringify(schema.value);
  if (schema instanceof z.ZodBoolean) return "false";
  if (schema instanceof z.ZodNumber) return String(numberFacts.get(schema)?.example ?? NUMBER);
  if (schema instanceof z.ZodUnion) return exampleOf(schema.options.at(-1) ?? schema);
  const { holds, hint } = fieldFacts.get(schema as z.ZodString) ?? { holds: "text", hint: "text" };
  return JSON.stringify(holds === "id" ? hint : placeholder(hint));
}

function rulesOf(type: ReplyType): string {
  const fields = fieldsBelow(replyShapes[type], "");
  const rules = [
    `Rules: exactly one JSON object with "type": "${type}"`,
    "your own words in place of <…>",
    'escape a quote in a text as \\"',
    ...fields.flatMap(({ path, schema }) => ruleOf(path, schema)),
    ...EXTRA[type],
    listed(
      "optional: ",
      fields.filter(({ mayBeAbsent }) => mayBeAbsent),
    ),
  ];
  return `${rules.filter((rule) => rule !== "").join("; ")}.`;
}

/** What no schema of a single field says. */
const EXTRA: Record<ReplyType, readonly string[]> = {
  scout: ["at least one of `files`, `patterns`, `top5` and `notes` is filled in"],
  triage: ["`batches` are done one after another, `splits` are independent of each other"],
  questions: ["a question of type choice has `options`"],
  approaches: ["`recommendation` is the id of one of the approaches"],
  design: [],
  plan: [
    "`requires` lists the ids of tasks that must be done first",
    `\`timeoutS\` counts seconds from the claim, ${DEFAULT_TIMEOUT_S} where it is left out`,
    "`boundaries` say what that task alone may and must not change",
  ],
  review: ["a review with a critical finding has not passed"],
  perspective: ["`rating` goes from 1, unusable, to 5"],
};

function ruleOf(path: string, schema: Schema): string[] {
  if (schema instanceof z.ZodEnum) return [`\`${path}\` is one of ${schema.options.join(", ")}`];
  if (schema instanceof z.ZodNumber) return [`\`${path}\` is a whole number`];
  if (schema instanceof z.ZodBoolean) return [`\`${path}\` is true or false`];
  const list = schema instanceof z.ZodArray ? listFacts.get(schema) : undefined;
  if (list === undefined) return [];
  if (list.idPrefix === null) return [];
  return [`\`${path}\` has ${list.min} to ${list.max} elements, each with an \`id\` of its own (${ID_RULE})`];
}

interface FieldBelow {
  path: string;
  schema: Schema;
  mayBeAbsent: boolean;
}

function fieldsBelow(object: z.ZodObject, prefix: string): FieldBelow[] {
  return Object.entries(object.shape).flatMap(([name, field]) => {
    const schema = requiredOf(field);
    const path = `${prefix}${name}`;
    const here = { path, schema, mayBeAbsent: schema !== field };
    const element = schema instanceof z.ZodArray ? schema.element : null;
    if (element instanceof z.ZodEnum)
      return [here, { ...here, path: `${path}[]`, schema: element, mayBeAbsent: false }];
    return element instanceof z.ZodObject ? [here, ...fieldsBelow(element, `${path}[].`)] : [here];
  });
}

function requiredOf(field: Schema): Schema {
  if (field instanceof z.ZodOptional || field instanceof z.ZodDefault) return requiredOf(field.unwrap());
  return field;
}

function listed(before: string, fields: readonly FieldBelow[]): string {
  if (fields.length === 0) return "";
  return `${before}${fields.map(({ path }) => `\`${path}\``).join(", ")}`;
}
