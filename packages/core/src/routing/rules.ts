import type { RoleName } from "../kernel/ids.ts";
import type { RoutingRule } from "../team/routing.ts";

const list = (words: string): string[] => words.split(", ");

/** What goes to a role of this name, until its team says otherwise; lower case for verbs of other languages. */
const KNOWN: Record<string, string[]> = {
  planner: list(
    "split the spec, task list, list of tasks, Aufgabenliste, liste de tâches, liste des tâches, lista de tareas, lista de tarefas, into tasks, into tickets, into steps, down into, in parallel, parall*, paralel*, zerleg*, zerteil*, aufteil*, unterteil*, découp*, décompos*, desglos*, descompon*, divide, dividir, dividid, dividam, quebra, quebrar, quebrem, in Aufgaben, Teilaufgaben, Arbeitspakete*, en tâches, em tarefas, en tareas, roadmap, Fahrplan, feuille de route, hoja de ruta, a plan, plan the, plan our, plan how, plan for, work plan, einen Plan, Plan für, le plan de, el plan de, o plano de, un plan, plan de tareas, plan de trabajo, plan de tâches, plan d'action, um plano, planen, Planung, planif*, planej*, split up, break down, break this down, break it down, estimate, estimat*, schätz*, Aufwand, how long, in which order, in what order, what order, prioritise, prioritize, prioris*, prioriz*, Reihenfolge, quel ordre, qué orden, que ordem, scope, milestone, Meilenstein*, jalons, hitos, next steps, what should we do, tackle first, who should, spec out, proposal, kickoff, deadline, backlog",
  ),
  builder: list(
    "fix, fixen, fixt, repair, patch, hotfix, mend, sort out, in Ordnung, remets en état, dépann*, remend*, subsan*, concert*, correg*, corrig*, corrij*, setz, umgesetzt, umsetz*, umzusetzen, construi*, construy*, beheb*, reparier*, reparar, répar*, repara, korrigier*, arregl*, solucion*, consert*, arrum*, debug, programm*, implement*, implément*, réalis*, realiz*, resolve, résou*, resuelv*, resolver, lösen, bug, build, rename, refactor, refaktorier*, rewrite, the code, apañ*, dá um jeito, have a go, endpoint, hook up, wire up, typo, Tippfehler, 修复, 実装, exception, stack trace, null check, hardcoded, configurable, one-liner, helper function, component, form field, query, slow query, crashes, is broken, does not work, doesn't work, not working, script, bau, baue, baut, bauen, einbau*, ausbau*, umbau*, einzubauen, of the plan, the plan says, im Plan, dem Plan, du plan, del plan, do plano, null pointer, global state, handler",
  ),
  reviewer: list(
    "review, assess, critically, inspect, eyeball, double-check, proof my, durchseh*, durchschau*, durchgeh*, durchles*, anseh* und, examine, examinez, examin*, passe en revue, passer en revue, avalie, confira meu, go over, before merging, bevor wir mergen, avant de merger, antes de mergear, antes do merge, my change, meine Änderung*, mes changements, mis cambios, minhas mudanças, minhas alterações, judge, findings, severity, Schweregrad, beurteil*, bewerte, Befund*, constats, gravité, sévérité, juzg*, hallazgo*, gravedad, severidad, julga, julgar, achado*, severidade, gravidade, überprüf*, begutacht*, gegenles*, gegenzulesen, drüberschau*, drüber schauen, drüberles*, schau drüber, über meinen, kritisch über, kritisch auf, im Diff, relis, relire, relisez, relecture, revue, critique, critiquer, criticar, avis critique, avis sur, opinión crítica, opinión sobre, opinião sobre, crítica da, crítica de, crítica do, crítica sobre, Kritik an, Feedback zu, retour sur, jette un œil, jeter un œil, coup d'œil, un œil à, un œil sur, un œil au, revisa, revisar, revisad, revisen, revisem, revise, revisada, revisión, revisão, un ojo a, un ojo al, un ojo crítico, un vistazo, uma olhada, dá uma olhada, dar uma olhada, uma revisada, dá uma revisada, den PR, la PR, el PR, o PR, look over, look at the diff, look at my, second opinion, is this safe to merge, before we merge, pull request, PR, approve, approuv*, aprob*, aprov*, freigeb*, code review, sanity check, die Änderung, Zweitmeinung, second avis, segunda opinión, segunda opinião, レビュー, pair of eyes, eyes on, approval, feedback on, give feedback, what you think of, ok to merge, okay to merge, good to merge, ready to merge, for another round, be picky, nitpick, style conventions, merge request, the diff, this diff, my diff, le diff, el diff, o diff, big diff, this patch, last commit",
  ),
  tester: list(
    "reprodu*, nachstell*, nachzustellen, nachvollzieh*, gegenprüf*, nachprüf*, durchspiel*, stress test, bug bash, test plan, Testplan, plan de tests, plan de pruebas, plano de testes, Regression*, jeu de tests, casos de prueba, casos de teste, cas de test, manual test, in Firefox, auf Firefox, sur Firefox, en Firefox, no Firefox, cross-check, verifi*, vérif*, probier*, auszuprobieren, ausprobier*, probar, pruébalo, probad, pruebe, prueben, prueba, prueb*, comprueb*, comprob*, testa, testar, testem, testez, testet, testen, testé, teste, tests, nachtesten, durchtest*, bis auf Staging durch, test, flaky, test is flaky, test fails, tests fail, CI is red, failing test, coverage, Testabdeckung, couverture, cobertura, repro, regression test, edge cases, Grenzfälle, cas limites, casos límite, end to end, e2e, find out why, Testfall, Testfälle, 测试, regression, régression, regresión, regressão, test suite, suite de tests, suite de pruebas, the suite, la suite de, try to break, kaputt zu machen, kaputtzumachen, essay* de casser, de casser, intent* romper, romper, tent* quebrar, try the, confirm that, steps to reproduce, write down the steps, still happens, does it still, QA, quality, test case, test cases, prüf mal, unit test, unit tests, load test, Lasttest, smoke test",
  ),
  writer: list(
    "explain, expliq*, explic*, erklär*, par écrit, por escrito, au propre, as a spec, als Spezifikation, als Spec, API reference, reference page, help text, helptext, README, Leitfaden, Kurzanleitung, mode d'emploi, manuel, tutoriel, artículo, artigo, Blogartikel, lettre d'information, comunicado, Onboarding-Seite, ortografía, ortografia, orthographe, Rechtschreibung, redacción, aide en ligne, page about, page on, Seite über, page sur, página sobre, Doku, dokument*, documentation, documenta*, documentación, rédig*, redact*, redig*, verfass*, tradu*, übersetz*, translate, Hilfeseite, Hilfetext, help page, page d'aide, página de ayuda, página de ajuda, para la ayuda, notes de version, notes de la version, note de version, notas de versión, notas de la versión, notas de versão, notas da versão, Versionshinweis*, a spec, a specification, spec for, eine Spec, eine Spezifikation, Spec für, une spec, une spécification, spec pour, una spec, una especificación, spec para, uma spec, uma especificação, write the spec, schreib* die Spezifikation, docs, document, changelog, release notes, readme, tutorial, guide, guia, guía, explain in the docs, wording, reword, rephrase, formulier*, umformulier*, reformul*, blog post, announcement, Ankündigung, Anleitung*, docstring, docstrings, FAQ, grammar, Grammatik, summarise, summarize, changelog entry, contributing, screenshots in the docs, docs page, glossary, Glossar, glossaire, glosario, glossário, how-to, write up, manual, copy, proofread, doc, docu, Handbuch, manual de, comments in the code explain, example in the docs, migration guide",
  ),
  security: list(
    "security, secret, secrets, token leak, leaked, permission, permissions, who may, vulnerab*, vulnér*, CVE, XSS, SQL injection, injection, CSRF, rate limit, threat model, audit, encrypt, verschlüssel*, chiffr*, cifrar, password, sign-in attempts, Sicherheitslücke, faille, AWS key, API key, credentials, leak, exposed, exploit, path traversal, openssl, brute force, session tokens, tokens, another customer, other customers, revoke, rotate, GDPR, privacy, pen test, sanitise, sanitize, access control, unauthorised, unauthorized, Zugriff, Rechte, contraseña, mot de passe, senha, Passwort, sécurité, seguridad, segurança, Sicherheit, harden",
  ),
  operations: list(
    "deploy, deployment, rollback, roll back, release, ship, production, staging, docker, kubernetes, backup, restore, monitoring, alert, alerts, outage, on call, disk, certificate, pipeline, provision, scale up, DNS, Ausfall, déploi*, despleg*, desplieg*, implanta, prod, prod is down, is down, 502, 503, pod, pods, container, containers, OOM, OOMKilled, cert, TLS cert, renew, memory limit, CPU, node is, server, servers, cluster, terraform, helm, cron, cron job, region, hosted, hosting, scale the, Server antwortet, deployen, ausroll*, Datenbank, réplica, servidor, serveur, infra, infrastructure, uptime, latency, grafana, logs of, restart, nginx, load balancer, secrets manager, CI runner, nightly job, rollout, hotfix to production",
  ),
  architect: list(
    "which approach, welcher Ansatz, quelle approche, qué enfoque, qual abordagem, data model, Datenmodell, modèle de données, modelo de datos, modelo de dados, boundaries, interfaces between, Schnittstellen, responsibilities, monorepo, one repo, ADR, where should, wo soll, wo sollte, où doit, où devrait, dónde debe, dónde debería, onde deve, onde deveria, settle, architecture, architect*, Architektur*, arquitect*, arquitet*, structure of, Struktur, estructura, estrutura, should live, live in, belong in, belongs, where does, own package, own service, own module, split the module, depends on, depend on, what depends, trade-off, trade-offs, pros and cons, Für und Wider, Vor- und Nachteile, pour et le contre, pour et contre, avantages et inconvénients, pros y contras, pros y los contras, prós e contras, prós e os contras, weigh up, abwäg*, abzuwägen, wäg ab, sopes*, avalia, avaliar, evalúa, gehört, festleg*, festzulegen, leg fest, abhängt, devrait vivre, doit vivre, où mettre, dépend*, dépendances, trancher, tranch*, debería vivir, debe vivir, dependería, depende, dependen, dependencias, partimos, partir el módulo, deve ficar, deveria ficar, dependências, dividimos, fica melhor, monolith*, monolit*, microservice*, microservicio*, event sourcing, coupling, entkoppel*, modularis*",
  ),
  "fe-developer": list(
    "front-end, frontend, screen, screens, empty state, loading state, header, footer, Kopfzeile, Tabellenkopf, en-tête, cabecera, cabeçalho, rodapé, Startseite, formulaire, formulario, formulário, Formular, hover, padding, margin, breakpoint, viewport, scroll, scrollen, icon, Icon, icône, icono, ícone, avatar, tab bar, Reiter, Kachel, onglet, lista desplegable, Auswahlliste, page that, button, spinner, dropdown, modal, dialog*, diálogo, dialogue, tooltip, sidebar, navbar, menu, Menü, checkbox, CSS, stylesheet, layout, the theme, dark theme, light theme, theme toggle, dark mode toggle, tema oscuro, tema escuro, thème sombre, mode sombre, dunklen Theme, dunkles Theme, colour, color, Farbe*, couleur, colores, cores, responsive, mobile, phones, on phones, Handy, Smartphone*, móvil, celular, Bildschirm*, Maske, Ansicht, Oberfläche, Schaltfläche, Knopf, Knöpfe, écran, bouton, interface, pantalla, botón, botones, tela, telas, botão, botões, overlap*, überlapp*, débord*",
  ),
  "fe-qa": list(
    "keyboard, screen reader, VoiceOver, NVDA, on a phone, focus order, Fokus, tabulador, tabulación, tabulação, visual check, look and feel, user journey, Nutzerreise, user flow, Bedienung, bedienbar, utilisable, usable, usável, ergonomi*, a11y, accessib*, accesib*, acessib*, WCAG, contrast, contrast*, tab order, focus ring, walk through, click through, go through the, as a user, as users, wie ein Nutzer, wie ein normaler, wie eine Nutzerin, als Nutzer, comme un utilisateur, comme une utilisatrice, como un usuario, como una usuaria, como um usuário, como uma usuária, usability, Benutzbarkeit, Tastatur, Kontrast*, Screenreader, barrierefrei*, klick dich, klickt euch, durchklick*, clavier, lecteur d'écran, parcours, parcourez, parcourir, teclado, lector de pantalla, recorr*, leitor de tela, percorr*, usabilidad*",
  ),
  designer: list(
    "design, mock-up, mockup, layout, colour, color, spacing, typography, icon, contrast, looks wrong, looks off, UX, wireframe, animation, dark mode, entwirf, maquette, diseña",
  ),
  analyst: list(
    "find out which, find out what, find out how, find out who, which of our, requirements, Anforderung*, exigences, requisitos, requerimientos, recherch*, étude, étudi*, estudi*, estudo, investig*, untersuch*, erforsch*, erheb*, dig into, look into, dig up, nachforsch*, überblick über den Markt, Marktanalyse, Bestandsaufnahme, Nutzerbefragung, befrag*, entrevist*, état des lieux, état de l'art, relevamiento, mapea, mapear, enquête, enquêt*, encuesta, pesquisa de, use cases, user stories, stakeholders, Bedarf, besoins, necesidades, necessidades, was es gibt, ce qui existe, lo que hay, o que existe, what exists, list all, liste alle, creus*, sources, Quellen, fuentes, fontes, ermittel*, sammel*, sammle, gather, collect, recens*, averigu*, indag*, levanta, levantar, levantem, levantamento, pesquis*, rausfinden, herausfinden, herauszufinden, finde heraus, findet heraus, finde raus, descubr*, apur*, analis*, analys*, analyz*, vergleich*, umfrage, survey, compare, compara, comparar, comparez, research, metrics, which is better, why do we, root cause, benchmark, profile, others do, other shops, competitors, Wettbewerb*, concurrents, competencia, concorrentes",
  ),
};
/** Goes to whoever makes things, unless the object says otherwise. */
const MAKES = list(
  "add, get the, remove, delete, change, make it, make the, turn, migrate, upgrade, bump, update, move, swap, replace, handle, get rid of, convert, extend, use, support, allow, show, hide, switch, create, write, extract, split, set, put, enable, disable, include, drop, clean up, increase, decrease, raise, lower, reduce, limit, pagin*, sort, filter, group, format, validate, cache, parse, render, trim, restrict, prevent, generate, install, configure, downgrade, ignore, skip, highlight, rework, adjust, simplify, shorten, round, translate, store, save, load, log, retry, redirect, rebase, inline, deduplicate, escape, encode, decode, compress, hardcode, invert, reorder, merge, cap, throw, return, default to, strip, style, center, tweak, tidy, swap out, pull out, bring back, put back, speed up, be possible to, users should, should, should be able, needs to, need a, need an, i'd like, i would like, can we get, can we have, needs fixing, änder*, abänder*, mach den, mach die, nimm, schmeiß, wirf, erhöh*, verkürz*, verlänger*, verbesser*, vereinfach*, optimier*, aufräum*, räum, tausch*, austausch*, ersetz*, speicher*, validier*, begrenz*, kürz*, dreh, leit*, verhinder*, erzeug*, generier*, verknüpf*, verbind*, installier*, konfigurier*, migrier*, reduzier*, senk*, sortier*, filter*, wäre es möglich, füg*, hinzufüg*, entfern*, lösch*, ergänz*, erstell*, anleg*, umstell*, einstell*, anpass*, pass an, erweiter*, ersetz*, zeig*, hochzieh*, hochzu*, zieh, umbenenn*, benenn*, verschieb*, schreib*, erlaub*, soll, sollen, sollte, hätte gern, hätte gerne, ich möchte, wir brauchen, brauchen wir, braucht, bring, bringt, schalt*, abschalt*, aktivier*, deaktivier*, ajout*, passe, passez, passer, vire, virer, virez, augment*, amélior*, simplifi*, optimis*, nettoi*, nettoy*, empêch*, évit*, gère, gérer, branch*, raccourc*, allong*, limit*, valid*, enregistr*, génér*, install*, configur*, migr*, fais en sorte, faire en sorte, rends, rédui*, baiss*, trie, trier, filtr*, serait il possible, supprim*, renomm*, chang*, modif*, mets, mettez, mettre, met à jour, crée, créer, créez, remplac*, déplac*, enlèv*, enlev*, retire, retirer, inclu*, affich*, adapt*, permets, permettre, active, activer, désactiv*, écris, écrire, je voudrais, j'aimerais, on voudrait, il faudrait, il faut, faut, doit, devrait, demander une, añad*, agreg*, quita, quitar, quitad, quítame, aument*, mejor*, simplific*, optimiz*, limpi*, evit*, impid*, gestion*, conect*, acort*, alarg*, limit*, valid*, guard*, gener*, instal*, configur*, haz que, reduc*, baja, bajar, ordena, sería posible, cambi*, actualiz*, elimin*, borra, borrar, borrad, renombr*, subir la versión, sube, mueve, mover, crea, crear, cread, pon, poner, poned, haz, reemplaz*, sustitu*, ajust*, permit*, muestr*, mostr*, quiero que, quiero, queremos que, quisiera, me gustaría, necesito, necesitamos, hay que, debe, debería, deberían, que pida, adicion*, remov*, reduz*, diminu*, melhor*, otimiz*, limp*, evit*, impeç*, trat*, conect*, encurt*, salv*, ger*, coloque, faz com que, deixa, deixar, ordenar, seria possível, atualiz*, muda, mudar, troca, trocar, coloc*, bota, tira, tirar, apag*, renome*, cria, criar, criem, faz, substitu*, gostaria que, gostaria, quero que, quero, queria, precisa, preciso, precisamos, deve, deveria, dá pra, dá para, reescrev*, reescrib*, réécri*",
);
/** Asks anybody to check whether something is so: a tester's, unless the object says otherwise. */
const CHECKS = list(
  "check, make sure, ensure, try, see if, see whether, prüf*, stell sicher, stellt sicher, versuch*, schau ob, essaie, essayer, essayez, assure-toi, assurez-vous, contrôl*, intenta, intentar, intentad, asegúr*, confirm*, confere, conferir, confiram, tenta, tentar, tentem, certifi*",
);
/** Asks for a decision between ways, without saying about what. */
const DECIDES = list(
  "decide, choose, entscheid*, wähl*, décid*, choisi*, decid*, elig*, elij*, escolh*, define, definir, définis, definier*",
);
/** Words that count only if no other is found. */
const OTHERWISE: Record<string, string[]> = { builder: MAKES, tester: CHECKS, architect: DECIDES };
/** Other names for the same. */
const SAME: Record<string, string> = {
  lead: "planner",
  manager: "planner",
  coordinator: "planner",
  developer: "builder",
  engineer: "builder",
  coder: "builder",
  executor: "builder",
  "fe-tester": "fe-qa",
  frontend: "fe-developer",
  qa: "tester",
  verifier: "tester",
  docs: "writer",
  ops: "operations",
  devops: "operations",
  ux: "designer",
  researcher: "analyst",
};

