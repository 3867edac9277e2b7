import type { Agent } from "../agent/agent.ts";
import { type DecisionOption, subjectKey } from "../decision/decision.ts";
import { anOption } from "../decision/option.ts";
import type { Room } from "../kernel/room.ts";
import { accept, refused } from "../kernel/ruling.ts";
import type { Command, Context } from "../room/command.ts";
import type { RulingOn } from "../room/replies.ts";
import type { ActedFact, RoomRuling } from "../room/ruling.ts";
import { normalisePath } from "../task/boundaries.ts";
import { heldUpBy, waitersByTask } from "../task/dependants.ts";
import { startOf } from "../task/start.ts";
import type { Task } from "../task/task.ts";
import { working } from "../task/work.ts";
import { findRole } from "../team/team.ts";
import { withoutReview } from "./asked.ts";

type AskCommand = Extract<Command, { type: "askIntervention" }>;
type Refused = Extract<RoomRuling, { ok: false }>;

/** An agent that cannot go on asks a person; its time-out stands still until the answer. */
export function decideIntervention(
  room: Room,
  command: AskCommand,
  context: Context,
): RulingOn<"askIntervention"> {
  const at = working(room, command.by, command.taskId, command.fence);
  if (!at.ok) return at;
  const { agent, actor, task } = at;
  const asked = {
    kind: "intervention" as const,
    subject: { kind: "task" as const, taskId: task.id },
  };
  const key = subjectKey(asked);
  const pending = Object.values(room.decisions).find((other) => subjectKey(other) === key);
  if (pending) {
    const message = `${task.id} already has a question waiting for a person. A task can have one at a time.`;
    const { id, question, askedBy } = pending;
    return refused("decision_pending", message, { decisionId: id, question, by: askedBy?.name });
  }
  const offered = optionsOf(room, agent, task, command);
  if (!offered.ok) return offered;
  const decision = {
    ...asked,
    id: context.newId(),
    version: 1,
    question: command.question,
    reason: command.reason,
    options: offered.options,
    urgency: command.urgency,
    holdsUp: heldUpBy(waitersByTask(room), [task.id]),
    askedBy: { agentId: agent.id, name: agent.name, role: agent.role },
    supersedes: null,
  };
  const opened: ActedFact = { type: "decision.opened", data: { decision }, actor };
  return accept([...at.events, ...startOf(task, "message", actor), opened], {
    decisionId: decision.id,
    state: "pending",
    options: decision.options.map(({ id, label }) => ({ id, label })),
  });
}

/** The agent's own answers, and those that every question has. */
function optionsOf(
  room: Room,
  agent: Agent,
  task: Task,
  command: AskCommand,
): Refused | { ok: true; options: DecisionOption[] } {
  const role =
    command.suggestedRole === null ? undefined : findRole(room.team, command.suggestedRole);
  if (command.suggestedRole !== null && !role) {
    const roles = room.team.roles.map((other) => other.name);
    const message = `This team has no role ${command.suggestedRole}.`;
    return refused("role_unknown", message, { role: command.suggestedRole }, roles);
  }
  const reassign =
    role && role.name !== agent.role && task.sessionId === null
      ? [
          anOption(
            `reassign:${role.name}`,
            `To ${role.title}`,
            `${role.title} takes the task over with your note. If none is connected, it waits in the queue. ${agent.name} is free for other work.`,
            { kind: "hand_on", role: role.name },
          ),
        ]
      : [];
  const options = [
    ...command.options.map(({ id, label, consequence }, i) =>
      anOption(id ?? `option-${i + 1}`, label, consequence, { kind: "tell" }),
    ),
    anOption(
      "answer",
      "Answer",
      `${agent.name} reads your note and continues.`,
      { kind: "tell" },
      { needsNote: true },
    ),
    ...reassign,
    ...(command.outside?.length
      ? [
          anOption(
            "allow",
            "Allow these files",
            `${agent.name} may change ${command.outside.join(", ")} in this task, beyond its boundaries.`,
            { kind: "allow", paths: command.outside },
          ),
        ]
      : []),
    task.reviewOf
      ? withoutReview(task.reviewOf)
      : anOption("cancel", "Cancel the task", "Ends it for good, with everything that needs it.", {
          kind: "cancel",
        }),
  ];
  const strays = (command.outside ?? []).filter((path) => normalisePath(path) === null);
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
  return { ok: true, options };
}
