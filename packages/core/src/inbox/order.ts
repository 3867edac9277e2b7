import { compareWeight, type Urgency, type Weight } from "../decision/decision.ts";

/** Somebody waits for an answer, and the task that asked has ended. */
export const QUESTION_URGENCY: Urgency = "medium";
/** Nothing is lost without a person: the task goes back to the queue when the lease ends. */
export const STUCK_URGENCY: Urgency = "low";

/** Clearing mode gave up, and a person has to resume it. */
export const PAUSED_URGENCY: Urgency = "medium";
/** Finished work; nothing is held up by it. */
export const REVIEW_URGENCY: Urgency = "low";

/** For what is not a decision, since those count themselves: a silent agent holds up its task, clearing the backlog. */
export const HOLDS_UP = { question: 0, paused: 1, stuck: 1, review: 0 } as const;

/** The most urgent first, then what holds up the most, then the oldest, whatever their kinds. */
export const compareInbox: (a: Weight, b: Weight) => number = compareWeight;
