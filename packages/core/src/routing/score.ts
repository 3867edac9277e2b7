import type { RoleName, Word } from "../kernel/ids.ts";
import type { RoutingRule } from "../team/routing.ts";
import { isCalledOff, isLead, isNegated, isUnsure, mayNegate, PLEASE } from "./negation.ts";
import { isGermanVerb, isVerb, isWish, WISHES, WORK } from "./verb.ts";
import { BREAK, foldedOf, isUnspaced, type Words, wordsOf } from "./words.ts";

/** How well a role matches a message. */
export interface Candidate {
  role: RoleName;
  /** 0 to 1; those of all candidates add up to less than 1. */
  score: number;
  /** What was found of its rules, as written there. */
  found: readonly string[];
  /** The rule that weighs most; `null` if the role is named. */
  ruleId: Word | null;
}

/** A rule decides alone above this confidence, if it is this far ahead of the next. */
export const CONFIDENT = 0.8;
export const MARGIN = 0.25;
/** Weight of a word, factor of a phrase, and the bonus for the verb of a request. */
const WORD = 1;
const PHRASE = 3;
const LEAD = 4;
/** Doubt that stays even if only one role matches. */
const DOUBT = 0.12;
/** The same for a noun that begins a report beside a request: "review comments are open, please address them". */
const DOUBT_BESIDE = 1;
/** The highest confidence, reserved for the verb of a request. */
export const SUREST = 0.99;

interface Phrase {
  stems: readonly string[];
  written: string;
  rule: RoutingRule;
  as: "phrase" | "unless" | "otherwise";
  /** It is capitalised. */
  isNoun: boolean;
  /** All words that begin like this. */
  isVerb: boolean;
}

interface Compiled {
  /** Phrases by their first stem, or by its beginning. */
  byFirst: ReadonlyMap<string, readonly Phrase[]>;
  /** For the words met last, the phrases that may begin with them, longest first. */
  met: Map<string, readonly Phrase[]>;
  /** Phrases of scripts that write without spaces. */
  unspaced: readonly Phrase[];
}

interface Hit {
  phrase: Phrase;
  weight: number;
  /** Place of its first word; none in scripts that write without spaces. */
  at?: number;
}

const compiled = new WeakMap<readonly RoutingRule[], Compiled>();

/** Roles that rules find in a message, the best first. */
export function candidatesOf(
  message: string,
  rules: readonly RoutingRule[],
  words: Words = wordsOf(message),
): Candidate[] {
  if (rules.length === 0) return [];
  const known = compiled.get(rules) ?? compile(rules);
  compiled.set(rules, known);
  const found = [...hitsIn(words, known), ...unspacedHits(words.text, known.unspaced)];
  if (found.length === 0) return [];
  // What is called off is still said; only what is asked for beside it counts.
  const isOff = isCalledOff(words.stems);
  const hits = isOff ? found.filter(({ weight }) => weight > PHRASE) : found;
  const silent = hits.filter(({ phrase }) => phrase.as === "unless").map(({ phrase }) => phrase.rule);
  const said: Hit[] = [];
  const others: Hit[] = [];
  for (const hit of hits) {
    const { as, rule } = hit.phrase;
    if (hit.weight === 0 || silent.includes(rule)) continue;
    if (as === "phrase") said.push(hit);
    // Words that may be about anything count where they ask, not where they report.
    else if (as === "otherwise" && hit.weight > PHRASE) others.push(hit);
  }
  const weights = new Map<RoleName, Map<string, Hit>>();
  for (const hit of said.length > 0 ? said : others) {
    const { phrase, weight } = hit;
    const ofRole = weights.get(phrase.rule.to) ?? new Map<string, Hit>();
    weights.set(phrase.rule.to, ofRole);
    // Saying something twice doesn't count twice; the word that was said is reported, if a rule has it.
    const key = phrase.stems.join(" ");
    const before = ofRole.get(key);
    const isNearer = () => words.text.includes(foldedOf(phrase.written));
    if (weight > (before?.weight ?? 0) || (weight === before?.weight && isNearer())) ofRole.set(key, hit);
  }
  return ranked(weights, isBeside(said, words) ? DOUBT_BESIDE : DOUBT);
}

function isBeside(hits: readonly Hit[], { stems }: Words): boolean {
  const isTold = ({ weight, at = -1 }: Hit) => weight === WORD && WORK.has(stems[at] ?? "") && isLead(stems, at);
  return hits.length > 0 && hits.every(isTold) && stems.some((stem) => PLEASE.has(stem));
}

