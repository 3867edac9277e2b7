import { actingOn } from "../../agent/acting.ts";
import type { CommandOf, RulingOn } from "../../kernel/command.ts";
import type { Room } from "../../kernel/room.ts";
import { type ActedFact, accept, refused } from "../../kernel/ruling.ts";
import { parseReply } from "../../reply/parse.ts";
import { angleKey, findScout } from "../../scout/scout.ts";

/** An agent of any role stores what it found; sessions with the same angle are served from it. */
export function decideSaveScout(room: Room, { by, reply }: CommandOf<"saveScout">): RulingOn<"saveScout"> {
  const acting = actingOn(room, by, { anyAgent: true });
  if (!acting.ok) return acting;
  const agent = room.agents[by.id];
  if (!agent) throw new Error(`agent ${by.id} acts and is not there`);
  const parsed = parseReply(reply, "scout");
  if (!parsed.ok) {
    const { code, message } = parsed.refusal;
    return refused("bad_request", message, { reply: code });
  }
  const { value, repairs } = parsed;
  const key = angleKey(value.angle);
  const replaced = findScout(room.scouts, value.angle)?.id ?? null;
  const scout = {
    id: room.scouts.number + 1,
    key,
    value,
    repairs,
    by: { agentId: agent.id, name: agent.name, role: agent.role },
  };
  const saved: ActedFact = { type: "scout.saved", data: { scout }, actor: acting.actor };
  return accept([...acting.events, saved], {
    scoutId: scout.id,
    angle: value.angle,
    files: value.files.length,
    patterns: value.patterns.length,
    replaced,
    repairs: repairs.length,
  });
}
