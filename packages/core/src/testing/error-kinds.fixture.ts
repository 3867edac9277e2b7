import { type ErrorDraft, SEVERITIES } from "../error/reported-error.ts";
import type { AgentCaller } from "../kernel/actor.ts";
import type { Command } from "../kernel/command.ts";
import type { Fence, TaskId } from "../kernel/ids.ts";
import { LEAD } from "./builders.fixture.ts";
import type { Driver } from "./driver.fixture.ts";

export const anError = (more: Partial<ErrorDraft> = {}): ErrorDraft => ({
  severity: "error",
  type: null,
  message: "It doesn't build.",
  attemptedFixes: [],
  file: null,
  line: null,
  column: null,
  requiresIntervention: false,
  suggestedAgent: null,
  ...more,
});

/** An agent's report about the task in its hand; without one, about the task that it had. */
export function report(driver: Driver, by: AgentCaller, more: Partial<ErrorDraft> = {}): Command {
  const held = driver.view.tasks.find(({ lease }) => lease?.agentId === by.id);
  const task = held ?? driver.view.tasks.find(({ lastHolder }) => lastHolder === by.id);
  return {
    type: "reportError",
    by,
    taskId: task?.id ?? ("DEV-404" as TaskId),
    fence: held?.lease?.fence ?? (1 as Fence),
    error: anError(more),
  };
}

/** Agents claim, meet errors, come anew and end their tasks; people answer, retry, and take answers back. */
export function anErrorStep(
  driver: Driver,
  agents: readonly AgentCaller[],
  [kind, a, b]: readonly [number, number, number],
): Command {
  const by = agents[a % agents.length] as AgentCaller;
  const role = by.roles[0] as (typeof by.roles)[number];
  const held = driver.view.tasks.find(({ lease }) => lease?.agentId === by.id);
  const taskId = held?.id ?? ("DEV-404" as TaskId);
  const fence = held?.lease?.fence ?? (1 as Fence);
  const [decision] = Object.values(driver.view.decisions);
  switch (kind) {
    case 0:
      return driver.create(LEAD, [{ role }]);
    case 1:
    case 2:
      return { type: "claim", by };
    case 3:
      return { type: "join", by, role, class: "manual", harness: null };
    case 4:
      return { type: "fail", by, taskId, fence, reason: "No." };
    case 5:
    case 6: {
      const options = decision?.options ?? [];
      const option = options[b % Math.max(1, options.length)];
      return driver.answer(decision ?? { id: "none" as never }, option?.id ?? "retry", {
        note: "So.",
      });
    }
    case 7:
      return driver.undo(driver.view.answered[0] ?? { id: "none" as never });
    case 8:
      return {
        type: "complete",
        by,
        taskId,
        fence,
        result: { summary: "So." },
        next: b > 3,
      };
    default: {
      const severity = SEVERITIES[b % SEVERITIES.length] ?? "error";
      const suggestedAgent = b > 4 ? "planner" : null;
      return report(driver, by, { severity, requiresIntervention: b > 5, suggestedAgent });
    }
  }
}
