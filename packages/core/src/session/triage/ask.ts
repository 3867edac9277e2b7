import type { DecisionAct } from "../../decision/act.ts";
import type { AskedDecision, DecisionOption } from "../../decision/decision.ts";
import { anOption } from "../../decision/option.ts";
import { COMPLEXITIES, type Complexity, hasStep, KNOBS } from "../../flow/steps.ts";
import type { Room } from "../../kernel/room.ts";
import { counted, listed } from "../../kernel/words.ts";
import { SKIPPABLE_STEPS, type SkippableStep } from "../../reply/shapes.ts";
import { about, clip, discuss, listText, renew, undoable } from "../record/ask-words.ts";
import type { Session, Split } from "../record/session.ts";
import { type ScopeAsked, scopeAsked } from "./scope.ts";

/**
 * What an assessment asks of people: one decision about its level, its batches and its splits. Where the level
 * stands alone, what is left of its scope is asked by itself.
 */
export function askTriage(room: Room, session: Session): AskedDecision[] {
  const proposal = session.proposals.triage;
  if (!proposal) return [];
  if (session.complexity !== null) return askScope(room, session);
  const { level, reasoning, suggestedSkips = [] } = proposal.value;
  const scope = scopeAsked(session);
  // Where batches are over, new ones take their place for good.
  const isForGood = scope.batches !== null && session.gates.past.length > 0;
  const option = (
    id: string,
    label: string,
    consequence: string,
    act: DecisionAct,
  ): DecisionOption => {
    const text = [consequence, ...scopeConsequence(scope)].join(" ");
    return (isForGood ? anOption : undoable)(id, label, text, act);
  };
  return [
    {
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
        option("agree", `Agree: ${LEVELS[level]}`, consequenceOf(level, suggestedSkips), {
          kind: "agree",
        }),
        ...COMPLEXITIES.filter((other) => other !== level).map((other) =>
          option(
            `override:${other}`,
            `Override: ${LEVELS[other]}`,
            consequenceOf(other, suggestedSkips),
            { kind: "override_level", level: other },
          ),
        ),
        discuss("the assessment"),
        option(
          "skip",
          "Skip to planning",
          "No questions, no approaches, no design: the plan is next.",
          { kind: "skip_to_plan" },
        ),
        ...renew(proposal),
      ],
    },
  ];
}

/** Of a level that was answered by itself. */
function askScope(room: Room, session: Session): AskedDecision[] {
  const { batches, splits } = scopeAsked(session);
  const asked: AskedDecision[] = [];
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

/** One batch is no batch. */
function isCut(batches: readonly Split[] | null): batches is readonly Split[] {
  return batches !== null && batches.length > 1;
}

/** What stands behind the level in the question. */
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
    ...(splits && splits.length > 1
      ? [`${splits.length} parts become sessions of their own.`]
      : []),
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
      ? [
          `${listed(kept)} ${kept.at(-1) === "design" && kept.length === 1 ? "is" : "are"} shown all the same.`,
        ]
      : []),
  ];
  return sentences.map((text) => text.replace(/^./, (first) => first.toUpperCase())).join(" ");
}
