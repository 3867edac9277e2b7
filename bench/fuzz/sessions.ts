import type { createClient } from "@squadroom/client/http";
import { REPLIES } from "@squadroom/core/testing/replies.fixture";
import type { Memory } from "./memory.ts";

type AgentClient = ReturnType<typeof createClient>;

const DESCRIPTION = "Forms lose what was typed when a session ends.";

/**
 * What takes many right calls in a row stands at the beginning: a session that waits for answers to its questions,
 * and two that wait for it to end.
 */
export async function beginSessions(
  person: AgentClient,
  entryPoint: AgentClient,
  params: { room: string },
  memory: Memory,
): Promise<void> {
  for (const title of ["Keep the form", "The next one", "The one after"]) {
    const body = { title, description: DESCRIPTION };
    memory.learn("createSession", await person.call("createSession", { params, body }), {});
  }
  await present(entryPoint, params, "scout");
  await present(entryPoint, params, "triage");
  const { decisions } = await person.call("listDecisions", { params, query: { state: "pending" } });
  const triage = decisions.find(({ kind }) => kind === "triage");
  if (!triage) throw new Error("nothing asks for the triage");
  await person.call("answerDecision", {
    params: { ...params, decisionId: triage.id },
    body: { optionId: "agree" },
  });
  await present(entryPoint, params, "questions");
  memory.learn("listSessions", await person.call("listSessions", { params, query: {} }), {});
}

async function present(
  agent: AgentClient,
  params: { room: string },
  step: "scout" | "triage" | "questions",
): Promise<void> {
  const { task } = await agent.call("claimTask", { params, body: { waitS: 0 } });
  if (!task) throw new Error(`nobody is asked for the ${step}`);
  const { taskId, fence } = task;
  await agent.call("completeTask", {
    params: { ...params, taskId },
    body: { fence, result: { summary: "as asked" }, reply: JSON.stringify(REPLIES[step]) },
  });
}
