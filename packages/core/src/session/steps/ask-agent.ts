import { type Ask, type ProposalStep, presentsAt } from "../../flow/steps.ts";
import { type Actor, BY_SERVER } from "../../kernel/actor.ts";
import type { ActedFact } from "../../kernel/ruling.ts";
import { cut } from "../../kernel/storable.ts";
import { cancelled } from "../../task/cancel.ts";
import { newTask, nextTaskId } from "../../task/create.ts";
import type { NewTask } from "../../task/task.ts";
import { findRole } from "../../team/team.ts";
import type { At } from "../record/at.ts";
import { dutyOf } from "../record/roles.ts";
import type { Session, SessionWork } from "../record/session.ts";

const VERBS: Record<Ask, string> = {
  present: "",
  discuss: " (comment)",
  revise: " (revision)",
  renew: " (again)",
};

/** An agent gets a task to present, discuss or revise what belongs to a step. */
export function askAgent(at: At, step: ProposalStep, ask: Ask, comment: SessionWork["comment"]): ActedFact[] {
  const { session, actor } = at;
  const task = taskForAgent(at, step, ask, comment?.text ?? session.description);
  return [{ type: "session.asked", data: { sessionId: session.id, step, ask, comment, task }, actor }];
}

/** The task of whoever presents a step. */
export function taskForAgent(
  { room, session, actor, context }: At,
  step: ProposalStep,
  ask: Ask,
  instruction: string,
): NewTask {
  const { title: shown, duty } = presentsAt(step);
  const role = dutyOf(room.team, duty);
  const prefix = findRole(room.team, role)?.prefix ?? "TASK";
  const title = cut(`${shown}${VERBS[ask]}: ${session.title}`, 200);
  return {
    ...newTask({ role, title, instruction }, nextTaskId(room.numbers, prefix), context.now),
    createdBy: creatorOf(actor),
    origin: { kind: "session", messageId: null },
    sessionId: session.id,
  };
}

/** Who created a session's task. */
export function creatorOf(actor: Actor): NewTask["createdBy"] {
  return actor.kind === "server" ? BY_SERVER : { kind: actor.kind, id: actor.id, name: actor.name };
}

/** Takes back what an agent was asked and nobody needs any more. */
export function cancelWork(session: Session, reason: string, actor: Actor): ActedFact[] {
  return session.work ? cancelled([session.work.taskId], reason, actor) : [];
}
