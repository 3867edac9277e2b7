import type { Session, SessionId, Sessions } from "../session/record/session.ts";

export function findSession({ live }: Pick<Sessions, "live">, id: SessionId): Session | undefined {
  return live.find((session) => session.id === id);
}

/** The one that runs, or holds the place of it. */
export function currentSession({ live }: Pick<Sessions, "live">): Session | undefined {
  return live.find((session) => session.state !== "queued" && !session.isParked);
}
