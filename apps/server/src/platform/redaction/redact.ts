import { refuse } from "@squadroom/core/kernel/refusal";
import { ASSIGNMENT_HINTS, redactAssignments } from "./assignments.ts";
import { HEADER_HINTS, redactHeaders } from "./headers.ts";
import { redactPrivateKeys } from "./private-keys.ts";
import { redactTokens, TOKEN_HINTS } from "./tokens.ts";

/** One look at a text tells whether any rule could match: most have nothing of the kind. */
const hint = new RegExp(
  ["-----BEGIN ", ...TOKEN_HINTS, ...HEADER_HINTS, ...ASSIGNMENT_HINTS].join("|"),
  "i",
);

/** Deeper than any body of the contract. */
const DEPTH_MAX = 100;
/** Longer than any text of it, UTF-16 units; some millions more, and regular expressions overflow. */
const TEXT_MAX = 2_000_000;

/**
 * Replaces the secrets in all strings of a JSON value by `[redacted:<rule>]`; what has none is
 * returned as it is, the very same object. Everything that reaches a room goes through it first, so
 * what these rules match is in no table, log, stream or export. In linear time; applied again, it
 * changes nothing.
 *
 * @throws RefusalError `bad_request` for what is nested over a hundred deep, `payload_too_large` for a
 * text of over two million characters
 */
export function redact<T>(value: T): T {
  return redactValue(value, 0) as T;
}

function redactValue(value: unknown, depth: number): unknown {
  if (typeof value === "string") return redactText(value);
  if (typeof value !== "object" || value === null) return value;
  if (depth === DEPTH_MAX) throw refuse("bad_request", "The body is nested too deep.");
  if (Array.isArray(value)) return redactList(value, depth + 1);
  const prototype: unknown = Object.getPrototypeOf(value);
  if (prototype !== Object.prototype && prototype !== null) return value;
  const entries = Object.entries(value);
  const redacted = redactList(
    entries.map(([, member]) => member),
    depth + 1,
  );
  const isSame = entries.every(([, member], i) => member === redacted[i]);
  return isSame ? value : Object.fromEntries(entries.map(([name], i) => [name, redacted[i]]));
}

function redactList(list: unknown[], depth: number): unknown[] {
  const redacted = list.map((member) => redactValue(member, depth));
  return redacted.every((member, i) => member === list[i]) ? list : redacted;
}

function redactText(text: string): string {
  if (text.length > TEXT_MAX) throw refuse("payload_too_large", "A text of the body is too long.");
  if (!hint.test(text)) return text;
  // Blocks first, then what is known by its form, then what only its name gives away.
  return redactAssignments(redactHeaders(redactTokens(redactPrivateKeys(text))));
}
