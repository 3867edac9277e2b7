/** NUL, which Postgres can't store, and unpaired surrogates, which are no characters, are refused, never dropped. */
export function isStorable(text: string): boolean {
  return !text.includes("\u0000") && text.isWellFormed();
}

/** The text with U+FFFD in place of what can't be stored. */
export function storable(text: string): string {
  return text.toWellFormed().replaceAll("\u0000", "\ufffd");
}

/** A JSON value with U+FFFD in place of what can't be stored in its texts and names. */
export function storableJson(value: unknown): unknown {
  if (typeof value === "string") return storable(value);
  if (Array.isArray(value)) return value.map(storableJson);
  if (typeof value !== "object" || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, inner]) => [storable(name), storableJson(inner)]));
}

/** The first `max` units of a text, without half a character at the end. */
export function cut(text: string, max: number): string {
  return text.slice(0, max).replace(/[\ud800-\udbff]$/, "");
}
