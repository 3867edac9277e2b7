import * as z from "zod";
import { PatternText } from "../kernel/assignment.ts";
import { line, RoleNameText, text, type WordField } from "../kernel/text.ts";

/** What repairs and descriptions need to know about a field beyond its schema. */
export interface FieldFacts {
  /** `line` is one line, `text` any number of them, `id` and `role` are names by which others refer to it. */
  holds: "line" | "text" | "id" | "role";
  /** Says in an example what belongs there. */
  hint: string;
}

export interface ListFacts {
  /** Fewest and most elements. */
  min: number;
  max: number;
  /** Prefix of ids that are made for elements without one; null if elements have no id. */
  idPrefix: string | null;
  /** Reads another form of the whole list as a list; anything else comes back as it is. */
  read?: (given: unknown) => unknown;
}

export interface ItemFacts {
  /** The member that a bare text stands for. */
  main: string;
}

export interface ChoiceFacts {
  /** What others call its words, in lower case. */
  synonyms: Record<string, string>;
}

export const fieldFacts = z.registry<FieldFacts>();
export const listFacts = z.registry<ListFacts>();
export const choiceFacts = z.registry<ChoiceFacts>();
/** Stands for a number in an example. */
export const numberFacts = z.registry<{ example: number }>();
export const itemFacts = z.registry<ItemFacts>();

const ID_MAX = 60;
const ID = /^[A-Za-z0-9_.-]{1,60}$/;
const NO_ID = new Set(["__proto__", "constructor", "prototype"]);

/** Characters that an id may have, in the words of a rule. */
export const ID_RULE = `1 to ${ID_MAX} letters, digits, "_", "." or "-"`;

export function isReplyId(id: string): boolean {
  return ID.test(id) && !NO_ID.has(id);
}

/** The nearest valid id; empty if nothing in it can be part of one. */
export function toReplyId(given: string): string {
  if (isReplyId(given)) return given;
  const id = given
    .slice(0, 4 * ID_MAX)
    .replace(/[^A-Za-z0-9_.-]+/g, "-")
    .slice(0, ID_MAX)
    .replace(/-$/, "")
    .replace(/^-/, "");
  return NO_ID.has(id) ? id.replaceAll("_", "").concat("-") : id;
}

/** `base` followed by a number, within the length of an id. */
export function numberedId(base: string, number: number): string {
  const suffix = `-${number}`;
  return `${base.slice(0, ID_MAX - suffix.length)}${suffix}`;
}

export function placeholder(hint: string): string {
  return `<${hint}>`;
}

const NOT_BLANK = "text that is not blank";
const OWN_WORDS = "words of your own instead of the placeholder";

function saysSomething(schema: z.ZodString, hint: string): z.ZodString {
  return schema
    .refine((s) => s.trim() !== "", { message: NOT_BLANK })
    .refine((s) => s.trim() !== placeholder(hint), { message: OWN_WORDS });
}

/** One non-empty line. */
export function lineField(max: number, hint: string): z.ZodString {
  return saysSomething(line(max), hint).register(fieldFacts, { holds: "line", hint });
}

/** Any number of lines, not empty. */
export function textField(max: number, hint: string): z.ZodString {
  return saysSomething(text(max), hint).register(fieldFacts, { holds: "text", hint });
}

export function idField(hint: string): WordField {
  const field = z.string().refine(isReplyId, { message: ID_RULE });
  return field.register(fieldFacts, { holds: "id", hint }) as WordField;
}

export function patternField(hint: string): z.ZodString {
  return saysSomething(PatternText, hint).register(fieldFacts, { holds: "line", hint });
}

export function roleField(hint: string): WordField {
  const message = "the name of a role, in lower case";
  const field = z.string().refine((s) => RoleNameText.safeParse(s).success, { message });
  return field.register(fieldFacts, { holds: "role", hint }) as WordField;
}

export function listField<T extends z.ZodType>(element: T, max: number, min = 0): z.ZodArray<T> {
  return z.array(element).min(min).max(max).register(listFacts, { min, max, idPrefix: null });
}

/** A list of at least one element, each with an id that no other in the list has. */
export function identifiedField<T extends z.ZodType<{ id: string }>>(
  element: T,
  max: number,
  idPrefix: string,
): z.ZodArray<T> {
  return z
    .array(element)
    .min(1)
    .max(max)
    .superRefine((items: readonly { id: string }[], context) => {
      const seen = new Set<string>();
      for (const [i, { id }] of items.entries()) {
        if (seen.has(id))
          context.addIssue({
            code: "custom",
            path: [i, "id"],
            message: "an id that is unique in the list",
          });
        seen.add(id);
      }
    })
    .register(listFacts, { min: 1, max, idPrefix });
}
