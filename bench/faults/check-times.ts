import type { Evidence, Violation } from "./evidence.ts";
import { LEASE_S } from "./servers.ts";

/** A revoked credential reads nothing any more after this, ms. */
const REVOKED_MS = 1_000;

/**
 * 8: nothing commits under a credential after its revocation, and a second after that was committed nothing
 * is answered. Between the stamp and the commit nobody else can know of it. Times that were read before and
 * after a step of the machine's clock differ by as much.
 */
export function checkRevoked({ history, rooms, revoked, clockStepMs }: Evidence): Violation[] {
  const found: Violation[] = [];
  const bad = (room: string, what: string) => found.push({ invariant: "8 revoked", room, what });
  for (const { roomId, events } of rooms) {
    for (const event of events) {
      if (event.actor.kind !== "agent") continue;
      const at = revoked.get(event.actor.id)?.stampedAt;
      if (at === undefined || event.at <= at + clockStepMs) continue;
      bad(roomId, `event ${event.seq} by ${event.actor.name}, ${event.at - at} ms after its revocation`);
    }
  }
  for (const told of history.told) {
    const times = revoked.get(told.credentialId);
    if (!times && told.kind === "refused" && told.code === "unauthorized")
      bad(told.roomId, `${told.op} was refused as unauthorized, its credential is good`);
    if (!times || told.kind !== "acknowledged") continue;
    const lateMs = Math.round(told.sentAt - times.committedAt);
    const { stampedAt, committedAt } = times;
    if (lateMs > REVOKED_MS + clockStepMs)
      bad(
        told.roomId,
        `${told.op}, asked ${lateMs} ms after its revocation, which took ${Math.round(committedAt - stampedAt)} ms, was answered`,
      );
  }
  return found;
}

/** Rule 9: nobody is given up whose renewal was acknowledged before, and had not run out. */
export function checkRenewals({ history, rooms, clockStepMs }: Evidence): Violation[] {
  const renewals = new Map<string, { seenAt: number; at: number }[]>();
  for (const told of history.told) {
    if (told.kind !== "acknowledged" || told.op !== "renew") continue;
    const known = renewals.get(told.credentialId) ?? [];
    known.push({ seenAt: Number(told.reply.seenAt), at: told.at });
    renewals.set(told.credentialId, known);
  }
  return rooms.flatMap(({ roomId, events }) =>
    events.flatMap((event) => {
      if (event.type !== "agent.went_offline") return [];
      const { agentId } = event.data;
      const renewed = renewals
        .get(agentId)
        ?.find(({ seenAt, at }) => at + clockStepMs < event.at && event.at < seenAt + LEASE_S * 1000 - clockStepMs);
      if (!renewed) return [];
      const what = `event ${event.seq} gives ${agentId} up ${event.at - renewed.seenAt} ms after a renewal`;
      return [{ invariant: "rule 9 renewals", room: roomId, what }];
    }),
  );
}
