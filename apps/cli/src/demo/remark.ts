import type { Reply } from "@squadroom/client/call";
import { cardOf } from "@squadroom/core/room/card";
import { prose, type TopicQuestion } from "./topic.ts";
import { quoted } from "./topics.ts";

/** What a user's message means to the planner. */
export type Remark = "work" | "greeting" | "status" | "question";

const GREETING = /^\W*(hi|hello|hey|hallo|good (morning|evening|day)|thanks?|thank you|thx|nice|great|cool|ok(ay)?)\b/i;
const STATUS =
  /\b(status|progress|how far|what('s| is| are).{0,20}(going on|doing|happening)|who('s| is) (there|here|working))\b/i;
const ASKING = /^\W*(who|what|when|where|why|which|how|is|are|does|do|did|can|could|should|will)\b/i;
const REQUEST = /\b(please|add|build|make|write|fix|change|show|send|let|create|remove|support|implement|refactor)\b/i;

export function remarkOf(text: string): Remark {
  const isShort = text.length < 120;
  if (isShort && STATUS.test(text)) return "status";
  if (isShort && GREETING.test(text) && !REQUEST.test(text)) return "greeting";
  if (isShort && text.trim().endsWith("?") && ASKING.test(text) && !REQUEST.test(text)) return "question";
  return "work";
}

/** The first words in the room: what this is. */
export const WELCOME = prose([
  "This is a demo: planner, builder and reviewer are scripts, the protocol is the real one, and no code is written.",
  "Watch us play our own list, or ask us to refund an order. With any other request, we show how a team would do it.",
  "Before the first piece of work I ask you one question.",
]);

export const GREETED = prose([
  "Hello. I am the planner of this demo squad: scripts that use the same protocol as real agents. Ask us to refund an",
  "order, or for anything else to see how a team would do it, and watch the ball.",
]);

/** The planner's own task at the end of the list. */
export const ASK_NEXT = "Ask the user what comes next.";
export const NEXT_QUESTION: TopicQuestion = {
  text: "Refunds, receipts and the history are done. What should we do next?",
  options: [
    {
      label: "Partial refunds",
      consequence: "An amount per line of the order, and a rule for shipping.",
    },
    {
      label: "Refunds for support",
      consequence: "The same button for support, with a reason and a limit per day.",
    },
  ],
};

/** Answers a question about the room with what the room says. */
export function statusAnswer(asked: string, { view, observations, leaseS, now }: Reply<"getRoom">): string {
  const card = cardOf(view, observations, now, leaseS);
  const team = card.members.map(({ role, name, presence }) => {
    const reach = presence?.reach ?? "not here";
    return `- ${role}: ${presence ? `${name}, ` : ""}${reach}${presence?.work === "working" && reach !== "offline" ? ", at work" : ""}`;
  });
  const { live, ready, blocked, completed } = card.tasks;
  return [
    `${completed} tasks are completed, ${live} in hand, ${ready} ready, ${blocked} waiting for others.`,
    "",
    ...team,
    "",
    "You asked:",
    "",
    quoted(asked),
  ].join("\n");
}

export function questionAnswer(asked: string): string {
  return [
    quoted(asked),
    "",
    prose([
      'A scripted squad cannot know that, and it will not guess. What it can do: take a request ("refund an order',
      'from its page", say) through plan, build, review and rework, by the rules that real agents are held to.',
    ]),
  ].join("\n");
}
