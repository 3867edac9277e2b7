import { listed } from "../../kernel/words.ts";
import type { PerspectiveReply } from "../../reply/shapes.ts";
import type { Discussion, Recommendation, Severity } from "../record/discussion.ts";

/** The part of a reply that says how far apart the points of view are. */
export type Judged = Pick<PerspectiveReply, "rating" | "divergent" | "missing"> & {
  risks: readonly Pick<PerspectiveReply["risks"][number], "severity">[];
};

/**
 * How far apart they are: the first rule that applies.
 *
 * | severity | any one of                                                                   |
 * |----------|------------------------------------------------------------------------------|
 * | high     | a missing requirement, a high risk, two ratings of 2 or less, average below 3 |
 * | medium   | one rating of 2 or less, ratings 3 or more apart                              |
 * | low      | anything that they differ about                                               |
 *
 * @source domain.md § 10
 */
export function severityOf(replies: readonly Judged[]): Severity {
  const ratings = replies.map(({ rating }) => rating);
  const low = ratings.filter((rating) => rating <= LOW).length;
  const isMissing = replies.some(({ missing }) => missing.length > 0);
  const isRisky = replies.some(({ risks }) => risks.some(({ severity }) => severity === "high"));
  const average = averageOf(ratings) ?? 5;
  if (isMissing || isRisky || low >= 2 || average < 3) return "high";
  if (low === 1 || spreadOf(ratings) >= 3) return "medium";
  return replies.some(({ divergent }) => divergent.length > 0) ? "low" : "none";
}

export function averageOf(ratings: readonly number[]): number | null {
  if (ratings.length === 0) return null;
  return ratings.reduce((sum, one) => sum + one, 0) / ratings.length;
}

export function spreadOf(ratings: readonly number[]): number {
  return ratings.length === 0 ? 0 : Math.max(...ratings) - Math.min(...ratings);
}

/** High and medium block; a second high in one line of revisions is for a person. */
export function recommendationOf(severity: Severity, revision: number): Recommendation | null {
  if (severity === "high") return revision === 0 ? "revise" : "escalate";
  return severity === "medium" ? "proceed-with-caution" : null;
}

/** A thing that was said, and from which points of view. */
export interface Said {
  text: string;
  by: string[];
}

/** A round as it is reported and exported. @source domain.md § 10 */
export interface DiscussionResult {
  perspectives: { name: string; rating: number | null; summary: string }[];
  convergent: Said[];
  divergent: Said[];
  missing: Said[];
  risks: (Said & { severity: "high" | "medium" | "low" })[];
  actionItems: Said[];
  averageRating: number | null;
  spread: number;
  recommendation: Recommendation | null;
  artifact: string | null;
}

/** The outcome of a round, the lowest rating's words first. */
export function resultOf({
  perspectives,
  verdict,
  artifact,
}: Pick<Discussion, "perspectives" | "verdict" | "artifact">): DiscussionResult {
  const given = perspectives
    .flatMap(({ name, reply }) => (reply ? [{ name, reply }] : []))
    .sort((a, b) => a.reply.rating - b.reply.rating);
  const all = (of: "convergent" | "divergent" | "missing" | "actionItems") =>
    together(given.flatMap(({ name, reply }) => reply[of].map((text) => ({ text, name }))));
  const ratings = given.map(({ reply }) => reply.rating);
  const risks = given
    .flatMap(({ name, reply }) => reply.risks.map(({ risk, severity }) => ({ text: risk, name, severity })))
    .sort((a, b) => RISKS.indexOf(a.severity) - RISKS.indexOf(b.severity));
  return {
    perspectives: perspectives.map(({ name, reply }) => ({
      name,
      rating: reply?.rating ?? null,
      summary: reply?.summary ?? "",
    })),
    convergent: all("convergent"),
    divergent: all("divergent"),
    missing: all("missing"),
    risks: together(risks),
    actionItems: all("actionItems"),
    averageRating: averageOf(ratings),
    spread: spreadOf(ratings),
    recommendation: verdict?.advice ?? null,
    artifact,
  };
}

const RISKS = ["high", "medium", "low"];

/** The same words from two points of view are one thing, the first of them. */
function together<One extends { text: string; name: string }>(said: readonly One[]): (Omit<One, "name"> & Said)[] {
  const all = new Map<string, Omit<One, "name"> & Said>();
  for (const { name, ...one } of said) {
    const key = one.text
      .trim()
      .toLowerCase()
      .replace(/[\s.]+$/, "");
    const known = all.get(key);
    if (!known) all.set(key, { ...one, by: [name] });
    else if (!known.by.includes(name)) known.by.push(name);
  }
  return [...all.values()];
}

const TOP = 3;
/** A rating that counts against the work. */
const LOW = 2;

/**
 * What a blocked round reports: what is missing first, then high risks, then differences. For a low rating that named
 * nothing, its judgement is given.
 */
export function topDivergences(of: Pick<DiscussionResult, "missing" | "risks" | "divergent" | "perspectives">): Said[] {
  const high = of.risks.filter(({ severity }) => severity === "high");
  const named = [...of.missing, ...high, ...of.divergent];
  const low = of.perspectives
    .flatMap(({ name, rating, summary }) => (rating === null ? [] : [{ name, rating, summary }]))
    .filter(({ name, rating }) => rating <= LOW && !named.some(({ by }) => by.includes(name)))
    .sort((a, b) => a.rating - b.rating);
  return [
    ...named,
    ...low.flatMap(({ name, summary }) => (summary === "" ? [] : [{ text: summary, by: [name] }])),
  ].slice(0, TOP);
}

/** What a round found and wants done, as lists for whoever changes the work. */
export function foundTexts(discussion: Parameters<typeof resultOf>[0]): string[] {
  const result = resultOf(discussion);
  const list = (title: string, said: readonly Said[]) =>
    said.length === 0 ? [] : [[title, ...said.map(({ text, by }) => `- ${text} (${listed(by)})`)].join("\n")];
  return [
    ...list("What the round found:", topDivergences(result)),
    ...list("Action items, in this order:", result.actionItems),
  ];
}
