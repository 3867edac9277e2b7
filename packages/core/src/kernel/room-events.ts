import type { RoomOptions } from "../log/options.ts";
import type { GatePreset } from "../session/gate.ts";
import type { Team } from "../team/team.ts";
import { NOTHING, type RulesOf, SESSIONS } from "./event.ts";

/** Payloads of the room's own events. */
export interface RoomEventData {
  "room.created": { name: string; team: Team; demo: boolean };
  "room.removed": { reason: string };
  "room.options_set": RoomOptions;
  /** What the gates of sessions made from now on ask for. */
  "room.gate_preset_set": { preset: GatePreset };
}

export const ROOM_RULES: RulesOf<RoomEventData> = {
  "room.created": NOTHING,
  "room.removed": NOTHING,
  "room.options_set": SESSIONS,
  "room.gate_preset_set": NOTHING,
};
