import type { Agent, Delivery } from "@squadroom/client/agent";
import { UnreachableError } from "@squadroom/client/answer";
import { sleep } from "@squadroom/client/backoff";
import type { Body, Reply } from "@squadroom/client/call";
import { RETRIED } from "@squadroom/client/http";
import { RefusalError } from "@squadroom/core/kernel/refusal";
import type { Artifact } from "@squadroom/core/task/result";
import type { Story } from "./story.ts";
import type { Step, TopicQuestion } from "./topic.ts";

/** What the actors share. */
export interface Stage {
  /** 1 is the pace for people who watch; tests are faster. */
  pace: number;
  signal: AbortSignal;
  story: Story;
  /** Its team works through a pipeline, not by handoffs. */
  isPipeline: boolean;
}

type TaskRow = Reply<"getTask">["task"];

/** A task with the way it came: handed off from another, and so on, back to the request. */
export interface Scene {
  row: TaskRow;
  /** The task that it was handed off from. */
  from: TaskRow | null;
  /** The request: a user's message, or an item of the squad's own list. */
  root: TaskRow;
}

/** This agent's process ends here: no call follows. */
export class Killed extends Error {
  override readonly name = "Killed";
}

/** The server or its database is away: the call may be repeated. */
export function isPassing(error: unknown): boolean {
  return error instanceof UnreachableError || (error instanceof RefusalError && RETRIED.includes(error.code));
}

const STEP_MIN_MS = 1000;
const STEP_SPREAD_MS = 2000;
const CHAIN_MAX = 20;

/** One step of a person who reads along: one to three seconds, the same for the same words. */
export function pause({ pace, signal }: Stage, words: string): Promise<void> {
  let hash = 0;
  for (const char of words) hash = (hash * 31 + (char.codePointAt(0) ?? 0)) % 10_007;
  return sleep((STEP_MIN_MS + (hash % STEP_SPREAD_MS)) * pace, signal);
}

export async function sceneOf(agent: Agent, { taskId }: Delivery): Promise<Scene> {
  const get = async (id: string): Promise<TaskRow> => {
    const params = { room: agent.joined.roomId, taskId: id };
    return (await agent.client.call("getTask", { params })).task;
  };
  const row = await get(taskId);
  const from = row.fromTaskId === null ? null : await get(row.fromTaskId);
  let root = from ?? row;
  for (let i = 0; root.fromTaskId !== null && i < CHAIN_MAX; i += 1) root = await get(root.fromTaskId);
  return { row, from, root };
}

/** Does the steps and reports each; what an earlier attempt did is not repeated. */
export async function work(
  stage: Stage,
  agent: Agent,
  task: Delivery,
  { steps, row, dieAfter = Number.POSITIVE_INFINITY }: { steps: Step[]; row: TaskRow; dieAfter?: number },
): Promise<Artifact[]> {
  const before = typeof row.progress?.percent === "number" ? row.progress.percent : 0;
  const artifacts: Artifact[] = [];
  for (const [i, step] of steps.entries()) {
    for (const artifact of step.artifacts ?? []) artifacts.push(artifact);
    if (step.percent < before) continue;
    const isResumed = before > 0 && step.percent === before;
    await agent.progress(task, {
      percent: step.percent,
      action: isResumed ? `going on where the last attempt ended: ${step.action}` : step.action,
      completed: steps.slice(0, i).map(({ done }) => done),
      remaining: steps.slice(i + 1).map(({ action }) => action),
      artifacts,
    });
    await pause(stage, `${task.taskId} ${step.action}`);
    if (i + 1 >= dieAfter) throw new Killed();
  }
  return artifacts;
}

type Handoff = Omit<Body<"handOff">, "taskId" | "fence" | "to" | "intent">;

/** Hands off as wanted; if that isn't possible, the way that the delivery allows. */
export async function pass(
  agent: Agent,
  task: Delivery,
  to: string,
  intent: "work" | "findings" | "question" | "deliver",
  handoff: Handoff,
): Promise<Reply<"handOff">> {
  try {
    return await agent.handOff(task, { ...handoff, to, intent });
  } catch (error) {
    if (!(error instanceof RefusalError) || !error.code.startsWith("target_")) throw error;
    const other = task.allowedHandoffs.find(({ intents }) => intents.some((one) => one !== "question"));
    const as = other?.intents.find((one) => one !== "question");
    if (!other || !as) throw error;
    return agent.handOff(task, { ...handoff, to: other.to, intent: as as typeof intent });
  }
}

/** What a person said to this task's question; `null`: nothing has been asked yet. */
export function answerIn({ asked }: Delivery): string | null {
  const { answer } = asked.findLast(({ kind }) => kind === "intervention") ?? {};
  return answer ? [answer.label, answer.note].filter((part) => part !== "").join(": ") : null;
}

/** Asks a person about the held task; the next claim brings it again, with the answer. */
export async function askPerson(
  agent: Agent,
  { taskId, fence }: Delivery,
  { text, options }: TopicQuestion,
): Promise<void> {
  const params = { room: agent.joined.roomId, taskId };
  await agent.client.call("askIntervention", { params, body: { fence, question: text, options } });
}

/** Every success criterion of the task, answered. */
export function allMet(task: Delivery, note: string) {
  return { criteria: task.successCriteria.map((criterion) => ({ criterion, met: true, note })) };
}
