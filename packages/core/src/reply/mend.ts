import * as z from "zod";
import { choiceFacts, fieldFacts, itemFacts, type ListFacts, listFacts } from "./fields.ts";
import { mendIds } from "./ids.ts";
import type { Mending } from "./mending.ts";
import { isRecord } from "./read-json.ts";
import { mendChoice, mendFlag, mendNumber, mendText } from "./scalar.ts";

type Schema = z.core.$ZodType;

/**
 * A value as the schema wants it, as far as that is beyond doubt; what is in doubt stays as it is, for the schema to
 * refuse. The result has no more elements than the schema's bounds allow and no unknown members, so that the schema has
 * little to do with any input. The given value is not changed.
 */
export function mendValue(schema: Schema, value: unknown, mending: Mending): unknown {
  if (schema instanceof z.ZodOptional || schema instanceof z.ZodDefault)
    return mendValue(schema.unwrap(), value, mending);
  if (schema instanceof z.ZodObject) return mendObject(schema, value, mending);
  if (schema instanceof z.ZodUnion) return mendEither(schema, value, mending);
  if (schema instanceof z.ZodArray) return mendList(schema, value, mending);
  if (schema instanceof z.ZodEnum)
    return mendChoice(schema.options.map(String), value, mending, choiceFacts.get(schema)?.synonyms);
  if (schema instanceof z.ZodLiteral) return mendChoice([...schema.values].map(String), value, mending);
  if (schema instanceof z.ZodBoolean) return mendFlag(value, mending);
  if (schema instanceof z.ZodNumber) return mendNumber(value, mending);
  if (schema instanceof z.ZodString) return mendText(fieldFacts.get(schema), value, mending);
  return value;
}

/** A text or an object, whichever it is. */
function mendEither(schema: z.ZodUnion, value: unknown, mending: Mending): unknown {
  const kind = isRecord(value) ? z.ZodObject : z.ZodString;
  const option = schema.options.find((one) => one instanceof kind);
  return option ? mendValue(option, value, mending) : value;
}

function mendObject(schema: z.ZodObject, value: unknown, mending: Mending): unknown {
  const { path, repairs } = mending;
  const main = itemFacts.get(schema)?.main;
  if (typeof value === "string" && main !== undefined) {
    repairs.add("wrapped", path, `A bare text was read as ${main}.`);
    return mendObject(schema, { [main]: value }, mending);
  }
  if (!isRecord(value)) return value;
  const named = nameMembers(schema, value, mending);
  const mended: Record<string, unknown> = {};
  for (const [name, member] of Object.entries(schema.shape)) {
    const given = named.get(name);
    if (given === undefined) continue;
    path.push(name);
    const read = readMember(member, given, mending);
    if (read !== undefined) mended[name] = read;
    path.pop();
  }
  return mended;
}

/** Known members by the schema's names; the rest is left out. */
function nameMembers(
  schema: z.ZodObject,
  value: Record<string, unknown>,
  { path, repairs }: Mending,
): Map<string, unknown> {
  const names = Object.keys(schema.shape);
  const named = new Map<string, unknown>();
  for (const name of names) if (Object.hasOwn(value, name)) named.set(name, value[name]);
  for (const given of Object.keys(value)) {
    if (Object.hasOwn(schema.shape, given)) continue;
    const name = names.find((one) => !named.has(one) && isSameName(one, given));
    if (name === undefined) {
      repairs.add("unknown_member", [...path, given], "Unknown field; it was left out.");
      continue;
    }
    named.set(name, value[given]);
    repairs.add("renamed_member", [...path, given], `It was read as ${name}.`);
  }
  return named;
}

/** `success_criteria` is `successCriteria`. */
function isSameName(name: string, given: string): boolean {
  if (given.length > 2 * name.length) return false;
  return given.replace(/[^A-Za-z0-9]/g, "").toLowerCase() === name.toLowerCase();
}

/** A member's value, or undefined if it says nothing. */
function readMember(schema: Schema, given: unknown, mending: Mending): unknown {
  const { path, repairs } = mending;
  if (given === null) {
    repairs.add("null_member", path, "null was read as absent.");
    return undefined;
  }
  const mayBeAbsent = schema instanceof z.ZodOptional || schema instanceof z.ZodDefault;
  if (mayBeAbsent && typeof given === "string" && given.trim() === "") {
    repairs.add("blank_member", path, "A blank text was read as absent.");
    return undefined;
  }
  return mendValue(schema, given, mending);
}

function mendList(schema: z.ZodArray, value: unknown, mending: Mending): unknown {
  const { path, repairs } = mending;
  const facts = listFacts.get(schema);
  if (facts === undefined) return value;
  let given = facts.read?.(value) ?? value;
  if (!Array.isArray(given)) {
    repairs.add("wrapped", path, "One element was read as a list of one.");
    given = facts.read?.([given]) ?? [given];
  }
  const kept = keptElements(given as unknown[], facts, mending);
  const mended = kept.map(([element, place]) => {
    path.push(place);
    const read = mendValue(schema.element, element, mending);
    path.pop();
    return read;
  });
  if (facts.idPrefix !== null) mendIds(mended, facts.idPrefix, mending);
  return mended;
}

/** Without elements that say nothing, and no more than the list may have; each with its place in the result. */
function keptElements(
  list: readonly unknown[],
  { max }: ListFacts,
  { path, repairs, problems }: Mending,
): [element: unknown, place: number][] {
  const kept: [unknown, number][] = [];
  let count = 0;
  for (let i = 0; i < list.length; i += 1) {
    const element = list[i];
    const isBlank = typeof element === "string" && element.trim() === "";
    if (isBlank || element === null) {
      path.push(i);
      if (isBlank) repairs.add("blank_member", path, "A blank text was left out of the list.");
      else repairs.add("null_member", path, "null was left out of the list.");
      path.pop();
    } else {
      count += 1;
      if (count <= max) kept.push([element, kept.length]);
    }
  }
  if (count > max) problems.push({ path: [...path], expected: `at most ${max} elements`, came: String(count) });
  return kept;
}
