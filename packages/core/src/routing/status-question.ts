import type { RouteDecision } from "./route-decision.ts";
import { GREETING, isCourtesy, SOCIAL } from "./social.ts";
import { BREAK, stemOf, wordsOf } from "./words.ts";

/** What somebody wants to know of how work stands. */
export type Focus = "all" | "working" | "waiting" | "next" | "done" | "online" | "spent";

export interface StatusQuestion {
  foci: readonly Focus[];
  /** The stems that say what it is about; empty: the room as a whole. */
  about: readonly string[];
}

/** People leave accents out. */
const plain = (stem: string): string =>
  /^[a-z0-9']*$/.test(stem) ? stem : stem.normalize("NFD").replace(/\p{M}/gu, "");
const words = (text: string): ReadonlySet<string> =>
  new Set(
    text
      .trim()
      .split(/\s+/)
      .flatMap((word) => [plain(stemOf(word)), stemOf(plain(word)), plain(word)]),
  );

/** What each of them is asked with, in English, German, French, Spanish and Portuguese. */
export const CUES: Readonly<Record<Focus, ReadonlySet<string>>> = {
  spent:
    words(`consommation consumo verbraten draufgegangen rechnung facture factura fatura dépensent dinero argent geld money dinheiro plata gastámos gastaron gastas consumieron cramé costando coûtent coûtait kosteten verbrannt spent spend spending cost
    costs bill budget burned tokens ausgegeben gekostet kostet kosten ausgaben verbraucht verbrauch dépensé dépenses coûté coût coûts consommé gastado gastos gasto costado costó cuesta gastaste coste costos consumido gastou gastaram custou
    custa custo custos consumiu consumimos`),
  online:
    words(`active aktiv actif actifs activo activa activos ativo ativa ativos eingeloggt logged logado presente ansprechbar anwesend présents online connected available offline awake around idle verbunden verfügbar erreichbar connecté connectée
    connectés connectées ligne disponible disponibles dispo conectado conectada conectados conectadas línea disponível disponíveis linha`),
  waiting:
    words(`klemmt's hakts hakt's trabado trabada trancado detenido detenida preso presa emperrado arrêt arrêté aufgehalten approve approval freigeben freigabe aprobar aprobación aprovar aprovação approuver valider validation answer antwort réponse
    respuesta resposta esperem espero blocker blockers impediment impediments decide decision decisions decisiones decidir decisão decisões entscheiden entscheidung entscheidungen décider hakt steckt blocage blocages bloquant bloquants
    bloquante coince coincés coincée bloqueo bloqueos bloqueio bloqueios bloquean impedimento impedimentos atascada atascados frenado travando travou espere aguarde blocked blocking blocks stuck waiting waits wait awaits awaiting blockiert
    blockieren hängt hängen wartet warten klemmt stockt bloqué bloquée bloqués bloquées bloquent attend attendent attente wartend bloqueado bloqueada bloqueados bloqueadas bloquea bloqueando bloqueia atascado espera esperan esperando pendiente
    pendientes parado parada parados travado travada travados travadas esperándome esperándonos aguardando aguarda pendente pendentes`),
  next: words(`backlog danach après después depois seguida continuación venir prévu geplant programado remain remains pending ausstehend ausstehende folgt restant restante restantes suit siguen restan seguinte seguintes next left open queue queued todo
    remaining upcoming offen offenes übrig ansteht nächstes nächste warteschlange schlange reste restent suite file prochain prochaine prochaines ensuite faire queda quedan falta faltan sigue cola siguiente siguientes toca viene vienen fila
    faltam resta restam próximo próxima próximos vem sobra`),
  done: words(`geworden worden hizo completaron acabados terminados prontos prontas listos listas feitos feitas fez concluiu encerrado sorti sortie bouclés ultimado ultimó erledigte acabé finies ended delivered achieved ausgeliefert geliefert livré livrée
    livrés achevé achevée bouclé entregado entregada entregó finalizado finalizó cerrado entregue entregues entregaram finalizada finalizados fechado fechada done finished finish completed shipped erledigt fertig fertiggestellt abgeschlossen
    beendet gemacht geschafft fait faite faits terminé terminée terminés fini finie finis hecho hecha terminado terminada terminó terminaron terminamos terminasteis hicisteis hicieron acabó acabado hicimos completado completó listo lista feito
    feita concluído concluída concluídos concluímos pronto pronta terminou terminaram fizemos fizeram acabou acabaram ficou`),
  working:
    words(`bosse bossent gère gèrent mexendo bearbeitet bearbeiten working works doing busy assigned arbeitet arbeiten beschäftigt travaille travaillent trabaja trabajan trabajando haciendo trabajáis andamos travaillez travaillons arbeitest
    trabalhando trabalha trabalham fazendo`),
  all: words(`voran vorwärts avançant avançando avanzando adiantado andando punto ponto point altura wohin avanza avanzan avançou avançam evolui unterwegs status state stand stands standing progress update updates far novedades novidades going happening
    weit läuft läuft's läufts steht steht's stehen état avance avancent avancement statut estado avances va vas van vamos vai vão andamento situação situación pé estamos`),
};
/** Who has something in hand. */
const WHO = words("who who's whos wem whose wer qui quién quiénes quien quem");
const HOLDS = words(
  "has have got on zuständig verantwortlich responsible cargo chargé dono gère bosse mexendo sur am bei con pris prend übernimmt übernommen tomó cogió assumiu ficou cuidando responsable responsável takes took hat haben macht dran sitzt kümmert a fait fais occupe charge tiene hace lleva encarga ocupa tem faz com cuida pegou está tá anda hacen faz fazendo",
);
const WHAT = words(
  "what what's whats which was woran qué que quê quoi quel quelle quels qu quais qual",
);
/** "Is it done?" asks for how it stands; "what is done?" for what was. */
const IS = words("is are ist sind est está están estão são já ya tá tão");
/** A reason, a forecast or a proposal is nothing that the room knows. */
const NOT_KNOWN = words(
  "why when wann warum wieso weshalb pourquoi quand cuándo quando porque porqué should can could would may",
);
/** "How is it", "où en est-on", by their two first words. */
const HOW = new Set(
  `how is,how are,how it,how we,how thing,how everything,where are,where do,wie sieht,wie siehts,wie sieht's,wie geht's,wo sind,wo seid,
  wo bleibt,où en,sont où,est où,en où,ça avance,ça va,ça donne,comment ça,comment va,comment vont,comment se,por dónde,por onde,cómo lleváis,cómo llevan,wie kommt,wie steht,qué pasa,cómo está,cómo están,cómo anda,cómo
  andan,cómo andamos,en qué,como está,como estão,como anda,como andam,como tá,como tão,qué tal,no que,em que`
    .split(/,\s*/)
    .map((pair) =>
      pair
        .split(/\s+/)
        .map((word) => plain(stemOf(word)))
        .join(" "),
    ),
);
const QUEUE = words("queue queued warteschlange schlange file cola fila");
const EN = words("en");
const OU = words("où");
const THERE =
  / (?:who|whos) (?:is |are )?(?:here|there)|^ wer ist (?:\S+ )*da | qui est (?:la|present)| quem (?:esta|ta) ai | quien (?:esta|anda|hay) (?:por )?ahi|^ wer ist (?:hier|noch)/;

/** Words of such questions that don't say what they are about. */
export const SAYS_NOTHING = new Set([
  ...Object.values(CUES).flatMap((cues) => [...cues]),
  ...[WHO, HOLDS, WHAT, IS].flatMap((of) => [...of]),
  ...words(`an the our your my their this that these those of in at to for with about from it its were be been do does did had we you i they me us he she where how much many when any anything anyone anybody something someone everyone everybody
  everything currently current now right today moment so yet already still just roughly overall go coming along work task tasks thing things job jobs item items complete ready need needs needed up being get team room all and or then please hi
  hey hello there here new more other long der die das den dem des ein eine einen wir ihr du ich es sie uns mir wo wie war seid habt gerade jetzt heute noch schon bereits mit im für von zu kommt fehlt bleibt tun wurde aktuell aktuelle alles
  alle neu neue neuen neues neuer etwas irgendetwas irgendwas irgendwer jemand hier le la les l' un une de en sommes êtes sont où qu' est-ce il elle nous vous quelque chose quelqu'un t maintenant aujourd'hui qu'est ce d' été el los las una
  unos del al cómo cuál hay algo alguien ahora hoy lo por se ha nos cuánto cuántos hemos agentes token used use using usage agent agents role roles bisher viel viele wieviel hoch welche agenten rollen da combien avons utilisé o os as um uma e
  em no na dos quanto quantos existe alguma coisa alguém foi aí agora hoje até comment andam andan estáis vosotros ustedes vocês irgendwo worauf sich geht siehts aus sieht drauf ging habe ihnen wird werden davon dazu nächsten tâche tâches
  gibt's avez ont ait ici jusqu'ici jusqu monde y ça donne vont bien petit haya llevamos llevo llevan hasta momento han tareas tarea cuántas cuánta hacer mí ti vos ayer tarefa tarefas quantas quanta fazer saiu você ontem próximas nosso nossa
  tipo agente être vient mismo mesmo heut grad grade überhaupt ungefähr etwa environ exactement exactamente exatamente genau juste wirklich realmente instant donc alors pues entonces então né leute chicos ido deu kommen terminar acabar
  concluir finalizar llevar lleváis mundo acá aqui lang longe quão actualmente actuellement atualmente enquanto nada autre otra outra algún euro euros dollar dollars dólares reais credits 24 últimas nas fest ma mes comigo pelo pela per près
  davantage liegt tras after gut stuff day tag tages journée dia truc trucs choses sache sachen ding dinge cosa cosas coisas irgendwelche gibt muss drin eu sean acaba parte alguna gente minha meus minhas algum alguns tal ultima donde onde
  fürs ums ans beim ser mich auf als m ahí moi toi bin dein deine euer mein meine ihre last hours hour stunden stunde heures horas hora minutes tickets ticket gestern wessen zurzeit momentan derzeit rn atm quick tell show give latest recently
  one ones tonight week yesterday denn eigentlich bitte mal zuletzt letzte letztes letzten kurz frage insgesamt woche letzter dernier dernière derniers dernièrement lieu c s dans côté pour notre sais dit dis encore déjà rapide semaine fue
  fueron últimos nuestro tenemos semana rápido pregunta todos foram meu mim temos tudo rápida pergunta pra para`),
]);

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
  return askedFor(message)?.foci.includes("spent") === true;
}

