import type { Tier } from "../team/tiers.ts";
import { BREAK, stemOf, type Words, wordsOf } from "./words.ts";

/** A question of more words than this is no small one. */
const DIRECT_WORDS = 30;
const LIGHT_WORDS = 30;
const FULL_WORDS = 160;
/** So many parts, listed, joined or each with its verb, are work for several. */
const FULL_PARTS = 3;

const stems = (words: string): ReadonlySet<string> => new Set(words.split(" ").map(stemOf));

/** A clause that begins so asks something. */
const ASKS = stems(
  "what what's whats who who's which when where why how is are was were does do did has have am wer was wann wo warum wieso wie ist sind hat haben quel quelle qui quand où pourquoi comment est quién qué cuándo dónde por cómo",
);
/** They ask somebody to act, wherever they stand. */
const REQUESTS = stems(
  "please need needs must should want let's lets bitte muss müssen soll sollte brauche brauchen veuillez faut debe debemos necesito necesitamos",
);
/** Somebody has to look before this can be said. */
const JUDGES = stems(
  "safe secure correct ok okay good would should better risky sicher richtig sûr seguro",
);
/** They begin a question only with its mark. */
const AUXILIARIES = stems("do does did has have is are was were am");
const HELPERS = stems("can could would will kannst könnt können peux pouvez puedes podrías");
const SOMEBODY = stems("you we someone somebody anyone du ihr jemand wir tu vous tú usted alguien");
/** Something is wrong: somebody has to look, even where it is put as a question. */
const SYMPTOMS = stems(
  "bug broken break breaks crash crashes fail fails failing failed error wrong slow flaky leak missing stuck hang hangs regression red fehler kaputt panne erreur cassé roto falla",
);
/** What people do to code. A question with one of these as its verb may be a request. */
const WORK = stems(
  "fix add implement build write create make change rename remove delete refactor update upgrade migrate move review test check verify plan split design document deploy release merge revert investigate debug find clean optimise optimize improve replace rewrite bump configure integrate port drop draft audit extend simplify ship rebase scan sketch prove profile behebe baue schreibe prüfe teste ändere corrige ajoute écris vérifie teste arregla añade escribe revisa prueba",
);
const SMALL = stems(
  "typo rename bump wording spelling indentation whitespace tooltip lint tippfehler",
);
const LARGE = stems("redesign rearchitect architecture replatform overhaul");

/** Judged on the whole message: "fix the login bug, ok?" is no mere question. */
export function tierOf(message: string, words = wordsOf(message)): Tier {
  const clauses = clausesOf(words);
  const count = words.stems.filter((stem) => stem !== BREAK).length;
  if (count === 0) return "standard";
  if (isDirect(message, count)) return "direct";
  const has = (of: ReadonlySet<string>) => words.stems.some((stem) => of.has(stem));
  const items = message.match(/^[ \t]*(?:[-*•]|\d+[.)])[ \t]/gm)?.length ?? 0;
  const joined = sentencesOf(message).map(
    (one) => one.match(/,|\b(?:and|und|et|y)\b/giu)?.length ?? 0,
  );
  const parts = Math.max(items, 0, ...joined);
  const verbs = clauses.filter((clause) => WORK.has(leadOf(clause))).length;
  if (count > FULL_WORDS || parts >= FULL_PARTS || verbs >= FULL_PARTS || has(LARGE)) return "full";
  return count <= LIGHT_WORDS && has(SMALL) && verbs <= 1 ? "lightweight" : "standard";
}

/** Only questions, short ones, that ask nobody to act or to judge, and tell of no fault. */
function isDirect(message: string, count: number): boolean {
  if (count > DIRECT_WORDS || /```/.test(message)) return false;
  // Most messages ask nothing.
  const asked = sentencesOf(message);
  if (!asked.some((one) => one.includes("?") || one.includes("？") || isQuestion(firstOf(one))))
    return false;
  const sentences = asked.map((one) => ({
    asks: /[?？]\s*$/.test(one),
    clauses: clausesOf(wordsOf(one)),
  }));
  return (
    sentences.some(({ asks, clauses }) => asks || isQuestion(clauses[0])) &&
    sentences.every(({ asks, clauses }, i) =>
      asks || isQuestion(clauses[0])
        ? clauses.every((clause) => isAsked(clause) && !asksToAct(clause))
        : i === 0 && isGreeting(clauses),
    )
  );
}

const STATUS =
  /^(?:(?:hi|hey|hello|hallo)\b[^a-z]*(?:team|all|everyone)?[^a-z]*)?(?:who(?:'s| is| are| has)\b|what(?:'s| is| are)? (?:the |our )?(?:status|progress|blocked|next|left|open|still)|what did we|how (?:far|many|much)\b|when\b|(?:is|are) .{1,60}\b(?:done|ready|finished|blocked)\b|wer\b|wann\b|wie weit|wo steh|was ist (?:der stand|offen|blockiert)|où en|quand\b|qui\b|cuándo\b|quién\b|cómo va)/i;

/** Asks how work stands, who does what, or when: the room knows, or the entry point does. */
export function isStatusQuestion(message: string): boolean {
  return STATUS.test(message.trim());
}

function firstOf(sentence: string): string[] {
  return wordsOf(sentence.slice(0, 40)).stems.slice(0, 1) as string[];
}

/** "How far is it", not "do a review". */
function isQuestion(clause: readonly string[] | undefined): boolean {
  return ASKS.has(clause?.[0] ?? "") && !AUXILIARIES.has(clause?.[0] ?? "");
}

/** A part of a question: what tells of something first isn't one. */
function isAsked(clause: readonly string[]): boolean {
  return clause.length <= 3 || ASKS.has(clause[0] ?? "");
}

function isGreeting(clauses: readonly (readonly string[])[]): boolean {
  return clauses.flat().length <= 3 && clauses.every((clause) => !asksToAct(clause));
}

function asksToAct(clause: readonly string[]): boolean {
  const [first = "", second = ""] = clause;
  // "Can the webhook be dropped?" and "Why not drop it?" propose work.
  if (HELPERS.has(first) || (first === "why" && ["not", "don't"].includes(second))) return true;
  if (first === "how" && ["about", "hard"].includes(second)) return true;
  return (
    WORK.has(leadOf(clause)) ||
    clause.some(
      (stem, at) =>
        REQUESTS.has(stem) ||
        SYMPTOMS.has(stem) ||
        JUDGES.has(stem) ||
        (HELPERS.has(stem) && SOMEBODY.has(clause[at + 1] ?? "")),
    )
  );
}

function sentencesOf(message: string): string[] {
  return message.split(/(?<=[.!?？。])\s+|\n+/u).filter((one) => /[\p{L}\p{N}]/u.test(one));
}

function leadOf(clause: readonly string[]): string {
  return clause.find((stem) => !LEADING.has(stem)) ?? "";
}
const LEADING = stems(
  "please can could you we and then also now first next finally let's to bitte just",
);

function clausesOf({ stems: all }: Words): string[][] {
  const clauses: string[][] = [[]];
  for (const stem of all) {
    if (stem === BREAK || stem === "and" || stem === "then") clauses.push([]);
    else clauses.at(-1)?.push(stem);
  }
  return clauses.filter((clause) => clause.length > 0);
}
