import type { RoleName } from "../kernel/ids.ts";
import type { RoutingRule } from "../team/routing.ts";

const list = (words: string): string[] => words.split(", ");

/** What is brought to a role of this name, until its team says otherwise. */
const KNOWN: Record<string, string[]> = {
  planner: list(
    "split the spec, into tasks, in parallel, parall*, zerleg*, zerteil*, découp*, décompos*, quebra, quebrar, dividir en tareas, desglos*, in Aufgaben, en tâches, em tarefas, en tareas, paralelo, plan, roadmap, split up, break down, break this down, estimate, how long, in which order, what order, prioritise, prioritize, scope, milestones, next steps, what should we do, plane, Reihenfolge, schätze, planifie, planifica, tackle first, work out a plan, who should, spec out, proposal, kickoff, deadline, backlog",
  ),
  builder: list(
    "fixen, correg*, setz, umsetz*, constru*, beheb*, reparier*, korrigier*, corrig*, corrij*, répar*, arregl*, solucion*, consert*, arrum*, programm*, implement*, implément*, bau, repara, resolve, fix, bug, implement, build, rename, refactor, code, endpoint, hook up, wire up, typo, behebe, Fehler, baue, ändere, corrige, ajoute, implémente, arregla, añade, implementa, 修复, 実装, rewrite, exception, stack trace, null check, hardcoded, configurable, one-liner, helper function, component, form field, query, slow query, crashes, is broken, does not work, doesn't work, not working, script, bauen, einbauen, Funktion, implementiere, formulaire, bouton, champ, fonction, botón, campo, función, null pointer, global state, handler",
  ),
  reviewer: list(
    "judge, findings, severity, beurteil*, Befunde, constats, sévérité, juzg*, hallazgos, severidad, julga, achados, severidade, überprüf*, begutacht*, gegenlesen, drüberschauen, drüber schauen, schau drüber, im Diff, relisez, relecture, jette un œil, jeter un œil, coup d'œil, revise, revisad, revisão, échale un ojo, échale un vistazo, echa un vistazo, dá uma olhada, dar uma olhada, olhada no PR, den PR, le PR, la PR, el PR, o PR, review, look over, look at the diff, look at my, second opinion, is this safe to merge, before we merge, pull request, PR, approve, code review, sanity check, prüfe die Änderung, Zweitmeinung, relis, revisa, レビュー, pair of eyes, approval, have a look at the PR, feedback on, give feedback, what you think of, ok to merge, okay to merge, good to merge, ready to merge, for another round, be picky, nitpick, style conventions, merge request, the diff, this diff, big diff, this patch, last commit, Überprüfung, relire, revisar, revisión",
  ),
  tester: list(
    "reprodu*, nachstell*, verifi*, vérif*, verifizier*, probar, probad, pruebe, prueben, prueb*, comprueb*, comprob*, testa, testar, testez, testet, testen, nachtesten, teste de, ausprobieren, bis auf Staging durch, test, tests, flaky, test is flaky, test fails, tests fail, CI is red, failing test, coverage, reproduce, repro, regression test, edge cases, end to end, e2e, find out why, verify, teste, Testfälle, reproduis, prueba, 测试, regression, test suite, suite, try the, confirm that, steps to reproduce, write down the steps, still happens, does it still, QA, quality, test case, test cases, Testfall, prüf mal, läuft, vérifie, vérifier que, essaie, comprueba, comprobar, pruebas, unit test, unit tests, load test, smoke test",
  ),
  writer: list(
    "page about, page on, Seite über, page sur, página sobre, schreib die Doku, dokumentier*, documenta*, rédig*, redacta, redactar, redig*, tradu*, übersetz*, Hilfeseite, Hilfetext, page d'aide, página de ayuda, página de ajuda, guia, notes de version, notas de versión, notas de la versión, notas de versão, notas da versão, Versionshinweise, specification, spécification, especific*, Spezifikation, schreib* eine Spezifikation, write a spec, write the spec, spec for, Spec für, spec pour, spec para, spec de, spec des, docs, document, documentation, changelog, release notes, readme, tutorial, guide, explain in the docs, wording, blog post, announcement, Dokumentation, Anleitung, rédige, documente, documentación, docstring, docstrings, FAQ, grammar, translate, übersetzen, summarise, summarize, changelog entry, contributing, screenshots in the docs, docs page, glossary, how-to, write up, manual, copy, proofread, doc, docu, Handbuch, Anleitung, traduis, traduire, guía, manual de, résume, comments in the code explain, example in the docs, migration guide",
  ),
  security: list(
    "security, secret, secrets, token leak, leaked, permission, permissions, who may, vulnerability, vulnerable, CVE, XSS, SQL injection, injection, CSRF, rate limit, threat model, audit, encrypt, password, sign-in attempts, Sicherheitslücke, faille, vulnerabilidad, AWS key, API key, credentials, leak, exposed, exploit, path traversal, openssl, brute force, session tokens, tokens, another customer, other customers, revoke, revoked, rotate, GDPR, privacy, pen test, sanitise, sanitize, access control, unauthorised, unauthorized, Zugriff, Rechte, contraseña, mot de passe, sécurité, seguridad, Sicherheit, harden",
  ),
  operations: list(
    "deploy, deployment, rollback, roll back, release, ship, production, staging, docker, kubernetes, backup, restore, monitoring, alert, alerts, outage, on call, disk, certificate, pipeline, provision, scale up, DNS, Ausfall, déploie, despliega, prod, prod is down, is down, 502, 503, pod, pods, container, containers, OOM, OOMKilled, cert, TLS cert, renew, memory limit, CPU, node is, server, servers, cluster, terraform, helm, cron, cron job, region, hosted, hosting, scale the, Server antwortet, deployen, Datenbank, réplica, servidor, serveur, infra, infrastructure, uptime, latency, grafana, logs of, restart, nginx, load balancer, secrets manager, CI runner, nightly job, rollout, hotfix to production",
  ),
  architect: list(
    "architecture, architect*, Architektur*, arquitect*, arquitet*, structure of, Struktur, estructura, estrutura, should live, live in, belong in, belongs, where does, own package, own service, own module, split the module, depends on, depend on, what depends, trade-off, trade-offs, gehört, festlegen, abhängt, devrait vivre, doit vivre, où mettre, dépend*, dépendances, trancher, Tranche, debería vivir, debe vivir, dependería, depende, dependen, dependencias, partimos, partir el módulo, deve ficar, deveria ficar, dependências, dividimos, fica melhor",
  ),
  "fe-developer": list(
    "front-end, frontend, screen, screens, page that, button, buttons, spinner, dropdown, modal, dialog, tooltip, sidebar, CSS, stylesheet, layout, theme, responsive, Bildschirm, Maske, Ansicht, Oberfläche, Schaltfläche, Knopf, écran, écrans, bouton, interface, pantalla, pantallas, botón, tela, telas, botão",
  ),
  "fe-qa": list(
    "keyboard, screen reader, a11y, accessib*, accesib*, acessib*, WCAG, contrast, contrasts, tab order, focus ring, walk through, click through, usability, Tastatur, Kontrast*, Screenreader, barrierefrei*, klick dich durch, durchklicken, clavier, contrast*, lecteur d'écran, parcours, teclado, lector de pantalla, recorrido, leitor de tela, percorre",
  ),
  designer: list(
    "design, mock-up, mockup, layout, colour, color, colours, colors, spacing, typography, icon, icons, contrast, looks wrong, looks off, UX, wireframe, animation, dark mode, entwirf, maquette, diseña",
  ),
  analyst: list(
    "find out which, find out what, find out how, find out who, which of our, requirements, Anforderung*, exigences, requisitos, requerimientos, recherch*, étude, étudi*, estudi*, investig*, averigu*, levanta, levantar, levantamento, pesquis*, rausfinden, herausfinden, finde heraus, findet heraus, finde raus, analis*, vergleich*, umfrage, analyse, analyze, compare, research, investigate, numbers, metrics, report, trend, which is better, why do we, root cause, benchmark, profile, untersuche, vergleiche, analysiere, compara, compare les",
  ),
};
/** What is done by whoever makes things, where nothing says what it is done to. */
const MAKES = list(
  "add, remove, delete, change, make it, make the, migrate, upgrade, bump, update, move, swap, replace, handle, get rid of, convert, extend, use, support, allow, show, hide, switch, create, write, extract, split, rename, users should, should be able, ändern, hinzufügen, entferne, ajouter, supprime, añadir, quita, cambia, agrega, hochzieh*, umbenenn*, ändere, änder*, ergänz*, füge, entfern*, ajout*, supprim*, renomm*, mets à jour, met à jour, añad*, quitar, cambi*, actualiz*, atualiz*, adicion*, remov*, troca, trocar, muda, mudar, renombr*, subir la versión, sube, bring, bringt",
);
/** Other names of the same. */
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

