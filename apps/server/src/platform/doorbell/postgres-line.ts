import postgres from "postgres";
import type { OpenLine } from "./line.ts";

const CHANNEL = "squadroom_doorbell";

/** Postgres notifications, on a connection of its own. The driver listens again by itself if that ends, and says so. */
export function postgresLine(databaseUrl: string): OpenLine {
  return async ({ heard, opened }) => {
    const sql = postgres(databaseUrl, {
      max: 1,
      onnotice: () => undefined,
      connection: { application_name: "squadroom doorbell", statement_timeout: 5_000 },
      backoff: () => 0.1,
      connect_timeout: 5,
    });
    try {
      await sql.listen(CHANNEL, heard, opened);
    } catch (error) {
      await sql.end({ timeout: 1 });
      throw error;
    }
    return {
      async send(text) {
        await sql`SELECT pg_notify(${CHANNEL}, ${text})`;
      },
      close: () => sql.end({ timeout: 1 }),
    };
  };
}
