import type { RouteDecision } from "./route-decision.ts";
import { BREAK, stemOf, wordsOf } from "./words.ts";

/** What somebody wants to know of how work stands. */
export type Focus = "all" | "working" | "waiting" | "next" | "done" | "online" | "spent";

export interface StatusQuestion {
  focus: Focus;
  /** The stems that say what it is about; empty: the room as a whole. */
  about: readonly string[];
}

const GREETING =
  /^(?:(?:hi|hey|hello|hallo|moin|hola|bonjour|salut|good (?:morning|afternoon|evening)|guten morgen)\b[\s,!.:]*(?:(?:team|all|everyone|everybody|folks|there)\b)?[\s,!.:]*)/;

/** How each of them is asked for, at the beginning of the question; English, German, French, Spanish and Portuguese. */
const ASKED: readonly [Focus, RegExp][] = [
  [
    "spent",
    /^(?:how (?:much|many tokens)\b.{0,30} (?:spent|spend|spending|cost|costs|used?|using|burned)\b|how much (?:is left|do we have left|budget)\b|what (?:have we|did we|are we) (?:spent|spend|spending)\b|what(?:'s| is| are) (?:the |our |today's )?(?:costs?|spend|spending|bill|budget|token usage)\b|what (?:did|does|has) .{1,20} costs?\b|(?:wie ?viele?|was) .{0,40}(?:gekostet|ausgegeben|verbraucht|kostet)\b|wie hoch sind (?:die |unsere )?(?:kosten|ausgaben)|(?:combien|qu'a-t-on) .{0,30}(?:dépensé|coûté|coûte|consommé|utilisé)|(?:quel est|quels sont) (?:le coût|les coûts|les dépenses)|cuánto .{0,30}(?:gastado|costado|cuesta|gastamos|consumido)|cuál es el (?:coste|costo|gasto)|quanto .{0,30}(?:gastamos|gasto|custou|custa|gastou)|quanto (?:já )?(?:gastamos|custou)|qual (?:é )?o custo)/,
  ],
  [
    "online",
    /^(?:(?:who|which agents|which roles|which of you|what agents|how many agents)(?:'s|'re| is| are)? (?:currently |still |all )?(?:online|connected|available|around|offline|here|there|awake|idle)\b|(?:is|are) .{1,60} (?:online|connected|available|offline|around)$|wer ist (?:gerade |alles |noch |jetzt )*(?:online|da|verbunden|verfügbar|offline)\b|(?:welche|wie viele) (?:agenten|rollen) (?:sind|gibt)|(?:ist|sind) .{1,60} (?:online|verbunden|da|offline)$|qui est (?:en ligne|connecté|disponible|là)|(?:quels|combien d'?) ?agents sont|est-ce que .{1,40} (?:est|sont) (?:en ligne|connectée?s?|là)$|quién(?:es)? está[ns]? (?:en línea|conectad|disponible|online)|(?:qué|cuáles|cuántos) agentes (?:están|hay)|quem está (?:online|conectado|disponível|aí)|(?:quais|quantos) agentes (?:estão|há))/,
  ],
  [
    "waiting",
    /^(?:(?:what|who)(?:'s| is| are)? (?:still )?(?:blocked|stuck|waiting|waits)\b|is (?:anything|anyone|anybody|something) (?:still )?(?:blocked|stuck|waiting)|anything (?:still )?(?:blocked|stuck|waiting)|(?:was|wer) (?:ist (?:noch )?(?:blockiert|offen für mich)|wartet|hängt)|ist (?:hier |gerade |noch )?(?:(?:irgend)?(?:etwas|was|wer|jemand)) (?:gerade |noch )?blockiert|(?:hängt|wartet) (?:gerade |noch )?(?:irgend)?(?:etwas|was|jemand|wer)\b|(?:est-ce que )?(?:quelque chose|quelqu'un) (?:est|reste) bloqué|(?:hay|está) (?:algo|alguien) bloqueado|qu'est-ce qui (?:est bloqué|attend|bloque)|qué (?:está bloqueado|espera)|(?:há |tem |existe )?(?:algo|alguma coisa|alguém) (?:está )?(?:bloquead|parad)|o que (?:está (?:bloqueado|parado)|espera))/,
  ],
  [
    "next",
    /^(?:what(?:'s| is| are)? (?:still |up )?(?:next|left|open|queued|in the queue|to do|to be done)\b|how many (?:tasks|things) (?:are|wait)|what comes next|was (?:ist|bleibt) (?:noch )?(?:offen|übrig|zu tun)|was (?:kommt|fehlt)|que reste-t-il|qu'est-ce qui reste|qué (?:falta|queda|sigue)|o que (?:falta|resta|vem|sobra))/,
  ],
  [
    "done",
    /^(?:what (?:did (?:we|you|the team)|have (?:we|you)|has the team|got|was|has been|is|'s) (?:already |just )?(?:do|done|finish(?:ed)?|completed?|shipped?|achieved?|get done|got done)\b|what's (?:done|finished)|was (?:wurde|ist) (?:schon |bereits |heute )?(?:gemacht|erledigt|fertig)|was habt ihr|qu'est-ce qui (?:est|a été) (?:fait|fini|terminé)|qué (?:está hecho|se ha hecho|hicimos|hemos (?:hecho|terminado))|o que (?:foi feito|está pronto|fizemos))/,
  ],
  [
    "working",
    /^(?:who(?:'s| is| are) (?:working|busy|on|doing|currently|assigned|at work)\b|who has\b|what(?:'s| is| are) .{1,40} (?:doing|working on|up to)\b|what(?:'s| is) (?:in progress|running|being worked on)|wer (?:arbeitet|macht|hat)\b|woran (?:arbeitet|arbeiten)|qui (?:travaille|fait)|quién (?:trabaja|está)|quem (?:está trabalhando|trabalha|faz))/,
  ],
  [
    "all",
    /^(?:(?:what(?:'s| is) )?(?:the |our |your )?(?:current |overall )?(?:status|state|progress)\b|what(?:'s| is) (?:going on|happening)|how far (?:is|are|along)\b|how (?:is|are|'s) (?:it|we|things|everything|the .{1,40}) (?:going|coming along|doing|progressing)|how(?:'s| is) it going|where (?:are we|do we stand|does .{1,40} stand)|any (?:progress|updates?)\b|status\b|(?:is|are) .{1,60} (?:done|ready|finished|complete|completed|blocked)$|wie weit\b|wie (?:ist der stand|steht|läuft)|wo (?:stehen wir|steht)|was ist der stand|(?:ist|sind) .{1,60} (?:fertig|erledigt|blockiert)$|où en (?:est|sommes|êtes|sont)|quel est l'état|cómo va(?:n|mos)?\b|cuál es el estado|qual (?:é )?o (?:status|estado|andamento)|como (?:está|estão|vai|vão|vamos|estamos)\b|em que pé)/,
  ],
];

/** Words of such questions that don't say what they are about. */
export const SAYS_NOTHING = new Set(
  `a an the our your my their this that these those of on in at to for with about from it its is are was were be been
  do does did have has had we you i they me us he she what what's whats who who's which where how far much many when
  status state progress update updates any anything anyone anybody something someone everyone everybody everything
  currently current now right today moment so yet already still just roughly overall going go coming along doing
  stand stands standing happening working work works busy assigned task tasks thing things job jobs work item items
  done finished finish complete completed ready blocked stuck waiting wait waits need needs needed left open next
  queue queued up being get got team room all and or then please hi hey hello there here new more other long
  der die das den dem des ein eine einen wir ihr du ich es sie uns mir wer was wo wie weit woran ist sind war seid habt
  hat macht arbeitet arbeiten gerade jetzt heute noch schon bereits mit an am im für von zu bei stand steht stehen läuft
  fertig erledigt blockiert offen übrig wartet hängt kommt fehlt bleibt tun gemacht wurde aktuell aktuelle alles alle
  neu neue neuen neues neuer etwas irgendetwas irgendwas irgendwer jemand hier
  le la les l' un une des du de en est sommes êtes sont où qui que qu' quel quelle quoi est-ce il elle on nous vous
  travaille fait fini terminé bloqué quelque chose quelqu'un reste attend reste t état maintenant aujourd'hui qu'est ce d' a été sur
  el los las una unos del al es está están estamos cómo cuál qué quién va van vamos trabaja hecho falta queda sigue
  espera hay algo alguien bloqueado ahora hoy estado lo con por se ha nos cuánto cuántos hemos gastado costado gasto coste
  costo agentes línea conectado conectados disponible disponibles hicimos terminado
  spent spend spending cost costs money budget token tokens used use using bill usage burned far agent agents role roles online
  connected available offline around awake idle which all
  haben bisher viel viele wieviel geld kosten kostet gekostet ausgegeben verbraucht ausgaben hoch welche agenten rollen verbunden verfügbar da alles
  combien avons dépensé coûté coûte consommé utilisé coût coûts dépenses ligne connecté connectés disponibles là quels quel a t on
  o os as um uma e em no na do dos das que quem qual quais quanto quantos como está estão vai vão vamos há tem existe alguma
  coisa alguém bloqueado parado trabalhando trabalha faz foi feito pronto fizemos falta resta vem sobra já gastamos gastou
  custou custa custo andamento pé aí agora hoje até conectados disponível disponíveis`
    .split(/\s+/)
    .map(stemOf),
);

/**
 * What a message asks of how work stands, where that is all it asks; `null`: somebody has to read it.
 * @param tier as it was judged: with work in it, a message is no mere question
 */
export function statusQuestionOf(
  message: string,
  { tier, by }: Pick<RouteDecision, "tier" | "by">,
): StatusQuestion | null {
  return tier === "direct" && by !== "mention" ? askedFor(message) : null;
}

/** Whether somebody has to look up what was spent, for the room to answer. */
export function asksForSpending(message: string): boolean {
  return askedFor(message)?.focus === "spent";
}

function askedFor(message: string): StatusQuestion | null {
  const text = message.normalize("NFKC").toLowerCase().replace(/’/g, "'").trim();
  const asked = text
    .replace(GREETING, "")
    .replace(/^whats\b/, "what's")
    .replace(/[\s?？!.¿]+$/u, "")
    .replace(/^[¿\s]+/u, "");
  // A second sentence may ask for something else.
  if (asked === "" || /[.!?？\n;]\s/u.test(asked)) return null;
  const found = ASKED.find(([, pattern]) => pattern.test(asked));
  if (!found) return null;
  const [focus] = found;
  const about = wordsOf(asked).stems.filter(
    (stem) => stem !== BREAK && !SAYS_NOTHING.has(stem) && /[\p{L}\p{N}]/u.test(stem),
  );
  // What one thing costs is nothing that the room knows.
  return focus === "spent" && about.length > 0 ? null : { focus, about };
}
