import { LIVE_CLOSE } from "@squadroom/core/live/protocol";
import { createAllowance } from "./allowance.ts";
import type { Client } from "./viewer.ts";

/** Who is connected. */
export function createClients() {
  const all = new Set<Client>();
  /** By credential. */
  const sockets = new Map<string, number>();
  const socketsOf = (credentialId: string) => sockets.get(credentialId) ?? 0;

  return {
    all: all as ReadonlySet<Client>,
    socketsOf,

    add(one: Pick<Client, "socket" | "principal" | "authenticate">): Client {
      const client: Client = {
        ...one,
        rooms: new Map(),
        runs: new Map(),
        cards: null,
        largest: 0,
        allowance: createAllowance(),
      };
      all.add(client);
      const { id } = one.principal.credential;
      sockets.set(id, socketsOf(id) + 1);
      return client;
    },

    /** `false`: it was already gone. */
    remove(client: Client): boolean {
      if (!all.delete(client)) return false;
      const { id } = client.principal.credential;
      if (socketsOf(id) > 1) sockets.set(id, socketsOf(id) - 1);
      else sockets.delete(id);
      return true;
    },

    /** All of them may come back. */
    closeAll(why: string): void {
      for (const { socket } of all) socket.close(LIVE_CLOSE.stopping, why);
    },
  };
}
