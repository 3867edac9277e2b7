import { createHmac } from "node:crypto";
import postgres from "postgres";
import type { OpenLine } from "./line.ts";

const CHANNEL = "squadroom_doorbell";

const RECONNECT_MS = 250;

/** The line between the processes: NATS if its URL is given, otherwise Postgres. */
export function lineBetween(natsUrl: string | null, databaseUrl: string, secret: Uint8Array): OpenLine {
  if (natsUrl === null) return postgresLine(databaseUrl);
  const name = createHmac("sha256", secret).update("doorbell").digest("hex").slice(0, 24);
  return natsLine(natsUrl, `squadroom.${name}.doorbell`);
}

/**
 * A NATS subject that only this server's processes use: several servers may share one NATS. It is loaded only if
 * configured.
 */
function natsLine(url: string, subject: string): OpenLine {
  return async ({ heard, opened }) => {
    const { connect } = await import("./nats.ts");
    const connection = await connect({
      servers: url.split(","),
      name: "squadroom",
      maxReconnectAttempts: -1,
      reconnectTimeWait: RECONNECT_MS,
    });
    connection.subscribe(subject, {
      callback: (error, message) => {
        if (!error) heard(message.string());
      },
    });
    await connection.flush();
    opened();
    void (async () => {
      for await (const { type } of connection.status()) if (type === "reconnect") opened();
    })();
    return {
      async send(text) {
        connection.publish(subject, text);
      },
      close: () => connection.close(),
    };
  };
}

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
