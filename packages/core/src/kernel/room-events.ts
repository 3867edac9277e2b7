import type { RoomOptions } from "../log/options.ts";
import type { GatePreset } from "../session/gate/gate.ts";
import type { Team } from "../team/team.ts";
import { NOTHING, type RulesOf, SESSIONS } from "./event.ts";

/** Payloads of the room's own events. */
export interface RoomEventData {
  /** The room came to be, with its team. It is the first event of every log. */
  "room.created": { name: string; team: Team; demo: boolean };
  /** The room was removed: its agents are refused from here on, its log is kept. */
  "room.removed": { reason: string };
  /** A lead set the options of the room. */
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
