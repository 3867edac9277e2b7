import type { RoleName, Word } from "../kernel/ids.ts";
import type { TeamProblem } from "./problem.ts";
import type { Tier, TierChange } from "./tiers.ts";

export const RULES_MAX = 60;
export const PHRASES_MAX = 600;
export const PHRASE_MAX = 80;

/** People's messages with one of these words or phrases go to a role. */
export interface RoutingRule {
  /** Unique in its team; the log names it. */
  id: Word;
  /** Words and phrases, each in the language of those who write here. */
  phrases: readonly Word[];
  /** If the message has one of these, the rule says nothing. */
  unless?: readonly Word[];
  /** Words that count only if the message has none of any rule's phrases: "add" may be about docs, tests or code. */
  otherwise?: readonly Word[];
  to: RoleName;
}

/** A team in which not all messages go to the entry point: by mention or rule they go to other roles. */
export interface Routing {
  rules: readonly RoutingRule[];
  /** What tiers allow here, if that differs from what they allow everywhere. */
  tiers?: Partial<Record<Tier, TierChange>>;
}

export interface RoutingDraft {
  rules: {
    /** Left out: made from its place. */
    id?: string | undefined;
    phrases: string[];
    unless?: string[] | undefined;
    otherwise?: string[] | undefined;
    to: string;
  }[];
  tiers?: { [T in Tier]?: { [L in keyof TierChange]?: TierChange[L] | undefined } | undefined } | undefined;
}

/** The rules that a draft means. @param roles names of the team's roles */
export function routingOf({ rules, tiers }: RoutingDraft): Routing {
  const taken = new Set(rules.map(({ id }) => id));
  const freeId = (n: number): string => {
    const id = `rule-${n}`;
    return taken.has(id) ? freeId(n + rules.length) : id;
  };
  return {
    rules: rules.map(({ id, phrases, unless = [], otherwise = [], to }, i) => ({
      id: id ?? freeId(i + 1),
      phrases: phrases.map(trimmed),
      ...(unless.length > 0 ? { unless: unless.map(trimmed) } : {}),
      ...(otherwise.length > 0 ? { otherwise: otherwise.map(trimmed) } : {}),
      to: to as RoleName,
    })),
    ...(tiers ? { tiers: tiers as Routing["tiers"] } : {}),
  };
}

export function routingDraftOf({ rules, tiers }: Routing): RoutingDraft {
  return {
    rules: rules.map(({ id, phrases, unless, otherwise, to }) => ({
      id,
      phrases: [...phrases],
      ...(unless ? { unless: [...unless] } : {}),
      ...(otherwise ? { otherwise: [...otherwise] } : {}),
      to,
    })),
    ...(tiers ? { tiers } : {}),
  };
}

/** What is wrong with the rules of a draft. */
export function routingProblems({ rules }: RoutingDraft, roles: readonly string[]): TeamProblem[] {
  const problems: TeamProblem[] = [];
  const say = (level: TeamProblem["level"], path: string, message: string): void =>
    void problems.push({ level, path, message });
  if (rules.length > RULES_MAX)
    say("error", "routing.rules", `A team can have at most ${RULES_MAX} rules; this one has ${rules.length}.`);
  const seen = new Map<string, string>();
  for (const [i, rule] of rules.entries()) {
    const at = `routing.rules[${i}]`;
    if (!roles.includes(rule.to)) say("error", `${at}.to`, `There is no role ${rule.to}.`);
    if (rule.id !== undefined && rules.findIndex(({ id }) => id === rule.id) !== i)
      say("error", `${at}.id`, `There is already a rule ${rule.id}.`);
    const said = [...rule.phrases, ...(rule.otherwise ?? [])];
    if (said.length === 0) say("error", `${at}.phrases`, "A rule needs at least one word or phrase.");
    if (said.length + (rule.unless?.length ?? 0) > PHRASES_MAX)
      say("error", `${at}.phrases`, `A rule can have at most ${PHRASES_MAX} words and phrases.`);
    for (const phrase of [...said, ...(rule.unless ?? [])]) {
      if (!/[\p{L}\p{N}]/u.test(phrase))
        say("error", `${at}.phrases`, `“${phrase}” has no letter or digit, so no message can match it.`);
      else if (phrase.length > PHRASE_MAX)
        say("error", `${at}.phrases`, `A phrase can have at most ${PHRASE_MAX} characters.`);
    }
    for (const phrase of rule.phrases.map((one) => trimmed(one).toLowerCase())) {
      const other = seen.get(phrase);
      if (other !== undefined && other !== rule.to)
        say("warning", `${at}.phrases`, `“${phrase}” is also in a rule for ${other}, so it decides nothing.`);
      seen.set(phrase, rule.to);
    }
  }
  return problems;
}

function trimmed(phrase: string): string {
  return phrase.trim().replace(/\s+/g, " ");
}
