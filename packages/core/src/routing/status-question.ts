import type { RouteDecision } from "./route-decision.ts";
import { GREETING, isCourtesy, SOCIAL } from "./social.ts";
import { BREAK, foldedOf, stemOf, stemsIn as words, wordsOf } from "./words.ts";

/** What somebody wants to know about the state of work. */
export type Focus = "all" | "working" | "waiting" | "next" | "done" | "online" | "spent";

export interface StatusQuestion {
  foci: readonly Focus[];
  /** The stems that say what it is about; empty: the room as a whole. */
  about: readonly string[];
}

/** Words that ask for each, in English, German, French, Spanish and Portuguese: their beginnings, without accents. */
const CUES: Readonly<Record<Focus, RegExp>> = {
  spent:
    /^(?:spen[dt]|cost|kost|gekost|bill$|budget|burn|token$|ausgeb|ausgegeb|ausgab|verbrau|verbrat|verbrann|draufgegang|rechnung|factur|fatur|depens|cout|consom|consum|gast(?:o|a|as|os|amos|ado|ados|aron|aste|ou|aram|ando)$|cust(?:a|o|os|ou|am|ando|aram)$|money|geld$|kohle$|dinero|dinheiro|grana$|argent$|plata$|pasta$|cram|claqu|expens)/,
  online:
    /^(?:online|activ(?:e|o|a|os|as)?$|aktiv|actif|ativ[oa]s?$|logg|eingelogg|logad|present|anwesend|ansprechbar|connect|verbund|verfugbar|erreichbar|disponi|dispo$|availabl|offline|awake|around|idle|conectad|linea$|ligne$|linha$|wach$)/,
  waiting:
    /^(?:blo[ckq]|stuck|wait|await|klemm|hak(?:t|en)|hang(?:t|en)?$|hung$|stock(?:t|en)$|steckt?$|aufgehalt|festgefahr|feststeck|traba(?:d|n|$)|tranc|trav(?:a$|an|ad|ou|am$)|atasc|atranc|ator|deteni|detid|pres[oa]s?$|emperr|parad[oa]|frenad|coinc|arret|attend|attent|wart(?:e|en|et|ete|end)$|espera|espere|aguard|pend(?:ient|ent|ing|$)|approv|aprov|aprob|approuv|freig|valid(?:er|ar)$|answer|antwort|repons|respuest|respost|decis|decid|entscheid|impedim|hindern)/,
  next: /^(?:next|queue|backlog|todo|remain|left$|open$|offen|ouvert|abiert|abert|ubrig|aussteh|ansteh|danach|folgt|geplan|programad|previst|prevu|rest(?:e|ent|ant|a|am|an)|suit(?:e|es)?$|ensuite|prochain|apres$|despues|depois|sigue|siguient|seguint|seguida|proxim|queda|quedan|falta|cola$|fila$|file$|warteschlang|schlange|vien|vem$|vir$|venir|continuacion|toca$|sobra|upcom|nachst|faire$)/,
  done: /^(?:done|finish|complet|ship|deliver|achiev|ended$|geworden|worden|fertig|erledig|abgeschlossen|beend|gemacht|geschafft|geliefert|ausgeliefert|fait(?:e|es|s)?$|termin|fini|achev|boucl|livr(?:e|ee|es|ees)$|sorti|hecho|hech[oa]s|hicist|hicier|hicimos|hizo|acab|entreg|finaliz|cerrad|ultimad|ultimo$|list[oa]s?$|feit[oa]s?|conclu|pront[oa]s?$|fizer|fizem|fez$|ficou|ficaram|encerr|fechad)/,
  working:
    /^(?:work|doing|busy|assign|arbeit|bearbeit|beschaftig|boss(?:e|ent)$|travaill|trabaj|trabalh|haciend|fazend|mexend|andamos|ger(?:e|ent)$|treib)/,
  all: /^(?:status|state$|stand(?:s|ing)?$|steh|progress|update|neuigkeit|neues$|nouveau$|nouvell|novedad|novidad|going$|happen|far$|weit$|lauf|voran|vorwart|avanc|unterwegs|uberblick|overview|summar|recap|rundown|resum|bilan|etat$|estado|estatus|statut|andament|anda(?:m|n|mos|ndo)?$|adiantad|situa[ct]|punto$|ponto$|point$|altura$|wohin|evolui|va$|vas$|van$|vamos$|vai$|vao$|estamos|pe$|panorama|fortschritt|zwischenstand)/,
};
const FOCI = Object.keys(CUES) as Focus[];
/** Each focus's bit. */
const BIT = Object.fromEntries(FOCI.map((focus, at) => [focus, 2 ** at])) as Record<Focus, number>;
/** For the words met last, what they may ask for. */
const met = new Map<string, number>();
const MET_MAX = 5_000;

