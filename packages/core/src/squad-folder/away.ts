import { plain } from "./markdown.ts";

const WORDS =
  /\b(?:(?:on|parental|medical|sick)\s+leave|(?:on\s+)?(?:vacation|holiday|sabbatical)|out\s+of\s+office|(?:retired|inactive|deactivated|disabled|paused|suspended|dormant|asleep|sleeping|benched|departed|off-?boarded|removed|archived|alumni|former(?:ly)?)|not\s+(?:currently\s+)?active|no\s+longer\s+(?:here|active|with\s+us|(?:i|o)n\s+the\s+(?:team|squad))|has\s+left|left\s+the\s+(?:team|squad))\b/iu;
const SIGNS = /[💤😴🛌🏖🏝🪦⏸]/u;
/** In a column about status, these say it too. */
const IN_STATUS = /[🔴⚫⛔🚫❌✗✘]|^\W*(?:no|off|false|away|leave|left|out|gone)\b/iu;
/** "Tester, on leave until May" and "former Tester". */
const ASIDE = /(?:[([—–,;]|\s-)\s*([^()[\]—–,;]{1,60})[)\]]?\s*$/u;
const UNTIL = /^\s*(?:(?:until|till|since|from|for|through|in)\b.*)?$/iu;
const ONCE = /^(?:former(?:ly)?|retired)\b|^ex-/iu;
const STRUCK = /^\s*\W*~~.+~~\W*$/u;

export interface AwaySigns {
  name?: string | undefined;
  part?: string | undefined;
  expertise?: string | undefined;
  status?: string | undefined;
  /** The whole line. */
  line?: string | undefined;
}

/** The words that say somebody is not active, in any usual notation; `null`: there are none. */
export function awayWords(signs: AwaySigns): string | null {
  const { name = "", part = "", expertise = "", status = "", line = name } = signs;
  const aside = ASIDE.exec(part)?.[1] ?? part;
  return (
    WORDS.exec(plain(status))?.[0] ??
    (SIGNS.test(status) || IN_STATUS.test(status) ? status.trim() : null) ??
    WORDS.exec(plain(name))?.[0] ??
    [aside, expertise].map(plain).find(isAway) ??
    ONCE.exec(plain(part))?.[0] ??
    SIGNS.exec(`${name}${part}${line}`)?.[0] ??
    (STRUCK.test(line) ? "struck out" : null)
  );
}

/** Whether these words say nothing else. */
function isAway(words: string): boolean {
  const said = words.trim();
  const match = WORDS.exec(said);
  return match?.index === 0 && UNTIL.test(said.slice(match[0].length));
}

/** A line without its parentheses about being active, and those. */
export function withoutAside(text: string): { text: string; status: string } {
  for (const [whole, aside = ""] of text.matchAll(/\s*[([]([^()[\]]{1,60})[)\]]/gu))
    if (isAway(aside)) return { text: text.replace(whole, ""), status: aside };
  return { text, status: "" };
}

/** A name without the words that say its owner is not active. */
export function nameAlone(name: string): string {
  const bare = plain(name.replaceAll("~~", ""));
  const cut = bare
    .replace(WORDS, "")
    .replace(/[\s([—–:,;-]*[)\]]*\s*$/u, "")
    .trim();
  return cut || bare;
}
