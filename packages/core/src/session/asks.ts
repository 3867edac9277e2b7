import type { AskedDecision } from "../decision/decision.ts";
import { anOption } from "../decision/option.ts";
import type { Room } from "../kernel/room.ts";
import { endSentence } from "../kernel/sentence.ts";
import { counted, listed, listedUpTo } from "../kernel/words.ts";
import type { Approach, PlanTask } from "../reply/shapes.ts";
import { foundIn, foundText } from "../task/found.ts";
import { ROUNDS_MAX } from "../task/review.ts";
import { figuresText } from "./batch/figures-text.ts";
import { turnOf } from "./plan/assignment.ts";
import { estimateText } from "./plan/estimate-text.ts";
import { estimateOf } from "./plan/plan-estimate.ts";
import { preflightOf } from "./plan/preflight.ts";
import {
  abortOption,
  about,
  clip,
  discuss,
  discussAs,
  listText,
  otherwise,
  renew,
  revise,
  roleTitle,
  undoable,
} from "./record/ask-words.ts";
import { LET_STAND } from "./record/decided.ts";
import { SEND_ANSWERS } from "./record/question.ts";
import { addedReviewers } from "./record/roles.ts";
import { isReviewed, type Session } from "./record/session.ts";
import { back, nextText } from "./record/stale.ts";
import { rescoutText } from "./scout/rescout.ts";

export function askQuestions(room: Room, session: Session): AskedDecision[] {
  const proposal = session.proposals.questions;
  if (!proposal) return [];
  const { questions } = proposal.value;
  const open = questions.filter(({ id }) => session.answers[id] === undefined).length;
  const isAnswered = open === 0;
  const done = undoable(
    "done",
    isAnswered ? SEND_ANSWERS : `Leave ${counted(open, "question", "questions")} to the agents`,
    `${isAnswered ? "All are answered." : "They use their own judgement."} ${nextText(session)}`,
    { kind: "send_answers" },
  );
  return [
    {
      ...about(room, session, "questions", null),
      kind: "questions",
      question: `${proposal.by.name} has ${counted(questions.length, "question", "questions")} about “${session.title}”.`,
      reason: clip(
        otherwise(proposal) + questions.map(({ text }, i) => `${i + 1}. ${text}`).join("\n"),
      ),
      options: [
        ...(isAnswered ? [done] : []),
        discuss("the questions"),
        ...back(session),
        ...renew(proposal),
        // Nobody gives questions away by habit: it comes last, and is named for it.
        ...(isAnswered ? [] : [done]),
      ],
    },
  ];
}

export function askApproach(room: Room, session: Session): AskedDecision[] {
  const proposal = session.proposals.approaches;
  if (!proposal) return [];
  const { approaches, recommendation, reasoning } = proposal.value;
  return [
    {
      ...about(room, session, "approaches", null),
      kind: "approach",
      question: `Which approach for “${session.title}”?`,
      reason: clip(otherwise(proposal) + (reasoning ?? "")),
      options: [
        ...approaches.map((one) =>
          undoable(
            `choose:${one.id}`,
            one.id === recommendation ? `${one.title} (recommended)` : one.title,
            weighed(one),
            { kind: "choose", approachId: one.id },
          ),
        ),
        undoable(
          "skip",
          "Let the agents choose",
          `They say which one and why. ${nextText(session)}`,
          { kind: "choose", approachId: null },
        ),
        discuss("the approaches"),
        ...back(session),
        ...renew(proposal),
      ],
    },
  ];
}

/** What it is, what speaks for and against it, and how much it is. */
function weighed({ summary, tradeoffs, taskEstimate }: Approach): string {
  return `${endSentence(summary)} For and against: ${endSentence(tradeoffs)} About ${counted(taskEstimate, "task", "tasks")}.`;
}

export function askSection(room: Room, session: Session): AskedDecision[] {
  const proposal = session.proposals.design;
  const sections = proposal?.value.sections ?? [];
  const at = sections.findIndex((section) => section.id === session.sectionId);
  const section = sections[at];
  if (!proposal || !section) return [];
  const others = sections.filter(
    ({ id }) => id !== section.id && session.sections[id] === undefined,
  );
  const next =
    others.length === 0
      ? nextText(session)
      : `${counted(others.length, "more section follows", "more sections follow")}.`;
  return [
    {
      ...about(room, session, "design", section.id),
      kind: "design_section",
      question: `Section ${at + 1} of ${sections.length} of “${session.title}”: ${section.title}`,
      reason: clip(otherwise(proposal) + section.content),
      options: [
        undoable("approve", "Approve", next, { kind: "approve_section" }),
        revise(`${roleTitle(room, proposal)} rewrites it with your note.`),
        discussAs("The text stays as it is; the agent answers your note."),
        ...(at > 0
          ? [
              anOption(
                "previous",
                `Back to section ${at}`,
                `Shows “${sections[at - 1]?.title}” again.`,
                { kind: "previous_section" },
              ),
            ]
          : []),
        ...back(session),
        ...renew(proposal),
      ],
    },
  ];
}

