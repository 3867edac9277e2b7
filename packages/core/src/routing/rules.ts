import type { RoleName } from "../kernel/ids.ts";
import type { RoutingRule } from "../team/routing.ts";

const list = (words: string): string[] => words.split(", ");

/** What is brought to a role of this name, until its team says otherwise. */
const KNOWN: Record<string, string[]> = {
  planner: list(
    "plan, roadmap, split up, break down, break this down, estimate, how long, in which order, what order, prioritise, prioritize, scope, milestones, next steps, what should we do, plane, Reihenfolge, schätze, planifie, planifica",
  ),
  builder: list(
    "fix, bug, implement, build, rename, refactor, code, endpoint, hook up, wire up, typo, behebe, Fehler, baue, ändere, corrige, ajoute, implémente, arregla, añade, implementa, 修复, 実装",
  ),
  reviewer: list(
    "review, look over, look at the diff, look at my, second opinion, is this safe to merge, before we merge, pull request, PR, approve, code review, sanity check, prüfe die Änderung, Zweitmeinung, relis, revisa, レビュー",
  ),
  tester: list(
    "test, tests, flaky, test is flaky, test fails, tests fail, CI is red, failing test, coverage, reproduce, repro, regression test, edge cases, end to end, e2e, find out why, verify, teste, Testfälle, reproduis, prueba, 测试",
  ),
  writer: list(
    "docs, document, documentation, changelog, release notes, readme, tutorial, guide, explain in the docs, wording, blog post, announcement, Dokumentation, Anleitung, rédige, documente, documentación",
  ),
  security: list(
    "security, secret, secrets, token leak, leaked, permission, permissions, who may, vulnerability, vulnerable, CVE, XSS, SQL injection, injection, CSRF, rate limit, threat model, audit, encrypt, password, sign-in attempts, Sicherheitslücke, faille, vulnerabilidad",
  ),
  operations: list(
    "deploy, deployment, rollback, roll back, release, ship, production, staging, docker, kubernetes, backup, restore, monitoring, alert, alerts, outage, on call, disk, certificate, pipeline, provision, scale up, DNS, Ausfall, déploie, despliega",
  ),
  designer: list(
    "design, mock-up, mockup, layout, colour, color, colours, colors, spacing, typography, icon, icons, contrast, looks wrong, looks off, UX, wireframe, animation, dark mode, entwirf, maquette, diseña",
  ),
  analyst: list(
    "analyse, analyze, compare, research, investigate, numbers, metrics, report, trend, which is better, why do we, root cause, benchmark, profile, untersuche, vergleiche, analysiere, compara, compare les",
  ),
};
/** What is done by whoever makes things, where nothing says what it is done to. */
const MAKES = list(
  "add, remove, delete, change, migrate, upgrade, bump, button, feature, form, page, broken, does not work, doesn't work",
);
/** Other names of the same. */
const SAME: Record<string, string> = {
  lead: "planner",
  manager: "planner",
  coordinator: "planner",
  architect: "planner",
  developer: "builder",
  engineer: "builder",
  coder: "builder",
  qa: "tester",
  verifier: "tester",
  docs: "writer",
  ops: "operations",
  devops: "operations",
  ux: "designer",
  researcher: "analyst",
};

/** Rules that a routed team starts with, one for each role whose name says what it does. */
export function rulesFor(roles: readonly { name: RoleName }[]): RoutingRule[] {
  return roles.flatMap(({ name }) => {
    const known = SAME[name] ?? name;
    const phrases = KNOWN[known];
    if (!phrases) return [];
    const otherwise = known === "builder" ? { otherwise: MAKES } : {};
    return [{ id: `for-${name}`, phrases: [name, ...phrases], ...otherwise, to: name }];
  });
}
