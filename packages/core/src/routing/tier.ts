import type { Tier } from "../team/tiers.ts";
import { GREETING, isCourtesy, isSocial } from "./social.ts";
import { focusOf, isCue, isEmpty, OPENS } from "./status-question.ts";
import { WORK } from "./verb.ts";
import { BREAK, stemsIn as stems, type Words, wordsOf } from "./words.ts";

/** A question of more words than this is not a small one. */
const DIRECT_WORDS = 30;
const LIGHT_WORDS = 30;
const FULL_WORDS = 160;
/** This many parts, listed, joined or each with its verb, are work for several. */
const FULL_PARTS = 3;

/** A clause that begins with one asks something. */
const ASKS = stems(
  `what what's whats who who's whos whom whose which when where where's why how how's hows is are isn't aren't was were does doesn't do did has have had am anything
  wer was wem wen wessen wann wo wohin woher warum wieso weshalb wie wieviel wieviele welche welcher welches welchen welchem ist sind hat haben gibt woran worauf worum wofür wozu womit wodurch
  quel quelle quels quelles qui quand où pourquoi comment combien quoi est qu lequel laquelle quién quiénes qué cuándo dónde cómo cuál cuáles cuánto cuánta cuántos cuántas hay
  qual quais quem quê quanto quanta quantos quantas quando onde como há cadê que c`,
);
/** They begin a question only with a question mark: some are also "that", "as", "when", "or". */
const AUXILIARIES = stems(
  "do does did has have is are was am que como c donde cuando quando quand ou gibt est hay ha was est",
);
/** What may stand before the word that asks: "in which", "à quoi", "para que". */
const BEFORE_ASKING = stems(
  "in on at for from to by with of auf an mit für von zu bei bis seit über à de d sur pour avec dans depuis jusqu par en por para con desde hasta a pra com no na do da",
);
/** They ask somebody to act, wherever they are. */
const REQUESTS = stems(
  `please pls plz favor porfa plaît stp svp need needs must should want let's lets bitte muss müssen soll sollte brauche brauchen bräuchte braucht veuillez faut faudrait debe debemos necesito necesitamos necesita quiero queremos preciso precisa
  precisamos quero hätte möchte voudrais voudrait aimerais gustaría gostaria quisiera`,
);
/** Somebody has to look before this can be said. */
const JUDGES = stems("safe secure correct ok okay good would should better risky sicher richtig seguro");
const HELPERS = stems(
  `can could would kannst könnt könntest könntet könnten können würdest würdet magst peux peut pouvez pourriez pourrais pourrait pouvons puedes puede podéis pueden podrías podríais podrían podría podemos pode podem podes poderia poderiam podia consegue conseguem`,
);
/** "Can I", "kann man", "se puede": asks whether it is possible. */
const ANYBODY = stems("i one it ich man je se");
/** Asks for a report. */
const TELL =
  / (?:(?:giv|show|tell|gib|sag|zeig|nenn|fai[st]|dis|dit|don(?:n|ne|nez)|montr|da|diz|faz|mostra)(?: bitt| mal)* (?:me|us|mir|uns|moi|nous|nos)|hazme?|dame?|dime?|dano|dino|hazno|me (?:da|diz|faz|mostra|passa)) /;
const TOLD = stems("me us mir uns moi nous nos hazme dame dime danos dinos haznos");
/** Something is wrong: somebody has to look, even if it is put as a question. */
const SYMPTOMS = stems(
  `bug broken break breaks crash crashes fail fails failing failed error wrong slow flaky leak missing empty weird strange hang hangs regression red twice fehler kaputt falsch fehlt langsam seltsam komisch leer abgestürzt doppelt panne erreur cassé casse
  plante faux vide lent bizarre bogue roto rota falla fallo lento vacío vacía raro error quebrado quebrada falha falhou erro errado vazio estranho`,
);
const SMALL = stems("typo rename bump wording spelling indentation whitespace tooltip lint tippfehler");
const LARGE = stems("redesign rearchitect architecture replatform overhaul");

/** Judged on the whole message: "fix the login bug, ok?" is no mere question. */
export function tierOf(message: string, words = wordsOf(message)): Tier {
  const clauses = clausesOf(words);
  const count = words.stems.filter((stem) => stem !== BREAK).length;
  if (count === 0) return "standard";
  if (isSocial(words.stems) || isDirect(message, clauses, count)) return "direct";
  const has = (of: ReadonlySet<string>) => words.stems.some((stem) => of.has(stem));
  const items = message.match(/^[ \t]*(?:[-*•]|\d+[.)])[ \t]/gm)?.length ?? 0;
  const joins = message.split(",").length + words.stems.filter((stem) => ANDS.has(stem)).length;
  const joined =
    joins <= FULL_PARTS ? [] : sentencesOf(message).map((one) => one.match(/,|\b(?:and|und|et|y)\b/giu)?.length ?? 0);
  const parts = Math.max(items, 0, ...joined);
  const verbs = clauses.filter((clause) => WORK.has(leadOf(clause))).length;
  if (count > FULL_WORDS || parts >= FULL_PARTS || verbs >= FULL_PARTS || has(LARGE)) return "full";
  return count <= LIGHT_WORDS && has(SMALL) && verbs <= 1 ? "lightweight" : "standard";
}

