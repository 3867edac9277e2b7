import { actorOf } from "../kernel/actor.ts";
import type { CommandOf, Context, RulingOn } from "../kernel/command.ts";
import type { Room } from "../kernel/room.ts";
import { accept } from "../kernel/ruling.ts";
import { stopLive } from "../run/runs.ts";

/** Nobody gets a task from now on, and every run stops; an agent that somebody started by hand ends what it has. */
export function decidePauseRoom(
  room: Room,
  { by, everywhere }: CommandOf<"pauseRoom">,
  { newId }: Context,
): RulingOn<"pauseRoom"> {
  const actor = actorOf(by);
  const isPaused = room.paused !== null;
  const { stopped, facts } = stopLive(room, by.name, actor, newId);
  const pause = { type: "room.paused" as const, data: { everywhere: everywhere ?? false }, actor };
  return accept([...(isPaused ? [] : [pause]), ...facts], { stopped, changed: !isPaused });
}

/** Runs start again where work waits. */
export function decideResumeRoom(room: Room, { by, everywhere }: CommandOf<"resumeRoom">): RulingOn<"resumeRoom"> {
  const isPaused = room.paused !== null;
  const resume = { type: "room.resumed" as const, data: { everywhere: everywhere ?? false }, actor: actorOf(by) };
  return accept(isPaused ? [resume] : [], { changed: isPaused });
}
