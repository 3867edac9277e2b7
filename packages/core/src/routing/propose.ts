import type { MessageId, RoleName } from "../kernel/ids.ts";
import { PHRASE_MAX } from "../team/routing.ts";
import { findRole, type Team } from "../team/team.ts";
import type { DismissedPhrase } from "./correction.ts";
import { decisionOf } from "./decision.ts";
import type { RouteDecision } from "./route-decision.ts";
import { isEmpty } from "./status-question.ts";
import { bareOf, foldedOf, isUnspaced, stemOf, wordsOf } from "./words.ts";

/** A message with its right receiver; `right` is `null` if the room answered it well. */
export interface LabelledMessage {
  messageId: MessageId;
  body: string;
  right: RoleName | null;
  isCorrected: boolean;
}

/** A rule that corrections suggest. */
export interface RuleProposal {
  to: RoleName;
  phrases: string[];
  /** Corrected messages that it would get right. */
  messages: LabelledMessage[];
}

/** How many corrected messages have to share a phrase. */
const SHARED = 2;
const PHRASES_KEPT = 5;
const LONGEST = 3;
/** Characters of a message that are searched for phrases: its beginning says what it is about. */
const READ = 2_000;

/** Who gets a message by these rules, without regard to what the room answers itself. */
export function targetOf(team: Team, body: string): RoleName {
  const decision = decisionOf(team, body);
  return decision ? targetIn(team, decision) : team.entryPoint;
}

export function targetIn(team: Team, { by, candidates }: RouteDecision): RoleName {
  const [best, ...more] = candidates;
  const isSure = by === "rule" || (by === "mention" && more.length === 0);
  return isSure && best && findRole(team, best.role) ? best.role : team.entryPoint;
}

/**
 * Rules from words that corrected messages share and no other message has. Each sends corrected messages, which today's
 * rules don't, where they belong, and no rightly routed message elsewhere. The same messages give the same rules.
 */
export function proposeRules(
  team: Team,
  messages: readonly LabelledMessage[],
  dismissed: readonly DismissedPhrase[],
): RuleProposal[] {
  if (!team.routing) return [];
  const wrong = messages.filter((one) => one.isCorrected && one.right && targetOf(team, one.body) !== one.right);
  if (wrong.length < SHARED) return [];
  const phrasesOf = new Map(messages.map((one) => [one, phrasesIn(one.body)]));
  return team.roles.flatMap(({ name: to }) => {
    const mine = wrong.filter(({ right }) => right === to);
    if (mine.length < SHARED) return [];
    const foreign = new Set(
      messages.filter(({ right }) => right !== to).flatMap((one) => [...(phrasesOf.get(one)?.keys() ?? [])]),
    );
    const unwanted = new Set(dismissed.filter((one) => one.to === to).map(stemsOf));
    const counts = new Map<string, { written: string; count: number }>();
    for (const message of mine)
      for (const [stems, written] of phrasesOf.get(message) ?? []) {
        const known = counts.get(stems);
        counts.set(stems, { written: known?.written ?? written, count: (known?.count ?? 0) + 1 });
      }
    const shared = [...counts]
      .filter(([stems, { count }]) => count >= SHARED && !foreign.has(stems))
      .filter(([stems]) => !unwanted.has(stems))
      .sort(
        ([a, one], [b, other]) =>
          other.count - one.count || b.split(" ").length - a.split(" ").length || (a < b ? -1 : 1),
      );
    const phrases = withoutParts(shared.map(([stems, { written }]) => ({ stems, written }))).slice(0, PHRASES_KEPT);
    const proposal = judged(team, to, phrases, mine, messages);
    return proposal ? [proposal] : [];
  });
}

/** The team with one more rule; it comes first, since order doesn't matter. */
export function withRule(team: Team, to: RoleName, phrases: readonly string[]): Team {
  const rules = team.routing?.rules ?? [];
  return {
    ...team,
    routing: { ...team.routing, rules: [...rules, { id: "proposed", phrases, to }] },
  };
}

/** What the rule would do: none if it helps fewer than two, or sends a message away from where it belongs. */
function judged(
  team: Team,
  to: RoleName,
  phrases: readonly string[],
  mine: readonly LabelledMessage[],
  all: readonly LabelledMessage[],
): RuleProposal | null {
  if (phrases.length === 0) return null;
  const next = withRule(team, to, phrases);
  const messages = mine.filter(({ body }) => targetOf(next, body) === to);
  if (messages.length < SHARED) return null;
  const harmed = all.some(
    ({ body, right }) => right !== null && targetOf(team, body) === right && targetOf(next, body) !== right,
  );
  return harmed ? null : { to, phrases: [...phrases], messages };
}

/** A phrase says everything that a part of it says. */
function withoutParts(phrases: readonly { stems: string; written: string }[]): string[] {
  const kept: { stems: string; written: string }[] = [];
  for (const one of phrases) if (!kept.some(({ stems }) => ` ${stems} `.includes(` ${one.stems} `))) kept.push(one);
  return kept
    .filter((one) => !kept.some((other) => other !== one && ` ${one.stems} `.includes(` ${other.stems} `)))
    .map(({ written }) => written);
}

/** A phrase is dismissed in all its forms. */
function stemsOf({ phrase }: DismissedPhrase): string {
  return wordsOf(phrase).stems.join(" ");
}

/** Words and up to three in a row of a message, by their stems; a phrase begins and ends with a word that says something. */
function phrasesIn(message: string): Map<string, string> {
  const found = new Map<string, string>();
  const text = bareOf(message.slice(0, READ)).normalize("NFKC").toLowerCase();
  for (const clause of text.split(/[.!?;:,\n()]|\s[-–—]\s/u)) {
    const words = clause.match(/[\p{L}\p{N}](?:[\p{L}\p{M}\p{N}]|['’](?=[\p{L}\p{N}]))*/gu) ?? [];
    for (let at = 0; at < words.length; at++)
      for (let length = 1; length <= LONGEST && at + length <= words.length; length++) {
        const part = words.slice(at, at + length);
        if (!isTelling(part[0]) || !isTelling(part.at(-1))) continue;
        const written = part.join(" ");
        if (written.length > PHRASE_MAX || isUnspaced(written)) continue;
        found.set(part.map(stemOf).join(" "), written);
      }
  }
  return found;
}

function isTelling(word = ""): boolean {
  return word.length > 2 && !isEmpty(stemOf(foldedOf(word))) && !COMMON.has(word) && /\p{L}/u.test(word);
}

/** Words found in any message. */
const COMMON = new Set(
  "please can could would should will shall may might must want like not don't doesn't isn't can't won't there here into onto over under between before after again also only very too but because while than them its as if by no yes ok okay bitte kann kannst könnt soll muss nicht auch nur aber oder und mal s'il plaît peux pouvez pas aussi mais por favor puede puedes también pero".split(
    " ",
  ),
);
