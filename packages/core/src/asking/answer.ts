import type { Decision, DecisionOption } from "../decision/decision.ts";
import { isGivenAlone } from "../decision/look.ts";
import { type Answering, answeredAs, refuseField } from "../decision/question.ts";
import { actorOf } from "../kernel/actor.ts";
import type { CommandOf, Context, RulingOn } from "../kernel/command.ts";
import type { AnswerDetail } from "../kernel/question.ts";
import type { Room } from "../kernel/room.ts";
import { type ActedFact, accept, type Refused, refused } from "../kernel/ruling.ts";
import type { Message } from "../message/message.ts";
import { answerLead } from "./answer-words.ts";
import { notPending } from "./not-pending.ts";
import { answerOf, questionOf } from "./questions.ts";

type AnswerCommand = CommandOf<"answerDecision">;

/** Answers a decision, once; what the answer does is in the same commit. */
export function decideAnswer(room: Room, command: AnswerCommand, context: Context): RulingOn<"answerDecision"> {
  const decision = room.decisions[command.decisionId];
  if (!decision) return notPending(room, command.decisionId);
  const chosen = choose(decision, command);
  if (!chosen.ok) return chosen;
  const { option } = chosen;
  const { by, note, detail = {} } = command;
  const { does, takes } = answerOf(decision, option);
  const unfit = refuseStray(option, detail, takes);
  if (unfit) return unfit;
  const { act } = option;
  const at = { room, decision, option, act, by, actor: actorOf(by), note, detail, context };
  const effect = does(at);
  if (!effect.ok) return effect;
  const { label = option.label } = effect;
  const answered = answeredAs(decision, option, command, label, effect.undo);
  return accept([answered, ...toldAsker(at), ...effect.events], {
    decisionId: decision.id,
    state: "answered",
    optionId: option.id,
    label,
    consequence: option.consequence,
    canUndo: effect.undo !== null,
  });
}

/** The option that is meant, if it still means what the person saw. */
function choose(
  decision: Decision,
  { optionId, note, version, together }: AnswerCommand,
): Refused | { ok: true; option: DecisionOption } {
  const { id, options, question, holdsUp } = decision;
  const allowed = options.map((option) => option.id);
  if (version !== null && version !== decision.version) {
    const details = { decisionId: id, version: decision.version, question, options, holdsUp };
    const message = "The effect of its answers has changed since you looked. Nothing was applied.";
    return refused("decision_changed", message, details, allowed);
  }
  const option = options.find((one) => one.id === optionId);
  if (!option) {
    const message = `This decision has no answer ${optionId}.`;
    return refused("option_unknown", message, { decisionId: id, optionId }, allowed);
  }
  if (together && isGivenAlone(option, decision)) {
    const message = `Nobody can undo what this call does, so “${option.label}” is given to it alone.`;
    return refused("answer_alone", message, { decisionId: id, optionId });
  }
  if (option.needsNote && note.trim() === "") {
    const message = `${option.label} needs a note that says what you want.`;
    return refused("note_required", message, { decisionId: id, optionId });
  }
  return { ok: true, option };
}

/** An answer with parts that it would not use is refused as a whole: nothing is dropped in silence. */
function refuseStray(
  { label }: DecisionOption,
  detail: AnswerDetail,
  taken: readonly (keyof AnswerDetail)[],
): Refused | null {
  const given = (Object.keys(detail) as (keyof AnswerDetail)[]).filter((field) => detail[field] !== undefined);
  const stray = given.find((field) => !taken.includes(field));
  if (stray === undefined) return null;
  const takes = taken.length === 0 ? "no `detail`" : taken.map((one) => `\`${one}\``).join(", ");
  return refuseField(stray, `“${label}” takes ${takes}`, taken);
}

/** The answer reaches the agent that asked as a message, ahead of its other effects. */
function toldAsker({ room, decision, option, by, note, actor, context }: Answering): ActedFact[] {
  const { askedBy, question, subject } = decision;
  if (questionOf(decision).isHeard) return [];
  const asker = askedBy === null ? undefined : room.agents[askedBy.agentId];
  if (!asker) return [];
  const more = note.trim() === "" ? "" : `\n\n${note}`;
  const message: Message = {
    id: context.newId(),
    from: { kind: "person", id: by.id, name: by.name },
    to: { kind: "agent", agentId: asker.id, role: asker.role, name: asker.name },
    body: `${answerLead(question, option.label)} ${option.consequence}${more}`,
    intent: null,
    mentions: [],
    repliesTo: null,
    taskId: subject.kind === "task" ? subject.taskId : null,
    at: context.now,
  };
  const data = { message, task: null, ahead: 0, mailTo: [asker.id], answers: [], interrupt: false };
  return [{ type: "message.sent", data, actor }];
}
