import type { DecisionKind } from "@squadroom/core/decision/decision";
import { unreachable } from "@squadroom/core/kernel/unreachable";
import { listed } from "@squadroom/core/kernel/words";
import type { Ball } from "@squadroom/core/room/ball";
import { withArticle } from "../../words/article.ts";
import { firstLine, plainText, questionLine, unended } from "../../words/plain-text.ts";
import { fill } from "../../words/say.tsx";

export type WhyKind = Ball["why"]["kind"] | "claimed";

export function kindOf(ball: Ball): WhyKind {
  return ball.why.kind === "works_on" && ball.why.state === "claimed" ? "claimed" : ball.why.kind;
}

/** Decisions whose wording differs from other waits. */
const ABOUT: Partial<Record<DecisionKind, "role_missing" | "question">> = {
  role_unavailable: "role_missing",
  intervention: "question",
};

type BriefKind = Exclude<WhyKind, "decision"> | DecisionKind;

/** Words for what is not a decision, and for decisions that read differently from their kind. */
export type BriefWords = Record<Exclude<WhyKind, "decision">, string> & Partial<Record<DecisionKind, string>>;

/** In a few words, a decision reads as its subject. */
export function briefOf(ball: Ball): BriefKind {
  const kind = kindOf(ball);
  if (kind !== "decision") return kind;
  if (ball.why.kind !== "decision") return "quiet";
  return ABOUT[ball.why.about] ?? ball.why.about;
}

export function valuesOf(ball: Ball, roleTitle: (role: string) => string): Record<string, string> {
  const { why } = ball;
  switch (why.kind) {
    case "question":
      return { from: why.from, text: questionLine(why.text) };
    case "decision":
      return {
        question: plainText(why.question),
        from: why.from ?? "",
        task: why.subject.kind === "task" ? why.subject.taskId : "",
        role: why.subject.kind === "role" ? roleTitle(why.subject.role) : "",
        aRole: why.subject.kind === "role" ? withArticle(roleTitle(why.subject.role)) : "",
        title: "title" in why.subject ? unended(why.subject.title) : "",
      };
    case "task_failed":
    case "about_to_take":
      return { task: why.taskId, title: unended(why.title) };
    case "role_missing":
      return {
        role: roleTitle(why.role),
        aRole: withArticle(roleTitle(why.role)),
        title: unended(why.title),
      };
    case "works_on":
      return { task: why.taskId, title: unended(why.title), action: unended(why.action ?? "") };
    case "owes_answer":
      return { task: why.taskId, title: unended(why.title), asker: why.asker };
    case "waiting_for":
      return {
        task: why.taskId,
        title: unended(why.title),
        other: why.waitsFor.slice(0, 3).join(", "),
      };
    case "dispatches":
      return { tasks: listed(why.taskIds), title: unended(why.title) };
    case "clearing_paused":
      return { items: why.items.join(", ") };
    case "paused":
      return { by: why.by };
    case "delivered":
      return { by: why.by, text: unended(firstLine(why.text)) };
    case "quiet":
    case "no_team":
      return {};
    default:
      return unreachable(why);
  }
}

const SHORT: BriefWords = {
  question: "question",
  task_failed: "{{task}} failed",
  role_missing: "no {{role}}",
  claimed: "{{task}}",
  works_on: "{{task}}",
  owes_answer: "{{asker}} asks",
  about_to_take: "{{task}}",
  waiting_for: "{{task}} is waiting",
  delivered: "delivered",
  paused: "paused",
  dispatches: "dispatch",
  clearing_paused: "backlog paused",
  approach: "approaches",
  design_section: "design",
  pipeline_checkpoint: "checkpoint",
  discussion_blocked: "blocked discussion",
  gate_failed: "gate not passed",
  lockout: "locked out",
  message_overdue: "no answer",
  message_loop: "loop stopped",
  permission: "may a call run?",
  quiet: "quiet",
  no_team: "no agent yet",
};

/** Two or three words for the side rail. */
export function shortOf(ball: Ball, roleTitle: (role: string) => string): string {
  const kind = briefOf(ball);
  return fill(SHORT[kind] ?? kind.replaceAll("_", " "), valuesOf(ball, roleTitle));
}

/** The holder's shown name. */
export function holderOf(ball: Ball): string {
  if (ball.holder === "you") return "You";
  return ball.holder === "nobody" ? "Nobody" : (ball.name ?? "");
}

/** The person's own cards first, the longest wait first; then agents; then nobody. */
export function compareBalls(a: Ball, b: Ball): number {
  const rank = { you: 0, agent: 1, nobody: 2 } as const;
  if (a.holder !== b.holder) return rank[a.holder] - rank[b.holder];
  const [at, bt] = [a.sinceAt ?? 0, b.sinceAt ?? 0];
  return a.holder === "you" ? at - bt : bt - at;
}
