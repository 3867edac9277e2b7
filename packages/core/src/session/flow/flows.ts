import { BRAINSTORM_FLOW } from "../brainstorm/flow.ts";
import { PIPELINE_FLOW } from "../pipeline/flow.ts";
import type { SessionFlow } from "../record/flow.ts";
import type { Session } from "../record/session.ts";

const FLOWS: Record<Session["flow"], SessionFlow> = { brainstorm: BRAINSTORM_FLOW, pipeline: PIPELINE_FLOW };

export function flowOf<S extends Session>({ flow }: S): SessionFlow<S> {
  return FLOWS[flow] as SessionFlow<S>;
}
