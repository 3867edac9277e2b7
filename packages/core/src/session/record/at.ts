import type { Actor } from "../../kernel/actor.ts";
import type { Room } from "../../kernel/room.ts";
import type { Context } from "../../room/command.ts";
import type { Session } from "./session.ts";

/** Where something is decided about a session, and by whom. */
export interface At {
  room: Room;
  session: Session;
  actor: Actor;
  context: Pick<Context, "now">;
}
