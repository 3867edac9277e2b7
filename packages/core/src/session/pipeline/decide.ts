import { seat } from "../../agent/seat.ts";
import { heldIn } from "../../flow/dispatch.ts";
import { actorOf, isAgent } from "../../kernel/actor.ts";
import type { Room } from "../../kernel/room.ts";
import { accept, refused } from "../../kernel/ruling.ts";
import { listedUpTo } from "../../kernel/words.ts";
import type { RulingOn } from "../../room/replies.ts";
import type { ActedFact } from "../../room/ruling.ts";
import { findRole } from "../../team/team.ts";
import type { SessionCommand } from "../record/command.ts";
import type { Session } from "../record/session.ts";

type Dispatch = Extract<SessionCommand, { type: "dispatch" }>;

/** The coordinator, or a lead, lets tasks of a pipeline go: all that wait, or some, at once or one after the other. */
export function decideDispatch(
  room: Room,
  session: Session,
  command: Dispatch,
): RulingOn<"dispatch"> {
  const { by, sessionId, inOrder } = command;
  const seated = isAgent(by) ? seat(room, by) : null;
  if (seated && !seated.ok) return seated;
  const { entryPoint } = room.team;
  if (seated && seated.agent.role !== entryPoint) {
    const title = findRole(room.team, entryPoint)?.title ?? entryPoint;
    const message = `Only the ${title} and people let tasks of a pipeline go.`;
    return refused("entry_point_only", message, { role: seated.agent.role, entryPoint });
  }
  const held = heldIn(session).map(({ taskId }) => taskId);
  const mine = new Set([
    ...Object.values(session.execution?.tasks ?? {}),
    ...(session.execution?.open ?? []),
  ]);
  const strange = command.taskIds.filter((id) => !mine.has(id));
  if (strange.length > 0) {
    const named = listedUpTo(5, strange);
    const message = `Session ${sessionId} has no task ${named}.`;
    return refused("task_unknown", message, { sessionId, taskIds: strange }, held);
  }
  const named = [...new Set(command.taskIds.length > 0 ? command.taskIds : held)];
  // What went before is where it was to go.
  const going = named.filter((id) => held.includes(id));
  const tasks = going.map((taskId, at) => ({
    taskId,
    behind: inOrder ? (going[at - 1] ?? null) : null,
  }));
  const events: ActedFact[] = seated?.events ?? [];
  const left = held.filter((id) => !going.includes(id));
  if (tasks.length === 0) return accept(events, { sessionId, dispatched: [], held: left });
  const fact: ActedFact = {
    type: "session.dispatched",
    data: { sessionId, tasks, why: "told" },
    actor: seated?.actor ?? actorOf(by),
  };
  const first = tasks.filter(({ behind }) => behind === null).map(({ taskId }) => taskId);
  const reply = { sessionId, dispatched: first, held: held.filter((id) => !first.includes(id)) };
  return accept([...events, fact], reply);
}
