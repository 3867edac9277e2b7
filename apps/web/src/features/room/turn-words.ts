import type { Ball } from "@squadroom/core/room/ball";
import {
  type BallWords,
  type BriefKind,
  briefOf,
  kindOf,
  valuesOf,
  type WhyKind,
} from "./ball-words.ts";

/** The clause behind the holder's name on a card: "You | answer Planner". */
export function clauseOf(
  ball: Ball,
  roleTitle: (role: string) => string,
): BallWords<`turn.clause.${BriefKind}`> {
  return { key: `turn.clause.${briefOf(ball)}`, values: valuesOf(ball, roleTitle) };
}

/** The whole sentence under the room's title. */
export function sentenceOf(
  ball: Ball,
  roleTitle: (role: string) => string,
): BallWords<`turn.why.${WhyKind}` | "turn.why.works_doing"> {
  const values = valuesOf(ball, roleTitle);
  if (ball.why.kind === "works_on" && ball.why.action)
    return { key: "turn.why.works_doing", values };
  if (ball.why.kind === "role_missing" && ball.why.broken)
    return { key: "turn.why.decision", values: { ...values, question: ball.why.broken } };
  if (ball.why.kind === "role_missing")
    return { key: "turn.why.role_missing", values, count: ball.why.waiting };
  return { key: `turn.why.${kindOf(ball)}`, values };
}

type Next = "role" | "you" | "back" | "starts" | "startsTeam" | "goesOn" | "nobody";

/** What comes after it: as a clause on a card (`turn.next`), as a sentence in the room (`turn.after`). */
export function nextOf<P extends "turn.next" | "turn.after">(
  part: P,
  ball: Ball,
  roleTitle: (role: string) => string,
): BallWords<`${P}.${Next}`> {
  const words = (next: Next, values: Record<string, string> = {}): BallWords<`${P}.${Next}`> => ({
    key: `${part}.${next}`,
    values,
  });
  if (ball.why.kind === "no_team") return words("startsTeam");
  if (ball.why.kind === "quiet" || ball.why.kind === "delivered") return words("starts");
  if (ball.next === "user") return words("you");
  if (ball.next === null) return words(ball.holder === "you" ? "goesOn" : "nobody");
  return words(ball.holder === "you" ? "back" : "role", { next: roleTitle(ball.next) });
}

/** A person who has waited too long for is told in the accent: high and critical after 20 minutes. */
export const HOT_AFTER_MS = 20 * 60_000;

export function isHot(ball: Ball, now: number): boolean {
  return ball.holder === "you" && ball.sinceAt !== null && now - ball.sinceAt >= HOT_AFTER_MS;
}
