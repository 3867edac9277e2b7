/** How work went: a judge's verdict on what it looked at, anybody else's on its own; `unclear`: it can't be told. */
export const VERDICTS = ["passed", "failed"] as const;
export type WorkVerdict = (typeof VERDICTS)[number] | "unclear";

/** A negation, at most three words before what it denies. */
const NOT =
  /(?:\b(?:not|no|none|nothing|zero|0|never|cannot|without|neither|nor|nicht|kein\w*|ohne|null|ne|pas|aucune?|sans|sin|ningun\w*|nao|nem|sem|nessun\w*|non|senza|geen|niet)|(?<!\p{L})(?:не|нет|без|ни)|n't)\s+(?:[\p{L}\p{N}']+\s+){0,3}$/u;
const NOT_BEHIND =
  /^\s*(?:[=:]\s*|\s)(?:0|no|nope|none|false|nothing|zero|nein|keine|non|aucune?|nessuno|❌)\s*(?:$|[,;.)}])/u;

/** Words for "it fails", and "it passes"; capitals, markdown and joining characters are gone by then. */
const FAIL =
  /\b(?:un(?:successful\w*|stable)|fai?l+(?:s|d|ed|ing|ures?)?|fial(?:s|ed)|nok|ko|no ?go|broken?|breaks|crash(?:es|ed)?|rejected?|unmet|refused|blocked|blockers?|insufficient|incorrect|wrong|red|regress\w*|vulnerab\w*|(?:sql )?injection|critical (?:finding|issue|bug|defect|problem|error)s?|error(?:s|ed)?|changes (?:are )?(?:requested|needed|required)|needs? (?:re)?work|needs? (?:changes|fixing|revision)|must (?:be )?fix(?:ed)?|fehlgeschlagen|fehlschl\w+|schlae?gt fehl|schlagen fehl|schlug(?:en)? fehl|fehler\w*|durchgefallen|gescheitert|kaputt|abgelehnt|rot|echou\w+|echecs?|casse\w*|refuse\w*|rejete\w*|erreurs?|falla|fallan|fallos?|fallaron|fallid[oa]s?|fallando|rechazad[oa]s?|rot[oa]s?|errores|falh\w+|quebrad[oa]s?|reprovad[oa]s?|erros|fallit[oaie]|falliscono|fallisce|rifiutat[oaie]|errori|mislukt|gefaald|faalt|falen|afgekeurd|kapot)\b|失败|失敗|未通过|不通过|不合格|실패|не прош\p{L}*|провал\p{L}*|сломан\p{L}*|упал\p{L}*|отклон\p{L}*|[❌✗✘🔴👎]/gu;
const PASS =
  /\b(?:pass(?:es|ed|ing)?|succe(?:ss|eds?|eded|ssful(?:ly)?)|green|approved?|lgtm|looks good|all good|ok(?:ay)?|fine|correct|ready|improved|fixed|complete|works|bestanden|erfolgreich|grue?n|freigegeben|fehlerfrei|reussi\w*|passent|passe\w*|approuve\w*|pasan|pasaron|pasado|aprobad[oa]s?|correct[oa]s?|passaram|passou|aprovad[oa]s?|superat[oaie]|passano|passati|approvat[oaie]|geslaagd|slagen|goedgekeurd)\b|(?<![未不])通过|成功|(?<!不)合格|통과(?!하지)|성공|успешно|пройден\p{L}*|прошл\p{L}*|прошел|одобрен\p{L}*|[✅✓✔🟢👍]/gu;
/** Not a statement about now: what would be, what was and has been mended, what was not tried. */
const NOT_NOW =
  /\b(?:if|when|whenever|would|should|could|might|may|unless|whether|until|once|expected|before|earlier|previously|formerly|used to|was fixed|were fixed|fixed|mended|repaired|resolved|wenn|falls|sollte\w*|vorher|behoben|si|avant|corrig\w+|antes)\b|[?？]/u;
/** Not all of it, or never tried. */
const PARTLY =
  /\b(?:most|some|almost|nearly|only|not all|not every|not yet|nicht alle|pas tous|pas toutes|no todos|no todas|except|but|could(?:n't| not) run|unable to|can(?:no|')t (?:run|tell)|not (?:run|tested|checked)|untested|skipped|partly|partially|fast alle|die meisten|la plupart|casi tod[oa]s|salvo)\b/u;
/** Limits a statement about the whole, wherever it is: a part is left out, is open, or was not tried. */
const RESERVED =
  /(?<!\p{L})(?:but|except\w*|apart from|aside from|other than|minus|however|although|though|unfortunately|provided|on condition|as soon as|after (?:fixing|mending)|must fix|hardly|barely|scarcely|far from|none of|part(?:ly|ial(?:ly)?)|remain(?:s|ing)?|missing|flaky|skip(?:s|ped)?|hangs?|time[sd]? out|timeouts?|not|cannot|aber|jedoch|ausser|bis auf|teilweise|nur|nicht|mais|sauf|hormis|excepte|partiellement|seulement|pas|pero|salvo|excepto|menos|parcialmente|mas|exceto|tranne|eccetto|parzialmente|ma|maar|behalve|gedeeltelijk|niet|кроме|но|частично|не)(?!\p{L})|n't(?!\p{L})|部分|除了?|但|一部|ません|일부|[하지]지 (?:못|않)/u;
