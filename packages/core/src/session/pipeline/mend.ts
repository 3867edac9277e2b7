import { done, type Effect } from "../../decision/question.ts";
import { downstreamOf } from "../../pipeline/graph.ts";
import { isJudging } from "../../pipeline/phase.ts";
import type { At } from "../record/at.ts";
import type { Gate } from "../record/gate.ts";
import type { PipelineSession } from "../record/session.ts";
import { backTo } from "./failing.ts";
import { planRevision } from "./revision.ts";

/**
 * What fails at the end is mended, with what comes after it; `null`: the gate holds it up for a reason other than
 * checks.
 */
export function mend({ room, session, actor }: At<PipelineSession>, gate: Gate, note: string): Effect | null {
  const { steps, why } = backTo(session, gate);
  if (steps.length === 0) return null;
  const asked = [...why, note.trim()].filter(Boolean).join(" ");
  const said = [asked, ...reportsOn(session, steps)].join("\n\n");
  const { revision } = planRevision(room, session, new Set(steps), said);
  const data = {
    sessionId: session.id,
    checkpoint: null,
    how: "revise" as const,
    note,
    ...revision,
  };
  return done([{ type: "session.revised", data, actor }]);
}

/** What the judges of these steps' work said about it: the steps have to answer it. */
function reportsOn({ pipeline, execution }: PipelineSession, mended: readonly string[]): string[] {
  const { steps } = pipeline;
  const behind = new Set(mended.flatMap((id) => downstreamOf(steps, id)));
  return steps.flatMap((step) => {
    const taskId = execution?.tasks[step.id];
    const said = taskId === undefined ? undefined : execution?.outcomes[taskId]?.said;
    const isRead = said !== undefined && behind.has(step.id) && isJudging(step);
    return isRead ? [`${taskId} reported:\n\n${said}`] : [];
  });
}
