import type { RoomEvent } from "@squadroom/core/kernel/event";
import { causeOf } from "../outage/cause.ts";
import { codeOf, type DatabaseRefused, isData } from "./appender.ts";
import type { RoomBatch, RoomOutcome } from "./batch.ts";
import type { CachedRoom } from "./cached-room.ts";
import { catchUp, isLogged } from "./catch-up.ts";
import type { Deciding } from "./deciding.ts";
import type { Entry } from "./entry.ts";
import { outcomeUnknown, settlementOf, unavailable } from "./settlement.ts";
import type { SlowRoad } from "./slow-road.ts";
import type { Store } from "./store.ts";

/** After this many lost swaps a command takes the slow road, which always advances. */
const SLOW_AFTER = 3;

export interface RecoveryOptions extends SettlingOptions {
  store: Store;
  slowRoad: SlowRoad;
  /** The batch was written after all. */
  committed: (room: CachedRoom, batch: RoomBatch) => void;
  /** Events by which the room has moved. */
  tell: (room: CachedRoom, events: RoomEvent[]) => void;
  /** Called with how far the log goes after a commit of this process. */
  ring: (room: CachedRoom) => void;
  /** Decides the entry and puts it in line. */
  put: (room: CachedRoom, entry: Entry) => void;
  /** The room has changed: waiters may find something. */
  offer: (room: CachedRoom) => void;
}

/** What becomes of a batch that was not simply written, and then of the room's lane. */
export function createRecovery(options: RecoveryOptions) {
  const { store, deciding, tell, log } = options;
  const { settle, blame, fail, giveUp } = createSettling(options);

  /** The swap did not happen: settle what is known, catch up, decide the rest again. */
  async function rejected(room: CachedRoom, batch: RoomBatch, outcome: RoomOutcome): Promise<void> {
    if (outcome.outcome === "lost" && outcome.again) {
      try {
        if (await isLogged(batch, store)) return options.committed(room, batch);
      } catch (error) {
        return unknown(room, batch, error);
      }
    }
    if (outcome.outcome === "busy") await new Promise((resolve) => setTimeout(resolve, 2 + Math.random() * 8));
    const isLost = ["lost", "busy", "skew"].includes(outcome.outcome);
    await redecide(room, (entry) => {
      if (settle(entry, outcome)) return true;
      if (isLost) entry.lost++;
      return false;
    });
  }

  /** Brings the room to its head, and decides again what is not settled of the batch and of the line behind it. */
  async function redecide(room: CachedRoom, isOver: (entry: Entry) => boolean = () => false): Promise<void> {
    room.lock(isOver);
    let hasMoved: boolean;
    try {
      hasMoved = await catchUp(room, store, tell);
      const isSlow = ({ lost }: Entry) => lost >= SLOW_AFTER;
      for (let entry = room.takeOut(isSlow); entry; entry = room.takeOut(isSlow)) {
        hasMoved = true;
        await walkSlowRoad(room, entry);
      }
    } catch (error) {
      giveUp(room, error);
      return;
    }
    for (const entry of room.unlock()) options.put(room, entry);
    if (hasMoved) options.offer(room);
  }

  /** Whatever happens on the way, the entry is answered or back in line. */
  async function walkSlowRoad(room: CachedRoom, entry: Entry): Promise<void> {
    let bug: unknown;
    try {
      const { outcome, view, head, events } = await options.slowRoad(room.view, (current) => {
        try {
          entry.decision = deciding.decide(current, entry);
        } catch (error) {
          bug = error;
          throw error;
        }
        return { entry, dueAt: deciding.deadlineOf(entry.decision.after) };
      });
      room.moveTo(head, view);
      if (events.length > 0) {
        tell(room, events);
        options.ring(room);
      }
      if (outcome.outcome === "ok" && entry.decision) entry.settle(entry.decision.answer);
      else if (!settle(entry, outcome)) {
        entry.lost = 0;
        options.put(room, entry);
      }
    } catch (error) {
      fail(room, entry, error, bug);
      await catchUp(room, store, tell);
    }
  }

  function faulty(room: CachedRoom, error: unknown): void {
    void redecide(room, (entry) => {
      blame(room, entry, error);
      return true;
    });
  }

  /** Nothing was written: waiters are told so at once, and why. */
  function refused(room: CachedRoom, error: DatabaseRefused): void {
    log.error({ err: error, roomId: room.id }, "the database refused a commit");
    giveUp(room, error);
  }

  /** The batch's callers are told that nobody knows; what waited behind it was never sent. */
  function unknown(room: CachedRoom, batch: RoomBatch, error: unknown): void {
    log.error({ err: error, roomId: room.id, commands: batch.entries.length }, "the outcome of a commit is unknown");
    giveUp(room, error, outcomeUnknown);
  }

  return {
    rejected: (room: CachedRoom, batch: RoomBatch, outcome: RoomOutcome) => void rejected(room, batch, outcome),
    redecide,
    faulty,
    refused,
    unknown,
  };
}

interface SettlingOptions {
  deciding: Deciding;
  /** Forgets the room. */
  drop: (room: CachedRoom) => void;
  onRevoked: (credentialIds: string[]) => void;
  log: { error: (details: object, message: string) => void };
}

/** The answers to commands that were not simply written. */
function createSettling({ deciding, drop, onRevoked, log }: SettlingOptions) {
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
