import type { RoomView } from "../../kernel/view.ts";
import { flowOf } from "../flow/flows.ts";
import { heldBy } from "./gates.ts";

/** Whether work of a session came to its end here, or to a checkpoint: it may now ask something. */
export function isOverAt({ sessions }: Pick<RoomView, "sessions">): boolean {
  return sessions.live.some(
    (session) => session.state === "running" && (heldBy(session) !== null || flowOf(session).isCheckpointDue(session)),
  );
}
