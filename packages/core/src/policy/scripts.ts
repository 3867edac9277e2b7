import { isGuarded, isSecretFile } from "./files.ts";
import { programOf, type Run, touchOf } from "./run.ts";
import type { Touch } from "./touch.ts";

/** Programs with a language of their own whose scripts read and write files. */
const SCRIPTED = /^(g?sed|[gmn]?awk|sqlite3|duckdb|psql|mysql|mariadb|yq|ed|ex|vim?|nvim)$/;

/** Guarded files and files with secrets that a program's own script names: `sed 'r .env'`. */
export function inScripts(run: Run): Touch[] {
  if (!SCRIPTED.test(programOf(run))) return [];
  return run.words.slice(1).flatMap((word) =>
    word.text
      .split(/[\s"'`(),;=<>{}]+|(?<=^[\d$,]*[rRwW])(?=[./~])/)
      .filter((text) => text !== word.text && text.includes("."))
      .flatMap((text): Touch[] => {
        const part = { ...word, text };
        if (isGuarded(text)) return [touchOf(part, run.cwd, "write")];
        return isSecretFile(text) ? [touchOf(part, run.cwd, "read")] : [];
      }),
  );
}
