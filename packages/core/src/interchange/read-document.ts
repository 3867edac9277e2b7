import { type Document, isScalar, LineCounter, parseDocument, visit } from "yaml";
import { tooDear } from "../team/too-dear.ts";
import { type Finding, readText } from "./read-text.ts";

/** Longer documents are kept as files without being read. */
export const DOCUMENT_BYTES_MAX = 256_000;
/** Most values that anchors may repeat. */
const ALIASES_MAX = 100;

/** A file's text as data, with the place of each value. */
export interface ReadDocument {
  /** As it is kept; `null`: it is not text. */
  text: string | null;
  /** `undefined`: it could not be read. */
  data: unknown;
  findings: Finding[];
  /** Line of a value, or of the nearest one around it. */
  lineOf(path: readonly (string | number)[]): number | null;
}

/**
 * A document of YAML, of JSON, or of YAML in a markdown file's front matter or fenced block. Always returns, whatever
 * the bytes are.
 */
export function readDocument(bytes: Uint8Array): ReadDocument {
  const { text, findings } = readText(bytes);
  const unread = { text, data: undefined, findings, lineOf: () => null };
  if (text === null) return unread;
  const failed = (line: number | null, message: string): ReadDocument => {
    const outcome = "Left out of the lists; its file is kept.";
    findings.push({ line, level: "error", code: "unreadable", message, outcome });
    return unread;
  };
  if (bytes.byteLength > DOCUMENT_BYTES_MAX) {
    const message = `It has more than ${DOCUMENT_BYTES_MAX / 1000} kB.`;
    const outcome = "Not read; its file is kept.";
    findings.push({ line: null, level: "error", code: "too_large", message, outcome });
    return unread;
  }
  const { source, before } = blockIn(text);
  const dear = tooDear(source);
  if (dear) return failed(before + dear.line, dear.message);
  const counter = new LineCounter();
  try {
    const document = parseDocument(source, {
      lineCounter: counter,
      prettyErrors: false,
      version: "1.2" as const,
      uniqueKeys: true,
      logLevel: "error" as const,
      stringKeys: true,
    });
    const lineAt = (offset: number) => before + counter.linePos(offset).line;
    const [error] = document.errors;
    if (error) return failed(lineAt(error.pos[0]), sentence(error.message));
    const changed = keepNumbers(document, source, lineAt);
    findings.push(...changed);
    const data: unknown = document.toJS({ maxAliasCount: ALIASES_MAX });
    return { text, data, findings, lineOf: (path) => placeOf(document, path, lineAt) };
  } catch (error) {
    return failed(null, sentence(error instanceof Error ? error.message : "It can't be read."));
  }
}

/** The part of a markdown file that is YAML, and the number of lines before it. */
function blockIn(text: string): { source: string; before: number } {
  const front = /^---\n([\s\S]*?)^(?:---|\.\.\.)[ \t]*$/m.exec(text);
  if (front?.index === 0) return { source: front[1] ?? "", before: 1 };
  const fence = /^```(?:ya?ml|json)[ \t]*\n([\s\S]*?)^```[ \t]*$/m.exec(text);
  if (fence) {
    const before = text.slice(0, fence.index).split("\n").length;
    return { source: fence[1] ?? "", before };
  }
  return { source: text, before: 0 };
}

/** Numbers that a double can't represent as written become text. */
function keepNumbers(document: Document, source: string, lineAt: (offset: number) => number) {
  const findings: Finding[] = [];
  visit(document, {
    Scalar(_key, node) {
      const { value, range } = node;
      if (typeof value !== "number" || !range) return;
      const written = source.slice(range[0], range[1]);
      const isPlain = Number.isFinite(value) && (!Number.isInteger(value) || Number.isSafeInteger(value));
      if (isPlain && written.replace(/[^\d]/g, "").length < 17) return;
      node.value = written;
      findings.push({
        line: lineAt(range[0]),
        level: "warning",
        code: "number_changed",
        message: `${written.slice(0, 40)} is no number that can be kept as it is.`,
        outcome: "Read as text.",
      });
    },
  });
  return findings;
}

function placeOf(
  document: Document,
  path: readonly (string | number)[],
  lineAt: (offset: number) => number,
): number | null {
  for (let n = path.length; n > 0; n--) {
    const node = document.getIn(path.slice(0, n), true);
    const range = isScalar(node) || isRanged(node) ? node.range : null;
    if (range) return lineAt(range[0]);
  }
  return null;
}

function isRanged(node: unknown): node is { range: [number, number, number] | null } {
  return typeof node === "object" && node !== null && "range" in node;
}

function sentence(text: string): string {
  const line = text.split("\n")[0]?.slice(0, 200) ?? "";
  return line.endsWith(".") ? line : `${line}.`;
}
