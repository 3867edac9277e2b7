import { type EventsOf, type FactsOf, fact, NOTHING, SESSIONS } from "../kernel/event.ts";
import { releaseQueue } from "../session/record/place.ts";

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
  "room.options_set": fact(SESSIONS, (next, { data }) => {
    const isAsked = next.options.askBeforeNext;
    next.options = { ...data };
    if (data.askBeforeNext !== isAsked) releaseQueue(next);
  }),
  "room.gate_preset_set": fact(NOTHING, (next, { data }) => {
    next.sessions = { ...next.sessions, gatePreset: data.preset };
  }),
};
