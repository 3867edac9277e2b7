import { isGuarded, isSecretFile } from "./files.ts";
import type { Word } from "./run.ts";
import { inside, joined } from "./touch.ts";

/** It may lead out of the project, or to a file with secrets. */
export function isPathlike({ text, isKnown }: Word): boolean {
  if (/^[a-z][a-z0-9+.-]*:\/\//i.test(text)) return /^file:/i.test(text);
  const path = text.replace(/^@/, "");
  return (
    isKnown &&
    (/^(\/(?!$|\/)|~|\.\.(\/|$))|\/\.\.(\/|$)|^\/$/.test(path) ||
      /(^|\/)\.[\w]/.test(path) ||
      (!/\s/.test(path) && isSecretFile(path)))
  );
}

/** Whether a name, seen from the command's folder, is that of a file that guards the agents. */
export function guardsAt(name: string, cwd: string | null): boolean {
  const path = cwd === null ? name : joined(cwd, name);
  return /[./]/.test(name) && isGuarded(inside(path) ?? path);
}

/** Options that name what is read, and parts of option names that say where something is written. */
export const NAMES_INPUT =
  /^-*(c|f|r|i|p|s|in|from|stdin|input|conf|config|project|tsconfig|rc|settings|schema|require|import|loader|include|exclude|ignore|env|files?|paths?|glob|cwd|root|entry|src|source|test|grep|filter|rules|plugin)(dir|file|path|name|pattern|s)?$|^-*\w*[-_]?(config|ignore|rc|env)[-_]?(file|path|dir)?$/i;
export const NAMES_OUTPUT =
  /^-.*(out|dest|report|result|junit|xml|log|blob|save|write|target|prof|temp|tmp|cache|trace|dump|info|dir$|(file|path|to)$)/i;