/** So many out of so many; not a date. */
const OF = /(?<![\d/.-])(\d+)\s*(?:of|\/|out of|von|de|sur|su|van|из)\s*(?:the\s+)?(\d+)(?![\d/])/gu;
/** What a verdict is about: after the first words, a failure of anything else is part of a finding. */
const SUBJECT =
  /\b(?:tests?|specs?|suite|build|checks?|reviews?|verdict|result|status|lint|typecheck|compil\w*|it|this|ci|gate|work|specification|readiness|critical|kritisch|pruebas|essais|testes)\b|\b\d+\s+(?:of|\w*fail\w*|errors?|broken)|测试|テスト|테스트|тест/u;

/** Its bare words: without markdown, joined words separated, in lower case. */
function plain(text: string): string {
  return text
    .normalize("NFKD")
    .replace(/[\u0300-\u036f]/g, "")
    .normalize("NFC")
    .replace(/^\s*(?:\[[\w -]*\]\s*)?/, "")
    .replace(/[’ʼ]/g, "'")
    .replace(/<[^<>\n]*>/g, " ")
    .replace(/([a-z])([A-Z])/g, "$1 $2")
    .replace(/(?<=\p{L})[_-]+(?=\p{L})/gu, " ")
    .replace(/[*_`~#>|"“”„«»{}[\]()]+/g, " ")
    .replace(/^[ \t]*(?:[-+•]|\d+[.)])[ \t]+/gm, "")
    .toLowerCase();
}

/** For one word for passing or failing in a clause: whether it holds, or is denied. */
function said(clause: string, words: RegExp): { stands: boolean; denied: boolean } {
  let stands = false;
  let denied = false;
  for (const { 0: word, index } of clause.matchAll(words)) {
    const isNot = NOT.test(clause.slice(0, index)) || NOT_BEHIND.test(clause.slice(index + word.length));
    if (isNot) denied = true;
    else stands = true;
  }
  return { stands, denied };
}

/** Whether it counts fewer than all. */
function isFewer(text: string): boolean {
  return [...text.matchAll(OF)].some(([, n, all]) => Number(n) < Number(all));
}

/** What a text says that it judges: loudly if it is its own verdict, and not that of a finding in it. */
function heard(text: string): { passes: boolean; fails: boolean; mentions: boolean } {
  const clauses = plain(text)
    .split(
      /(?:[.;!,](?=\s|$)|[？。；，、！\n—–]| - |\b(?:but|aber|mais|pero|however)\b|:(?=\s(?!(?:false|no|0)\s*(?:$|[,;.]))\S+\s+\S))+/u,
    )
    .map((one) => one.trim())
    .filter(Boolean);
  let [passes, fails, mentions] = [false, false, false];
  for (const [i, clause] of clauses.entries()) {
    const fail = said(clause, FAIL);
    const pass = said(clause, PASS);
    const isPart = isFewer(clause) || PARTLY.test(clause);
    const doesFail = fail.stands || pass.denied || /\b0 pass/.test(clause);
    if (doesFail && !NOT_NOW.test(clause)) {
      if (i === 0 || pass.denied || SUBJECT.test(clause)) fails = true;
      else mentions = true;
    }
    if (pass.stands && isPart && !fail.stands && !fail.denied) fails = true;
    else if ((pass.stands || (fail.denied && !fail.stands)) && !isPart) {
      if (
        !pass.stands ||
        !/\b(?:if|would|should|could|might|may|unless|whether|once|expected|will|sollte\w*|falls)\b|[?？]/u.test(clause)
      )
        passes = true;
    }
  }
  return { passes, fails, mentions };
}

/**
 * The verdict of a report: what its field says, its checks, and its words, read through markdown, capitals and near
 * misses.
 * Where they contradict each other, it is unclear; so is a pass with a reservation that no field confirms.
 *
 * @param given its field, or a substitute for it
 */
export function verdictOf(given: WorkVerdict | undefined, text: string): WorkVerdict {
  if (given === "failed") return "failed";
  const { passes, fails, mentions } = heard(text);
  if (given === "passed") return fails ? "unclear" : "passed";
  if (fails) return passes ? "unclear" : "failed";
  const isReserved = RESERVED.test(plain(text)) || /^[-*\s]*\[ \]/m.test(text) || isFewer(plain(text));
  return passes && !mentions && !isReserved ? "passed" : "unclear";
}

/** Whether a report on its own work begins by saying that the work failed: with the type for that, or words like it. */
export function beginsFailed(text: string, types: readonly string[]): boolean {
  const [first = ""] = plain(text).split(/\n|[:;.,!](?:\s|$)| - |[—–]/u);
  const headline = first.trim().replace(/^(?:type|status|result|verdict)\s*[:=]?\s+/, "");
  const second = plain(text).replace(/^\s*(?:type|status|result|verdict)\s*[:=]\s*/, "");
  const isType = types.some((type) => {
    const word = plain(type).trim();
    return second.trimStart().startsWith(word) && !/^[\w]/.test(second.trimStart().slice(word.length));
  });
  return (isType && !NOT_NOW.test(headline)) || /^(?:the )?(?:\p{L}+ ){0,2}(?:has )?fai?l+(?:ed|ure)$/u.test(headline);
}
