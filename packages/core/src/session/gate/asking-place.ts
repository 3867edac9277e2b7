import type { AskingPlace } from "../../decision/question.ts";
import { flowOf } from "../flow/flows.ts";
import type { Session } from "../record/session.ts";
import { heldBy } from "./gates.ts";

/**
 * Where a session is when it asks something of people: what it asks is derived from that, so that nothing is forgotten
 * and nothing outlives its reason. Nowhere while an agent works on it.
 */
export function askingPlace(session: Session): AskingPlace | null {
  if (session.state === "paused") return "paused";
  if (session.state !== "running" || session.work !== null) return null;
  return heldBy(session) ? "gate" : flowOf(session).asksAt(session);
}
