import type { Room } from "../../kernel/room.ts";
import { counted, listed } from "../../kernel/words.ts";
import { countedSteps, type PipelineStep, prefixOf } from "../../pipeline/pipeline.ts";
import { isDone } from "../../session/record/pipeline.ts";
import type { Session } from "../../session/record/session.ts";
import { loopOf } from "../../task/loop.ts";
import type { Task } from "../../task/task.ts";
import { inline } from "../markdown.ts";

/** Which step of its pipeline a task is, what follows it, and whether its agent keeps what comes. */
export function pipelineLines({ team }: Room, session: Session, task: Task): string[] {
  const { pipeline, execution } = session;
  const steps = pipeline?.steps ?? [];
  const step = steps.find(({ id }) => execution?.tasks[id] === task.id);
  if (!pipeline || !step) return ["End it with `done`."];
  const follows = steps.filter(({ requires }) => requires.includes(step.id));
  const count = countedSteps(steps).length;
  const prefix = prefixOf(step);
  const more = steps.some(
    (other) => other !== step && prefixOf(other) === prefix && !isDone(session, other),
  );
  return [
    `Step ${task.id} of the pipeline ${inline(pipeline.title)} (${counted(count, "step", "steps")}). End it with \`done\`: ${followText(session, follows)}`,
    ...(more && loopOf(team, task.role) !== false
      ? [
          `You keep the ${prefix} tasks of this session: \`wait\` gives you the next one as soon as it can start.`,
        ]
      : []),
  ];
}

function followText({ execution }: Session, follows: readonly PipelineStep[]): string {
  const [checkpoint] = follows.filter(({ isCheckpoint }) => isCheckpoint);
  if (checkpoint) return `a person then answers at the checkpoint “${inline(checkpoint.title)}”.`;
  if (follows.length === 0) return "no other step waits for it.";
  const names = follows.map(({ id, title }) => `${execution?.tasks[id] ?? id} (${inline(title)})`);
  return `${listed(names)} ${follows.length === 1 ? "waits" : "wait"} for it.`;
}
