import { type Output, readOutputs } from "../kernel/assignment.ts";
import type { Level, ProblemCode } from "./problem.ts";
import type { ReadDocument } from "./read-document.ts";

type Path = readonly (string | number)[];
export type Say = (line: number | null, level: Level, code: ProblemCode, message: string, outcome: string) => void;

/** Values of one document, each in the type that its reader wants; all else is reported with its line and left out. */
export function fieldsOf(document: ReadDocument, say: Say) {
  const { data, lineOf } = document;

  function at(paths: readonly Path[]): { value: unknown; path: Path } | null {
    for (const path of paths) {
      let value: unknown = data;
      for (const key of path) value = own(value, key);
      if (value !== undefined && value !== null) return { value, path };
    }
    return null;
  }
  function wrong(path: Path, wanted: string): null {
    const message = `${path.join(".")} is no ${wanted}.`;
    say(lineOf(path), "warning", "wrong_type", message, "Read as if it were not there; its file is kept.");
    return null;
  }

  return {
    /** The document's keys, at the top level. */
    keys: (): string[] => Object.keys(data ?? {}),
    /** A text; numbers and booleans count as texts. */
    text(...paths: Path[]): string | null {
      const found = at(paths);
      if (!found) return null;
      return textIn(found.value) ?? wrong(found.path, "text");
    },
    number(...paths: Path[]): number | null {
      const found = at(paths);
      if (!found) return null;
      const value =
        typeof found.value === "string" && /^-?\d{1,15}(\.\d{1,9})?$/.test(found.value)
          ? Number(found.value)
          : found.value;
      return typeof value === "number" ? value : wrong(found.path, "number");
    },
    isTrue(...paths: Path[]): boolean {
      const found = at(paths);
      if (!found) return false;
      if (typeof found.value === "boolean") return found.value;
      wrong(found.path, "yes or no");
      return false;
    },
    /** A time, epoch ms. */
    time(...paths: Path[]): number | null {
      const found = at(paths);
      if (!found) return null;
      const { value } = found;
      const isIso = typeof value === "string" && /^\d{4}-\d\d-\d\d([T ]\d\d:\d\d|$)/.test(value);
      const ms = isIso ? Date.parse(value) : Number.NaN;
      return Number.isFinite(ms) ? ms : wrong(found.path, "time like 2024-01-15T10:00:00Z");
    },
    /**
     * A list of texts; one text stands for a list of it, and a map for the list of its values. To YAML an unquoted text
     * with a colon is a map of one pair: it is read as the text that was meant.
     */
    texts(...paths: Path[]): string[] {
      const found = at(paths);
      if (!found) return [];
      const { value, path } = found;
      if (typeof value === "string") return [value];
      if (typeof value !== "object" || value === null) return wrong(path, "list") ?? [];
      return Object.entries(value).flatMap(([key, one]) => {
        const text = textIn(one) ?? (Array.isArray(value) ? pairIn(one) : null);
        if (text !== null) return [text];
        if (one !== null) wrong([...path, Array.isArray(value) ? Number(key) : key], "text");
        return [];
      });
    },
    /** A map from names to paths, or a list; an output that an export names by its number has no name. */
    outputs(...paths: Path[]): Output[] {
      const found = at(paths);
      if (!found) return [];
      const { value, path } = found;
      const said = readOutputs(typeof value === "string" ? [value] : value);
      if (!Array.isArray(said)) return wrong(path, "list") ?? [];
      return said.flatMap((one: unknown, i): Output[] => {
        const to = textIn(own(one, "path") ?? one);
        const name = textIn(own(one, "name"));
        if (to !== null) return [name === null || name === outputKey(i) ? to : { name, path: to }];
        if (one !== null) wrong([...path, Array.isArray(value) ? i : (name ?? i)], "text");
        return [];
      });
    },
    list(...paths: Path[]): unknown[] {
      const found = at(paths);
      if (!found) return [];
      return Array.isArray(found.value) ? found.value : (wrong(found.path, "list") ?? []);
    },
    line: (...paths: Path[]) => lineOf(at(paths)?.path ?? paths[0] ?? []),
  };
}
export type Fields = ReturnType<typeof fieldsOf>;

/** What documents call an output without a name. */
export function outputKey(i: number): string {
  return `output_${i + 1}`;
}

/** Only its own member, never an inherited one. */
function own(value: unknown, key: string | number): unknown {
  if (typeof value !== "object" || value === null || !Object.hasOwn(value, key)) return undefined;
  return (value as Record<string | number, unknown>)[key];
}

function textIn(value: unknown): string | null {
  return ["string", "number", "boolean"].includes(typeof value) ? String(value) : null;
}

function pairIn(value: unknown): string | null {
  if (typeof value !== "object" || value === null || Array.isArray(value)) return null;
  const [[key, of] = ["", null], ...more] = Object.entries(value);
  const text = textIn(of);
  return text === null || more.length > 0 ? null : `${key}: ${text}`;
}
