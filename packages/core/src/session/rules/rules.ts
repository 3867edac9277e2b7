import type { Context } from "../../kernel/command.ts";
import type { Step } from "../../kernel/event.ts";
import type { Room } from "../../kernel/room.ts";
import type { ActedFact } from "../../kernel/ruling.ts";
import type { RoomView } from "../../kernel/view.ts";
import type { Session } from "../record/session.ts";
import { BRAINSTORM_RULES } from "./brainstorm.ts";
import type { FlowRules } from "./flow-rules.ts";
import { PIPELINE_RULES } from "./pipeline.ts";

const RULES: Record<Session["flow"], FlowRules> = { brainstorm: BRAINSTORM_RULES, pipeline: PIPELINE_RULES };

export function rulesOf<S extends Session>({ flow }: S): FlowRules<S> {
  return RULES[flow] as FlowRules<S>;
}

/** What follows in all sessions from tasks that have ended, or become ready since. */
export function ruleOnAll(
  before: RoomView,
  room: Room,
  steps: readonly Step[],
  context: Pick<Context, "now">,
): ActedFact[] {
  return room.sessions.live.flatMap((session) => rulesOf(session).rulesOn(before, { room, session, context }, steps));
}
