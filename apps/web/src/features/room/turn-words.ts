import { counted } from "@squadroom/core/kernel/words";
import type { Ball } from "@squadroom/core/room/ball";
import { fill } from "../../words/say.tsx";
import { type BriefWords, briefOf, kindOf, valuesOf, type WhyKind } from "./ball-words.ts";

const CLAUSES: BriefWords = {
  question: "answer {{from}}",
  task_failed: "decide on {{task}}, which failed",
  role_missing: "connect {{aRole}}",
  claimed: "took {{task}}",
  works_on: "is working on {{task}}",
  owes_answer: "owes {{asker}} an answer for {{task}}",
  about_to_take: "is next for {{task}}",
  waiting_for: "has the ball: {{task}} is waiting for {{other}}",
  delivered: "has the ball: {{by}} delivered",
  dispatches: "says when {{tasks}} start",
  clearing_paused: "resume working through the backlog",
  triage: "decide how much process {{title}} needs",
  scope: "decide on the scope of {{title}}",
  questions: "answer questions about {{title}}",
  approach: "choose an approach for {{title}}",
  design_section: "read the design of {{title}}",
  plan: "decide on the plan of {{title}}",
  review_failed: "decide on a review of {{title}}",
  batch_checkpoint: "check a batch of {{title}}",
  pipeline_checkpoint: "decide how {{title}} continues",
  discussion_blocked: "decide on a blocked discussion of {{title}}",
  budget: "decide on the budget of {{title}}",
  next_session: "say whether {{title}} is next",
  gate_failed: "decide on a gate of {{title}}",
  lockout: "say who revises the rejected work",
  merge_failed: "decide on the merge of {{title}}",
  deadlock: "say who yields",
  message_overdue: "answer instead of an agent",
  message_loop: "settle what agents go round about",
  permission: "allow or deny a call of {{from}}",
  paused: "has the ball: {{by}} paused the room",
  quiet: "has the ball: no open work",
  no_team: "has the ball: no agent has joined yet",
};

/** The clause after the holder's name on a card: "You | answer Planner". */
export function clauseOf(ball: Ball, roleTitle: (role: string) => string): string {
  return fill(CLAUSES[briefOf(ball)] ?? "answer a question", valuesOf(ball, roleTitle));
}

const SENTENCES = {
  question: "{{from}} asks: {{text}}",
  decision: "{{question}}",
  task_failed: "{{task}} {{title}} failed. You decide what happens to it.",
  claimed: "It took {{task}} {{title}}.",
  works_on: "It's working on {{task}} {{title}}.",
  owes_answer: "{{asker}} is waiting for its answer on {{task}} {{title}}.",
  about_to_take: "{{task}} {{title}} is ready for it.",
  waiting_for: "{{task}} {{title}} is waiting for {{other}}.",
  delivered: "{{by}} delivered: {{text}}.",
  dispatches: "It says when {{tasks}} of {{title}} start.",
  clearing_paused: "Working through the backlog is paused: items {{items}} failed, one after the other.",
  paused: "{{by}} paused the room.",
  quiet: "There is no open work.",
  no_team: "No agent has joined yet.",
} satisfies Record<Exclude<WhyKind, "role_missing">, string>;

/** The whole sentence below the room's title. */
export function sentenceOf(ball: Ball, roleTitle: (role: string) => string): string {
  const values = valuesOf(ball, roleTitle);
  const { why } = ball;
  if (why.kind === "works_on" && why.action) return fill("It's working on {{task}} {{title}}: {{action}}.", values);
  if (why.kind === "role_missing") {
    if (why.broken) return fill(SENTENCES.decision, { question: why.broken });
    const tasks = counted(why.waiting, "task is", "tasks are");
    return fill("{{tasks}} waiting for {{aRole}}, and none is connected.", { ...values, tasks });
  }
  const kind = kindOf(ball);
  return kind === "role_missing" ? "" : fill(SENTENCES[kind], values);
}

type Next = "role" | "you" | "back" | "resumes" | "starts" | "startsTeam" | "goesOn" | "nobody";

const NEXT = {
  clause: {
    role: "then {{next}}",
    you: "then you",
    back: "then {{next}} continues",
    goesOn: "then work continues",
    nobody: "nobody is there to take it next",
    resumes: "resume it to continue",
    starts: "send a message to start",
    startsTeam: "connect an agent, then send a message",
  },
  sentence: {
    role: "Then {{next}}.",
    you: "Then you.",
    back: "Then {{next}} continues.",
    goesOn: "Then work continues.",
    nobody: "Nobody is there to take it next.",
    resumes: "Resume it to continue.",
    starts: "Send a message to start.",
    startsTeam: "Connect one, then send a message.",
  },
} satisfies Record<string, Record<Next, string>>;

/** What comes after it: as a clause on a card, as a sentence in the room. */
export function nextOf(as: keyof typeof NEXT, ball: Ball, roleTitle: (role: string) => string): string {
  const words = (next: Next, values: Record<string, string> = {}) => fill(NEXT[as][next], values);
  if (ball.why.kind === "no_team") return words("startsTeam");
  if (ball.why.kind === "paused") return words("resumes");
  if (ball.why.kind === "quiet" || ball.why.kind === "delivered") return words("starts");
  if (ball.next === "user") return words("you");
  if (ball.next === null) return words(ball.holder === "you" ? "goesOn" : "nobody");
  return words(ball.holder === "you" ? "back" : "role", { next: roleTitle(ball.next) });
}

/** Overlong waits for a person are in the accent: high and critical after 20 minutes. */
export const HOT_AFTER_MS = 20 * 60_000;

export function isHot(ball: Ball, now: number): boolean {
  return ball.holder === "you" && ball.sinceAt !== null && now - ball.sinceAt >= HOT_AFTER_MS;
}
