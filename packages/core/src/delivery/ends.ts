/**
 * How a task in hand may end, for deliveries, `allowedActions` and refusals; what a ruling accepts is what this lists.
 *
 * | kind | is | ends, the expected one first |
 * |---|---|---|
 * | message, backlog | from outside, with the entry point | the next in the chain, otherwise the delivery; done first where it was split; questions |
 * | work, answer, findings, created | from a role | the next in the chain; done first where tasks wait for it; questions |
 * | question | a role asks | the answer, back to who asked; what the role may pass besides; never done |
 * | branch | one of several views of a request | done, whose result is joined with the others |
 * | plan | a session's task with reviewers | done, which submits it |
 * | part | a session's task without | done |
 * | step, remark, review, perspective | a session waits for a reply | done with the reply |
 *
 * Everything may be failed. `done` is left out where it would leave a user's message, or whoever asked, without an
 * answer.
 */
export const TASK_KINDS = [
  "message",
  "backlog",
  "created",
  "work",
  "question",
  "answer",
  "findings",
  "branch",
  "plan",
  "part",
  "step",
  "remark",
  "review",
  "perspective",
] as const;
export type TaskKind = (typeof TASK_KINDS)[number];

/** What `done` does: ends it, answers the user, gives it to its reviewers, presents or judges with a reply. */
export const DONE_EFFECTS = ["ends", "delivers", "submits", "presents", "remarks", "judges"] as const;
export type DoneEffect = (typeof DONE_EFFECTS)[number];
