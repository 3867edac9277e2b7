import type { EventsOf, ReducersOf } from "../kernel/event.ts";
import { releaseQueue } from "../session/record/place.ts";

export const ROOM_REDUCERS: ReducersOf<EventsOf<"room">> = {
  "room.created": (next, { data, at }) => {
    next.name = data.name;
    next.team = data.team;
    next.teamVersion = 1;
    next.teamSince = at;
    next.demo = data.demo;
    next.createdAt = at;
  },
  "room.removed": (next, { at }) => {
    next.removedAt = at;
  },
  "room.options_set": (next, { data }) => {
    const isAsked = next.options.askBeforeNext;
    next.options = { ...data };
    if (data.askBeforeNext !== isAsked) releaseQueue(next);
  },
  "room.gate_preset_set": (next, { data }) => {
    next.sessions = { ...next.sessions, gatePreset: data.preset };
  },
};
