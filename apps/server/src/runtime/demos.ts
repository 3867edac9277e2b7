import type { RoomId } from "@squadroom/core/kernel/ids";
import { createCredential, renewToken } from "../features/credential/index.ts";
import { createDemoSquads } from "../features/room/index.ts";
import { newId } from "../platform/new-id.ts";
import type { ServerLog } from "../platform/outage/log.ts";
import { STALE_MS } from "../platform/processes/registry.ts";
import type { Database } from "./database.ts";
import type { Processes } from "./processes.ts";

/** Demo squads with their credentials. */
export function createDemos(
  where: { cliPath: string; serverUrl: () => string },
  { sql, auth }: Database,
  { isAlone }: Processes,
  log: ServerLog,
) {
  const squads = createDemoSquads({
    ...where,
    isAlone,
    createCredential: async (roomId, name, roles) =>
      (await createCredential(sql, newId, { roomId, name, roles, by: null })).token,
    renewToken: async (roomId, name) => {
      const renewed = await renewToken(sql, roomId, name);
      if (renewed) auth.noteChanged(renewed.changed);
      return renewed?.token ?? null;
    },
    log,
  });
  let isClosed = false;
  return {
    ...squads,
    /** Those of all demo rooms continue, once it is known that no sibling lives that may run them. */
    async resumeAll(): Promise<void> {
      await new Promise((resolve) => setTimeout(resolve, 2 * STALE_MS).unref());
      if (isClosed || !isAlone()) return;
      const rooms = await sql<{ roomId: RoomId; name: string }[]>`
        SELECT room_id AS "roomId", name FROM room_details WHERE demo AND removed_at IS NULL`;
      await squads.resume(rooms);
    },
    async close(): Promise<void> {
      isClosed = true;
      await squads.close();
    },
  };
}
