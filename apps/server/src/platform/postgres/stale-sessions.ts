import postgres, { type Sql } from "postgres";

/**
 * Lets a pool's sessions write that began while the database's setting was read-only, once a new one may: a session
 * keeps the setting it began with.
 */
export async function refreshReadOnlySessions(sql: Sql, url: string): Promise<void> {
  const fresh = postgres(url, { max: 1, onnotice: () => undefined, connect_timeout: 5 });
  try {
    const [row] = await fresh<{ it: string }[]>`SELECT current_setting('transaction_read_only') AS it`;
    if (row?.it !== "off") return;
  } finally {
    await fresh.end({ timeout: 1 });
  }
  const allow = () => sql`SET default_transaction_read_only = off`.catch(() => undefined);
  await Promise.all(Array.from({ length: sql.options.max }, allow));
}
