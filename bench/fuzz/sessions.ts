import type { createClient } from "@squadroom/client/http";
import { REPLIES } from "@squadroom/core/testing/replies.fixture";
import type { Memory } from "./memory.ts";
import type { Known } from "./values.ts";

type AgentClient = ReturnType<typeof createClient>;

const DESCRIPTION = "Forms lose what was typed when a session ends.";

/**
 * What takes many right calls in a row stands at the beginning: a session that is parked at a gate which failed, one
 * that waits for an answer, to its triage or to its questions, and two that wait for it to end.
 *
 * @param waits whether the second one is parked too, and the next ones wait for a person to start them
 * @returns what addresses the gate
 */
export async function beginSessions(
  person: AgentClient,
  entryPoint: AgentClient,
  params: { room: string },
  memory: Memory,
  { waits }: { waits: boolean },
): Promise<Known> {
  const begin = async (title: string) => {
    const body = { title, description: DESCRIPTION };
    const made = await person.call("createSession", { params, body });
    memory.learn("createSession", made, {});
    return made.sessionId;
  };
  const answer = async (kind: string, optionId: string) => {
    const query = { state: "pending" as const };
    const { data: decisions } = await person.call("listDecisions", { params, query });
    const asked = decisions.find((decision) => decision.kind === kind);
    if (!asked) throw new Error(`nothing asks for the ${kind}`);
    const of = { ...params, decisionId: asked.id };
    await person.call("answerDecision", { params: of, body: { optionId } });
  };

  const sessionId = await begin("Left undone");
  await present(entryPoint, params, "scout");
  await present(entryPoint, params, "triage");
  await answer("triage", "skip");
  await present(entryPoint, params, "plan");
  await answer("plan", "approve");
  const { data: tasks } = await person.call("listTasks", { params, query: {} });
  const planned = tasks.find(({ role }) => role === "builder");
  if (!planned) throw new Error("the plan made no tasks");
  // Nobody does what its plan has: the gate behind the work fails.
  const cancelled = { params: { ...params, taskId: planned.id }, body: { cascade: true } };
  await person.call("cancelTask", cancelled);
  const park = (id: number) =>
    person.call("pauseSession", { params: { ...params, sessionId: id }, body: { park: true } });
  await park(sessionId);

  const asking = await begin("Keep the form");
  for (const title of ["The next one", "The one after"]) await begin(title);
  await present(entryPoint, params, "scout");
  await present(entryPoint, params, "triage");
  // Another room's stays at its triage, where a scout can be made anew.
  if (waits) {
    await answer("triage", "agree");
    await present(entryPoint, params, "questions");
    await person.call("setRoomOptions", { params, body: { askBeforeNext: true } });
    await park(asking);
  }
  memory.learn("listSessions", await person.call("listSessions", { params, query: {} }), {});
  return { sessionId: [sessionId], phase: ["implementation"] };
}

async function present(
  agent: AgentClient,
  params: { room: string },
  step: "scout" | "triage" | "questions" | "plan",
): Promise<void> {
  const { task } = await agent.call("claimTask", { params, body: { waitS: 0 } });
  if (!task) throw new Error(`nobody is asked for the ${step}`);
  const { taskId, fence } = task;
  await agent.call("completeTask", {
    params: { ...params, taskId },
    body: { fence, result: { summary: "as asked" }, reply: JSON.stringify(REPLIES[step]) },
  });
}