/** Whether it asks how work stands, who does what, or when: the room knows, or the entry point does. */
export function isStatusQuestion(message: string): boolean {
  const [first = ""] = wordsOf(message).stems.filter(
    (stem) => stem !== BREAK && !GREETING.has(stem),
  );
  return WHO.has(first) || FORECAST.has(first) || askedFor(message) !== null;
}
const FORECAST = words("when wann quand cuándo quando");

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
  if (
    stems
      .map(plain)
      .some(
        (stem, at, all) => NOT_KNOWN.has(stem) || (stem === "por" && WHAT.has(all[at + 1] ?? "")),
      )
  )
    return null;
  const about = stems.filter((stem) => !SAYS_NOTHING.has(plain(stem)) && !SOCIAL.has(stem));
  const foci = [...new Set(asked)];
  // What one thing costs is nothing that the room knows, and of two questions each may be about another.
  const isOne = asked.length === 1 && !foci.includes("spent");
  return about.length > 0 && !isOne ? null : { foci, about };
}

/** A sentence's questions, each with its own words. */
function partsOf(stems: readonly string[]): string[][] {
  const parts: string[][] = [[]];
  for (const stem of stems) {
    if (stem === BREAK || JOINS.has(stem)) parts.push([]);
    else parts.at(-1)?.push(stem);
  }
  return parts.filter((part) => part.length > 0 && !isCourtesy(part));
}
const JOINS = words("and und et y e");

/** What a clause asks of how work stands. */
export function focusOf(said: readonly string[]): Focus | null {
  const part = said.map(plain);
  const has = (of: ReadonlySet<string>) => part.some((stem) => of.has(stem));
  const from = Math.max(
    0,
    part.findIndex((stem) => !GREETING.has(stem)),
  );
  const lead = part[from] ?? "";
  if (THERE.test(` ${part.join(" ")} `)) return "online";
  if (has(QUEUE)) return "next";
  if (has(CUES.done)) return IS.has(lead) ? "all" : "done";
  for (const focus of ["spent", "online", "waiting"] as const) if (has(CUES[focus])) return focus;
  if (has(WHO)) return has(CUES.working) || has(HOLDS) ? "working" : null;
  if (has(CUES.next)) return "next";
  if (has(CUES.working) && has(WHAT)) return "working";
  return has(CUES.all) || HOW.has(part.slice(from, from + 2).join(" ")) || (has(EN) && has(OU))
    ? "all"
    : null;
}
