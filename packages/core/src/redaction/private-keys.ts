const BEGIN = /-----BEGIN (?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)?-----/g;
const END = /-----END (?:[A-Z0-9]+ ){0,4}PRIVATE KEY(?: BLOCK)?-----/g;
/** The characters of a key's body, its line ends escaped or not. */
const BODY = /(?:(?:\\[rn]|\s)*[A-Za-z0-9+/=]{16,})+/y;
/** Longer than any key: an end further away belongs to another text. */
export const KEY_MAX = 32_768;
const MARK = "[redacted:private-key]";

/** Whole blocks; of a truncated one, its begin line and as much of its body as there is. */
export function redactPrivateKeys(text: string): string {
  let result = "";
  let done = 0;
  let end = { from: -1, to: -1 };
  BEGIN.lastIndex = 0;
  for (let found = BEGIN.exec(text); found; found = BEGIN.exec(text)) {
    const bodyAt = BEGIN.lastIndex;
    // Looked for once per end, not once per begin: the time stays linear.
    if (end.from !== Number.POSITIVE_INFINITY && end.from < bodyAt) end = nextEnd(text, bodyAt);
    const isWhole = end.from - bodyAt <= KEY_MAX;
    const to = isWhole ? end.to : bodyEnd(text, bodyAt);
    result += text.slice(done, found.index) + markOf(text.slice(found.index, to), text);
    done = to;
    BEGIN.lastIndex = done;
  }
  return done === 0 ? text : result + text.slice(done);
}

const HUNK = /^@@+ -\d/m;
/** In a diff: lines that name files and count lines, which are not lines of a key. */
const HEADER =
  /^(?:diff |@@|---? |[+]{2,3} |index |(?:new|old|deleted) |rename |copy |similarity |Binary |Submodule |:\d)/;

/** In a diff each line keeps its sign: its hunks still count, and no file in it is hidden between a key's ends. */
function markOf(block: string, text: string): string {
  const [, ...rest] = block.split("\n");
  if (rest.length === 0 || !HUNK.test(text)) return MARK;
  const kept = rest.map((line) => (HEADER.test(line) ? line : (/^[-+ ]{1,2}/.exec(line)?.[0] ?? "")));
  return [MARK, ...kept].join("\n");
}

function nextEnd(text: string, at: number): { from: number; to: number } {
  END.lastIndex = at;
  const found = END.exec(text);
  return found ? { from: found.index, to: END.lastIndex } : { from: Number.POSITIVE_INFINITY, to: text.length };
}

function bodyEnd(text: string, at: number): number {
  BODY.lastIndex = at;
  return BODY.exec(text) ? BODY.lastIndex : at;
}

/** Includes the rest of its line. */
const ENDED = new RegExp(`${END.source}[^\\n]*\\n`, "g");

/** Where a key begins whose last line may still come; -1: nowhere. */
export function openKeyAt(text: string): number {
  const ended = [...text.matchAll(ENDED)].at(-1);
  BEGIN.lastIndex = ended ? ended.index + ended[0].length : 0;
  for (let found = BEGIN.exec(text); found; found = BEGIN.exec(text))
    if (text.length - found.index <= KEY_MAX) return found.index;
  return -1;
}
