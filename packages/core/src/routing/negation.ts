import { BREAK, stemsIn as stems } from "./words.ts";

/*
 * What a message says not to do, in English, German, French, Spanish and Portuguese: "don't touch X", "X nicht ändern",
 * "ne touche pas à X", "no toques X", "não mexa em X". A reported fault ("X does not work") doesn't count.
 */

/** Politeness, helping verbs and people before the verb of a request. */
const BEFORE_A_VERB = stems(
  `please pls plz kindly can could would will you u we i anyone someone somebody anybody let's lets let us me i'd i'll like love want wanna need needs to have has must should may might just also only
  then and now hey hi hello ok okay so first next finally quickly go ahead team everyone guys folks mind be is are able possible it that get maybe perhaps help try when asap really
  bitte kannst könnt können könnten könntet könntest kann du ihr wir man mal jemand jmd einer ich es das dann hätte gern gerne möchte möchten will wollen würde würdest würdet wäre lieb nett dass wenn muss müssen müsst musst
  sollte sollten soll solltet brauche brauchen nur einfach noch jetzt und als nächstes kurz schnell doch eben gleich hier da dafür lass lasst uns mir hallo moin auch zuerst erst danach mich bräuchte
  peux peut pouvez pourriez pourrais pourrait peuvent tu vous on je nous il faut faudrait est ce c qu que ça s t j m n te me se plaît voudrais veux aimerais aimerions merci de d bien vouloir veuillez juste seulement
  simplement alors puis ensuite abord maintenant quelqu quelqu'un un serait possible dois doit doivent devrait devez devrions pense pensez à y là aussi allez vas va salut bonjour svp stp besoin ai avons
  por favor porfa porfis puedes puede podéis pueden podrías podríais podrían podemos podría podríamos alguien hay que tenemos tenéis tienes tengo necesito necesitamos quiero queremos quisiera me gustaría debes debe deben debería tiene solo sólo
  simplemente ahora luego después también primero se lo nos os vale hola ya te le vamos a hace falta
  pode podem podes poderia poderiam podia dá pra para dava alguém você vocês a gente o preciso precisa precisam precisamos queria quero gostaria gostaríamos deve devem temos tem só apenas agora depois e também primeiro pf pfv
  oi olá vamos já ai aí por gentileza consegue conseguem da pro seria bom`,
);
const JOINS = stems("and then und et y e");
/** What follows them is meant positively again. */
const TURNS = stems("but just only instead rather sondern aber sino pero mais plutôt");
/** They negate what follows: all of it if they begin the clause, otherwise the next words. */
const NOT = stems(
  "don't dont needn't never without no not nicht kein keine keinen keinem keiner ohne sans jamais sin nunca não sem ni nem neither nor weder",
);
/** "Don't forget X" asks for it; "no idea why X fails", "no funciona X" report it. */
const NO_WISH = stems(
  `forget hesitate miss know understand think care mind sure certain idea one body rush only everyone
  vergiss weiß verstehe sicher oublie oubliez sais olvides olvide sé puedo podemos funciona funcionan hay va me se
  esqueça sei consigo conseguimos funcionam há`,
);
const CLITICS = stems("lo la los las le les");
/** "does not build" describes a fault; "do not build" is a wish. */
const DESCRIBES = stems("does is did can will could are was were has have had gibt hat haben");
const INSTEAD = stems("of than");
const SUBJECTS = stems("the a an it this that el la los las un una lo o os as um uma le les l der die das");
/** "Pas la peine d'embêter X". */
const NEEDLESS = stems("peine besoin nécessaire utile");
/** A wish in a sentence with a subject: "il ne faut pas toucher X". */
const WISHES = stems("veux voulons faut souhaite dois devez devons doit devrait");
const ABLE = stems("kann können konnte lässt lassen sich will wollte");
const REACH = 3;

/** True for the first word of a clause that isn't mere politeness: usually the verb of the request. */
export function isLead(words: readonly string[], at: number): boolean {
  for (let i = at - 1; i >= 0 && words[i] !== BREAK; i--) {
    if (JOINS.has(words[i] ?? "")) return true;
    if (!BEFORE_A_VERB.has(words[i] ?? "")) return false;
  }
  return true;
}

const NEGATES = new Set([...NOT, ...stems("pas instead rather")]);

/** Whether anything may be negated, or in doubt: most messages negate nothing. */
export function mayNegate(words: readonly string[]): boolean {
  return words.some((word) => NEGATES.has(word));
}

/**
 * True where the message says not to.
 * @param words stems, with `BREAK` between clauses
 */
