import * as z from "zod";
import type { Agent } from "../agent/agent.ts";
import type { Named } from "../agent/named.ts";
import { type Decision, type DecisionOption, subjectKey } from "../decision/decision.ts";
import {
  type AskedDecision,
  anOption,
  type DecisionAbout,
  defineQuestion,
  done,
  forGood,
  type Look,
} from "../decision/question.ts";
import type { Author } from "../kernel/actor.ts";
import type { CommandOf, Context, RulingOn } from "../kernel/command.ts";
import { normalisePath } from "../kernel/glob.ts";
import type { Room } from "../kernel/room.ts";
import { type ActedFact, accept, type Refused, refused } from "../kernel/ruling.ts";
import { moot, sessionOf } from "../session/asking/answers.ts";
import { answerRevision, isRevisionAsked } from "../session/pipeline/revise.ts";
import { requireFlow } from "../session/record/set.ts";
import { heldUpBy, waitersByTask } from "../task/dependants.ts";
import { decideAllowPaths } from "../task/limits.ts";
import { liveTask } from "../task/order.ts";
import { startOf } from "../task/start.ts";
import type { Task } from "../task/task.ts";
import { working } from "../task/work.ts";
import { findRole } from "../team/team.ts";
import { reassignOption, suggestionOf, withReason } from "./suggested.ts";
import { cancel, handOn, withoutReview } from "./task-answers.ts";

declare module "../kernel/question.ts" {
  interface Acts {
    /** Files that the task may change, beyond its boundaries. */
    allow: { paths: string[] };
  }

  interface Questions {
    intervention: Asks<"task" | "session", Standing | "revise_step">;
  }
}

type Standing = "tell" | "hand_on" | "allow" | "cancel";

/** What an agent asks: about its task, until somebody else takes it up, or whether steps are redone once more. */
export const intervention = defineQuestion({
  kind: "intervention",
  stands: asIfAsked,
  moot: (room, { subject, ...rest }) =>
    subject.kind === "session"
      ? moot(room, { ...rest, subject })
      : (whyMoot(room, { ...rest, subject }) ?? "It settled itself."),
  answers: {
    tell: () => done([]),
    hand_on: {
      fields: handOn.fields,
      does: ({ decision, ...at }) => handOn.does({ ...at, decision: aboutTask(decision) }),
    },
    allow: {
      fields: { paths: z.array(z.string()) },
      does: ({ room, decision, act, by, note }) => {
        const { taskId } = aboutTask(decision).subject;
        const reason = note.trim() === "" ? decision.question : note;
        return forGood(decideAllowPaths(room, { type: "allowPaths", by, taskId, paths: act.paths, reason }));
      },
    },
    cancel,
    revise_step: {
      fields: { step: z.string() },
      does: ({ room, decision, act, note, actor, context }) => {
        const session = requireFlow(sessionOf(room, decision), "pipeline");
        return answerRevision({ room, session, actor, context }, act.step, decision, note);
      },
    },
  },
});

function aboutTask({ subject, ...rest }: Decision): DecisionAbout<"task"> {
  if (subject.kind !== "task") throw new Error(`decision ${rest.id} is about no task`);
  return { ...rest, subject };
}

/** The question stays as asked, except for what waits behind its task; `null` once it is moot. */
function asIfAsked(
  { room, waiters }: Look,
  { subject, ...rest }: DecisionAbout<"task" | "session">,
): AskedDecision | null {
  const decision: Decision = { ...rest, subject };
  if (subject.kind === "session") return isRevisionAsked(room, decision) ? decision : null;
  if (whyMoot(room, { ...rest, subject }) !== null) return null;
  const options = decision.options.filter((option) => !leadsToGone(room, option));
  return { ...decision, options, holdsUp: heldUpBy(waiters(), [subject.taskId]) };
}

/** An answer that hands the task to a role which the team no longer has. */
function leadsToGone(room: Room, { act }: DecisionOption): boolean {
  return act.kind === "hand_on" && !findRole(room.team, act.role);
}

/** `null` while the task may still get the answer. */
function whyMoot(room: Room, { subject, askedBy }: DecisionAbout<"task">): string | null {
  const task = liveTask(room, subject.taskId);
  if (!task) return `${subject.taskId} has ended.`;
  if (task.state === "failed") return `${task.id} has failed.`;
  if (task.lease === null || task.lease.agentId === askedBy?.agentId) return null;
  const holder = room.agents[task.lease.agentId]?.name ?? "Another agent";
  return `${holder} took up ${task.id}.`;
}

type AskCommand = CommandOf<"askIntervention">;

