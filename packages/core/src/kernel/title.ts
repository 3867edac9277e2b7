import { cut } from "./storable.ts";

const CONTROL = /\p{Cc}+/gu;

function firstLine(body: string): string | undefined {
  for (const [part] of body.matchAll(/[^\n\r\u2028\u2029]+/g)) {
    const line = part.replace(CONTROL, " ").trim();
    if (line !== "") return line;
  }
  return undefined;
}

/** The first line, without control characters, cut at a word, for lists; never empty. */
export function titleOf(body: string, max = 80): string {
  const first = firstLine(body) ?? "…";
  if (first.length <= max) return first;
  const whole = cut(first, max - 1);
  const space = whole.lastIndexOf(" ");
  return `${(space > max / 2 ? whole.slice(0, space) : whole).trimEnd()}…`;
}
