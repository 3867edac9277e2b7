import { parse, stringify } from "yaml";
import { type CarriedFile, type Json, textFile } from "./carried.ts";
import { timeText } from "./document-ids.ts";

/**
 * JSON values with keys in the documents' form: `blockedBy` becomes `blocked_by`, and moments become text. Ids as keys
 * stay as they are.
 */
export function documented(value: unknown, key = ""): Json {
  if (Array.isArray(value)) return value.map((one) => documented(one, key));
  if (typeof value === "number") {
    if (isMoment(key, value)) return timeText(value);
    return Number.isFinite(value) ? value : null;
  }
  if (typeof value === "object" && value !== null)
    return Object.fromEntries(
      Object.entries(value)
        .filter(([, one]) => one !== undefined)
        .map(([name, one]) => [snakeOf(name), documented(one, name)]),
    );
  return value === undefined ? null : (value as Json);
}

/** Epoch ms: no year before 1973 is meant, and no count is that large. */
function isMoment(key: string, value: number): boolean {
  return /^(at|since|until)$|[a-z](At|Since|Until|By)$/.test(key) && value > 1e11 && value < 1e14;
}

function snakeOf(key: string): string {
  return /^[a-z]+(?:[A-Z][a-z0-9]*)+$/.test(key) ? key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`) : key;
}

/** What is read back is what was written, whatever the texts contain: if YAML's own forms don't keep one, JSON's do. */
export function writeYaml(heading: string, data: Json): string {
  const head = `# ${heading.replace(/\s+/g, " ")}\n`;
  const plain = stringify(data, { lineWidth: 0, aliasDuplicateObjects: false, version: "1.2" });
  const body = isSame(plain, data) ? plain : `${JSON.stringify(data, null, 2)}\n`;
  return head + body;
}

export function documentFile(path: string, heading: string, data: object): CarriedFile {
  return textFile(path, writeYaml(heading, documented(data)));
}

function isSame(text: string, data: Json): boolean {
  try {
    return JSON.stringify(parse(text)) === JSON.stringify(data);
  } catch {
    return false;
  }
}