/** Whether a stem may ask for one of these: some have lost an "e" or an "s". */
export function isCue(stem: string, ...foci: readonly Focus[]): boolean {
  const bits = bitsOf(stem);
  return foci.some((focus) => (bits & BIT[focus]) > 0);
}

function bitsOf(stem: string): number {
  const before = met.get(stem);
  if (before !== undefined) return before;
  if (met.size >= MET_MAX) met.clear();
  let bits = 0;
  for (const focus of FOCI) if (["", "e", "s"].some((end) => CUES[focus].test(stem + end))) bits |= BIT[focus];
  met.set(stem, bits);
  return bits;
}

/** Whoever holds something. */
const WHO = words("who who's whos wem whose wer qui quién quiénes quien quem");
const HOLDS = words(
  "has have got on zuständig verantwortlich responsible cargo chargé dono gère bosse mexendo sur am bei con pris prend übernimmt übernommen tomó cogió assumiu ficou cuidando responsable responsável takes took picked taken genommen cogido tomado pegou hat haben macht dran sitzt kümmert a fait fais occupe charge tiene hace lleva encarga ocupa tem faz com cuida pegou está tá anda hacen faz fazendo",
);
/** "Has anyone picked it up?" */
const ANYBODY = words("anyone anybody someone somebody jemand wer quelqu'un quelqu alguien alguém");
const TAKEN = words(
  "picked taken took übernommen genommen angefangen pris commencé cogido tomado empezado pegou assumiu começou",
);
const WHAT = words("what what's whats which was woran qué que quê quoi quel quelle quels qu quais qual");
/** "Is it done?" asks for its state; "what is done?" for what was. */
const IS = words("is are ist sind est está están estão são já ya tá tão");
/** A reason, a forecast or a proposal is not something that the room knows. */
const NOT_KNOWN = words(
  "why when wann warum wieso weshalb weswegen pourquoi quand cuándo quando porque porqué should can could would may eta",
);
/** "How is it", "où en est-on", by their first two words. */
const HOW = new Set(
  `how is,how are,how's the,where r,what did,how it,how we,how thing,how everything,where are,where do,wie sieht,wie siehts,wie sieht's,wie geht's,wo sind,wo seid,
  wo bleibt,où en,sont où,est où,en où,ça avance,ça va,ça donne,comment ça,comment va,comment vont,comment se,por dónde,por onde,cómo lleváis,cómo llevan,wie kommt,wie steht,qué pasa,cómo está,cómo están,cómo anda,cómo
  andan,cómo andamos,en qué,como está,como estão,como anda,como andam,como tá,como tão,qué tal,no que,em que`
    .split(/,\s*/)
    .map((pair) =>
      pair
        .split(/\s+/)
        .map((word) => stemOf(foldedOf(word)))
        .join(" "),
    ),
);
const QUEUE = words("queue queued warteschlange schlange file cola fila");
const EN = words("en");
const OU = words("où");
const THERE =
  / (?:who|whos) (?:is |are )?(?:here|there)|^ wer ist (?:\S+ )*da | qui est (?:la|present)| quem (?:esta|ta) ai | quien (?:esta|anda|hay) (?:por )?ahi|^ wer ist (?:hier|noch)/;

