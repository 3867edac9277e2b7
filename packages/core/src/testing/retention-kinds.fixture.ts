import type { EventsOf } from "../kernel/event.ts";
import type { ChecksOf } from "./log-reading.fixture.ts";

export const RETENTION_CHECKS: ChecksOf<EventsOf<"retention">> = {
  "retention.set": (log, { actor }) => {
    if (actor.kind !== "person") log.say("only people say how long sessions are kept");
  },
  "retention.archived": (log, { data: { sessionIds }, actor }) => {
    if (actor.kind !== "server") log.say("time archives, and nobody else");
    if (sessionIds.length === 0) log.say("nothing was archived");
  },
  "retention.deleted": (log, { data: { sessionIds }, actor }) => {
    if (actor.kind !== "server") log.say("time deletes, and nobody else");
    if (sessionIds.length === 0) log.say("nothing was deleted");
  },
  "retention.held": (log, { actor }) => {
    if (actor.kind !== "person") log.say("only people hold sessions");
  },
  "retention.released": (log, { actor }) => {
    if (actor.kind !== "person") log.say("only people release sessions");
  },
  "retention.restored": (log, { actor }) => {
    if (actor.kind !== "person") log.say("only people bring sessions back");
  },
};
