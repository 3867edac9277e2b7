import { BREAK, stemOf } from "./words.ts";

const stems = (words: string): ReadonlySet<string> => new Set(words.split(/\s+/).map(stemOf));

/** What people do to code. */
export const WORK = stems(
  `fix add implement build write create make change rename remove delete refactor update upgrade migrate move review test
  check verify plan split design document deploy release merge revert investigate debug find clean optimise optimize improve
  replace rewrite bump configure integrate port drop draft audit extend simplify ship rebase scan sketch prove profile
  behebe baue schreibe prüfe teste ändere corrige ajoute écris vérifie arregla añade escribe revisa prueba`,
);
/** An object, a place or an end follows the verb of a request, seldom a noun. */
const AFTER_A_VERB = stems(
  `${BREAK} the a an this that these those our my your their its it them him her us me all any each every some both what
  why how whether if who where which when so up out down over off in on at into from with through against again for to and
  der die das den dem ein eine einen einem mir uns mal bitte ob le la les l un une des du ce cette ces mon notre vos
  el los las una unos al del mi nuestro tu o os as um uma do da no na`,
);
/** "Test suite is red": what stands before them is no request. */
const TELLS = stems(
  `is are was were isn't aren't wasn't has have had hasn't does doesn't did didn't can't cannot won't will needs fails crashes
  returns takes shows loads looks seems hangs breaks gives throws says stops keeps goes gets misses contains should
  ist sind war hat haben wird geht braucht est sont était a ont doit es está son fue tiene é está são foi tem`,
);
const ENDS_A_NAME = stems(
  "that which who where when if so whether what why how and or but because",
);

/**
 * Whether the words that begin a clause read as the verb of a request: "index the orders", not "index page", "database of
 * customers" or "test suite is red".
 */
export function isVerb(words: readonly string[], at: number, length: number): boolean {
  const next = words[at + length] ?? BREAK;
  if (AFTER_A_VERB.has(next) || /^\d/.test(next)) return true;
  if (length === 1 && at > 0 && words[at - 1] !== BREAK) return true;
  if (next === "of" || (length === 1 && !WORK.has(words[at] ?? ""))) return false;
  // "Review comments on the parser are open" tells; "review changes on main" asks.
  for (const word of words.slice(at + length)) {
    if (word === BREAK || ENDS_A_NAME.has(word)) return true;
    if (TELLS.has(word)) return false;
  }
  return true;
}