function ranked(weights: ReadonlyMap<RoleName, ReadonlyMap<string, Hit>>, doubt: number): Candidate[] {
  const all = [...weights].map(([role, ofRole]) => {
    const hits = [...ofRole.values()].sort((a, b) => b.weight - a.weight);
    const sum = hits.reduce((total, { weight }) => total + weight, 0);
    return { role, hits, square: sum * sum };
  });
  const total = all.reduce((sum, { square }) => sum + square, doubt);
  return all
    .sort((a, b) => b.square - a.square)
    .map(({ role, hits, square }) => ({
      role,
      score: Math.min(Math.round((square / total) * 100) / 100, SUREST),
      found: hits.map(({ phrase }) => phrase.written),
      ruleId: hits[0]?.phrase.rule.id ?? null,
    }));
}

/** The longest phrase at each place; what it covers counts for no other. */
function hitsIn({ stems }: Words, known: Compiled): Hit[] {
  const hits: Hit[] = [];
  const isClear = !mayNegate(stems);
  for (let at = 0; at < stems.length; at++) {
    const begun = beginning(stems[at] ?? "", known);
    if (begun.length === 0) continue;
    let longest = 0;
    for (const phrase of begun) {
      // The longest come first.
      if (phrase.stems.length < longest) break;
      if (!isAt(phrase.stems, stems, at)) continue;
      longest = phrase.stems.length;
      hits.push({ phrase, weight: weightAt(phrase, stems, at, isClear), at });
    }
    if (longest > 1) at += longest - 1;
  }
  return hits;
}

/** Phrases that may begin with the word. */
function beginning(stem: string, { byFirst, met }: Compiled): readonly Phrase[] {
  const before = met.get(stem);
  if (before) return before;
  if (met.size >= MET_MAX) met.clear();
  const begun = [...(byFirst.get(stem) ?? []), ...(byFirst.get(headOf(stem)) ?? [])]
    .filter(({ stems: of }) => isAt(of.slice(0, 1), [stem], 0))
    .sort((a, b) => b.stems.length - a.stems.length);
  met.set(stem, begun);
  return begun;
}
const MET_MAX = 5_000;

/** The key of phrases that begin a word ("corrig*"). */
function headOf(stem: string): string {
  return stem.length < HEAD ? "" : `${stem.slice(0, HEAD)}*`;
}
const HEAD = 4;

function isAt(phrase: readonly string[], stems: readonly string[], at: number): boolean {
  return phrase.every((stem, i) => {
    const said = stems[at + i] ?? BREAK;
    return stem === said || (stem.endsWith("*") && said.startsWith(stem.slice(0, -1)));
  });
}

function weightAt(
  { stems: of, as, isVerb: isOnlyVerb, isNoun }: Phrase,
  stems: readonly string[],
  at: number,
  isClear: boolean,
): number {
  const { length } = of;
  // "PLAN-002" names a task.
  const next = stems[at + length] ?? "";
  if (next.startsWith("0") && /^0\d{2,}$/.test(next)) return 0;
  if (!isClear && (isNegated(stems, at, length) || isUnsure(stems, at))) return 0;
  const isOther = as === "otherwise";
  const isAsked =
    isOther && length === 1 && WISHES.has(of[0] ?? "")
      ? isWish(stems, at)
      : (!isNoun && isGermanVerb(stems, at, length)) ||
        (isLead(stems, at) && (isOnlyVerb || isVerb(stems, at, length, isOther)));
  return (length > 1 ? PHRASE : WORD) + (isAsked ? LEAD : 0);
}

function unspacedHits(text: string, phrases: readonly Phrase[]): Hit[] {
  return phrases.filter(({ stems }) => text.includes(stems[0] ?? "")).map((phrase) => ({ phrase, weight: PHRASE }));
}

/** The beginning of a word, such as "corrig*". */
const BEGINS = /^\p{L}{4,}\*$/u;

function compile(rules: readonly RoutingRule[]): Compiled {
  const byFirst = new Map<string, Phrase[]>();
  const unspaced: Phrase[] = [];
  for (const rule of rules) {
    const { phrases, unless = [], otherwise = [] } = rule;
    const said = [
      ...phrases.map((written) => ({ written, as: "phrase" as const })),
      ...unless.map((written) => ({ written, as: "unless" as const })),
      ...otherwise.map((written) => ({ written, as: "otherwise" as const })),
    ];
    for (const { written, as } of said) {
      const lower = foldedOf(written).trim();
      const isNoun = /^\p{Lu}/u.test(written);
      if (isUnspaced(lower)) {
        unspaced.push({ stems: [lower], written, rule, as, isNoun, isVerb: false });
        continue;
      }
      const stems = lower
        .split(/\s+/)
        .flatMap((word) => (BEGINS.test(word) ? [word] : wordsOf(word).stems))
        .filter((stem) => stem !== BREAK);
      const [begin] = stems;
      if (begin === undefined) continue;
      const first = begin.endsWith("*") ? headOf(begin) : begin;
      const phrase = { stems, written, rule, as, isNoun, isVerb: !isNoun && written.endsWith("*") };
      byFirst.set(first, [...(byFirst.get(first) ?? []), phrase]);
    }
  }
  return { byFirst, met: new Map(), unspaced };
}
