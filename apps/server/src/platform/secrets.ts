import { randomBytes } from "node:crypto";
import { existsSync, mkdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import type { Sql } from "postgres";

/** A secret that all processes of a server share, made by whoever comes first. */
export async function sharedSecret(sql: Sql, name: string): Promise<Uint8Array> {
  await sql`INSERT INTO server_secrets (name, value) VALUES (${name}, ${randomBytes(32)}) ON CONFLICT DO NOTHING`;
  const [row] = await sql<
    { value: Uint8Array }[]
  >`SELECT value FROM server_secrets WHERE name = ${name}`;
  if (!row) throw new Error(`the secret ${name} could not be stored`);
  return row.value;
}

/** Who can read this file commands the server: `squadroom signin` and the other commands of its machine. */
export function localAdminKey(dataDir: string): string {
  const path = join(dataDir, "local-admin.key");
  if (existsSync(path)) return readFileSync(path, "utf8").trim();
  mkdirSync(dataDir, { recursive: true });
  const key = randomBytes(32).toString("base64url");
  writeFileSync(path, `${key}\n`, { mode: 0o600 });
  return key;
}
