import { createHash } from "node:crypto";
import type { Agent, Delivery } from "@squadroom/client/agent";
import { KILLED_AT } from "@squadroom/core/room/demo-story";
import { allMet, Killed, pass, pause, type Stage } from "./acting.ts";
import { REVISED_TEXTS, TEXTS } from "./passkey-texts.ts";
import { type Step, stepOf, viewOf } from "./passkeys.ts";
import { statusAnswer } from "./remark.ts";

/** The discussion's task: who looks at what. */
const VIEW_TITLE = /^(.+?) on (\S+): (.*)$/;

/** Plays one task of a pipeline's worker to its end. */
export async function playStep(stage: Stage, agent: Agent, task: Delivery): Promise<void> {
  if (task.reply?.type === "perspective") return judge(stage, agent, task);
  if (!task.session) return tell(stage, agent, task);
  if (task.kept.length > 0) return findDone(stage, agent, task);
  const step = stepOf(task.title);
  const paths = pathsOf(task, step);
  const isRevision = task.taskId.includes("-R");
  const written = (isRevision && REVISED_TEXTS[task.title]) || (TEXTS[task.title] ?? `${task.title}: as asked.\n`);
  const artifacts = paths.map((path, i) => {
    const content = i === 0 ? written : `// ${task.title}: see ${paths[0]}\n`;
    return {
      path,
      status: isRevision ? ("modified" as const) : ("created" as const),
      lines: content.split("\n").length - 1,
      stage: "final" as const,
      hash: createHash("sha256").update(content).digest("hex"),
      content,
    };
  });
  const [first, second] = step.doing;
  await agent.progress(task, { percent: 30, action: first, completed: [], remaining: [second] });
  await pause(stage, `${task.taskId} ${first}`);
  const checks = step.checks?.map(({ name }) => ({ name, passed: true }));
  await agent.progress(task, {
    percent: 100,
    action: second,
    completed: [first, second],
    remaining: [],
    artifacts,
    ...(checks && { checks }),
  });
  await pause(stage, `${task.taskId} ${second}`);
  if (task.taskId === KILLED_AT && task.attempt === 1) throw new Killed();
  await agent.complete(task, {
    result: {
      verdict: "passed",
      summary: isRevision ? step.revised : step.summary,
      keyDecisions: step.decisions,
      warnings: step.warnings ?? [],
      artifacts: artifacts.map(({ hash: _, content: __, ...one }) => one),
      ...(step.checks && { checks: step.checks }),
      ...allMet(task, "checked against the document"),
    },
    ...(step.learned ? { wisdom: [step.learned] } : {}),
  });
}

function pathsOf({ outputs }: Delivery, { files }: Step): string[] {
  const wanted = outputs.map((one) => (typeof one === "string" ? one : one.path));
  return wanted.length > 0 ? wanted : files;
}

/** An agent that comes back to finished work looks at it, and does nothing twice. */
async function findDone(stage: Stage, agent: Agent, task: Delivery): Promise<void> {
  await pause(stage, `${task.taskId} looks`);
  const { summary, decisions } = stepOf(task.title);
  const [file] = task.kept;
  await agent.complete(task, {
    result: {
      verdict: "passed",
      summary: `${summary} Nothing was redone: ${file?.path} is as it was before the worker was killed.`,
      keyDecisions: decisions,
      ...allMet(task, "as it was left"),
    },
    found: { files: task.kept.map(({ path, hash }) => ({ path, hash })) },
  });
}

async function judge(stage: Stage, agent: Agent, task: Delivery): Promise<void> {
  const [, perspective = "", step = "", title = ""] = VIEW_TITLE.exec(task.title) ?? [];
  await agent.progress(task, { percent: 50, action: `reading ${step}` });
  await pause(stage, task.title);
  const view = viewOf(perspective.toLowerCase(), title, step.includes("-R"));
  await agent.complete(task, {
    result: { summary: view.summary, ...allMet(task, "judged") },
    reply: { type: "perspective", ...view },
  });
}

/** A person's message: the coordinator says how far the work is. */
async function tell(stage: Stage, agent: Agent, task: Delivery): Promise<void> {
  await pause(stage, task.instruction);
  const params = { room: agent.joined.roomId };
  const snapshot = await agent.client.call("getRoom", { params, query: { events: 0 } });
  const message = statusAnswer(task.instruction, snapshot);
  const result = { summary: message.slice(0, 4_000), ...allMet(task, "answered") };
  await pass(agent, task, "user", "deliver", { message, result });
}
