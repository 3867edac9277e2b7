import type { Credential } from "@squadroom/core/credential/contract";
import type { RoomId } from "@squadroom/core/kernel/ids";
import { and, desc, eq, gt, inArray, isNotNull, isNull, lte, or } from "drizzle-orm";
import type { PostgresJsDatabase } from "drizzle-orm/postgres-js";
import { agentObservations, credentials } from "../../db/schema/index.ts";

/** Most ended ones that are still listed. */
const ENDED_SHOWN = 200;

/** All live ones and the latest that ended, newest first. Ids grow with time. */
export async function readCredentials(db: PostgresJsDatabase, roomId: RoomId, now: number): Promise<Credential[]> {
  const ofRoom = and(eq(credentials.roomId, roomId), eq(credentials.kind, "agent"));
  const ended = db
    .select({ id: credentials.id })
    .from(credentials)
    .where(and(ofRoom, or(isNotNull(credentials.revokedAt), lte(credentials.expiresAt, now))))
    .orderBy(desc(credentials.id))
    .limit(ENDED_SHOWN);
  const isLive = and(isNull(credentials.revokedAt), or(isNull(credentials.expiresAt), gt(credentials.expiresAt, now)));
  return await db
    .select({
      id: credentials.id,
      name: credentials.name,
      roles: credentials.roles,
      createdAt: credentials.createdAt,
      expiresAt: credentials.expiresAt,
      revokedAt: credentials.revokedAt,
      seenAt: agentObservations.seenAt,
    })
    .from(credentials)
    .leftJoin(
      agentObservations,
      and(eq(agentObservations.roomId, credentials.roomId), eq(agentObservations.agentId, credentials.id)),
    )
    .where(and(ofRoom, or(isLive, inArray(credentials.id, ended))))
    .orderBy(desc(credentials.id));
}
