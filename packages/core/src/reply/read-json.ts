import { type Path, type RepairKind, RepairLog } from "./repair.ts";
import { colourEnd, ESCAPE, isJsonSpace, isUnusualSpace } from "./space.ts";
import { curlyEnd, nearEnd, plainEnd } from "./text-end.ts";
import { unescapeText } from "./unescape.ts";

/** Deeper nesting can't be a reply. */
const DEPTH_MAX = 200;
const TOO_DEEP = `nesting of at most ${DEPTH_MAX}`;

/** No list in a reply has this many; further objects and lists in one are read and left empty. */
const MEMBERS_KEPT = 10_000;
/** Stands for what was read and not kept. */
const PASSED = Object.freeze({});

const FAILED = Symbol("failed");
type Failed = typeof FAILED;

const SPACE = 0x20;
const QUOTE = 0x22;
const APOSTROPHE = 0x27;
const STAR = 0x2a;
const PLUS = 0x2b;
const COMMA = 0x2c;
const MINUS = 0x2d;
const DOT = 0x2e;
const SLASH = 0x2f;
const COLON = 0x3a;
export const OPEN_LIST = 0x5b;
const CLOSE_LIST = 0x5d;
const EXPONENT = 0x65;
export const OPEN_OBJECT = 0x7b;
export const CLOSE_OBJECT = 0x7d;
const DELETE = 0x7f;
/** Turns a letter into lower case. */
const LOWER = 0x20;
const LEFT_QUOTE = 0x201c;
const RIGHT_QUOTE = 0x201d;

const RAW_KEPT = "A text had unescaped line breaks or control characters; they were kept.";
const UNUSUAL_SPACE = "White space that is not valid in JSON was removed.";
const COLOURS = "Terminal colour codes were removed.";
const UNSAFE = new Set(["__proto__", "constructor", "prototype"]);
/** As JSON and Python write them, and in capitals. */
const LITERALS: readonly [word: string, value: boolean | null][] = [
  ["true", true],
  ["false", false],
  ["null", null],
  ["True", true],
  ["TRUE", true],
  ["False", false],
  ["FALSE", false],
  ["None", null],
  ["Null", null],
  ["NULL", null],
];
/** The same by their first letter. */
const LITERALS_FROM = new Map(
  LITERALS.map(([word]) => [word.charCodeAt(0), LITERALS.filter(([other]) => other[0] === word[0])]),
);
const LITERAL_MAX = 5;
const EXACT = new Set(["true", "false", "null"]);

interface ReadValue {
  value: unknown;
  repairs: RepairLog;
}

/** How much a reader makes of what it passes; the more, the longer it takes. */
const LOOKS = 0;
const TRACES = 1;
const READS = 2;

/**
 * Reads one JSON value that begins at a given place and may be followed by anything. Beyond JSON it accepts raw
 * control characters in texts, unknown escapes, trailing commas, comments, single and typographic quotes,
 * bare member names and the literals of Python, and records each.
 *
 * One pass: `at` only grows, so that `at - start` is the work done.
 */
export class JsonReader {
  /** After the value; after a failure, where it can't continue. */
  at = 0;
  /** What could have been there. */
  expected = "";
  /** Whether it failed because the text ended. */
  isCutOff = false;
  /** Where the text begins that never ends; -1 if it failed elsewhere. */
  openText = -1;
  /** Members of which at least the name was read. */
  names = 0;
  /** The member `type` of the outermost object, if it is a text. */
  type: unknown;
  #task = LOOKS;
  #depth = 0;
  /** Whether what is read is kept; what is wrong with it is noted in any case. */
  #keeps = true;
  /** From the outermost value to `at`: the first `#depth` parts. */
  readonly #path: (string | number)[] = [];
  #hasUnusualSpace = false;
  #hasColour = false;
  #repairs = new RepairLog();
  #first: ({ start: number; failedAt: Path } & ReadValue) | null = null;
  readonly #text: string;

  constructor(text: string) {
    this.#text = text;
  }