/** Words that don't say what a question is about: those of grammar, of time and measure, and of work as such. */
const EMPTY = new Set([
  ...[WHO, HOLDS, WHAT, IS].flatMap((of) => [...of]),
  ...words(`a an the this that these those it its he she they them we us our ours you your yours i me my mine u ya who whom whose what which where how there here of in at to for with about from by on off out up into over since until till before after during
  is are be been being am was were do does did doing have has had having get got gets getting and or but then than so if as also too not no only just even yet still already now right currently current today tonight yesterday tomorrow week month morning day days
  last latest recent recently lately moment minute minutes hour hours time far much many more most some any anything something nothing everything all every anyone anybody someone somebody everyone everybody one ones thing things stuff bit little quick quickly short
  roughly overall actually really please pls hi hey hello ok okay guys folks team room agent agents role roles work task tasks job jobs item items ticket tickets need needs needed want new long lang way come coming along go gone goes take taken took taking tell show give say
  know let see look rn atm complete ready being use used using usage 24 euro euros dollar dollars credits already anybody's everybody's what's who's whats whos how's where's there's that's it's we've we're you've you're so's
  der die das den dem des ein eine einen einem einer eines nen ne n dieser diese dieses diesen wir ihr du ich er sie es uns euch mir mich dir dich ihm ihn ihnen sich unser unsere unseren unserer euer eure euren mein meine meinen meiner dein deine sein seine
  wer wen wem wessen was wie wo woran worauf womit wieviel viel viele welche welcher welches welchen welchem ist sind bin bist seid war waren wart sei wird werden wurde wurden habe hast hat habt haben hatte hatten gibt gibts gibt's tut tun geht gehts ging kommt kommen macht machen mach
  muss müssen musst kann können soll sollen und oder aber denn doch mal eben halt schon noch nicht kein keine nur auch so sehr ja nein also dann wenn als dass ob in im an am auf aus bei beim mit von vom zu zum zur für fürs über um ums nach vor bis seit durch gegen ohne unter hinter neben zwischen
  heut heute gestern morgen jetzt gerade grad grade derzeit momentan zurzeit aktuell aktuelle aktuellen bisher bislang bereits zuletzt letzte letzten letzter letztes letztem neulich stunde stunden tag tage woche monat minute minuten da hier dort drin dran drauf davon dazu daran damit
  etwas was irgendwas irgendetwas irgendwer irgendwo irgendwelche irgend jemand jemanden niemand alle alles allem allen alle ganze ganzen paar eigentlich überhaupt ungefähr etwa genau wirklich insgesamt kurz kurze kurzen schnell bitte frage leute aufgabe aufgaben ding dinge sache sachen
  team gut klar hallo gib sag zeig sieht siehts aus her neu neue neuen neuer fest liegt kommt bleibt fehlt braucht brauchst brauchen
  le la les l un une des du de d au aux ce c cet cette ces ça ca cela il elle ils elles on nous vous je j tu te t me m moi toi se s y en leur leurs lui son sa ses mon ma mes ton ta tes notre nos votre vos qui que qu quoi quel quelle quels quelles où ou dont comment combien est es et sont suis sommes êtes
  étés été était être a as ai avons avez ont avait ait fais fait faites font faire va vas vais vont allez aller dit dis dire donne donnez montre mets mis pris prend tient peux peut pouvez faut dans sur sous pour par avec sans chez vers depuis pendant avant après jusqu jusque jusqu'ici entre contre près côté
  part ici là ci aujourd hui aujourd'hui hier demain maintenant actuellement moment instant récemment dernièrement dernier dernière derniers dernières jour jours journée heure heures semaine mois déjà encore toujours bientôt plus moins très bien peu beaucoup tout toute tous toutes quelque quelques quelqu quelqu'un
  chose choses truc trucs rien autre autres même petit petite rapide rapidement juste seulement exactement environ alors donc bon bref stp svp plaît s'il sais tâche tâches gens monde équipe lieu ne pas non oui si mais car ni
  el los las lo una unos unas del al este esta esto estos estas ese esa eso esos esas yo tú vos usted ustedes él ella ellos ellas nosotros vosotros mi mis mí tu tus ti su sus nuestro nuestra nuestros vuestro os nos se le les quién quiénes qué cuál cuáles cuánto cuánta cuántos cuántas cómo dónde adónde
  es son soy eres somos sois era eran fue fueron ser estar está están estoy estás estáis estaba he has ha hemos habéis han había hay haya haber hace hacen hacer haz hago hecho tiene tienen tenemos tengo tenéis lleva llevan llevamos llevo lleváis llevar va vais voy ir da dame dime dinos dinos hazme cuéntame
  y o u e ni pero sino si no ni con en de por para sin sobre entre hasta desde hacia ante bajo según durante tras hoy ayer mañana ahora mismo ya aún todavía recién recientemente últimamente últimas últimos última últimos día días hora horas minutos semana mes momento algo alguien algún alguna alguno algunos nada nadie todo
  toda todos todas cada otro otra otros más menos muy mucho mucha muchos poco bien tan tanto tipo aquí acá ahí allí parte favor porfa rápido rápida breve pregunta cosa cosas tarea tareas equipo gente chicos bueno pues entonces así solo sólo realmente exactamente actualmente
  o os a as um uma uns umas do da dos das no na nos nas num numa ao à aos às pelo pela pelos com sem sob sobre para pra pro pras por em de e ou mas nem se eu tu ele ela eles elas você vocês cê a gente nós meu minha meus minhas seu sua seus suas nosso nossa nossos dele dela deles isso isto esse essa este esta aquilo
  quem qual quais que quê quanto quanta quantos quantas como onde é são sou somos era eram foi foram ser sido está estão estou estava tá tão tô estamos tem têm tenho temos tinha há houve fez faz fazem fazer fazemos dá dar diz fala mostra deu ido ter vai vão agora hoje ontem amanhã já ainda até desde hora horas dia dias
  semana mês momento atualmente recentemente ultimamente último última últimos últimas algum alguma alguns algumas algo alguém nada ninguém tudo todo toda todos todas cada outro outra mais menos muito muita bem pouco tanto também só apenas aqui aí ali lá cá coisa coisas tarefa tarefas pessoal galera time equipe favor
  rápido rápida rapidinho breve pergunta então aliás afinal enfim mesmo realmente exatamente parte meu deu mim comigo conosco certo ser sendo reais dólares acaba partir leute davantage adesso ihnen gut depuis tâche bisschen r comigo saiu tal geral vista trabalho trabajo hoch`),
]);

