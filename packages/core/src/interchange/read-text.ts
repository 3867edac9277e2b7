import type { Level, ProblemCode } from "./problem.ts";

export interface Finding {
  line: number | null;
  level: Level;
  code: ProblemCode;
  message: string;
  outcome: string;
}

/** Bytes as text with line feeds, without a byte order mark and NUL; `null`: they are not text. */
export function readText(bytes: Uint8Array): { text: string | null; findings: Finding[] } {
  const findings: Finding[] = [];
  let text = decoded(bytes, findings);
  if (text.startsWith("\ufeff")) {
    text = text.replace(/^\ufeff+/, "");
    findings.push(
      lineless("note", "encoding", "It begins with a byte order mark.", "Read without it, and exported with it."),
    );
  }
  const nul = text.indexOf("\u0000");
  if (nul >= 0) {
    const line = lineAt(text, nul);
    // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
    if (/[\u0001-\u0008\u000e-\u001a]/.test(text))
      return {
        text: null,
        findings: [lineless("error", "not_text", "It is no text.", "Kept as a file.")],
      };
    text = text.replaceAll("\u0000", "");
    findings.push({
      line,
      level: "warning",
      code: "not_text",
      message: "It has NUL characters.",
      outcome: "Read without them, and exported without them.",
    });
  }
  if (text.includes("\r")) {
    text = text.replace(/\r\n?/g, "\n");
    findings.push(lineless("note", "line_ends", "Its lines end in CRLF or CR.", "Exported as they are."));
  }
  return { text, findings };
}

const UTF_8 = new TextDecoder("utf-8", { fatal: true });

/** Whether these bytes can be kept as they came: readers of text accept them. */
export function isUtf8(bytes: Uint8Array): boolean {
  if (bytes.includes(0)) return false;
  try {
    UTF_8.decode(bytes);
    return true;
  } catch {
    return false;
  }
}

function decoded(bytes: Uint8Array, findings: Finding[]): string {
  const wide =
    bytes[0] === 0xff && bytes[1] === 0xfe ? "utf-16le" : bytes[0] === 0xfe && bytes[1] === 0xff ? "utf-16be" : null;
  if (wide !== null) {
    findings.push(lineless("note", "encoding", "It is written in UTF-16.", "Exported in UTF-8."));
    return new TextDecoder(wide).decode(bytes).toWellFormed();
  }
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    findings.push(
      lineless("warning", "encoding", "It is not written in UTF-8.", "Read as Windows-1252, and exported in UTF-8."),
    );
    return new TextDecoder("windows-1252").decode(bytes);
  }
}

function lineless(level: Level, code: ProblemCode, message: string, outcome: string): Finding {
  return { line: null, level, code, message, outcome };
}

/** From 1. */
export function lineAt(text: string, offset: number): number {
  let line = 1;
  for (let at = text.indexOf("\n"); at >= 0 && at < offset; at = text.indexOf("\n", at + 1)) line += 1;
  return line;
}
