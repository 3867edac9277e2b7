import type { Actor } from "../../kernel/actor.ts";
import type { Context } from "../../kernel/command.ts";
import type { Room } from "../../kernel/room.ts";
import type { Session } from "./session.ts";

/** Where something is decided about a session, and by whom. */
export interface At<S extends Session = Session> {
  room: Room;
  session: S;
  actor: Actor;
  context: Pick<Context, "now">;
}
