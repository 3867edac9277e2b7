import type { ServerActDetails } from "@squadroom/core/audit/contract";
import type { Sql } from "postgres";
import { uuidv7 } from "uuidv7";
import { createAttempts } from "../../platform/auth/attempts.ts";
import { databaseNow } from "../../platform/auth/database-time.ts";

export type How = NonNullable<ServerActDetails["how"]>;

/** Most failed sign-ins with a line of their own, for all addresses together: guessing must not fill the audit. */
const LINES = { burst: 60, everyMs: 300_000 };
/** How long a failure is worth knowing, ms. */
const KEPT_MS = 90 * 86_400_000;

/** Writes failed sign-ins into the server's audit; those above the bound are counted in the next line. */
export function createFailures(sql: Sql, clock: { now(): number }) {
  const lines = createAttempts(clock, LINES, 1);
  let more = 0;
  return {
    /**
     * @param name as typed; only that of an existing person is kept in the audit, since others may be a password typed
     * into the wrong field. `null`: it was not a password
     */
    async note(address: string, name: string | null, how: How): Promise<void> {
      if (lines.take("") !== null) {
        more += 1;
        return;
      }
      const details = {
        how,
        address,
        ...(more > 0 ? { more } : {}),
      };
      more = 0;
      const now = databaseNow(sql);
      // Failing to write it is no reason to answer differently.
      await sql`
        with over as (
          delete from server_audit where act = 'sign_in_failed' and at < ${now} - ${KEPT_MS})
        insert into server_audit (id, at, act, subject, details)
        select ${uuidv7()}::uuid, ${now}, 'sign_in_failed',
          (select name from people where lower(name) = lower(${name}) limit 1), ${sql.json(details)}`.catch(
        () => undefined,
      );
    },
  };
}
