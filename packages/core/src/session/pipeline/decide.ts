import { seat } from "../../agent/seat.ts";
import { heldIn } from "../../flow/dispatch.ts";
import { type Actor, actorOf, isAgent } from "../../kernel/actor.ts";
import type { CommandOf, RulingOn } from "../../kernel/command.ts";
import type { Room } from "../../kernel/room.ts";
import { type ActedFact, accept, type Refused, refused } from "../../kernel/ruling.ts";
import { listedUpTo } from "../../kernel/words.ts";
import { findRole } from "../../team/team.ts";
import type { Session } from "../record/session.ts";

type Dispatch = CommandOf<"dispatch">;
export type Acting = { ok: true; actor: Actor; events: readonly ActedFact[] };

/** Who may release tasks of a pipeline, and have them redone: the coordinator, and people. */
export function dispatcherIn(room: Room, by: Dispatch["by"]): Acting | Refused {
  if (!isAgent(by)) return { ok: true, actor: actorOf(by), events: [] };
  const seated = seat(room, by);
  const { entryPoint } = room.team;
  if (!seated.ok || seated.agent.role === entryPoint) return seated;
  const title = findRole(room.team, entryPoint)?.title ?? entryPoint;
  const message = `Only the ${title} and people steer a pipeline.`;
  return refused("entry_point_only", message, { role: seated.agent.role, entryPoint });
}

/** All waiting ones start, or some, at once or one after the other. */
export function decideDispatch(session: Session, { actor, events }: Acting, command: Dispatch): RulingOn<"dispatch"> {
  const { sessionId, inOrder } = command;
  const held = heldIn(session).map(({ taskId }) => taskId);
  const mine = new Set([...Object.values(session.execution?.tasks ?? {}), ...(session.execution?.open ?? [])]);
  const strange = command.taskIds.filter((id) => !mine.has(id));
  if (strange.length > 0) {
    const named = listedUpTo(5, strange);
    const message = `Session ${sessionId} has no task ${named}.`;
    return refused("task_unknown", message, { sessionId, taskIds: strange }, held);
  }
  const named = [...new Set(command.taskIds.length > 0 ? command.taskIds : held)];
  // What went before is where it should go.
  const going = named.filter((id) => held.includes(id));
  const tasks = going.map((taskId, at) => ({
    taskId,
    behind: inOrder ? (going[at - 1] ?? null) : null,
  }));
  const left = held.filter((id) => !going.includes(id));
  if (going.length === 0 && named.length > 0) {
    const waits = named.length === 1 ? "doesn't wait" : "don't wait";
    const message = `${listedUpTo(5, named)} ${waits} for your word, so nothing was started.`;
    return refused("task_state", message, { sessionId, taskIds: named }, held);
  }
  if (tasks.length === 0) return accept([...events], { sessionId, dispatched: [], held: left });
  const fact: ActedFact = {
    type: "session.dispatched",
    data: { sessionId, tasks, why: "told" },
    actor,
  };
  const first = tasks.filter(({ behind }) => behind === null).map(({ taskId }) => taskId);
  const reply = { sessionId, dispatched: first, held: held.filter((id) => !first.includes(id)) };
  return accept([...events, fact], reply);
}
