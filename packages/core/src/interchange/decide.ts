import { actorOf } from "../kernel/actor.ts";
import type { CommandOf, Rules, RulingOn } from "../kernel/command.ts";
import type { Room } from "../kernel/room.ts";
import { accept } from "../kernel/ruling.ts";
import { endFacts } from "../run/end.ts";
import { leaveFacts } from "../task/leave.ts";

function decideImportSession(
  { sessions }: Room,
  { by, session }: CommandOf<"importSession">,
): RulingOn<"importSession"> {
  const id = sessions.number + 1;
  const data = { session: { ...session, id } };
  return accept([{ type: "interchange.imported", data, actor: actorOf(by) }], { sessionId: id });
}

/**
 * Nothing that was connected there is connected here: agents leave, their tasks go back to the queue, and runners are
 * forgotten.
 */
function decideImportRoom(room: Room, { by, name, from }: CommandOf<"importRoom">): RulingOn<"importRoom"> {
  const actor = actorOf(by);
  const reason = `${name} came from another server.`;
  const runs = (room.runs.live ?? []).flatMap((run) => endFacts(room, run, "runner_lost", reason));
  const seated = new Set((room.runs.live ?? []).map(({ agentId }) => agentId));
  const agents = Object.values(room.agents)
    .filter(({ id, offlineReason }) => offlineReason !== "left" && !seated.has(id))
    .flatMap(({ id }) => leaveFacts(room, id, reason, actor));
  const runners = Object.values(room.runs.runners).map(({ id }) => ({
    type: "runner.forgotten" as const,
    data: { runnerId: id },
    actor,
  }));
  const imported = { type: "interchange.room_imported" as const, data: { name, from }, actor };
  return accept([imported, ...runs, ...agents, ...runners], {});
}

export const interchangeRules = {
  importSession: decideImportSession,
  importRoom: decideImportRoom,
} satisfies Partial<Rules>;
