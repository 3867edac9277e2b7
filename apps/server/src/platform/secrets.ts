import { randomBytes } from "node:crypto";
import { mkdirSync } from "node:fs";
import { join } from "node:path";
import type { Sql } from "postgres";
import { newSecret, SECRET_SHAPE } from "./auth/secrets.ts";
import { ownersIn, readSecretFile, type SecretFile, writeSecretFile } from "./secret-file.ts";

const SHARED_BYTES = 32;

/** A secret that all processes of a server share, made by whichever comes first. */
export async function sharedSecret(sql: Sql, name: string): Promise<Uint8Array> {
  await sql`INSERT INTO server_secrets (name, value) VALUES (${name}, ${randomBytes(SHARED_BYTES)}) ON CONFLICT DO NOTHING`;
  const [row] = await sql<{ value: Uint8Array }[]>`SELECT value FROM server_secrets WHERE name = ${name}`;
  if (!row) throw new Error(`the secret ${name} could not be stored`);
  if (row.value.length !== SHARED_BYTES)
    throw new Error(
      `The secret ${name} in the table server_secrets isn't what Squadroom wrote there. Delete that row; the next start writes a new one.`,
    );
  return row.value;
}

/**
 * Whoever can read this file commands the server: `squadroom signin` and the other commands of its machine.
 *
 * @throws an Error that says what is wrong with an existing file
 */
export function localAdminKey(dataDir: string): string {
  mkdirSync(dataDir, { recursive: true });
  const file: SecretFile = {
    path: join(dataDir, "local-admin.key"),
    name: "The key of this machine",
    shape: SECRET_SHAPE,
    advice: "remove that file, and the next start writes a new key",
    owners: ownersIn(dataDir),
  };
  const known = readSecretFile(file);
  if (known !== null) return known;
  writeSecretFile(file, newSecret());
  const written = readSecretFile(file);
  if (written === null) throw new Error(`${file.path} was removed while Squadroom started.`);
  return written;
}
