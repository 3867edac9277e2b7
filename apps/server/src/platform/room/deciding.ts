import { randomUUID } from "node:crypto";
import type { LeaseTimes } from "@squadroom/core/agent/agent";
import { refuse } from "@squadroom/core/kernel/refusal";
import type { Room } from "@squadroom/core/kernel/room";
import type { RoomView } from "@squadroom/core/kernel/view";
import { nextDeadline } from "@squadroom/core/room/tick";
import { newId } from "../new-id.ts";
import type { Clock } from "./clock.ts";
import { type Decision, decideOn, type Entry } from "./entry.ts";
import type { ObservationBook } from "./observations.ts";
import type { Projection } from "./projection.ts";

export interface DecidingOptions {
  clock: Clock;
  observations: ObservationBook;
  project: Projection;
  leaseS: LeaseTimes;
  /** Silence ends nothing before this time, epoch ms. */
  graceUntil: () => number;
  log: { error: (details: object, message: string) => void };
}

/** Rulings with what this process knows besides the view: the time, new ids, signs of life. */
export function createDeciding(options: DecidingOptions) {
  const { clock, observations, project, leaseS, graceUntil, log } = options;
  return {
    decide(view: RoomView, { command, ended, earlier }: Entry): Decision {
      const given = {
        now: clock.now(),
        newId,
        leaseS,
        ended,
        earlier,
        /** Made when it is read: a tick does that. */
        get seenAt() {
          return observations.of(view.roomId);
        },
        graceUntil: graceUntil(),
      };
      return decideOn(view, command, given, project);
    },

    /** When a tick may find something in the room. */
    deadlineOf(view: RoomView): number | null {
      if (view.team === null || view.removedAt !== null) return null;
      const seenAt = observations.of(view.roomId);
      return nextDeadline(view as Room, { seenAt, leaseS, graceUntil: graceUntil() });
    },

    /** Refuses the one command at fault, under an id that is also in the log. */
    blame({ roomId }: RoomView, entry: Entry, error: unknown, message: string): void {
      const errorId = randomUUID();
      log.error({ err: error, errorId, roomId, command: entry.command.type }, message);
      entry.fail(refuse("internal", "The server failed to do this; nothing was changed.", { errorId }));
    },
  };
}

export type Deciding = ReturnType<typeof createDeciding>;
