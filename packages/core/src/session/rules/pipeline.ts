import { done } from "../../decision/question.ts";
import { taskRequires } from "../../pipeline/graph.ts";
import { prefixOf } from "../../pipeline/pipeline.ts";
import { concludeRound, settledRound } from "../discussion/follow.ts";
import { ruleOn } from "../pipeline/dispatch.ts";
import { followPipeline } from "../pipeline/follow.ts";
import { mend } from "../pipeline/mend.ts";
import { stepDraft } from "../pipeline/steps.ts";
import type { PipelineSession } from "../record/session.ts";
import { lostWork, remake } from "../steps/redo.ts";
import type { FlowRules } from "./flow-rules.ts";

/** What a pipeline does next: its steps become tasks, their work is discussed, and its end is ruled on. */
export const PIPELINE_RULES: FlowRules<PipelineSession> = {
  goesOn: followPipeline,
  redo(at, gate, note) {
    const { room, session } = at;
    const { steps } = session.pipeline;
    const again = (planId: string, lost: ReadonlySet<string>) => {
      const step = steps.find(({ id }) => id === planId);
      if (!step) return undefined;
      const requires = taskRequires(steps, step, ({ id }) => lost.has(id));
      return { planId, prefix: prefixOf(step), draft: stepDraft(room.team, session, step), requires };
    };
    return mend(at, gate, note) ?? done([remake(at, lostWork(at, gate, again), note)]);
  },
  concludes(at) {
    const round = settledRound(at.room, at.session);
    return round ? concludeRound(at, round) : [];
  },
  rulesOn: ruleOn,
};
