import type { Room } from "../kernel/room.ts";
import { decide } from "../room/decide.ts";
import type { Expected, Outcome } from "../routing/five-languages.fixture.ts";
import type { RouteDecision } from "../routing/route-decision.ts";
import { rulesFor } from "../routing/rules.ts";
import { draftOf, type TeamDraft, teamOf } from "../team/draft.ts";
import { presetTeam } from "../team/presets.ts";
import type { Team, TeamPreset } from "../team/team.ts";
import { NO_USAGE } from "../usage/usage.ts";
import { LEAD } from "./builders.fixture.ts";
import { Driver } from "./driver.fixture.ts";

/** What is in work, waits for it, is queued and was done, as each language's people title it. */
const TITLES: Record<string, [working: string, waits: string, queued: string, done: string]> = {
  en: ["Retry refunds after a timeout", "Checkout test for guests", "Redirect after login", "Changelog for 2.4"],
  de: [
    "Erstattungen nach Timeout wiederholen",
    "Checkout-Test für Gäste",
    "Weiterleitung nach dem Login",
    "Changelog für 2.4",
  ],
  fr: [
    "Relancer les remboursements après un timeout",
    "Test du checkout pour les invités",
    "Redirection après le login",
    "Changelog de la 2.4",
  ],
  es: [
    "Reintentar los reembolsos tras un timeout",
    "Prueba del checkout para invitados",
    "Redirección tras el login",
    "Changelog de la 2.4",
  ],
  pt: [
    "Repetir reembolsos após timeout",
    "Teste do checkout para convidados",
    "Redirecionamento após o login",
    "Changelog da 2.4",
  ],
};

const CREW: TeamDraft = {
  entryPoint: "lead",
  roles: [
    { name: "lead", handsTo: ["user"] },
    ...["builder", "tester", "reviewer", "writer"].map((name) => ({ name, handsTo: ["lead"] })),
  ],
};

export interface Judged {
  outcome: Outcome;
  decision: RouteDecision | null;
  /** `left`: a role's, but the entry point got it, which asks or passes it on. */
  verdict: "right" | "left" | "wrong";
  /** It did what the message must never do. */
  isHarm: boolean;
  /** `null`: either tier may be said. */
  isTierRight: boolean | null;
}

/** A room of the team with work in each state, as the messages of the language speak of it. */
function roomAtWork(name: string, lang: string): Driver {
  const team = teamNamed(name);
  const driver = Driver.room(team);
  const [working, waits, queued, done] = TITLES[lang] ?? [];
  const maker = team.roles.some((role) => role.name === "builder") ? "builder" : "executor";
  const hasTester = team.roles.some((role) => role.name === "tester");
  const ben = driver.join("Ben", maker);
  if (hasTester) driver.join("Tess", "tester");
  const create = (role: string, title = "", requires: string[] = []): string => {
    const draft = { role, title, instruction: title, requires };
    const { tasks } = driver.run(driver.create(LEAD, [draft])) as { tasks: { id: string }[] };
    return tasks[0]?.id ?? "";
  };
  create(maker, done);
  const first = driver.claim(ben);
  driver.run({
    type: "complete",
    by: ben,
    taskId: first.id,
    fence: first.lease.fence,
    next: false,
    result: { summary: "done" },
  });
  const held = create(maker, working);
  driver.claim(ben);
  driver.run(driver.ask(ben));
  create(hasTester ? "tester" : maker, waits, [held]);
  create(maker, queued);
  return driver;
}

function teamNamed(name: string): Team {
  if (name !== "crew" && name !== "own-lifecycle") return presetTeam(name as TeamPreset);
  const { variants: _, isolated: __, ...draft } = name === "crew" ? CREW : draftOf(presetTeam("lifecycle"));
  const rules = rulesFor(draft.roles as never).map((rule) => ({
    ...rule,
    phrases: [...rule.phrases],
    unless: [...(rule.unless ?? [])],
    otherwise: [...(rule.otherwise ?? [])],
  }));
  const { team, problems } = teamOf({ ...draft, routing: { rules } });
  if (!team) throw new Error(problems.map(({ message }) => message).join(" "));
  return team;
}

const rooms = new Map<string, Driver>();

/** What becomes of a message, by the command that a person's message takes, and whether it is what the person expects. */
export function judgedIn(expected: Expected): Judged {
  const { team, lang, message: body, expect, accept, never, isDirect } = expected;
  const key = `${team} ${lang}`;
  const driver = rooms.get(key) ?? roomAtWork(team, lang);
  rooms.set(key, driver);
  const spent = [{ name: "Ben", usage: { ...NO_USAGE, inputTokens: 900, costUsdMicros: 1_200_000 } }];
  const command = {
    type: "sendUserMessage",
    by: LEAD,
    body,
    repliesTo: null,
    priority: "medium",
    spent,
  } as const;
  const ruling = decide(driver.view, command, driver.context());
  if (!ruling.ok) throw new Error(`${body}: ${ruling.refusal.message}`);
  const { to, branches } = ruling.reply as { to: string; branches: { role: string }[] };
  const sent = ruling.steps.find(({ event }) => event.type === "message.sent")?.event.data as {
    route?: RouteDecision;
  };
  const decision = sent.route ?? null;
  const outcome = outcomeOf(driver.room, to, branches, decision);
  const isGreeting = decision?.tier === "direct";
  const isOf = (wanted: Outcome) => {
    const [kind = "", who] = wanted.split(":");
    if (kind === "direct") return isGreeting;
    const [got, target] = outcome.split(":");
    if (kind === "greeting" || kind === "entry")
      return got === "entry" && (who ?? target) === target && (kind === "entry" || isGreeting);
    return got === kind && (who === undefined || who.split("+").sort().join("+") === target);
  };
  const isRight = [expect, ...accept].some(isOf);
  const isLeft = expect.startsWith("role:") && outcome.startsWith("entry:");
  return {
    outcome,
    decision,
    verdict: isRight ? "right" : isLeft ? "left" : "wrong",
    isHarm: never.some(isOf),
    isTierRight: isDirect === null || !decision ? null : isDirect === (decision.tier === "direct"),
  };
}

function outcomeOf(
  { team }: Room,
  to: string,
  branches: readonly { role: string }[],
  decision: RouteDecision | null,
): Outcome {
  if (to === "room") return "status";
  if (branches.length > 0)
    return `fanout:${branches
      .map(({ role }) => role)
      .sort()
      .join("+")}`;
  if (decision?.by === "mention") return `mention:${to}`;
  return to === team.entryPoint ? `entry:${to}` : `role:${to}`;
}
