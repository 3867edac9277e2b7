import type { EventsOf } from "../kernel/event.ts";
import type { ChecksOf, LogReading } from "./log-reading.fixture.ts";

/** Branches go where they belong once their work is done, and what a person wants of them is done once. */
export const BRANCH_CHECKS: ChecksOf<EventsOf<"branch">> = {
  "branch.merged": (log, { data: { key, line, name, before, head } }) => {
    if (key === line) log.say(`${key} goes into itself`);
    const at = log.branches.heads.get(line);
    const isOurs = !log.branches.workedOn.has(name);
    if (isOurs && at !== undefined && at !== before) log.say(`${line} is at ${at}, not at ${before}`);
    log.branches.heads.set(line, head);
    log.branches.failed.delete(key);
  },
  "branch.merge_failed": (log, { data: { key, why, conflict } }) => {
    if ((why === "conflict") !== conflict.length > 0) log.say(`${why} with ${conflict.length}`);
    log.branches.failed.add(key);
  },
  "branch.merge_retried": (log, { data: { key } }) => {
    if (!log.branches.failed.delete(key)) log.say(`${key} didn't fail`);
  },
  "branch.merge_skipped": byPerson,
  "branch.ordered": (log, event) => {
    byPerson(log, event);
    log.once(event.data.order.id);
    log.branches.orders.add(event.data.order.id);
  },
  "branch.order_settled": (log, { data: { orderId } }) => {
    if (!log.branches.orders.delete(orderId)) log.say("nobody ordered it, or it is settled");
  },
};

function byPerson(log: LogReading, { actor }: { actor: { kind: string } }): void {
  if (actor.kind !== "person") log.say("only people do that");
}
