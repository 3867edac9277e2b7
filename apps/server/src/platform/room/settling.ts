import { causeOf } from "../outage/cause.ts";
import { codeOf, isData } from "./appender.ts";
import type { RoomOutcome } from "./batch.ts";
import type { CachedRoom } from "./cached-room.ts";
import type { Deciding } from "./deciding.ts";
import type { Entry } from "./entry.ts";
import { outcomeUnknown, settlementOf, unavailable } from "./settlement.ts";

export interface SettlingOptions {
  deciding: Deciding;
  /** Forgets the room. */
  drop: (room: CachedRoom) => void;
  onRevoked: (credentialIds: string[]) => void;
  log: { error: (details: object, message: string) => void };
}

/** The answers to commands that were not simply written. */
export function createSettling({ deciding, drop, onRevoked, log }: SettlingOptions) {
  /** Answers an entry as the outcome says; `false`: the outcome says nothing about it. */
  function settle(entry: Entry, outcome: RoomOutcome): boolean {
    const settlement = settlementOf(entry, outcome);
    if (!settlement) return false;
    if (outcome.outcome === "revoked" && entry.credential) onRevoked([entry.credential.id]);
    if ("answer" in settlement) entry.settle(settlement.answer);
    else entry.fail(settlement.refusal);
    return true;
  }

  /** The database refused this very command. */
  function blame({ view }: CachedRoom, entry: Entry, error: unknown): void {
    deciding.blame(view, entry, error, "the database refused a command's data");
  }

  /** @param bug what deciding it threw, if that is why */
  function fail(room: CachedRoom, entry: Entry, error: unknown, bug: unknown): void {
    const why = causeOf(error);
    if (!why && isData(codeOf(error))) return blame(room, entry, error);
    if (bug !== undefined) return deciding.blame(room.view, entry, bug, "a command could not be decided");
    log.error({ err: error, roomId: room.id }, "a command was refused, or nobody knows");
    entry.fail(why?.state === "refusing" ? unavailable(why.words) : outcomeUnknown());
  }

  /** Forgets the room; waiters are told that nothing was done, and callers under way what became of theirs. */
  function giveUp(room: CachedRoom, error: unknown, ofFlight?: () => Error): void {
    drop(room);
    const { flight, line } = room.abandon();
    const nothing = () => unavailable(causeOf(error)?.words ?? String(error));
    for (const entry of flight) entry.fail((ofFlight ?? nothing)());
    for (const entry of line) entry.fail(nothing());
  }

  return { settle, blame, fail, giveUp };
}
