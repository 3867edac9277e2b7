import { nameOf } from "../../kernel/actor.ts";
import type { EventOf } from "../../kernel/event.ts";
import type { TaskId } from "../../kernel/ids.ts";
import type { Discussion, NewDiscussion, PerspectiveTurn } from "../record/discussion.ts";
import type { Session } from "../record/session.ts";

export function discussionOpened(session: Session, { perspectives, ...opened }: NewDiscussion, at: number): Session {
  const turns = perspectives.map((one) => ({ ...one, refusals: [], reply: null, by: null }));
  const discussion: Discussion = {
    ...opened,
    perspectives: turns,
    openedAt: at,
    verdict: null,
  };
  return { ...session, discussions: [...(session.discussions ?? []), discussion] };
}

export function perspectiveGiven(session: Session, event: EventOf<"session.perspective_given">): Session {
  const { taskId, reply } = event.data;
  return withTurn(session, taskId, (turn) => ({ ...turn, reply, by: nameOf(event) }));
}

/** The reason goes back to the agent. */
export function perspectiveRefused(
  session: Session,
  taskId: TaskId,
  told: PerspectiveTurn["refusals"][number],
): Session {
  return withTurn(session, taskId, (turn) => ({ ...turn, refusals: [...turn.refusals, told] }));
}

export function discussed(session: Session, event: EventOf<"session.discussed">): Session {
  const { discussionId, verdict } = event.data;
  const discussions = session.discussions?.map((one) =>
    one.id === discussionId
      ? {
          ...one,
          verdict: { ...verdict, at: event.at },
          result: verdict.next === "asks" ? one.result : null,
        }
      : one,
  );
  return { ...session, ...(discussions ? { discussions } : {}) };
}

function withTurn(session: Session, taskId: TaskId, update: (turn: PerspectiveTurn) => PerspectiveTurn): Session {
  const discussions = session.discussions?.map((one) =>
    one.perspectives.some((turn) => turn.taskId === taskId)
      ? {
          ...one,
          perspectives: one.perspectives.map((turn) => (turn.taskId === taskId ? update(turn) : turn)),
        }
      : one,
  );
  return { ...session, ...(discussions ? { discussions } : {}) };
}
