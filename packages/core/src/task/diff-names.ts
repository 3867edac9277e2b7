const ESCAPES: Readonly<Record<string, number>> = { a: 7, b: 8, t: 9, n: 10, v: 11, f: 12, r: 13 };

/** Git quotes a path with characters other than these: `"src/\303\244.ts"` is `src/ä.ts`. */
export function unquoted(path: string): string {
  const inner = /^"(.*)"$/s.exec(path)?.[1];
  if (inner === undefined) return path;
  const bytes: number[] = [];
  for (const [, octal, letter, plain = ""] of inner.matchAll(/\\([0-7]{3})|\\(.)|([^\\]+)/gsu)) {
    if (octal !== undefined) bytes.push(Number.parseInt(octal, 8) & 255);
    else if (letter !== undefined && ESCAPES[letter] !== undefined) bytes.push(ESCAPES[letter]);
    else bytes.push(...new TextEncoder().encode(letter ?? plain));
  }
  return new TextDecoder("utf-8", { ignoreBOM: true }).decode(Uint8Array.from(bytes));
}

/** One side of a header, quoted or not, without the tab and the time after it. */
export function sideOf(text: string): string {
  return unquoted(text.split("\t")[0] ?? "");
}

/** `a/` and `b/`, what `diff.mnemonicPrefix` writes in their place, and the sides of `--no-index`. */
const LETTER = /^[abciwo12]\//;

/** A name as `diff -u` has it: with git's letters before it, or with nothing. */
export function plainName(side: string): string {
  const name = side.trim();
  return name === "/dev/null" ? name : name.replace(LETTER, "");
}

/** What a rename says about itself; it has no prefix. */
export interface Moved {
  from: string;
  to: string;
}

/**
 * The file that `diff --git LEFT RIGHT` is about. Both sides have one name after their prefixes, whatever a user's
 * settings make of these, unless a rename says so itself or two files are compared. `null`: nobody can tell.
 */
export function headerName(both: string, moved: Partial<Moved>): string | null {
  if (moved.to !== undefined) return moved.to;
  const pairs = splits(both);
  // One of the user's own prefixes may be longer; blanks in a name could make parts of it look like a pair.
  const half = pairs.filter(([left, right]) => left.length === right.length);
  const names = [...half, ...pairs].map((pair) => commonName(...pair));
  const longest = names.reduce((best, name) => ((name?.length ?? 0) > (best?.length ?? 0) ? name : best), null);
  const name = (half.length > 0 ? names[0] : null) ?? longest;
  if (name) return name;
  const [left = "", right = ""] = pairs.find((pair) => pair.every((side) => LETTER.test(side))) ?? [];
  return left === "" ? null : right.slice(2);
}

/** Every way to read two names from the line. */
function splits(both: string): [string, string][] {
  const quoted = /^("(?:[^"\\]|\\.)*") (.+)$/s.exec(both) ?? /^([^"]+) (".*")$/s.exec(both);
  if (quoted) return [[unquoted(quoted[1] ?? ""), unquoted(quoted[2] ?? "")]];
  return [...both.matchAll(/ /g)].map(({ index }) => [both.slice(0, index), both.slice(index + 1)]);
}

/** What both have after their prefixes: none, git's own letters, or folders of the user's choice. */
function commonName(left: string, right: string): string | null {
  if (left === right) return left;
  if (LETTER.test(left) && LETTER.test(right))
    return left.slice(2) === right.slice(2) && left[0] !== right[0] ? left.slice(2) : null;
  let same = 0;
  const shorter = Math.min(left.length, right.length);
  while (same < shorter && left.at(-1 - same) === right.at(-1 - same)) same++;
  // If only one side has a prefix, it could as well be a folder.
  if (same === shorter) return null;
  const end = left.slice(left.length - same);
  // `old/src/a.ts` and `older/src/a.ts`: the prefixes end with the first slash that both have.
  const name = end.slice(end.indexOf("/") + 1);
  const hasPrefixes = [left, right].every((side) => side.endsWith(`/${name}`));
  return hasPrefixes && name !== "" ? name : null;
}