export function askPlan(room: Room, session: Session): AskedDecision[] {
  const proposal = session.proposals.plan;
  if (!proposal) return [];
  const { tasks } = proposal.value;
  const estimate = estimateOf(room, session);
  return [
    {
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
        anOption("approve", "Approve", "The tasks start as planned.", { kind: "approve_plan" }),
        revise("The plan is redone with your note."),
        discuss("the plan"),
        ...back(session),
        ...renew(proposal),
      ],
    },
  ];
}

/** When it is its turn, what it is kept to, and whom the plan wants to judge it besides those who do anyway. */
function chargeText({ team }: Room, task: PlanTask): string {
  const names = addedReviewers(team, task);
  const { allowed = [], forbidden = [] } = task.boundaries ?? {};
  const facts = [
    ...turnOf(task),
    ...(allowed.length > 0 ? [`changes only ${listedUpTo(NAMED_MAX, allowed)}`] : []),
    ...(forbidden.length > 0 ? [`must not change ${listedUpTo(NAMED_MAX, forbidden)}`] : []),
    ...(names.length > 0
      ? [`${listed(names)} ${names.length === 1 ? "reviews" : "review"} it too`]
      : []),
  ];
  return facts.length === 0 ? "" : ` (${facts.join("; ")})`;
}

/** Patterns of one task, in the decision about its plan. */
const NAMED_MAX = 4;

/** What its preflight found, in front of the tasks. */
function toKnow(
  room: Room,
  { boundaries }: Session,
  tasks: Parameters<typeof preflightOf>[1],
): string[] {
  const warnings = preflightOf(room, tasks, boundaries);
  if (warnings.length === 0) return [];
  const head = `No blockers, ${counted(warnings.length, "thing", "things")} to note:`;
  return [head, ...warnings.map(({ text }) => `- ${text}`), ""];
}

/** A review that found something, or a batch that is over and others are left. */
export function askAfterReview(room: Room, session: Session): AskedDecision[] {
  const proposal = session.proposals.review;
  if (!proposal) return [];
  if (!isReviewed(session)) return [askAboutFindings(room, session, proposal)];
  const { batches, batch } = session;
  if (batches === null || batch === null || batch >= batches.length - 1) return [];
  const rest = batches.slice(batch + 1);
  return [
    {
      ...about(room, session, "review", `batch-${batch + 1}`),
      kind: "batch_checkpoint",
      question: `Batch ${batch + 1} of ${batches.length} of “${session.title}” is done. What next?`,
      reason: clip(
        [
          figuresText(session),
          proposal.value.summary,
          rescoutText(session),
          `Left:\n${listText(rest)}`,
        ]
          .filter((text) => text !== "")
          .join("\n\n"),
      ),
      options: [
        anOption(
          "continue",
          "Continue",
          `“${rest[0]?.title}” is planned next. ${rest.length > 1 ? "You're asked again after it." : "It's the last one."}`,
          { kind: "next_batch" },
        ),
        anOption(
          "adjust",
          "Adjust scope",
          "It continues with the batches that are left, as you edit them.",
          { kind: "adjust_batches" },
        ),
        anOption(
          "stop",
          "Stop here",
          `What is done stays. ${rest.length === 1 ? `“${rest[0]?.title}” is` : `The ${rest.length} batches that are left are`} dropped.`,
          { kind: "stop" },
        ),
      ],
    },
  ];
}

function askAboutFindings(
  room: Room,
  session: Session,
  { value, by }: NonNullable<Session["proposals"]["review"]>,
): AskedDecision {
  const rounds = session.execution?.rounds ?? 1;
  const found = foundIn(value);
  return {
    ...about(room, session, "review", null),
    kind: "review_failed",
    urgency: "high",
    question: `${by.name} found ${counted(found.length, "thing", "things")} in “${session.title}”, round ${rounds} of ${ROUNDS_MAX}. What next?`,
    reason: clip([value.summary, ...found.map(foundText)].join("\n")),
    options: [
      anOption(
        "retry",
        "Fix and review again",
        "The findings become a task; then everything is reviewed again.",
        { kind: "fix_findings" },
      ),
      anOption(
        "override",
        LET_STAND,
        "It continues despite these findings. Your reason is kept.",
        { kind: "let_stand" },
        { needsNote: true },
      ),
      abortOption(0),
    ],
  };
}
