import { actorOf } from "../kernel/actor.ts";
import type { Room } from "../kernel/room.ts";
import { accept } from "../kernel/ruling.ts";
import type { Rules, RulingOn } from "../room/replies.ts";
import type { InterchangeCommand } from "./command.ts";

function decideImportSession(
  { sessions }: Room,
  { by, session }: InterchangeCommand,
): RulingOn<"importSession"> {
  const id = sessions.number + 1;
  const data = { session: { ...session, id } };
  return accept([{ type: "interchange.imported", data, actor: actorOf(by) }], { sessionId: id });
}

export const interchangeRules: Rules<InterchangeCommand["type"]> = {
  importSession: decideImportSession,
};
