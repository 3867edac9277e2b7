import type { DatabaseHealth } from "../platform/outage/database-health.ts";
import type { Registry } from "../platform/processes/registry.ts";

type Ends = readonly (() => unknown)[];

/**
 * Whether this process serves, and how it ends: first its `links`, so that connections can close, then its `parts` with
 * what is under way in them; both in this order.
 */
export function createLife(registry: Registry, health: DatabaseHealth, { links, parts }: { links: Ends; parts: Ends }) {
  let hasLetGo = false;

  async function letGo(): Promise<void> {
    hasLetGo = true;
    // Its siblings send it nothing more before anything ends here.
    await registry.leave().catch(() => undefined);
    for (const end of links) await end();
  }

  return {
    /** Why calls belong elsewhere; `null` if this process serves: its own row was just renewed by a write. */
    notReady(): { reason: string; sinceS?: number } | null {
      if (hasLetGo) return { reason: "This process is stopping." };
      if (!registry.self) return { reason: "This process is starting." };
      const trouble = health.trouble();
      if (!trouble) return null;
      return {
        reason: `The database can't be used: ${trouble.words}.`,
        sinceS: Math.round(trouble.forMs / 1000),
      };
    },
    letGo,
    async close(): Promise<void> {
      await letGo();
      for (const end of parts) await end();
    },
  };
}
