import { isStorable, storable } from "../kernel/storable.ts";
import { unreachable } from "../kernel/unreachable.ts";
import { type FieldFacts, toReplyId } from "./fields.ts";
import type { Mending } from "./mending.ts";
import { excerpt } from "./repair.ts";

const NUMBER_TEXT = /^-?\d{1,15}(?:\.\d{1,15})?$/;
/** Longer texts are refused, whatever is in them. */
const MENDED_MAX = 100_000;
/** Longer ones can't be a choice, flag or number. */
const WORD_MAX = 100;

/** One of a few words, whatever its case, or a synonym. @param synonyms in lower case */
export function mendChoice(
  words: readonly string[],
  value: unknown,
  { path, repairs }: Mending,
  synonyms: Record<string, string> = {},
): unknown {
  if (typeof value !== "string" || value.length > WORD_MAX || words.includes(value)) return value;
  const given = value.trim().toLowerCase();
  const word = words.find((one) => one.toLowerCase() === given);
  if (word === undefined) {
    const meant = Object.hasOwn(synonyms, given) ? synonyms[given] : undefined;
    if (meant === undefined) return value;
    repairs.add("synonym", path, `${excerpt(value)} was read as ${meant}.`);
    return meant;
  }
  repairs.add("case", path, `${excerpt(value)} was read as ${word}.`);
  return word;
}

export function mendFlag(value: unknown, { path, repairs }: Mending): unknown {
  if (typeof value !== "string" || value.length > WORD_MAX) return value;
  const word = value.trim().toLowerCase();
  if (word !== "true" && word !== "false") return value;
  repairs.add("converted", path, `The text ${excerpt(value)} was read as ${word}.`);
  return word === "true";
}

export function mendNumber(value: unknown, { path, repairs }: Mending): unknown {
  if (typeof value !== "string" || value.length > WORD_MAX) return value;
  const digits = value.trim();
  if (!NUMBER_TEXT.test(digits)) return value;
  repairs.add("converted", path, `The text ${excerpt(value)} was read as a number.`);
  return Number(digits);
}

export function mendText(facts: FieldFacts | undefined, value: unknown, mending: Mending): unknown {
  const { path, repairs } = mending;
  let text = value;
  if (typeof text === "number") {
    repairs.add("converted", path, "A number was read as a text.");
    text = String(text);
  }
  if (facts?.holds === "text" && isTexts(text)) {
    repairs.add("joined", path, "A list of texts was read as the lines of one text.");
    text = text.join("\n");
  }
  if (typeof text !== "string" || text.length > MENDED_MAX) return text;
  return mendHeld(facts?.holds ?? "text", kept(text, mending), mending);
}

function mendHeld(holds: FieldFacts["holds"], text: string, { path, repairs }: Mending): unknown {
  switch (holds) {
    case "text":
      return text;
    case "line": {
      const trimmed = text.trim();
      // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
      if (!/[\u0000-\u001f\u007f]/.test(trimmed)) return text;
      repairs.add("joined", path, "Its lines were joined into one.");
      // biome-ignore lint/suspicious/noControlCharactersInRegex: as above; one class, so that time is linear
      return trimmed.replace(/[\s\u0000-\u001f\u007f]+/g, " ").trim();
    }
    case "id": {
      const id = toReplyId(text.trim());
      if (id !== text) repairs.add("id_changed", path, `${excerpt(text)} became ${id === "" ? "no id" : id}.`);
      return id === "" ? undefined : id;
    }
    case "role": {
      const role = text.trim().toLowerCase();
      if (role !== text) repairs.add("case", path, `${excerpt(text)} was read as the role ${excerpt(role)}.`);
      return role;
    }
    default:
      return unreachable(holds);
  }
}

function isTexts(value: unknown): value is string[] {
  return Array.isArray(value) && value.length > 0 && value.every((one) => typeof one === "string");
}

/** What no database keeps becomes the replacement character. */
function kept(text: string, { path, repairs }: Mending): string {
  if (isStorable(text)) return text;
  repairs.add("character_replaced", path, "NUL or half a character was replaced by \ufffd.");
  return storable(text);
}
