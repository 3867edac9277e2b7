import { Lexer } from "yaml";

/** Most tokens of one document: each may take 50 µs to read. */
const TOKENS_MAX = 60_000;
/** Deepest nesting of collections, and deepest indentation of a line. */
const DEPTH_MAX = 60;
const COLUMNS_MAX = 200;

/**
 * Why a document would cost more to read than any that people or agents write; `null`: it wouldn't. A YAML reader
 * recurses, and a document that nests deeply enough ends the process; tokens are found one by one.
 *
 * @param tokensMax how many tokens the document may have
 */
export function tooDear(source: string, tokensMax = TOKENS_MAX): { line: number; message: string } | null {
  let tokens = 0;
  let line = 1;
  let brackets = 0;
  let signs = 0;
  let startsLine = true;
  for (const token of new Lexer().lex(source)) {
    tokens += 1;
    const isSpace = /^[ \t]+$/.test(token);
    if (startsLine && isSpace && token.length > COLUMNS_MAX)
      return { line, message: `It has a line that is set in by ${token.length} columns.` };
    if (token === "[" || token === "{") brackets += 1;
    else if (token === "]" || token === "}") brackets -= 1;
    if (token === "-" || token === "?" || token === ":") signs += 1;
    else if (!isSpace) signs = 0;
    if (brackets > DEPTH_MAX || signs > DEPTH_MAX) return { line, message: "Its values are nested too deeply." };
    if (tokens > tokensMax) return { line, message: "It has too many values." };
    startsLine = token === "\n" || token.startsWith("\u0002");
    for (let at = token.indexOf("\n"); at >= 0; at = token.indexOf("\n", at + 1)) line += 1;
  }
  return null;
}
