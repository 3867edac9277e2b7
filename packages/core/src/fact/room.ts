import { ANYTHING, type EventsOf, type FactsOf, fact, NOTHING, SESSIONS } from "../kernel/event.ts";
import type { Word } from "../kernel/ids.ts";
import type { RoomOptions } from "../log/options.ts";
import type { GatePreset } from "../session/record/gate.ts";
import { releaseQueue } from "../session/record/place.ts";
import type { Team } from "../team/team.ts";

/** Payloads of the room's own events. */
declare module "../kernel/event.ts" {
  interface EventData {
    /** The room was created, with its team. It is the first event of every log. */
    "room.created": { name: Word; team: Team; demo: boolean };
    /** The room was removed: its agents are refused from now on, its log is kept. */
    "room.removed": { reason: string };
    /** A lead paused the room: nobody gets a task before it is resumed. `everywhere`: with all rooms at once. */
    "room.paused": { everywhere: boolean };
    /** A lead resumed the room; `everywhere`: with all that were paused at once. */
    "room.resumed": { everywhere: boolean };
    /** A lead set the options of the room. */
    "room.options_set": RoomOptions;
    /** The gate preset of sessions made from now on was set. */
    "room.gate_preset_set": { preset: GatePreset };
  }
}

export const ROOM_FACTS: FactsOf<EventsOf<"room">> = {
  "room.created": fact(NOTHING, (next, { data, at }) => {
    next.name = data.name;
    next.team = data.team;
    next.teamVersion = 1;
    next.teamSince = at;
    next.demo = data.demo;
    next.createdAt = at;
  }),
  "room.removed": fact(NOTHING, (next, { at }) => {
    next.removedAt = at;
  }),
  "room.paused": fact(ANYTHING, (next, { data, at, actor }) => {
    next.paused = { at, by: "name" in actor ? actor.name : "", everywhere: data.everywhere };
  }),
  "room.resumed": fact(ANYTHING, (next) => {
    next.paused = null;
  }),
  "room.options_set": fact(SESSIONS, (next, { data }) => {
    const isAsked = next.options.askBeforeNext;
    next.options = { ...data };
    if (data.askBeforeNext !== isAsked) releaseQueue(next);
  }),
  "room.gate_preset_set": fact(NOTHING, (next, { data }) => {
    next.sessions = { ...next.sessions, gatePreset: data.preset };
  }),
};