  /**
   * Whether a value that ends well begins there. The first one asked about is usually the wanted one: it is read at
   * once. Of others only the type is kept.
   */
  endsWell(start: number): boolean {
    if (this.#first !== null) return this.#begin(start, LOOKS) !== FAILED;
    const { value, repairs } = this.#read(start);
    this.#first = { start, value, repairs, failedAt: this.#path.slice(0, this.#depth) };
    return this.#first.value !== FAILED;
  }

  /** Where in the value reading fails. */
  traceFailure(start: number): Path {
    if (this.#first?.start === start) return this.#first.failedAt;
    this.#begin(start, TRACES);
    return this.#path.slice(0, this.#depth);
  }

  /** The value, known to end well. */
  read(start: number): ReadValue {
    return this.#first?.start === start ? this.#first : this.#read(start);
  }

  #read(start: number): ReadValue {
    this.#repairs = new RepairLog();
    return { value: this.#begin(start, READS), repairs: this.#repairs };
  }

  #begin(start: number, task: number): unknown {
    this.at = start;
    this.expected = "";
    this.isCutOff = false;
    this.openText = -1;
    this.names = 0;
    this.type = undefined;
    this.#task = task;
    this.#depth = 0;
    this.#keeps = true;
    this.#hasUnusualSpace = false;
    this.#hasColour = false;
    return this.#value(false, this.#code());
  }

  #value(isKept: boolean, code: number): unknown {
    if (code === OPEN_OBJECT) return this.#object();
    if (code === OPEN_LIST) return this.#list();
    if (isQuote(code)) return this.#string(code, isKept || this.#task === READS);
    if (code === MINUS || isDigit(code)) return this.#number();
    return this.#literal(code);
  }

  #object(): unknown {
    if (this.#depth >= DEPTH_MAX) return this.#fail(TOO_DEEP);
    const isRoot = this.#depth === 0;
    const object: Record<string, unknown> | null = this.#task === READS && this.#keeps ? {} : null;
    this.at += 1;
    for (let first = this.#skipSpace(); first !== CLOSE_OBJECT; ) {
      const name = this.#name(isRoot || this.#task !== LOOKS, first);
      if (name === FAILED) return FAILED;
      if (this.#skipSpace() !== COLON) return this.#fail('":" after the name of a field');
      this.at += 1;
      this.names += 1;
      this.#path[this.#depth] = name;
      this.#depth += 1;
      const isType = isRoot && name === "type";
      const value = this.#value(isType, this.#skipSpace());
      if (value === FAILED) return FAILED;
      if (isType) this.type = value;
      if (object !== null) this.#put(object, name, value);
      const next = this.#skipSpace();
      // A text that a quote of its own ended breaks off here: the path still leads to it.
      if (next !== COMMA && next !== CLOSE_OBJECT) return this.#fail('"," or "}"');
      this.#depth -= 1;
      if (next === CLOSE_OBJECT) break;
      first = this.#comma(CLOSE_OBJECT);
    }
    this.at += 1;
    return object ?? PASSED;
  }

  #list(): unknown {
    if (this.#depth >= DEPTH_MAX) return this.#fail(TOO_DEEP);
    const list: unknown[] | null = this.#task === READS && this.#keeps ? [] : null;
    let members = 0;
    this.at += 1;
    let place = 0;
    for (let first = this.#skipSpace(); first !== CLOSE_LIST; place += 1) {
      this.#path[this.#depth] = place;
      this.#depth += 1;
      if (list !== null) this.#keeps = members < MEMBERS_KEPT;
      const value = this.#value(false, first);
      if (value === FAILED) return FAILED;
      if (list !== null) {
        list.push(value);
        if (typeof value === "object" && value !== null) members += 1;
        this.#keeps = true;
      }
      const next = this.#skipSpace();
      if (next !== COMMA && next !== CLOSE_LIST) return this.#fail('"," or "]"');
      this.#depth -= 1;
      if (next === CLOSE_LIST) break;
      first = this.#comma(CLOSE_LIST);
    }
    this.at += 1;
    return list ?? PASSED;
  }

  /** Skips a comma. @returns what follows it */
  #comma(close: number): number {
    this.at += 1;
    const next = this.#skipSpace();
    if (next === close) this.#note("trailing_comma", "A comma before the end was left out.");
    return next;
  }

