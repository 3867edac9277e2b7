import type { PersonId, RoomId } from "@squadroom/core/kernel/ids";
import type { PersonRole } from "@squadroom/core/kernel/route";
import type { Person as PersonShape, RoomPerson as RoomPersonShape } from "@squadroom/core/people/contract";
import { asc, eq, ne, sql } from "drizzle-orm";
import type { PostgresJsDatabase } from "drizzle-orm/postgres-js";
import type { Sql } from "postgres";
import type { z } from "zod";
import { people, roomDetails, roomPeople } from "../../db/schema/index.ts";
import { LOCAL_ADMIN } from "../../platform/auth/local-admin.ts";

type Person = z.infer<typeof PersonShape>;
type RoomPerson = z.infer<typeof RoomPersonShape>;

const asPerson = {
  id: people.id,
  name: people.name,
  admin: people.admin,
  createdAt: people.createdAt,
  deactivatedAt: people.deactivatedAt,
  signIns: sql<number>`(
    select count(*)::int from credentials c where c.person_id = people.id and c.kind = 'sign_in'
      and c.revoked_at is null and c.expires_at > (extract(epoch from now()) * 1000)::bigint)`,
  address: sql<string | null>`(
    select i.address from identities i where i.person_id = people.id and i.disconnected_at is null)`,
};

/** Everybody who can sign in; the local admin can't. */
export async function readPeople(db: PostgresJsDatabase): Promise<Person[]> {
  return await db.select(asPerson).from(people).where(ne(people.name, LOCAL_ADMIN)).orderBy(asc(people.name));
}

/** The person who can sign in with this id. */
export async function readPerson(db: PostgresJsDatabase, id: PersonId): Promise<Person | null> {
  const [person] = await db.select(asPerson).from(people).where(eq(people.id, id));
  return person === undefined || person.name === LOCAL_ADMIN ? null : person;
}

/** The person who can sign in with this name. */
export async function readNamed(db: PostgresJsDatabase, name: string): Promise<Person | null> {
  const [person] = await db.select(asPerson).from(people).where(eq(people.name, name));
  return person === undefined || person.name === LOCAL_ADMIN ? null : person;
}

/** Those with a role in the room. */
export async function readRoomPeople(db: PostgresJsDatabase, roomId: RoomId): Promise<RoomPerson[]> {
  const rows = await db
    .select({ personId: people.id, name: people.name, role: roomPeople.role })
    .from(roomPeople)
    .innerJoin(people, eq(people.id, roomPeople.personId))
    .where(eq(roomPeople.roomId, roomId));
  return rows.map((row) => ({ ...row, role: row.role as PersonRole }));
}

/** As of the room's creation; a removed room keeps its name here. */
export async function readRoomName(db: PostgresJsDatabase, roomId: RoomId): Promise<string | null> {
  const [row] = await db.select({ name: roomDetails.name }).from(roomDetails).where(eq(roomDetails.roomId, roomId));
  return row?.name ?? null;
}

/** Whom somebody without a room can ask for one: the admin who invited them, otherwise the first admin. */
export async function readHost(client: Sql, name: string): Promise<string | null> {
  const [row] = await client<{ host: string | null }[]>`
    select coalesce(
      (select host.name from server_audit one join people host on host.id = one.by_id
        where one.act = 'person_invited' and one.subject = ${name}
          and host.admin and host.deactivated_at is null and host.name <> ${LOCAL_ADMIN}
        order by one.at desc limit 1),
      (select name from people
        where admin and deactivated_at is null and name <> ${LOCAL_ADMIN} order by created_at limit 1)
    ) as host`;
  return row?.host ?? null;
}
