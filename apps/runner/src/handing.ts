import type { Agent, Delivery } from "@squadroom/client/agent";
import type { RunReportBody } from "@squadroom/core/run/runner-contract";
import { wordsOf } from "./harness/desk.ts";
import { resultOf, withFound } from "./result.ts";
import type { Surroundings } from "./surroundings.ts";
import type { Place } from "./workplace.ts";

interface Now {
  agent: Agent | null;
  place: Place | null;
  task: Delivery | null;
  around: Surroundings;
  /** Calls in its turn so far. */
  tools: number;
  report(said: RunReportBody): Promise<unknown>;
}

/** What a run made is the result of its task, without being asked for; the checks are run here, not reported. */
export function createHanding(now: () => Now) {
  let problem: string | null = null;

  async function made(): Promise<Record<string, unknown>> {
    const { agent, place, task, around, report, tools } = now();
    if (!agent || !place || !task) return {};
    const { room, workplace } = around;
    const { taskId, title } = task;
    return resultOf({ taskId, title, tools }, { agent, place, workplace, room, report });
  }

  return {
    made,
    beginTurn(): void {
      problem = null;
    },
    /** Why what was made in this turn couldn't be submitted. */
    get problem(): string | null {
      return problem;
    },
    /** @throws what the agent is told */
    async beforeEnd(tool: string, given: Record<string, unknown>): Promise<Record<string, unknown>> {
      // The next task comes with the next turn.
      const input: Record<string, unknown> = { ...given, wait: false };
      const { task, around } = now();
      if (!task || tool === "fail_task") return input;
      problem = null;
      const found = await made().catch((error: unknown) => {
        problem = wordsOf(error);
        throw error;
      });
      return { ...input, result: withFound(input.result, found, around.workplace) };
    },
  };
}
