import type { Tier } from "../team/tiers.ts";
import { WORK } from "./verb.ts";
import { BREAK, stemOf, type Words, wordsOf } from "./words.ts";

/** A question of more words than this is no small one. */
const DIRECT_WORDS = 30;
const LIGHT_WORDS = 30;
const FULL_WORDS = 160;
/** So many parts, listed, joined or each with its verb, are work for several. */
const FULL_PARTS = 3;

const stems = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/).map(stemOf));

/** A clause that begins so asks something. */
const ASKS = stems(
  `what what's whats who who's which when where why how is are was were does do did has have am anything wer was wann wo warum
  wieso wie wieviel welche welcher ist sind hat haben quel quelle quels qui quand où pourquoi comment combien est qu'est quién
  quiénes qué cuándo dónde por cómo cuál cuáles cuánto cuánta cuántos hay qual quais quem quanto quantos quando onde como há que`,
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
const SMALL = stems(
  "typo rename bump wording spelling indentation whitespace tooltip lint tippfehler",
);
const LARGE = stems("redesign rearchitect architecture replatform overhaul");

/** Judged on the whole message: "fix the login bug, ok?" is no mere question. */
export function tierOf(message: string, words = wordsOf(message)): Tier {
  const clauses = clausesOf(words);
  const count = words.stems.filter((stem) => stem !== BREAK).length;
  if (count === 0) return "standard";
  if (isSocial(words.stems) || isDirect(message, count)) return "direct";
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

const GREETS =
  `hi hey hello hallo moin servus hola bonjour bonsoir salut olá oi morning afternoon evening morgen abend tag días tardes
  noches dia tarde noite thanks thank thx danke dank merci gracias obrigado obrigada cheers bye goodbye tschüss adiós tchau
  revoir`.split(/\s+/);
/** What people say with a greeting, thanks or praise; English, German, French, Spanish and Portuguese. */
const SOCIAL = stems(
  `${GREETS.join(" ")} good night day guten gute buenos buenas bom boa welcome see later ty vielen beaucoup muchas muito au ciao
  great nice excellent awesome perfect super cool lovely wonderful gut prima toll klasse bien très bravo bueno genial work job
  well done stuff one gemacht arbeit travail trabajo trabalho team all everyone everybody folks guys there you for the this week
  today so much very a lot help weekend have alle zusammen euch à tous équipe equipo todos equipe pessoal and und et y e la le`,
);
const GREETING = stems(GREETS.join(" "));

/** A greeting, thanks or praise, and nothing else. */
function isSocial(words: Words["stems"]): boolean {
  return (
    words.some((stem) => GREETING.has(stem)) &&
    words.every((stem) => stem === BREAK || SOCIAL.has(stem))
  );
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
  const first = clause[0] === "o" && clause[1] === "que" ? "que" : (clause[0] ?? "");
  return clause.length <= 3 || ASKS.has(first);
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
