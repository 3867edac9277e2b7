import { createHmac } from "node:crypto";
import type { OpenLine } from "./line.ts";
import { natsLine } from "./nats-line.ts";
import { postgresLine } from "./postgres-line.ts";

/** The line between the processes: NATS if its URL is given, otherwise Postgres. */
export function lineBetween(natsUrl: string | null, databaseUrl: string, secret: Uint8Array): OpenLine {
  if (natsUrl === null) return postgresLine(databaseUrl);
  const name = createHmac("sha256", secret).update("doorbell").digest("hex").slice(0, 24);
  return natsLine(natsUrl, `squadroom.${name}.doorbell`);
}
