import type { NewId, PersonId } from "@squadroom/core/kernel/ids";
import { refuse } from "@squadroom/core/kernel/refusal";
import type { Sql } from "postgres";
import { databaseNow } from "../../platform/auth/database-time.ts";
import { isReserved } from "../../platform/auth/local-admin.ts";

interface Invited {
  id: PersonId;
  name: string;
  admin: boolean;
  createdAt: number;
}

/**
 * Adds a person under a name that no other bears, however written.
 *
 * @throws RefusalError `name_taken`
 */
export async function invite(
  sql: Sql,
  newId: NewId,
  name: string,
  admin: boolean,
): Promise<Invited> {
  const id = newId() as PersonId;
  const [row] = isReserved(name)
    ? []
    : await sql<{ created_at: string | number }[]>`
        insert into people (id, name, admin, created_at)
        select ${id}::uuid, ${name}, ${admin}::boolean, ${databaseNow(sql)}
        where not exists (select from people where lower(name) = lower(${name}))
        on conflict (name) do nothing returning created_at`;
  if (!row) throw refuse("name_taken", `Somebody is called ${name} already.`);
  return { id, name, admin, createdAt: Number(row.created_at) };
}
