import type { AskingPlace } from "../../decision/question.ts";
import { flowOf } from "../flow/flows.ts";
import type { Session } from "../record/session.ts";
import { heldBy } from "./gates.ts";

/**
 * Where a session stands that asks something of people: what it asks is derived from it, so that none is forgotten and none
 * outlives its reason. Nowhere while an agent is at it.
 */
export function askingPlace(session: Session): AskingPlace | null {
  if (session.state === "paused") return "paused";
  if (session.state !== "running" || session.work !== null) return null;
  return heldBy(session) ? "gate" : flowOf(session).asksAt(session);
}