/** Names that say more than the others: what is theirs is nobody else's. */
const SPECIAL = ["architect", "fe-developer", "fe-qa", "analyst"];

/** Rules that a routed team starts with, one for each role whose name says what it does. */
export function rulesFor(roles: readonly { name: RoleName }[]): RoutingRule[] {
  const names = new Set<string>(roles.map(({ name }) => name));
  const specials = roles.filter(({ name }) => SPECIAL.includes(SAME[name] ?? name));
  return roles.flatMap(({ name }) => {
    const same = SAME[name];
    // Beside a planner, a coordinator is asked what nobody else is.
    const known = same !== undefined && names.has(same) ? name : (same ?? name);
    const phrases = KNOWN[known];
    if (!phrases) return [];
    const isSpecial = SPECIAL.includes(known);
    const taken = new Set(
      isSpecial ? [] : specials.flatMap((one) => KNOWN[SAME[one.name] ?? one.name] ?? []),
    );
    const own = [name, ...phrases].filter((phrase) => !taken.has(phrase));
    const other = known === "builder" ? "fe-developer" : known === "tester" ? "fe-qa" : "";
    const unless = specials.some((one) => (SAME[one.name] ?? one.name) === other)
      ? { unless: KNOWN[other] ?? [] }
      : {};
    const otherwise = known === "builder" ? { otherwise: MAKES } : {};
    return [{ id: `for-${name}`, phrases: own, ...unless, ...otherwise, to: name }];
  });
}
