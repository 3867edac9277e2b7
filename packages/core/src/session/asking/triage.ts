import * as z from "zod";
import type { DecisionOption } from "../../decision/decision.ts";
import { type AskedDecision, anOption, defineQuestion, refuseField } from "../../decision/question.ts";
import { COMPLEXITIES, type Complexity, hasStep, KNOBS } from "../../flow/steps.ts";
import type { GivenAct, KindOf } from "../../kernel/question.ts";
import type { Room } from "../../kernel/room.ts";
import type { Refused } from "../../kernel/ruling.ts";
import { counted, listed } from "../../kernel/words.ts";
import { SKIPPABLE_STEPS, type SkippableStep } from "../../reply/shapes.ts";
import { about, clip, discuss, listText, renew, undoable } from "../record/ask-words.ts";
import type { BatchPlan, BrainstormSession, Split } from "../record/session.ts";
import { answerScope, answerTriage } from "../triage/answer.ts";
import { type ScopeAsked, scopeAsked } from "../triage/scope.ts";
import { type InSession, inBrainstorm, talk } from "./answers.ts";

const PARTS = ["batches", "splits"] as const;

declare module "../../kernel/question.ts" {
  interface Acts {
    override_level: { level: Complexity };
    accept_scope: { part: "batches" | "splits" };
    keep_whole: { part: "batches" | "splits" };
  }

  interface Questions {
    triage: Asks<"session", "agree" | "override_level" | "skip_to_plan" | "discuss" | "renew">;
    scope: Asks<"session", "accept_scope" | "keep_whole" | "discuss">;
  }

  interface AnswerDetail {
    /** With the answer to a triage: batches and splits as edited by the person. */
    batches?: BatchPlan[] | undefined;
    splits?: Split[] | undefined;
  }
}

const settles = inBrainstorm<"agree" | "override_level" | "skip_to_plan">((at) => {
  const { room, session, act } = at;
  return refuseSettled(at) ?? answerTriage(room, session, act, at);
});

const settlesPart = inBrainstorm<"accept_scope" | "keep_whole">((at) => answerScope(at.room, at.session, at.act, at));

export const triage = defineQuestion({
  kind: "triage",
  inSession: { triage: askTriage },
  answers: {
    agree: { takes: PARTS, does: settles },
    override_level: { fields: { level: z.enum(COMPLEXITIES) }, takes: PARTS, does: settles },
    skip_to_plan: { takes: PARTS, does: settles },
    ...talk,
  },
});

export const scope = defineQuestion({
  kind: "scope",
  inSession: { triage: askScope },
  answers: {
    accept_scope: { fields: { part: z.enum(PARTS) }, takes: ["parts"], does: settlesPart },
    keep_whole: { fields: { part: z.enum(PARTS) }, does: settlesPart },
    discuss: talk.discuss,
  },
});

/**
 * What an assessment asks of people: one decision about its level, its batches and its splits. If the level is on its
 * own, what is left of its scope is asked about separately.
 */
function askTriage(room: Room, session: BrainstormSession): AskedDecision<"triage"> | null {
  const proposal = session.proposals.triage;
  if (!proposal || session.complexity !== null) return null;
  const { level, reasoning, suggestedSkips = [] } = proposal.value;
  const scope = scopeAsked(session);
  // If batches have ended, new ones replace them for good.
  const isForGood = scope.batches !== null && session.gates.past.length > 0;
  const option = <const T extends GivenAct>(
    id: string,
    label: string,
    consequence: string,
    act: T,
  ): DecisionOption<KindOf<T>> => {
    const text = [consequence, ...scopeConsequence(scope)].join(" ");
    return (isForGood ? anOption : undoable)(id, label, text, act);
  };
  return {
    ...about(room, session, "triage", null),
    kind: "triage",
    question: `${proposal.by.name} proposes ${LEVELS[level]} for “${session.title}”${scopeText(scope)}. How much process?`,
    reason: clip(
      [
        reasoning,
        ...(isCut(scope.batches) ? [`Batches:\n${listText(scope.batches)}`] : []),
        ...(scope.splits ? [`Split off:\n${listText(scope.splits)}`] : []),
      ].join("\n\n"),
    ),
    options: [
      option("agree", `Agree: ${LEVELS[level]}`, consequenceOf(level, suggestedSkips), "agree"),
      ...COMPLEXITIES.filter((other) => other !== level).map((other) =>
        option(`override:${other}`, `Override: ${LEVELS[other]}`, consequenceOf(other, suggestedSkips), {
          kind: "override_level",
          level: other,
        }),
      ),
      discuss("the assessment"),
      option("skip", "Skip to planning", "No questions, no approaches, no design: the plan is next.", "skip_to_plan"),
      ...renew(proposal),
    ],
  };
}

