import type { RoleName } from "../kernel/ids.ts";
import { findRole, type Team } from "../team/team.ts";
import { limitsFor } from "./limits.ts";
import { mentionsOf } from "./mentions.ts";
import { PLEASE } from "./negation.ts";
import type { RouteDecision } from "./route-decision.ts";
import { type Candidate, CONFIDENT, candidatesOf, MARGIN, SUREST } from "./score.ts";
import { isSocial } from "./social.ts";
import { isStatusQuestion } from "./status-question.ts";
import { tierOf } from "./tier.ts";
import { BREAK, stemOf, wordsOf } from "./words.ts";

/** Most candidates that the log keeps. */
const CANDIDATES_KEPT = 4;

/**
 * How a routed team decides about a message: by its mentions, otherwise by the rules, over everything that it says.
 * `null`: the team isn't routed.
 *
 * @source domain.md § 9
 */
export function decisionOf(team: Team, body: string): RouteDecision | null {
  if (!team.routing) return null;
  const words = wordsOf(body);
  const { named, ruledOut } = mentionsOf(team, body, words);
  if (named.length > 0) return byMention(team, named, body);
  const { rules } = team.routing;
  const heard = ruledOut.length > 0 ? rules.filter(({ to }) => !ruledOut.includes(to)) : rules;
  const candidates = candidatesOf(body, heard, words)
    .filter(({ role }) => findRole(team, role))
    .slice(0, CANDIDATES_KEPT);
  const [best, next] = candidates;
  const confidence = best?.score ?? 0;
  const judged = tierOf(body, words);
  // The state of work is the entry point's to report, whatever the work is about, and so is any other simple question.
  const isToldOnly = judged === "direct" && (confidence < SUREST || isSocial(words.stems) || isStatusQuestion(body));
  const isSure =
    !isToldOnly &&
    !isOnlyNamed(best, words.stems) &&
    confidence > CONFIDENT &&
    confidence - (next?.score ?? 0) >= MARGIN;
  const tier = isSure && judged === "direct" ? "standard" : judged;
  return { by: isSure ? "rule" : "undecided", confidence, tier, candidates };
}

/** "The tester field is cut off": a role's bare name is an ordinary word, unless the message begins with it. */
function isOnlyNamed(best: Candidate | undefined, stems: readonly string[]): boolean {
  if (!best || best.found.some((found) => found !== best.role)) return false;
  return !(stems[0] === stemOf(best.role) && (stems[1] === BREAK || PLEASE.has(stems[1] ?? "")));
}

/** Whoever is named gets it: several get a part each, if that many may work on one message. */
function byMention(team: Team, named: readonly RoleName[], body: string): RouteDecision {
  const score = Math.round(100 / named.length) / 100;
  const isLarge = tierOf(body) === "full" || named.length > limitsFor(team, "standard").fanOut;
  const tier = isLarge ? "full" : "standard";
  return {
    by: named.length <= Math.max(1, limitsFor(team, tier).fanOut) ? "mention" : "undecided",
    confidence: score,
    tier,
    candidates: named.map((role) => ({ role, score, found: [`@${role}`], ruleId: null })),
  };
}
