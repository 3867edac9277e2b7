import type { Client } from "./viewer.ts";

/** Unsent bytes from which a client gets nothing but small answers. */
const FULL_BYTES = 1_000_000;
const LOOK_MS = 100;
/** How long no byte may go out before the line counts as dead. */
const DEAD_MS = 30_000;

export function isFull({ socket }: Client): boolean {
  return socket.bufferedAmount > FULL_BYTES;
}

/**
 * Clients whose lines are slower than events. They are not written to until they have taken what they have: what they
 * miss is then read from the log, so that a slow line costs one frame of memory.
 */
export function createSlowLines(options: { catchUp: (client: Client) => void; giveUp: (client: Client) => void }) {
  /** With the unsent bytes at the last look, and how many looks found no fewer. */
  const held = new Map<Client, { unsent: number; looks: number }>();
  let timer: NodeJS.Timeout | null = null;

  function look(): void {
    for (const [client, line] of Array.from(held)) {
      const unsent = client.socket.bufferedAmount;
      if (!isFull(client)) {
        held.delete(client);
        options.catchUp(client);
      } else if (unsent < line.unsent) {
        held.set(client, { unsent, looks: 0 });
      } else if (++line.looks * LOOK_MS >= DEAD_MS) {
        held.delete(client);
        options.giveUp(client);
      }
    }
    if (held.size === 0) stop();
  }

  function stop(): void {
    if (timer) clearInterval(timer);
    timer = null;
  }

  return {
    hold(client: Client): void {
      if (!held.has(client)) held.set(client, { unsent: client.socket.bufferedAmount, looks: 0 });
      timer ??= setInterval(look, LOOK_MS).unref();
    },
    forget(client: Client): void {
      held.delete(client);
    },
    close: stop,
  };
}