/** For a level that was answered by itself. */
function askScope(room: Room, session: BrainstormSession): AskedDecision<"scope">[] {
  if (!session.proposals.triage || session.complexity === null) return [];
  const { batches, splits } = scopeAsked(session);
  const asked: AskedDecision<"scope">[] = [];
  const settle = session.gates.past.length === 0 ? undoable : anOption;
  if (batches)
    asked.push({
      ...about(room, session, "triage", "batches"),
      kind: "scope",
      question: `Do “${session.title}” in ${countOf(batches)}, with a check in between?`,
      reason: clip(listText(batches)),
      options: [
        settle("accept", "As proposed", "Each is planned, done and reviewed before the next.", {
          kind: "accept_scope",
          part: "batches",
        }),
        settle("one_piece", "One piece, no batches", "All of it is planned and done at once.", {
          kind: "keep_whole",
          part: "batches",
        }),
        discuss("the batches"),
      ],
    });
  if (splits)
    asked.push({
      ...about(room, session, "triage", "splits"),
      kind: "scope",
      question: `Split ${counted(splits.length, "part", "parts")} off “${session.title}”?`,
      reason: clip(listText(splits)),
      options: [
        settle("accept", "Split off", "Each waits in the queue as a session of its own.", {
          kind: "accept_scope",
          part: "splits",
        }),
        settle("keep", "Keep all in scope", "This session does all of it.", {
          kind: "keep_whole",
          part: "splits",
        }),
        discuss("the split"),
      ],
    });
  return asked;
}

const LEVELS: Record<Complexity, string> = {
  straightforward: "straightforward",
  exploration: "exploration",
  complex: "complex",
};

const countOf = (batches: readonly Split[]) => counted(batches.length, "batch", "batches");

/** A single batch is no division. */
function isCut(batches: readonly Split[] | null): batches is readonly Split[] {
  return batches !== null && batches.length > 1;
}

/** What follows the level in the question. */
function scopeText({ batches, splits }: ScopeAsked): string {
  const parts = [
    ...(isCut(batches) ? [`in ${countOf(batches)}`] : []),
    ...(splits ? [`with ${counted(splits.length, "part", "parts")} split off`] : []),
  ];
  return parts.length === 0 ? "" : `, ${parts.join(", ")}`;
}

function scopeConsequence({ batches, splits }: ScopeAsked): string[] {
  return [
    ...(isCut(batches) ? [`In ${countOf(batches)}, with a check after each.`] : []),
    ...(splits?.length === 1 ? ["1 part becomes a session of its own."] : []),
    ...(splits && splits.length > 1 ? [`${splits.length} parts become sessions of their own.`] : []),
  ];
}

/** @param skips steps that the triage suggests to leave out: which there are goes by the level alone */
function consequenceOf(level: Complexity, skips: readonly SkippableStep[]): string {
  const { questions, approaches, sections } = KNOBS[level];
  const range = ({ min, max }: { min: number; max: number }) => `${min} to ${max}`;
  const parts = [
    questions ? `${range(questions)} questions` : "no questions",
    approaches ? `${range(approaches)} approaches` : "no approaches",
    `a design of ${range(sections)} sections`,
  ];
  const kept = SKIPPABLE_STEPS.filter((step) => skips.includes(step) && hasStep(step, level));
  const sentences = [
    `${parts.join(", ")}, then the plan.`,
    ...(kept.length > 0
      ? [`${listed(kept)} ${kept.at(-1) === "design" && kept.length === 1 ? "is" : "are"} shown all the same.`]
      : []),
  ];
  return sentences.map((text) => text.replace(/^./, (first) => first.toUpperCase())).join(" ");
}

/** An answer with parts that it would not use is refused as a whole: nothing is dropped in silence. */
function refuseSettled({ session, detail }: InSession<BrainstormSession>): Refused | null {
  const asked = scopeAsked(session);
  const parts = PARTS.filter((part) => asked[part] !== null);
  if (detail.batches && asked.batches === null)
    return refuseField(
      "batches",
      session.batches === null
        ? "no batches are proposed. Discuss the assessment to get some"
        : "its batches are settled",
      parts,
    );
  if (detail.splits && asked.splits === null)
    return refuseField(
      "splits",
      (session.proposals.triage?.value.splits ?? []).length === 0
        ? "nothing is proposed to be split off. Discuss the assessment to get it"
        : "its splits are settled",
      parts,
    );
  return null;
}