/** Whether it says nothing about a question's subject. */
export function isEmpty(stem: string): boolean {
  return EMPTY.has(stem) || bitsOf(stem) > 0;
}

/**
 * What a message asks about the state of work, if it asks nothing else; `null`: somebody has to read it.
 *
 * @param tier as judged: with work in it, a message is no mere question
 */
export function statusQuestionOf(
  message: string,
  { tier, by }: Pick<RouteDecision, "tier" | "by">,
): StatusQuestion | null {
  return tier === "direct" && by !== "mention" ? askedFor(message) : null;
}

/** Whether what was spent has to be looked up before the room can answer. */
export function asksForSpending(message: string): boolean {
  return askedFor(message)?.foci.includes("spent") === true;
}

/** Whether it asks about the state of work, who does what, or when: the room knows, or the entry point does. */
export function isStatusQuestion(message: string): boolean {
  const [first = ""] = wordsOf(message).stems.filter(
    (stem) => stem !== BREAK && !GREETING.has(stem) && !OPENS.has(stem),
  );
  return WHO.has(first) || NOT_KNOWN.has(first) || askedFor(message) !== null;
}

function askedFor(message: string): StatusQuestion | null {
  const text = message.normalize("NFKC").toLowerCase().replace(/’/g, "'");
  // A second sentence may ask for something else.
  const sentences = text
    .split(/(?<=[.!?？;])\s+|\n+/u)
    .map((one) => wordsOf(one).stems)
    .filter((stems) => stems.some((stem) => stem !== BREAK) && !isCourtesy(stems));
  const parts = sentences.flatMap(partsOf);
  const asked = parts.map(focusOf).filter((focus) => focus !== null);
  const stems = parts.flat();
  if (!sentences.every((one) => partsOf(one).some(focusOf)) || asked.length === 0) return null;
  if (stems.some((stem, at, all) => NOT_KNOWN.has(stem) || (stem === "por" && WHAT.has(all[at + 1] ?? ""))))
    return null;
  const about = stems.filter((stem) => !isEmpty(stem) && !SOCIAL.has(stem));
  const foci = [...new Set(asked)];
  // The room doesn't know what one thing costs, and two questions may be about different things.
  const isOne = asked.length === 1 && !foci.includes("spent");
  return about.length > 0 && !isOne ? null : { foci, about };
}

