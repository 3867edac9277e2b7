import type { Sql } from "postgres";
import type { Counted } from "../../platform/metrics/metrics.ts";

export const webhookBacklog = (sql: Sql): Counted => ({
  name: "squadroom_webhook_backlog",
  help: "Deliveries that wait, of all rooms.",
  async count() {
    const [row] = await sql<{ n: number }[]>`
      SELECT count(*)::int AS n FROM webhook_deliveries WHERE state = 'pending'`;
    return row?.n ?? 0;
  },
});
