import { readFileSync } from "node:fs";
import { dirname, join } from "node:path";

interface Declaration {
  file: string;
  name: string;
  text: string;
}

/**
 * The declarations that make up these names, each as all of the files declare it, and what they are made of
 * in others, without comments and spacing: what has to stay the same for old events to stay readable.
 */
export function shapeOf(files: readonly string[], names: readonly string[]): string {
  const known = new Map<string, Map<string, Declaration>>();
  const imports = new Map<string, Map<string, string>>();
  const found = new Map<string, string>();
  const visit = (at: string, name: string): void => {
    if (!known.has(at)) {
      const source = withoutComments(readFileSync(at, "utf8"));
      known.set(at, declarationsIn(source, at));
      imports.set(at, importsIn(source, at));
    }
    const declaration = known.get(at)?.get(name);
    const elsewhere = imports.get(at)?.get(name);
    if (!declaration) {
      if (elsewhere !== undefined) visit(elsewhere, name);
      return;
    }
    const key = `${name} ${at}`;
    if (found.has(key)) return;
    found.set(key, declaration.text);
    // The name of a member is no declaration.
    for (const [word] of declaration.text.matchAll(/\b[A-Za-z_]\w*\b(?!\??:)/g)) if (word !== name) visit(at, word);
  };
  for (const file of files) for (const name of names) visit(file, name);
  return [...found]
    .flatMap(([name, text]) => partsOf(name, text))
    .sort()
    .join("\n");
}

/** Payloads stand one by one: which family declares one says nothing about its shape. */
function partsOf(name: string, text: string): string[] {
  if (!name.startsWith("EventData ")) return [text];
  const members: string[] = [""];
  let depth = 0;
  for (const letter of text.slice(text.indexOf("{") + 1, -1)) {
    if ("{([".includes(letter)) depth += 1;
    if ("})]".includes(letter)) depth -= 1;
    if (depth === 0 && letter === ";") members.push("");
    else members[members.length - 1] += letter;
  }
  return members.filter((member) => member !== "");
}

function withoutComments(source: string): string {
  return source.replace(/(?<!\w)\/\*[\s\S]*?\*\//g, "").replace(/^\s*\/\/.*$/gm, "");
}

/** Interfaces, those of another file that it adds to, type aliases and constant lists of a file, by name. */
function declarationsIn(source: string, file: string): Map<string, Declaration> {
  const starts = [
    ...source.matchAll(/(?<=^|^declare module "[^"]+" \{\s+)(?:export )?(?:declare )?(?:interface|type|const) (\w+)/gm),
  ];
  return new Map(
    starts.map((start) => {
      const name = start[1] ?? "";
      return [name, { file, name, text: squeezed(statementAt(source, start.index)) }];
    }),
  );
}

/** From here to the end of the statement: its closing brace at the outer level, or its semicolon. */
function statementAt(source: string, from: number): string {
  const isInterface = /^(?:export )?interface/.test(source.slice(from, from + 20));
  let depth = 0;
  for (let i = from; i < source.length; i++) {
    const letter = source[i] ?? "";
    if ("{([".includes(letter)) depth += 1;
    if ("})]".includes(letter)) depth -= 1;
    if (depth === 0 && (letter === ";" || (isInterface && letter === "}"))) return source.slice(from, i + 1);
  }
  throw new Error(`a statement without an end: ${source.slice(from, from + 40)}`);
}

/** Independent of line breaks, spacing, trailing separators and the first bar of a union. */
function squeezed(text: string): string {
  return text
    .replace(/\s+/g, " ")
    .replace(/ ?([{}()[\]<>|&=:;,?]) ?/g, "$1")
    .replace(/[;,]([}\])])/g, "$1")
    .replace(/=\|/g, "=");
}

/** The file of every imported name. */
function importsIn(source: string, file: string): Map<string, string> {
  const names = new Map<string, string>();
  for (const [, list = "", from = ""] of source.matchAll(/import (?:type )?\{([^}]*)\} from "(\.[^"]+)"/g)) {
    for (const part of list.split(",")) names.set(part.replace(/^\s*type\s+/, "").trim(), join(dirname(file), from));
  }
  return names;
}
