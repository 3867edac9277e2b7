import type { RoomId } from "@squadroom/core/kernel/ids";
import type { ServerMessage } from "@squadroom/core/live/protocol";
import type { RoomCard } from "@squadroom/core/room/card";
import { createTurns } from "../room/folds.ts";
import { isFull } from "./slow-lines.ts";
import type { Client, HubOptions, Lines } from "./viewer.ts";

const FLUSH_MS = 500;

/** Room cards for those who look at the list, and their changes. */
export function createCardBoard(
  options: Pick<HubOptions, "roomsOf" | "cardsOf" | "mayWatch" | "log">,
  clients: ReadonlySet<Client>,
  { send, write, hold }: Lines,
) {
  const changed = new Set<RoomId>();
  /** How far the clients' cards go. */
  const seqs = new Map<RoomId, number>();
  const timer = setInterval(() => void flush(), FLUSH_MS).unref();

  function isSeen(): boolean {
    for (const client of clients) if (client.cards) return true;
    return false;
  }

  async function read(roomIds: RoomId[]): Promise<Map<RoomId, RoomCard>> {
    const cards = new Map<RoomId, RoomCard>();
    for (const { roomId, seq, card } of await options.cardsOf(roomIds)) {
      seqs.set(roomId, seq);
      if (card) cards.set(roomId, card);
    }
    return cards;
  }

  /** All cards that it may see. */
  async function show(client: Client): Promise<void> {
    client.cards ??= new Set();
    if (isFull(client)) return hold(client);
    const cards = await read(await options.roomsOf(client.principal));
    if (!client.cards) return;
    client.cards = new Set(cards.keys());
    const all = { cards: [...cards.values()], removed: [], complete: true };
    send(client, { type: "cards", topic: "rooms", ...all });
  }

  async function flush(): Promise<void> {
    const roomIds = [...changed];
    changed.clear();
    const watching = [...clients].filter((client) => client.cards);
    if (roomIds.length === 0 || watching.length === 0) return;
    try {
      const cards = await read(roomIds);
      const gone = roomIds.filter((id) => !cards.has(id));
      const turn = createTurns();
      const frames = new Map<string, Buffer>();
      for (const client of watching) {
        tell(client, cards, gone, frames);
        const pause = turn();
        if (pause) await pause;
      }
    } catch (error) {
      for (const id of roomIds) changed.add(id);
      options.log.warn({ err: error }, "couldn't make the rooms' cards; trying again");
    }
  }

  /** Clients that have the card of a room are told that the room is gone. */
  function tell(
    client: Client,
    cards: ReadonlyMap<RoomId, RoomCard>,
    gone: RoomId[],
    frames: Map<string, Buffer>,
  ): void {
    const shown = client.cards;
    if (!shown) return;
    // It gets all of them again.
    if (isFull(client)) return hold(client);
    const mine = [...cards].filter(([id]) => options.mayWatch(client.principal, id));
    const removed = gone.filter((id) => shown.delete(id));
    if (mine.length === 0 && removed.length === 0) return;
    for (const [id] of mine) shown.add(id);
    // Written once for all that may see the same.
    const same = `${mine.map(([id]) => id)} ${removed}`;
    const known = frames.get(same);
    if (known) return write(client, known);
    const told = { cards: mine.map(([, card]) => card), removed, complete: false };
    const message: ServerMessage = { type: "cards", topic: "rooms", ...told };
    const frame = Buffer.from(JSON.stringify([message]));
    frames.set(same, frame);
    write(client, frame);
  }

  return {
    show,
    flush,
    isSeen,
    note: (roomId: RoomId) => void changed.add(roomId),
    /** The log goes this far, according to the database. */
    follow(roomId: RoomId, seq: number): void {
      if ((seqs.get(roomId) ?? 0) < seq) changed.add(roomId);
    },
    /** Rooms whose cards somebody sees. */
    rooms(): RoomId[] {
      if (!isSeen()) seqs.clear();
      return [...seqs.keys()];
    },
    close: () => clearInterval(timer),
  };
}