/** An agent that cannot continue asks a person; its time-out is paused until the answer. */
export function decideIntervention(room: Room, command: AskCommand, context: Context): RulingOn<"askIntervention"> {
  const at = working(room, command.by, command.taskId, command.fence);
  if (!at.ok) return at;
  const { agent, actor, task } = at;
  const pending = questionAbout(room, task);
  if (pending) {
    const message = `${task.id} already has a question waiting for a person. A task can have one at a time.`;
    const { id, question, askedBy } = pending;
    return refused("decision_pending", message, { decisionId: id, question, by: askedBy?.name });
  }
  const offered = optionsOf(room, agent, task, command);
  if (!offered.ok) return offered;
  const { question, urgency } = command;
  const reason = withReason(command.reason, offered.whyNot);
  const asked = { question, reason, urgency, options: offered.options };
  const { decision, fact } = openQuestion(room, at, asked, context);
  return accept([...at.events, ...startOf(task, "message", actor), fact], {
    decisionId: decision.id,
    state: "pending",
    options: decision.options.map(({ id, label }) => ({ id, label })),
  });
}

/** The question about this task that waits for a person. */
export function questionAbout({ decisions }: Room, { id: taskId }: Task): Decision | undefined {
  const key = subjectKey({ kind: "intervention", subject: { kind: "task", taskId } });
  return Object.values(decisions).find((other) => subjectKey(other) === key);
}

/** What an agent asks about the task that it holds. */
export function openQuestion(
  room: Room,
  { agent, actor, task }: { agent: Agent; actor: Author; task: Task },
  asked: Pick<AskedDecision<"intervention">, "question" | "reason" | "options" | "urgency">,
  { newId }: Pick<Context, "newId">,
) {
  const decision = {
    ...asked,
    kind: "intervention" as const,
    id: newId(),
    version: 1,
    supersedes: null,
    subject: { kind: "task" as const, taskId: task.id },
    holdsUp: heldUpBy(waitersByTask(room), [task.id]),
    askedBy: { agentId: agent.id, name: agent.name, role: agent.role },
  };
  const fact: ActedFact = { type: "decision.opened", data: { decision }, actor };
  return { decision, fact };
}

/** The agent's own answers, and those that every question has. */
function optionsOf(
  room: Room,
  agent: Agent,
  task: Task,
  command: AskCommand,
): Refused | { ok: true; options: DecisionOption<Standing>[]; whyNot: string } {
  const { suggestedRole } = command;
  const outside = command.outside ?? [];
  const role = suggestedRole == null ? undefined : findRole(room.team, suggestedRole);
  if (suggestedRole != null && !role) {
    const roles = room.team.roles.map((other) => other.name);
    const message = `This team has no role ${suggestedRole}.`;
    return refused("role_unknown", message, { role: suggestedRole }, roles);
  }
  const own = command.options.map(({ id, label, consequence }, i) =>
    anOption(id ?? `option-${i + 1}`, label, consequence, "tell"),
  );
  const { other, whyNot } = suggestionOf(room, task, agent, role?.name ?? null);
  const options = [...own, ...standingOptions(agent, task, other, outside)];
  const strays = outside.filter((path) => normalisePath(path) === null);
  if (strays.length > 0) {
    const message = `${strays[0]} is not a path in the repository.`;
    return refused("boundary_invalid", message, { patterns: strays });
  }
  const ids = options.map((option) => option.id);
  const twice = ids.find((id, i) => ids.indexOf(id) !== i);
  if (twice !== undefined) {
    const message = `Two options have the id ${twice}. \`answer\` and \`cancel\` are always there; leave them out.`;
    return refused("bad_request", message, { optionId: twice });
  }
  return { ok: true, options, whyNot };
}

/** What a person can always answer: in words, by giving the task to whoever was suggested, or by ending it. */
export function standingOptions(
  agent: Agent,
  task: Task,
  suggested: Named | undefined,
  outside: readonly string[] = [],
): DecisionOption<Standing>[] {
  const free = suggested?.agentId === undefined ? "If none is connected, it waits in the queue. " : "";
  return [
    anOption("answer", "Answer", `${agent.name} reads your note and continues.`, "tell", {
      needsNote: true,
    }),
    ...(suggested ? [reassignOption(suggested, `${free}${agent.name} is free for other work.`, "reassign")] : []),
    ...(outside.length > 0
      ? [
          anOption(
            "allow",
            "Allow these files",
            `${agent.name} may change ${outside.join(", ")} in this task, beyond its boundaries.`,
            { kind: "allow", paths: [...outside] },
          ),
        ]
      : []),
    task.reviewOf
      ? withoutReview(task.reviewOf)
      : anOption("cancel", "Cancel the task", "Ends it for good, with everything that needs it.", "cancel"),
  ];
}
