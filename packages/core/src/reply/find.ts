import { CLOSE_OBJECT, type JsonReader, OPEN_LIST, OPEN_OBJECT, typeOfRoot } from "./read-json.ts";
import { pathText } from "./repair.ts";
import { type ReplyType, replyTypeOf } from "./shapes.ts";

/** JSON, from its first character to just after its last, or to where it can't continue. */
export interface Block {
  type: ReplyType | null;
  start: number;
  end: number;
  /** Why it breaks off; null if it ends well. */
  failure: BlockFailure | null;
}

export interface BlockFailure {
  expected: string;
  isCutOff: boolean;
  /** Where the text begins that never ends; null if it breaks off elsewhere. */
  openText: number | null;
}

export interface Found {
  /** Those of the wanted type that end well, the last first; of very many, the last ones. */
  wanted: Block[];
  /** The last of the wanted type that doesn't end well. */
  broken: Block | null;
  /** Types of those that end well. */
  otherTypes: Set<ReplyType>;
  /** The longest of the rest: without the type of a reply, or of another type and broken. */
  untyped: Block | null;
  /** Those of any type of reply that end well, plus broken ones of the wanted type. */
  typedCount: number;
  /** Characters looked at, some of them repeatedly: a measure of the work. */
  visited: number;
}

/**
 * Failed readings begin again at the next bracket inside them, until they have cost this many characters; from then on,
 * after them. So work is linear, and no honest reply comes near the limit.
 */
const RETRIED_MAX = 100_000;

/** How many of the wanted type are tried, from the last one on, for one that has its shape. */
const WANTED_MAX = 20;

/**
 * All JSON in a reply, whatever surrounds it. Fences need no care: JSON begins with a bracket anywhere, and a fence
 * within a text is part of that text.
 */
export function findBlocks(text: string, wanted: ReplyType, reader: JsonReader): Found {
  const found: Found = {
    wanted: [],
    broken: null,
    otherTypes: new Set(),
    untyped: null,
    typedCount: 0,
    visited: 0,
  };
  let retried = 0;
  const nextBracket = createBracketFinder(text);
  const first = nextBracket(0);
  const isBare = text.slice(0, first).trim() === "";
  let end = text.length;
  for (let at = first; at < end; ) {
    const isWhole = reader.endsWell(at);
    const length = reader.at - at + 1;
    found.visited += length;
    const isTyped = isWhole
      ? noteWhole(found, wanted, reader, at, isBare && at === first)
      : noteBroken(found, wanted, reader, at);
    // What a reply quotes is not a reply, even if it breaks off; a list without members is more likely prose, as in
    // '['.
    const isJson = isTyped || (isWhole && reader.names > 0);
    if (!isJson) retried += length;
    const isBehind = isJson || retried > RETRIED_MAX;
    // Nor is what is inside a text that never ends, with members before it.
    if (!isWhole && reader.names > 0 && text[reader.openText] === '"') end = reader.openText;
    const from = isBehind ? Math.max(reader.at, at + 1) : at + 1;
    at = nextBracket(from);
    found.visited += at - from;
  }
  return found;
}

/**
 * Where JSON may begin, asked for ever greater places: a brace followed by another bracket opens nothing, and an empty
 * object after the first place is not a reply.
 */
function createBracketFinder(text: string): (from: number) => number {
  let list = -1;
  let object = -1;
  const find = (code: number, known: number, from: number): number => {
    if (known >= from) return known;
    if (text.charCodeAt(from) === code) return from;
    const at = text.indexOf(String.fromCharCode(code), from);
    return at < 0 ? text.length : at;
  };
  return (from) => {
    for (let start = from; ; start = object + 1) {
      list = find(OPEN_LIST, list, start);
      object = find(OPEN_OBJECT, object, start);
      while (text.charCodeAt(object + 1) === OPEN_OBJECT) object += 1;
      if (list <= object) return list;
      const next = text.charCodeAt(object + 1);
      if (next !== OPEN_LIST && (next !== CLOSE_OBJECT || from === 0)) return object;
    }
  };
}

function noteWhole(found: Found, wanted: ReplyType, reader: JsonReader, start: number, isAtTheStart: boolean): boolean {
  const type = replyTypeOf(reader.type);
  if (type === null) {
    // In prose, brackets stand for much else than JSON.
    if ((isAtTheStart || reader.names > 0) && isLonger(reader.at - start, found.untyped))
      found.untyped = { type, start, end: reader.at, failure: null };
    return false;
  }
  const block: Block = { type, start, end: reader.at, failure: null };
  found.typedCount += 1;
  if (type === wanted) found.wanted = [block, ...found.wanted].slice(0, WANTED_MAX);
  else found.otherTypes.add(type);
  return true;
}

function noteBroken(found: Found, wanted: ReplyType, reader: JsonReader, start: number): boolean {
  // A bracket in prose.
  if (reader.names === 0) return false;
  const type = replyTypeOf(reader.type);
  if (type !== wanted && !isLonger(reader.at - start, found.untyped)) return type !== null;
  const { expected, isCutOff, openText } = reader;
  const failure = { expected, isCutOff, openText: openText < 0 ? null : openText };
  const block: Block = { type, start, end: reader.at, failure };
  if (type === wanted) {
    found.typedCount += 1;
    found.broken = block;
  } else found.untyped = block;
  return type !== null;
}

function isLonger(length: number, other: Block | null): boolean {
  return other === null || length > other.end - other.start;
}

/** Where an offset is, as an editor counts: line and column from 1. */
export function placeOf(text: string, offset: number): { line: number; column: number } {
  let line = 1;
  let begin = 0;
  for (;;) {
    const end = text.indexOf("\n", begin);
    if (end < 0 || end >= offset) return { line, column: offset - begin + 1 };
    line += 1;
    begin = end + 1;
  }
}

/** The member or element of a value that is of the wanted type, if the value itself is not. */
export function wrappedIn(value: unknown, wanted: ReplyType): string | null {
  if (typeof value !== "object" || value === null) return null;
  for (const name of Object.keys(value)) {
    const inner: unknown = (value as Record<string, unknown>)[name];
    if (replyTypeOf(typeOfRoot(inner)) !== wanted) continue;
    return pathText([Array.isArray(value) ? Number(name) : name]);
  }
  return null;
}
