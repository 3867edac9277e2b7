import { BREAK, stemsIn as stems } from "./words.ts";

const GREETS = `hi hey hello hallo moin servus hola buenas bonjour bonsoir salut coucou olá oi morning afternoon evening morgen abend tag días tardes noches dia tarde noite bye goodbye tschüss adiós tchau revoir`;
const THANKS = `thanks thank thx ty tysm cheers danke dank merci gracias obrigado obrigada valeu brigado kudos`;
const PRAISES = `great nice excellent awesome perfect super cool lovely wonderful brilliant amazing good gut gute prima toll tolle klasse perfekt schönen schönes schöne stark spitze top bien très bon beau bravo nickel parfait génial impeccable bueno buen
  buena bonne genial perfecto perfecta estupendo excelente fenomenal guay bom boa ótimo ótima perfeito perfeita maravilha`;
/** What people say in a greeting, thanks or praise; English, German, French, Spanish and Portuguese. */
export const SOCIAL = stems(
  `${GREETS} ${THANKS} ${PRAISES} night day guten gutes buenos bom welcome see later vielen beaucoup bcp muchas mil muito muitíssimo au ciao work job well done stuff one quick question gemacht geworden arbeit schönes schönen schöne wochenende
  feierabend travail boulot trabajo trabalho team all everyone everybody folks guys there you for the this week today so much very a lot help weekend have show legal works looks it's is that's all alle zusammen euch dir ihr an das passt sieht
  aus à tous toutes équipe week-end bonne bon journée soirée c est d equipo todos quedó quedo está todo muy fin de semana equipe pessoal gente ficou tá fim and und et y e la le les you're best rock amis friends amigos sois unos unas cracks crack vocês seid die beste stars heroes êtes são demais gens kurze frage läuft bunch million lot ton finde fin semaine
  week end soirée demais rapaziada tout monde journée besten besonders allen allerseits schönen tolle nochmal again schnelle petite gens les gens lot une question una pregunta please pls bitte porfa favor por svp stp s il te vous plaît uma pergunta rápida rapide`,
);
export const GREETING = stems(`${GREETS} ${THANKS}`);
const PRAISE = stems(PRAISES);
const THANKED = stems(THANKS);
const WORKED = stems("work job arbeit travail boulot trabajo trabalho");
/** "Thanks for X", "great work on X": most words of X. */
const FOR = stems("for on with für fürs bei beim mit an zum pour sur por con en pelo pela com no na");
const FOR_WORDS = 5;
/** Thanks for what is still to be done, or not the whole message. */
const GOES_ON = stems(
  `advance voraus avance antemano já please bitte but however though still now then can could would need not aber doch noch jetzt nur nicht mais pas encore peux pero todavía aún puedes mas ainda agora pode falta`,
);

/** A greeting, thanks or praise, and nothing else. @param words stems, with `BREAK` between clauses */
export function isSocial(words: readonly string[]): boolean {
  return words.some((stem) => GREETING.has(stem) || PRAISE.has(stem)) && isCourtesy(words);
}

/** Also "quick question": it says nothing by itself. */
export function isCourtesy(words: readonly string[]): boolean {
  let [isPraised, isThanked, after] = [false, false, 0];
  for (const stem of words) {
    if (stem === BREAK) [isPraised, isThanked, after] = [false, false, 0];
    else if (after > 0) {
      after += 1;
      if (after > FOR_WORDS + 1 || GOES_ON.has(stem)) return false;
    } else if (isThanked && FOR.has(stem)) after = 1;
    else if (!SOCIAL.has(stem)) return false;
    isPraised ||= PRAISE.has(stem);
    isThanked ||= THANKED.has(stem) || (isPraised && WORKED.has(stem));
  }
  return true;
}
