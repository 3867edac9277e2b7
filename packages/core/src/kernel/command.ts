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

/** What each command answers; the seq is added by the room. */
export interface Replies {
  tick: { events: number };
}

export type CommandType = keyof Commands;

export type CommandOf<T extends CommandType> = { [K in T]: { type: K } & Commands[K] }[T];

export type Command = CommandOf<CommandType>;

export type RulingOn<T extends keyof Replies> = RoomRuling<Replies[T]>;

/** Who rules on each of these commands: the one list of them. */
export type Rules<T extends CommandType = CommandType> = {
  readonly [K in T]: (room: Room, command: CommandOf<K>, context: Context) => RulingOn<K>;
};

/** What the room is told with a command; signs of life only with ticks. */
export interface Given extends Signs {
  /** The database's clock, epoch milliseconds. */
  now: number;
  newId: NewId;
  /** Requirements that are not live any more, as the tables have them. */
  ended: Record<TaskId, "completed" | "cancelled">;
}

/** What a ruling may know besides the room and the command. */
export interface Context extends Given {
  /** The room's next events, made of these facts at `now`, each with what it changes. */
  fold: (view: RoomView, facts: readonly ActedFact[]) => Step[];
}
