import type { Agent } from "../agent/agent.ts";
import type { Named } from "../agent/named.ts";
import { type Decision, type DecisionOption, subjectKey } from "../decision/decision.ts";
import { anOption } from "../decision/option.ts";
import type { Author } from "../kernel/actor.ts";
import type { CommandOf, Context, RulingOn } from "../kernel/command.ts";
import { normalisePath } from "../kernel/glob.ts";
import type { Room } from "../kernel/room.ts";
import { type ActedFact, accept, type Refused, refused } from "../kernel/ruling.ts";
import { heldUpBy, waitersByTask } from "../task/dependants.ts";
import { startOf } from "../task/start.ts";
import type { Task } from "../task/task.ts";
import { working } from "../task/work.ts";
import { findRole } from "../team/team.ts";
import { withoutReview } from "./asked.ts";
import { reassignOption, suggestionOf, withReason } from "./suggested.ts";

type AskCommand = CommandOf<"askIntervention">;

/** An agent that cannot go on asks a person; its time-out stands still until the answer. */
export function decideIntervention(
  room: Room,
  command: AskCommand,
  context: Context,
): RulingOn<"askIntervention"> {
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

/** What an agent asks about the task in its hand. */
export function openQuestion(
  room: Room,
  { agent, actor, task }: { agent: Agent; actor: Author; task: Task },
  asked: Pick<Decision, "question" | "reason" | "options" | "urgency">,
  { newId }: Pick<Context, "newId">,
) {
  const decision = {
    ...asked,
    ...{ kind: "intervention" as const, id: newId(), version: 1, supersedes: null },
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
): Refused | { ok: true; options: DecisionOption[]; whyNot: string } {
  const { suggestedRole } = command;
  const outside = command.outside ?? [];
  const role = suggestedRole == null ? undefined : findRole(room.team, suggestedRole);
  if (suggestedRole != null && !role) {
    const roles = room.team.roles.map((other) => other.name);
    const message = `This team has no role ${suggestedRole}.`;
    return refused("role_unknown", message, { role: suggestedRole }, roles);
  }
  const own = command.options.map(({ id, label, consequence }, i) =>
    anOption(id ?? `option-${i + 1}`, label, consequence, { kind: "tell" }),
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
): DecisionOption[] {
  const free =
    suggested?.agentId === undefined ? "If none is connected, it waits in the queue. " : "";
  return [
    anOption(
      "answer",
      "Answer",
      `${agent.name} reads your note and continues.`,
      { kind: "tell" },
      { needsNote: true },
    ),
    ...(suggested
      ? [reassignOption(suggested, `${free}${agent.name} is free for other work.`, "reassign")]
      : []),
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
      : anOption("cancel", "Cancel the task", "Ends it for good, with everything that needs it.", {
          kind: "cancel",
        }),
  ];
}
