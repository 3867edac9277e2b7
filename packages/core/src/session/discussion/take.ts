import type { Perspectival } from "../../flow/discussed.ts";
import type { Actor } from "../../kernel/actor.ts";
import { parseReply } from "../../reply/parse.ts";
import { tellRepairs } from "../../reply/repair.ts";
import { type Completion, refuseReply, type Taken } from "../../task/refuse-reply.ts";
import type { HeldTask } from "../../task/task.ts";

/** An agent's point of view, or what is wrong with the reply. */
export function takePerspective(
  { session, discussion, perspective }: Perspectival,
  actor: Actor,
  task: HeldTask,
  reply: string | null,
  completed: Completion,
): Taken {
  const parsed = parseReply(reply ?? "", "perspective");
  if (!parsed.ok)
    return refuseReply(task, reply, parsed.refusal, {
      attempt: perspective.refusals.length + 1,
      step: "perspective",
      actor,
    });
  const { type: _, ...said } = parsed.value;
  const data = {
    sessionId: session.id,
    discussionId: discussion.id,
    taskId: task.id,
    name: perspective.name,
  };
  return {
    ok: true,
    facts: [
      {
        type: "session.perspective_given",
        data: { ...data, reply: said, repairs: parsed.repairs },
        actor,
      },
      // The sentence is its result, for whoever looks at the task.
      {
        ...completed,
        data: { ...completed.data, result: { ...completed.data.result, summary: said.summary } },
      },
    ],
    state: "completed",
    message: tellRepairs("perspective", parsed.repairs),
  };
}