/** Names that say more than the others: what is theirs is nobody else's. Without such a role, it is another's. */
const SPECIAL: Record<string, string | null> = {
  architect: null,
  analyst: null,
  "fe-developer": "builder",
  "fe-qa": "tester",
};

/** Rules that a routed team starts with, one for each role whose name says what it does. */
export function rulesFor(roles: readonly { name: RoleName }[]): RoutingRule[] {
  const names = new Set<string>(roles.map(({ name }) => name));
  // Beside a planner, a coordinator is asked what nobody else is.
  const knownAs = (name: string): string => {
    const same = SAME[name] ?? name;
    return same !== name && names.has(same) ? name : same;
  };
  const there = new Set(roles.map(({ name }) => knownAs(name)));
  const specials = Object.keys(SPECIAL).filter((one) => there.has(one));
  return roles.flatMap(({ name }) => {
    const known = knownAs(name);
    const phrases = KNOWN[known];
    if (!phrases) return [];
    const isSpecial = specials.includes(known);
    const taken = new Set(isSpecial ? [] : specials.flatMap((one) => KNOWN[one] ?? []));
    const near = Object.keys(SPECIAL).find((one) => SPECIAL[one] === known) ?? "";
    const more = near && !there.has(near) ? (KNOWN[near] ?? []) : [];
    const own = [name, ...phrases, ...more].filter((phrase) => !taken.has(phrase));
    const unless = specials.includes(near) ? { unless: KNOWN[near] ?? [] } : {};
    const otherwise = OTHERWISE[known] ? { otherwise: OTHERWISE[known] } : {};
    return [{ id: `for-${name}`, phrases: own, ...unless, ...otherwise, to: name }];
  });
}
