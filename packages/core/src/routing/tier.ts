import type { Tier } from "../team/tiers.ts";
import { GREETING, isCourtesy, isSocial } from "./social.ts";
import { CUES, focusOf, SAYS_NOTHING } from "./status-question.ts";
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
  `what what's whats who who's which when where why how is are was were does do did has have am anything wer was wann wo warum wieso wie wieviel welche welcher ist sind hat haben quel quelle quels qui quand où pourquoi comment combien est qu
  quién quiénes qué cuándo dónde cómo cuál cuáles cuánto cuánta cuántos hay qual quais quem quanto quantos quando onde como há que c quien cual cuanto cuando donde qui woran worauf worum welches wem wieviele quantas quanta cuántas combien quê`,
);
/** They ask somebody to act, wherever they stand. */
const REQUESTS = stems(
  "please pls plz favor plaît stp svp need needs must should want let's lets bitte muss müssen soll sollte brauche brauchen veuillez faut debe debemos necesito necesitamos",
);
/** Somebody has to look before this can be said. */
const JUDGES = stems(
  "safe secure correct ok okay good would should better risky sicher richtig sûr seguro",
);
/** They begin a question only with its mark. */
const AUXILIARIES = stems("do does did has have is are was am que como c donde");
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
  if (isSocial(words.stems) || isDirect(message, clauses, count)) return "direct";
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
function isDirect(message: string, all: readonly string[][], count: number): boolean {
  if (count > DIRECT_WORDS || /```/.test(message)) return false;
  // Most messages ask nothing.
  if (!/[?？]/.test(message) && !all.some(isQuestion)) return false;
  const sentences = sentencesOf(message)
    .map((one) => ({
      asks: /[?？]\s*$/.test(one),
      clauses: clausesOf(wordsOf(one)).filter((clause) => !isCourtesy(clause)),
    }))
    .filter(({ asks, clauses }, i) => {
      const isOpening = i === 0 && !asks && clauses.flat().length <= 3;
      return (
        clauses.length > 0 && !(isOpening && !clauses.some(isQuestion) && !clauses.some(asksToAct))
      );
    });
  return (
    sentences.length > 0 &&
    sentences.every(
      ({ asks, clauses }) =>
        clauses.every((clause) => isAsked(clause, asks) && !asksToAct(clause)) &&
        (asks || clauses.some(isQuestion)),
    )
  );
}

/** "How far is it", not "do a review". */
function isQuestion(clause: readonly string[]): boolean {
  const first = firstOf(clause);
  if (ASKS.has(first) && !AUXILIARIES.has(first)) return true;
  return (ASKS.has(first) || ANY.has(first) || isTopic(clause)) && focusOf(clause) !== null;
}
const ANY = stems(
  `any anyone anybody irgendwelche en em no está están estão tá está le la les o a ya já on il sur ça y wartet hängt läuft gibt's gibts everything everyone all irgendwas irgendetwas irgendwer irgendjemand etwas alles alle noch jemand quelque
  tout tous reste algo alguien algún alguna todo todos alguém alguma tudo existe tem falta faltan queda`,
);

/** "Status", "Stand der Erstattungen": of how it stands, and no more. */
function isTopic([first = "", ...more]: readonly string[]): boolean {
  return (
    CUES.all.has(first) && (OF.has(more[0] ?? "of") || more.every((stem) => SAYS_NOTHING.has(stem)))
  );
}
const OF = stems("of on der des des du de del do da von vom zu zum zur über sur about");

/** The word that a clause asks with: "hey how far …", "o que …" and "c quoi …" ask with their next. */
function firstOf(clause: readonly string[]): string {
  const from = clause.findIndex((stem) => !GREETING.has(stem));
  const [first = "", second = ""] = clause.slice(Math.max(0, from));
  return (first === "o" && second === "que") || (first === "c" && clause.includes("quoi"))
    ? "qué"
    : first;
}

/** A part of a question: what tells of something first isn't one. */
function isAsked(clause: readonly string[], asks: boolean): boolean {
  if (clause.length <= 3 || ASKS.has(firstOf(clause))) return true;
  return (
    isQuestion(clause) || (asks && (ASKS.has(clause.at(-1) ?? "") || focusOf(clause) !== null))
  );
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