/** A sentence's questions, each with its own words. */
function partsOf(stems: readonly string[]): string[][] {
  const parts: string[][] = [[]];
  for (const [at, stem] of stems.entries()) {
    const before = stems[at - 1] ?? "";
    // "Quem é": no "and".
    const isAnd = JOINS.has(stem) && !(stem === "e" && (WHO.has(before) || WHAT.has(before)));
    if (stem === BREAK || isAnd) parts.push([]);
    else parts.at(-1)?.push(stem);
  }
  return parts.filter((part) => part.length > 0 && !isCourtesy(part));
}
const JOINS = words("and und et y e");

/** What a clause asks about the state of work. */
export function focusOf(part: readonly string[]): Focus | null {
  let bits = 0;
  for (const stem of part) bits |= bitsOf(stem);
  const asks = (focus: Focus) => (bits & BIT[focus]) > 0;
  const has = (of: ReadonlySet<string>) => part.some((stem) => of.has(stem));
  const isOfSomebody = has(WHO);
  const text = isOfSomebody || has(SPECIAL) ? ` ${part.join(" ")} ` : "";
  if (THERE.test(text)) return "online";
  if (FROM_ME.test(text)) return "waiting";
  if (UP_TO.test(text)) return "working";
  if (NEWS.test(text)) return "all";
  if (has(QUEUE)) return "next";
  const from = part.findIndex((stem) => !GREETING.has(stem) && !OPENS.has(stem));
  const [lead = "", second = ""] = part.slice(Math.max(0, from));
  if (asks("done")) return IS.has(lead) ? "all" : "done";
  for (const focus of ["spent", "online", "waiting"] as const) if (asks(focus)) return focus;
  if (isOfSomebody || (has(ANYBODY) && has(TAKEN))) return asks("working") || has(HOLDS) ? "working" : null;
  if (asks("next")) return "next";
  if (asks("working") && has(WHAT)) return "working";
  return asks("all") || HOW.has(`${lead} ${second}`) || (has(EN) && has(OU)) ? "all" : null;
}
/** Words of which the patterns below contain one. */
const SPECIAL = words("me mir mich moi ma mi mim meu us uns nous nosotros up new");
/** Begin a question without asking. */
export const OPENS = words(
  "so and but well ok okay now und also aber na nun alors et donc bon dis bueno pues y entonces oye e então aí bom olha oi",
);
const FROM_ME =
  / (?:need|want|brauch\w*|besoin|attend\w*|necesit\w*|precis\w*|falta|espera\w*|wart\w*) .*(?:from|von|of|de|do|auf) (?:me|mir|mich|moi|ma part|mi|mim|meu|us|uns|nous|nosotros) /;
const NEWS = / (?:any|some) new /;
const UP_TO = / (?:what|whats|what's) .*up to /;
