import type { Signs } from "./deadline.ts";
import type { Step } from "./event.ts";
import type { NewId, TaskId } from "./ids.ts";
import type { Room } from "./room.ts";
import type { ActedFact, RoomRuling } from "./ruling.ts";
import type { RoomView } from "./view.ts";

/** What may be asked of a room, by its type. Each feature adds its own. */
export interface Commands {
  tick: Record<never, never>;
}

/** The reply to each command; the room adds the seq. */
export interface Replies {
  tick: { events: number };
}

export type CommandType = keyof Commands;

export type CommandOf<T extends CommandType> = { [K in T]: { type: K } & Commands[K] }[T];

export type Command = CommandOf<CommandType>;

export type RulingOn<T extends keyof Replies> = RoomRuling<Replies[T]>;

/** Which rule decides each of these commands: their only list. */
export type Rules<T extends CommandType = CommandType> = {
  readonly [K in T]: (room: Room, command: CommandOf<K>, context: Context) => RulingOn<K>;
};

/** What the room gets along with a command; signs of life only with ticks. */
export interface Given extends Signs {
  /** The database's clock, epoch milliseconds. */
  now: number;
  newId: NewId;
  /** Requirements that are no longer live, as the tables have them. */
  ended: Record<TaskId, "completed" | "cancelled">;
}

/** What a ruling may know besides the room and the command. */
export interface Context extends Given {
  /** These facts as the room's next events, made at `now`, each with its change. */
  fold: (view: RoomView, facts: readonly ActedFact[]) => Step[];
}
