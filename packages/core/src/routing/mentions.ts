import type { RoleName } from "../kernel/ids.ts";
import type { Team } from "../team/team.ts";
import { isNegated } from "./negation.ts";
import { BREAK, bareOf, stemOf, type Words, wordsOf } from "./words.ts";

/** Names joined by signs, such as `@builder/@tester`. An address and a package such as `@builder/x` don't count. */
const NAMES =
  /(?<![\p{L}\p{M}\p{N}_@./+-])@[a-z][a-z0-9-]*(?:\s?[/+&|]\s?@[a-z][a-z0-9-]*)*(?![\p{L}\p{M}\p{N}_@/-])/giu;
const NAME = /@([a-z][a-z0-9-]*)/giu;
/** "@a, @b and @c" is one list, whatever is said about it. */
const LISTED = /(?<=@[a-z0-9-]+),(?=\s*@[^.!?;:\n]{0,200}\b(?:or|nor|and|oder|und|ou|et|ni|o|y|e)\s+@)/giu;
/** Whoever follows is left out: "everyone but @tester". */
const BUT = new Set("but except excluding außer ausser sauf excepté menos salvo excepto exceto".split(" ").map(stemOf));
/** "@tester shouldn't", "@tester need not". */
const SHALL_NOT =
  /^(?:shouldn't|mustn't|needn't|(?:should|must|may|need|i|is) not|doesn't (?:need|have) to|soll nicht)\b/;

export interface Mentions {
  named: RoleName[];
  /** The message says not to involve them. */
  ruledOut: RoleName[];
}

/**
 * Roles named with `@`, whole words in any script, in the team's order. An e-mail address, a package such as `@builder/x`,
 * code and quotes name nobody, and "don't ask @builder" rules the builder out.
 */
export function mentionsOf(team: Team, body: string, words: Words = wordsOf(body)): Mentions {
  const out = bareRuledOut(team, words);
  if (!body.includes("@")) return { named: [], ruledOut: out };
  const ruledOut = new Set<string>(out);
  const text = bareOf(body).replace(LISTED, " or");
  const named = new Set<string>();
  for (const { 0: run, index } of text.matchAll(NAMES)) {
    const before = wordsOf(text.slice(0, index)).stems;
    const after = wordsOf(text.slice(index + run.length)).stems;
    const isOut =
      isNegated([...before, "@", ...after], before.length, 1) ||
      BUT.has(before.at(-1) ?? BREAK) ||
      SHALL_NOT.test(after.slice(0, 3).join(" "));
    for (const [, name = ""] of run.matchAll(NAME)) (isOut ? ruledOut : named).add(name.toLowerCase());
  }
  const names = team.roles.map((role) => role.name);
  return {
    named: names.filter((name) => named.has(name)),
    ruledOut: names.filter((name) => ruledOut.has(name) && !named.has(name)),
  };
}

/** "Don't ask the tester": leaving a role out takes no sign before its name, only asking it does. */
function bareRuledOut({ roles }: Team, { stems, text }: Words): RoleName[] {
  const out: RoleName[] = [];
  for (const { name } of roles) {
    const at = text.includes(name) ? stems.indexOf(stemOf(name)) : -1;
    if (at >= 0 && isNegated(stems, at, 1)) out.push(name);
  }
  return out;
}

/** The roles that it asks by name. */
export function mentionsIn(team: Team, body: string): RoleName[] {
  return mentionsOf(team, body).named;
}
