/** What a value costs besides its letters: a number, a name, a place in a list. */
const EACH = 8;

/** Letters of all texts in a value, UTF-16 units, and a little for everything else: about its size in memory, bytes. */
export function lettersIn(value: unknown): number {
  if (typeof value === "string") return EACH + value.length;
  if (typeof value !== "object" || value === null) return EACH;
  let letters = EACH;
  if (Array.isArray(value)) for (const part of value) letters += lettersIn(part);
  else for (const name in value) letters += lettersIn((value as Record<string, unknown>)[name]);
  return letters;
}
