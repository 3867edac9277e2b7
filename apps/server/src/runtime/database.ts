import { VERSION } from "@squadroom/core/kernel/version";
import { drizzle } from "drizzle-orm/postgres-js";
import postgres from "postgres";
import { migrate } from "../db/migrate.ts";
import { createAuthenticator } from "../platform/auth/authenticator.ts";
import { newId } from "../platform/new-id.ts";
import type { ServerLog } from "../platform/outage/log.ts";
import { untilServed } from "../platform/outage/until-served.ts";
import { createClock } from "../platform/room/clock.ts";
import { createEpoch } from "../platform/room/epoch.ts";
import { sharedSecret } from "../platform/secrets.ts";

export interface DatabaseOptions {
  databaseUrl: string;
  localAdminKey: string | null;
  log: ServerLog;
  /** Ends the wait for a database that is not there yet. */
  signal?: AbortSignal;
}

export type Database = Awaited<ReturnType<typeof openDatabase>>;

/**
 * The database, migrated: the clients of this process, and what all processes of the server share in it.
 *
 * @param log reports only once what an outage makes others say
 */
export async function openDatabase(options: DatabaseOptions, log: ServerLog) {
  const { databaseUrl, localAdminKey } = options;
  // Each of these opens connections: on a busy machine, one may not come in time.
  const served = <T>(act: () => Promise<T>) => untilServed(act, options);
  const migrated = await served(() => migrate(databaseUrl));
  if (migrated > 0) log.notice({ migrations: migrated, version: VERSION }, "the database was migrated");
  const connection = { application_name: "squadroom", statement_timeout: 30_000 };
  const client = { onnotice: () => undefined, connection, backoff: () => 0.1, connect_timeout: 5 };
  const sql = postgres(databaseUrl, { max: 6, ...client });
  // drizzle changes the client that it is given, so it has one of its own.
  const forDrizzle = postgres(databaseUrl, { max: 4, ...client });
  // Nothing that others do takes its connections: callers are identified however busy the rest is.
  const forAuth = postgres(databaseUrl, { max: 2, ...client });
  // Reading whole logs has its own, too; they close when nobody does.
  const folding = postgres(databaseUrl, { max: 2, idle_timeout: 20, ...client });
  const clock = await served(() => createClock(sql, log));
  const [history, keySecret, siblingSecret, mailSecret] = await Promise.all([
    served(() => createEpoch(sql, log)),
    served(() => sharedSecret(sql, "request-hash")),
    served(() => sharedSecret(sql, "siblings")),
    served(() => sharedSecret(sql, "mail")),
  ]);
  const who = { sql: forAuth, clock, newId, localAdminKey };
  const auth = await served(() => createAuthenticator(who));
  return {
    sql,
    db: drizzle(forDrizzle, { casing: "snake_case" }),
    folding,
    clock,
    history,
    epoch: history.current,
    keySecret,
    siblingSecret,
    mailSecret,
    auth,
    async close() {
      await auth.close();
      for (const one of [folding, forAuth, sql, forDrizzle]) await one.end({ timeout: 5 });
    },
  };
}
