import { actorOf, type PersonCaller, SERVER } from "../../kernel/actor.ts";
import type { Context, RulingOn } from "../../kernel/command.ts";
import type { TaskId } from "../../kernel/ids.ts";
import type { Room } from "../../kernel/room.ts";
import { type ActedFact, accept, refused } from "../../kernel/ruling.ts";
import { changesSince, findScout } from "../../scout/scout.ts";
import { movesOf } from "../record/moves.ts";
import type { BrainstormSession, Session } from "../record/session.ts";
import { askAgent, cancelWork } from "../steps/ask-agent.ts";

/**
 * A second scout of the same angle is served from the store, unless something has changed since: the step is
 * passed at once.
 *
 * @source domain.md § 6, Scout
 */
export function serveScout({ scouts }: Pick<Room, "scouts">, session: BrainstormSession): ActedFact[] {
  const stored = session.angle ? findScout(scouts, session.angle) : undefined;
  if (!stored || changesSince(scouts, stored).length > 0) return [];
  const { id: scoutId, value, repairs, by, taskId, sessionId, at } = stored;
  const proposal = {
    version: 1,
    value,
    repairs,
    by,
    taskId: taskId ?? ("" as TaskId),
    servedFrom: { scoutId, sessionId, at },
  };
  const data = { sessionId: session.id, step: "scout" as const, proposal };
  return [{ type: "session.proposed", data, actor: SERVER }];
}

/** A person wants to scout again, while only the triage is based on the scout. */
export function decideRenewScout(
  room: Room,
  session: Session,
  by: PersonCaller,
  context: Pick<Context, "now">,
): RulingOn<"renewScout"> {
  const { id: sessionId, step, state, proposals, title } = session;
  if (state !== "running" || step !== "triage" || !proposals.scout) {
    const message =
      state === "running"
        ? `Session ${sessionId} is at ${step}; go back to triage to scout again.`
        : `Session ${sessionId} is ${state}.`;
    return refused("session_state", message, { sessionId, state, step }, movesOf(session));
  }
  const actor = actorOf(by);
  const stale = proposals.triage ? (["triage"] as const) : [];
  const entered = { sessionId, step: "scout" as const, why: "back" as const, stale: [...stale] };
  return accept(
    [
      ...cancelWork(session, `“${title}” is being scouted again first.`, actor),
      { type: "session.step_entered", data: entered, actor },
      ...askAgent({ room, session, actor, context }, "scout", "renew", null),
    ],
    { sessionId },
  );
}
