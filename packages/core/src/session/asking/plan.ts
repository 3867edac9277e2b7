import { type AskedDecision, anOption, defineQuestion, done } from "../../decision/question.ts";
import type { Room } from "../../kernel/room.ts";
import { counted, listed, listedUpTo } from "../../kernel/words.ts";
import type { PlanTask } from "../../reply/shapes.ts";
import { turnOf } from "../plan/assignment.ts";
import { estimateText } from "../plan/estimate-text.ts";
import { estimateOf } from "../plan/plan-estimate.ts";
import { preflightOf } from "../plan/preflight.ts";
import { about, clip, discuss, renew, revise as reviseAs } from "../record/ask-words.ts";
import { addedReviewers } from "../record/roles.ts";
import type { BrainstormSession } from "../record/session.ts";
import { back } from "../record/stale.ts";
import { planTasks } from "../steps/execute.ts";
import { back as goBack, inBrainstorm, revise, talk } from "./answers.ts";

declare module "../../kernel/question.ts" {
  interface Questions {
    plan: Asks<"session", "approve_plan" | "revise" | "discuss" | "back" | "renew">;
  }
}

export const plan = defineQuestion({
  kind: "plan",
  inSession: { plan: ask },
  answers: {
    approve_plan: inBrainstorm((at) => done(planTasks(at))),
    revise,
    back: goBack,
    ...talk,
  },
});

function ask(room: Room, session: BrainstormSession): AskedDecision<"plan"> | null {
  const proposal = session.proposals.plan;
  if (!proposal) return null;
  const { tasks } = proposal.value;
  const estimate = estimateOf(room, session);
  return {
    ...about(room, session, "plan", null),
    kind: "plan",
    question: `Do “${session.title}” in ${counted(tasks.length, "task", "tasks")}?`,
    reason: clip(
      [
        ...(estimate ? [estimateText(estimate), ""] : []),
        ...toKnow(room, session, tasks),
        ...tasks.map((task) => `${task.id} ${task.title}${chargeText(room, task)}`),
      ].join("\n"),
    ),
    options: [
      anOption("approve", "Approve", "The tasks start as planned.", "approve_plan"),
      reviseAs("The plan is redone with your note."),
      discuss("the plan"),
      ...back(session),
      ...renew(proposal),
    ],
  };
}

/**
 * When it is its turn, what it is held to, and who should judge it according to the plan besides those who do anyway.
 */
function chargeText({ team }: Room, task: PlanTask): string {
  const names = addedReviewers(team, task);
  const { allowed = [], forbidden = [] } = task.boundaries ?? {};
  const facts = [
    ...turnOf(task),
    ...(allowed.length > 0 ? [`changes only ${listedUpTo(NAMED_MAX, allowed)}`] : []),
    ...(forbidden.length > 0 ? [`must not change ${listedUpTo(NAMED_MAX, forbidden)}`] : []),
    ...(names.length > 0 ? [`${listed(names)} ${names.length === 1 ? "reviews" : "review"} it too`] : []),
  ];
  return facts.length === 0 ? "" : ` (${facts.join("; ")})`;
}

/** Most patterns of one task in the decision about its plan. */
const NAMED_MAX = 4;

/** What its preflight found, before the tasks. */
function toKnow(room: Room, { boundaries }: BrainstormSession, tasks: Parameters<typeof preflightOf>[1]): string[] {
  const warnings = preflightOf(room, tasks, boundaries);
  if (warnings.length === 0) return [];
  const head = `No blockers, ${counted(warnings.length, "thing", "things")} to note:`;
  return [head, ...warnings.map(({ text }) => `- ${text}`), ""];
}