const ANDS = stems("and und et y");

/** Only short questions that ask nobody to act or to judge, and report no fault. */
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
      return clauses.length > 0 && !(isOpening && !clauses.some(isQuestion) && !clauses.some(asksToAct));
    });
  return (
    sentences.length > 0 &&
    sentences.every(
      ({ asks, clauses }) =>
        clauses.every((clause) => (isAsked(clause, asks) || (asks && clauses.length === 1)) && !asksToAct(clause)) &&
        (asks || clauses.some(isQuestion)),
    )
  );
}

/** "How far is it", not "do a review". */
function isQuestion(clause: readonly string[]): boolean {
  const first = firstOf(clause);
  if (ASKS.has(first) && !AUXILIARIES.has(first)) return true;
  const isOfStatus = ASKS.has(first) || ANY.has(first) || isTopic(clause) || asksToBeTold(clause);
  return isOfStatus && focusOf(clause) !== null;
}
const ANY = stems(
  `any anyone anybody anything irgendwelche en em no está están estão tá está le la les o a ya já on il sur ça y du wartet hängt läuft gibt's gibts everything everyone all irgendwas irgendetwas irgendwer irgendjemand etwas alles alle noch jemand quelque
  tout tous reste total quelqu quelqu'un algo alguien algún alguna todo todos alguém alguma algum tudo existe tem falta faltan queda vous muss muß wir ihr`,
);

/** "Status", "Stand der Erstattungen", "gasto de hoje": about the state of work, and nothing more. */
function isTopic([first = "", ...more]: readonly string[]): boolean {
  if (!isCue(first, "all", "spent")) return false;
  return (isCue(first, "all") && OF.has(more[0] ?? "of")) || more.every(isEmpty);
}
const OF = stems("of on der des des du de del do da von vom zu zum zur über sur about");

function asksToBeTold(clause: readonly string[]): boolean {
  return clause.some((stem) => TOLD.has(stem)) && TELL.test(` ${clause.join(" ")} `);
}

/** The word a clause asks with: in "hey how far …", "auf welchem …", "o que …" and "c quoi …" it is a later one. */
function firstOf(clause: readonly string[]): string {
  const from = clause.findIndex((stem) => !GREETING.has(stem) && !OPENS.has(stem));
  const [first = "", second = ""] = clause.slice(Math.max(0, from));
  if ((first === "o" && second === "que") || (first === "c" && clause.includes("quoi"))) return "what";
  return BEFORE_ASKING.has(first) && ASKS.has(second) ? (second === "que" ? "what" : second) : first;
}

/** A part of a question: one that reports something first isn't a question. */
function isAsked(clause: readonly string[], asks: boolean): boolean {
  if (clause.length <= 3 || ASKS.has(firstOf(clause))) return true;
  return isQuestion(clause) || (asks && (ASKS.has(clause.at(-1) ?? "") || focusOf(clause) !== null));
}

function asksToAct(clause: readonly string[]): boolean {
  const [first = "", second = ""] = clause;
  // "Can the webhook be dropped?" and "Why not drop it?" propose work.
  if (first === "why" && ["not", "don't"].includes(second)) return true;
  if (first === "will" || (first === "how" && ["about", "hard"].includes(second))) return true;
  if (clause.some((stem) => SYMPTOMS.has(stem) || JUDGES.has(stem))) return true;
  if (isTopic(clause) || asksToBeTold(clause) || (focusOf(clause) === "waiting" && !HELPERS.has(first))) return false;
  return (
    WORK.has(leadOf(clause)) ||
    clause.some(
      (stem, at) =>
        REQUESTS.has(stem) ||
        (HELPERS.has(stem) && !ANYBODY.has(clause[at + 1] ?? "") && !ANYBODY.has(clause[at - 1] ?? "")),
    )
  );
}

function sentencesOf(message: string): string[] {
  return message.split(/(?<=[.!?？。])\s+|\n+/u).filter((one) => /[\p{L}\p{N}]/u.test(one));
}

function leadOf(clause: readonly string[]): string {
  return clause.find((stem) => !LEADING.has(stem)) ?? "";
}
const LEADING = stems("please can could you we and then also now first next finally let's to bitte just");

function clausesOf({ stems: all }: Words): string[][] {
  const clauses: string[][] = [[]];
  for (const stem of all) {
    if (stem === BREAK || stem === "and" || stem === "then") clauses.push([]);
    else clauses.at(-1)?.push(stem);
  }
  return clauses.filter((clause) => clause.length > 0);
}