export function isNegated(words: readonly string[], at: number, length: number): boolean {
  let from = at;
  while (from > 0 && words[from - 1] !== BREAK && !TURNS.has(words[from - 1] ?? "")) from -= 1;
  let to = at + length;
  while (to < words.length && words[to] !== BREAK && !TURNS.has(words[to] ?? "")) to += 1;
  const turn = words[from - 1] ?? BREAK;
  if (turn !== BREAK && INSTEAD.has(words[from] ?? "")) return at - from <= REACH;
  const [before, after] = [words.slice(from, at), words.slice(at + length, to)];
  return isRuledOut(before, words) || isFrenchNot(before) || isGermanNot(before, after);
}

export const PLEASE = stems("please pls plz bitte favor plaît stp svp porfa porfis pfv");
const WHETHER = stems("if whether ob obs si se");
const KNOWS = stems("know sure idea certain weiß sicher sais sûr sé seguro sei certeza");

/** "Don't know if it's a bug": somebody has to ask first. */
export function isUnsure(words: readonly string[], at: number): boolean {
  let whether = at - 1;
  while (whether >= 0 && !WHETHER.has(words[whether] ?? "")) whether -= 1;
  if (whether < 0 || words.slice(whether, at).includes(BREAK)) return false;
  const before = words.slice(Math.max(0, whether - REACH - 1), whether);
  return before.some((word) => KNOWS.has(word)) && before.some((word) => NOT.has(word) || word === "pas");
}

const CALLED_OFF =
  /(?:^|\|) (?:(?:is|ist|est|esta) )?(?:cancelled|cancel|canceled|cancelada|cancelado|abgesagt|hinfallig|annulee?) |no longer need|not need anymore|ya no hace falta|ya no es necesari|(?:plus|pas) (?:besoin|necessaire)|nicht mehr notig|hat sich erledigt|nao (?:e )?(?:precisa|preciso|necessario) mais/;

const OFF = stems(
  "cancelled cancel canceled cancelada cancelado abgesagt hinfällig annulé annulée longer anymore falta necesario necesaria besoin nécessaire nötig erledigt mais",
);

/** What it is about is called off. */
export function isCalledOff(words: readonly string[]): boolean {
  return words.some((word) => OFF.has(word)) && CALLED_OFF.test(`| ${words.join(" ")} |`);
}

/** Beside these words, "no" means "in the". */
const PORTUGUESE = stems("da um uma não você vocês pra pro ao com em");

/** Ruled out by a word before it. */
function isRuledOut(before: readonly string[], words: readonly string[]): boolean {
  return before.some((word, i) => {
    if (!NOT.has(word) || (word === "no" && words.some((one) => PORTUGUESE.has(one)))) return false;
    // "No se lo pidas a X" is a wish, "no se abre X" a fault.
    if (NO_WISH.has(before[i + 1] ?? "") && !CLITICS.has(before[i + 2] ?? "")) return false;
    const describing = before[i - 1] === "es" ? i - 2 : i - 1;
    if (DESCRIBES.has(before[describing] ?? "")) return false;
    const told = before.slice(0, i);
    if (["no", "nao"].includes(word) && told.some((one) => SUBJECTS.has(one))) return false;
    if (before[i - 1] === "why" || before[i - 1] === "warum") return false;
    return before.length - i <= REACH || isLead(before, before[i - 1] === "do" ? i - 1 : i);
  });
}

/** "ne touche pas à X", "merci de ne pas toucher X", "pas besoin de X"; not "X ne marche pas", "le Y n'a pas de X". */
function isFrenchNot(before: readonly string[]): boolean {
  const pas = before.lastIndexOf("pas");
  if (pas < 0 || before[pas - 1] === "pourquoi" || NO_WISH.has(before[pas - 1] ?? "")) return false;
  const ne = before.findLastIndex((word, i) => i < pas && (word === "ne" || word === "n"));
  if (ne < 0) return before.length - pas <= REACH + 1 || before.slice(pas).some((word) => NEEDLESS.has(word));
  const isTold = before.slice(0, ne).some((word) => !BEFORE_A_VERB.has(word));
  return !isTold || (pas === ne + 1 && before[ne] === "ne") || before.slice(ne, pas).some((word) => WISHES.has(word));
}

/** "X nicht ändern", "fass den X nicht an"; not "X geht nicht", "X lässt sich nicht öffnen". */
function isGermanNot(before: readonly string[], after: readonly string[]): boolean {
  const at = after.indexOf("nicht");
  if (at < 0 || [...before, ...after].some((word) => ABLE.has(word))) return false;
  const end = after.at(-1) ?? "";
  const isInfinitive = at < after.length - 1 && /(?:e[rl]?n|tun)$/.test(end);
  const isImperative = /^(?:de[nmr]|die|das|an)$/.test(before[1] ?? "") && before.length <= REACH;
  return isInfinitive || (isImperative && !SUBJECTS.has(before[0] ?? ""));
}
