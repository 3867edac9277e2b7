import { BREAK, stemsIn as stems } from "./words.ts";

/** What people do to code, as verbs that may be nouns as well. */
export const WORK = stems(
  `fix add implement build write create make change rename remove delete refactor update upgrade migrate move review test
  check verify plan split design document deploy release merge revert investigate debug find clean optimise optimize improve
  replace rewrite bump configure integrate port drop draft audit extend simplify ship rebase scan sketch prove profile turn put set
  behebe baue schreibe prüfe teste ändere mach füge entferne lösche corrige ajoute écris vérifie teste supprime mets arregla añade escribe revisa prueba cambia quita pon testa muda coloca tira corrija arruma`,
);
/** An object, a place or an end often follows the verb of a request, rarely a noun. */
const AFTER_A_VERB = stems(
  `${BREAK} the a an this that these those our my your their its it them him her us me all any each every some both what
  why how whether if who where which when so up out down over off in on at into from with through against again for to and
  der die das den dem ein eine einen einem mir uns mal bitte ob le la les l un une des du ce cette ces mon notre vos
  el los las una unos al del mi nuestro tu o os as um uma do da no na`,
);
/** "Test suite is red": what comes before them is no request. */
const TELLS = stems(
  `is are was were isn't aren't wasn't has have had hasn't does doesn't did didn't can't cannot won't will needs fails crashes
  returns takes shows loads looks seems hangs breaks gives throws says stops keeps goes gets misses contains should
  ist sind war hat haben wird geht braucht est sont était a ont doit es está son fue tiene é está são foi tem`,
);
const ENDS_A_NAME = stems("that which who where when if so whether what why how and or but because");

/** A wish that somebody does something, wherever it is in a report. */
export const WISHES = stems(
  `should must soll sollen sollte sollten muss müssen braucht brauchen brauch faut faudrait doit doivent devrait devraient hay debe deben debería deberían
  necesita precisa precisam deve devem deveria`,
);
const QUESTIONS = stems(
  "what which who when where why how was wer wann wo warum wie welche quel quelle qui quand où pourquoi comment qué quién cuándo dónde cómo cuál qual quem quando onde como",
);

/** "We should talk": states nothing. */
const NOBODY = stems("we i you someone somebody wir ich man jemand on nous je alguien alguém nosotros nós");

/** "The button should be grey", not "should it be grey" or "how should it look". */
export function isWish(words: readonly string[], at: number): boolean {
  if (!WISHES.has(words[at] ?? "")) return false;
  const from = words.lastIndexOf(BREAK, at) + 1;
  return from < at && !NOBODY.has(words[at - 1] ?? "") && !words.slice(from, at).some((word) => QUESTIONS.has(word));
}
/** What follows the verb at the end of a German sentence. */
const ENDS_GERMAN = stems(`${BREAK} bitte und oder danke mal werden wird sollen soll müssen muss könnt können kannst`);

/** "Bitte den Fehler nachstellen": the verb of a request comes last. */
export function isGermanVerb(words: readonly string[], at: number, length: number): boolean {
  const said = words[at + length - 1] ?? "";
  return /(?:en|ern|eln)$/.test(said) && ENDS_GERMAN.has(words[at + length] ?? BREAK);
}

/**
 * Whether the words that begin a clause read as the verb of a request: "index the orders", not "index page", "database
 * of customers" or "test suite is red".
 *
 * @param isKnown it can only be a verb
 */
export function isVerb(words: readonly string[], at: number, length: number, isKnown: boolean): boolean {
  const next = words[at + length] ?? BREAK;
  if (AFTER_A_VERB.has(next) || /^\d/.test(next)) return true;
  if (length === 1 && at > 0 && words[at - 1] !== BREAK) return true;
  if (next === "of" || (length === 1 && !isKnown && !WORK.has(words[at] ?? ""))) return false;
  // "Review comments on the parser are open" reports; "review changes on main" asks.
  for (const word of words.slice(at + length)) {
    if (word === BREAK || ENDS_A_NAME.has(word)) return true;
    if (TELLS.has(word)) return false;
  }
  return true;
}