  #put(object: Record<string, unknown>, name: string, value: unknown): void {
    if (UNSAFE.has(name)) {
      this.#note("unsafe_member", "A field of this name is never read.");
      return;
    }
    if (Object.hasOwn(object, name)) this.#note("duplicate_member", "It appears twice; the last one counts.");
    object[name] = value;
  }

  #name(isKept: boolean, code: number): string | Failed {
    if (isQuote(code)) return this.#string(code, isKept);
    const start = this.at;
    while (isWordPart(this.#code())) this.at += 1;
    if (start === this.at || isDigit(code)) return this.#fail("the name of a field, in quotes");
    if (!isKept) return "";
    this.#note("bare_name", "The name of a field had no quotes.");
    return this.#text.slice(start, this.at);
  }

  #string(open: number, isKept: boolean): string | Failed {
    const text = this.#text;
    const start = this.at;
    const near = open === QUOTE ? nearEnd(text, start) : -1;
    if (near >= 0) {
      this.at = near + 1;
      return isKept ? text.slice(start + 1, near) : "";
    }
    const isPlain = open === QUOTE || open === APOSTROPHE;
    const end = isPlain ? plainEnd(text, start, open) : curlyEnd(text, start, open);
    if (end >= text.length) {
      this.at = text.length;
      this.openText = start;
      return this.#fail("the end of a text");
    }
    this.at = end + 1;
    if (!isKept) return "";
    const written = text.slice(start + 1, end);
    if (open !== QUOTE) this.#note("quotes", 'Other quotes than " were read as such.');
    if (hasRawCharacter(written)) this.#note("raw_character", RAW_KEPT);
    return written.includes("\\") ? unescapeText(written, (message) => this.#note("escape", message)) : written;
  }

  #number(): number | Failed {
    const start = this.at;
    if (this.#code() === MINUS) this.at += 1;
    if (!this.#skipDigits()) return this.#fail("a digit");
    if (this.#code() === DOT) {
      this.at += 1;
      if (!this.#skipDigits()) return this.#fail("a digit");
    }
    if ((this.#code() | LOWER) === EXPONENT) {
      this.at += 1;
      if (this.#code() === PLUS || this.#code() === MINUS) this.at += 1;
      if (!this.#skipDigits()) return this.#fail("a digit");
    }
    return this.#task === READS ? Number(this.#text.slice(start, this.at)) : 0;
  }

  #skipDigits(): boolean {
    const start = this.at;
    while (isDigit(this.#code())) this.at += 1;
    return this.at > start;
  }

  #literal(first: number): unknown {
    const text = this.#text;
    for (const [word, value] of LITERALS_FROM.get(first) ?? []) {
      if (!text.startsWith(word, this.at) || isWordPart(text.charCodeAt(this.at + word.length))) continue;
      if (!EXACT.has(word)) this.#note("literal", `${word} was read as ${String(value)}.`);
      this.at += word.length;
      return value;
    }
    // A literal that is cut off fails at the end.
    const rest = text.length - this.at < LITERAL_MAX ? text.slice(this.at) : "";
    if (rest !== "" && LITERALS.some(([word]) => word.startsWith(rest))) this.at = text.length;
    return this.#fail("a value");
  }

  /** Skips white space, a terminal's colours and comments. @returns what follows them */
  #skipSpace(): number {
    for (;;) {
      const code = this.#text.charCodeAt(this.at);
      if (code > SPACE && code < DELETE && code !== SLASH) return code;
      if (isJsonSpace(code)) this.at += 1;
      else if (isUnusualSpace(code)) this.#skipUnusual();
      else if (code === ESCAPE ? !this.#skipColour() : code !== SLASH || !this.#skipComment()) return code;
    }
  }

  #skipUnusual(): void {
    this.at += 1;
    if (!this.#hasUnusualSpace) this.#note("white_space", UNUSUAL_SPACE);
    this.#hasUnusualSpace = true;
  }

  #skipColour(): boolean {
    const end = colourEnd(this.#text, this.at);
    if (end < 0) return false;
    this.at = end;
    if (!this.#hasColour) this.#note("colour_code", COLOURS);
    this.#hasColour = true;
    return true;
  }

  #skipComment(): boolean {
    const second = this.#text.charCodeAt(this.at + 1);
    if (second !== SLASH && second !== STAR) return false;
    const end = second === SLASH ? "\n" : "*/";
    const found = this.#text.indexOf(end, this.at + 2);
    this.at = found < 0 ? this.#text.length : found + end.length;
    this.#note("comment", "A comment was left out.");
    return true;
  }

  #code(): number {
    return this.#text.charCodeAt(this.at);
  }

  #note(kind: RepairKind, message: string): void {
    if (this.#task === READS) this.#repairs.add(kind, this.#path, message, this.#depth);
  }

  #fail(expected: string): Failed {
    this.expected = expected;
    this.isCutOff = this.at >= this.#text.length;
    return FAILED;
  }
}

export function typeOfRoot(root: unknown): unknown {
  return isRecord(root) && Object.hasOwn(root, "type") ? root.type : undefined;
}

export function isRecord(value: unknown): value is Record<string, unknown> {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

/** The value at a path, or undefined if it leads nowhere. */
export function valueAt(value: unknown, path: Path): unknown {
  let at = value;
  for (const part of path) {
    if (typeof at !== "object" || at === null || !Object.hasOwn(at, part)) return undefined;
    at = (at as Record<PropertyKey, unknown>)[part];
  }
  return at;
}

function hasRawCharacter(written: string): boolean {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what it looks for
  return /[\u0000-\u001f]/.test(written);
}

function isQuote(code: number): boolean {
  return code === QUOTE || code === APOSTROPHE || code === LEFT_QUOTE || code === RIGHT_QUOTE;
}

function isDigit(code: number): boolean {
  return code >= 0x30 && code <= 0x39;
}

function isWordPart(code: number): boolean {
  const lower = code | LOWER;
  return (lower >= 0x61 && lower <= 0x7a) || isDigit(code) || code === 0x5f || code === 0x24;
}
