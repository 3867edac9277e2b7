import type { SessionFacts } from "../../delivery/session-facts.ts";
import { KNOBS } from "../../flow/steps.ts";
import type { Room } from "../../kernel/room.ts";
import { listed } from "../../kernel/words.ts";
import type { StoredScout } from "../../scout/scout.ts";
import type { PipelineSession, Session } from "../../session/record/session.ts";
import type { Task } from "../../task/task.ts";
import { exploredFor, exploredLines } from "./explored.ts";
import { pipelineLines } from "./pipeline-step.ts";

/** What a delivery tells of a session of one flow. */
interface FlowPrompt<S extends Session = Session> {
  /** Whether what people said is told with the step at which they said it. */
  namesSteps: boolean;
  /** Where a task has its place, and what follows its end. */
  lines(room: Room, session: S, task: Task): string[];
  /** What was explored before, for whoever explores. */
  explored(room: Room, session: S, task: Pick<Task, "role">): string[];
  foundFor(room: Room, session: S, task: Pick<Task, "role">): StoredScout | undefined;
  /** How much of each step its level asks for. */
  wants(session: S): SessionFacts["wants"];
}

const BRAINSTORM: FlowPrompt = {
  namesSteps: true,
  lines: (_room, _session, task) => ending(task),
  // A step of its own looks around.
  explored: () => [],
  foundFor: () => undefined,
  wants({ complexity }) {
    const { questions, approaches, sections } = KNOBS[complexity?.level ?? "exploration"];
    return { questions, approaches, sections };
  },
};

const PIPELINE: FlowPrompt<PipelineSession> = {
  namesSteps: false,
  lines: pipelineLines,
  explored: exploredLines,
  foundFor: exploredFor,
  wants: () => null,
};

const PROMPTS: Record<Session["flow"], FlowPrompt> = { brainstorm: BRAINSTORM, pipeline: PIPELINE };

export function promptOf({ flow }: Pick<Session, "flow">): FlowPrompt {
  return PROMPTS[flow];
}

/** What follows its end; how a review ends is given with the ends. */
function ending({ review, reviewOf }: Task): string[] {
  if (reviewOf) return [];
  if (!review) return ["End it with `done`: the whole plan is reviewed once more afterwards."];
  const { reviewers } = review;
  const who = reviewers.length > 0 ? `the ${listed(reviewers)}` : "whoever else is there";
  const judging = `${who} ${reviewers.length > 1 ? "review" : "reviews"} it automatically`;
  return [
    `End it with \`done\`, and \`--diff changes.diff\` if you have one. Then ${judging}: findings come back to you, and what requires it starts once it passes.`,
  ];
}
