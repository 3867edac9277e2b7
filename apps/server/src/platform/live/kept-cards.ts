import type { RoomId } from "@squadroom/core/kernel/ids";
import type { RoomView } from "@squadroom/core/kernel/view";
import type { RoomCard } from "@squadroom/core/room/card";

/** Most cards kept of rooms that are not in memory; the one made longest ago goes first. */
const KEPT_MAX = 5_000;

export interface KeptCard {
  roomId: RoomId;
  seq: number;
  /** `null`: the room was removed, or never created. */
  card: RoomCard | null;
}

export interface KeptCardsOptions {
  /** How far logs go, of many rooms in one query. */
  heads: (roomIds: RoomId[]) => Promise<ReadonlyMap<RoomId, { seq: number }>>;
  isInMemory: (roomId: RoomId) => boolean;
  viewOf: (roomId: RoomId) => Promise<RoomView | null>;
  cardOf: (view: RoomView) => RoomCard;
}

/**
 * Cards of rooms. A room that is not in memory is loaded for its card once, not for everybody who looks at the list:
 * its card is valid until its log goes further.
 */
export function createKeptCards({ heads, isInMemory, viewOf, cardOf }: KeptCardsOptions) {
  const kept = new Map<RoomId, KeptCard>();
  /** One room is loaded at a time, whoever waits for it. */
  let loading: Promise<unknown> = Promise.resolve();

  async function of(roomIds: readonly RoomId[]): Promise<KeptCard[]> {
    const away = roomIds.filter((id) => !isInMemory(id));
    const known = away.length === 0 ? null : await heads(away);
    const found: KeptCard[] = [];
    for (const id of roomIds) found.push(await one(id, known?.get(id)?.seq ?? null));
    return found;
  }

  /** @param head how far the log goes; `null` for a room in memory */
  async function one(id: RoomId, head: number | null): Promise<KeptCard> {
    if (head === null) return make(id);
    const good = () => {
      const card = kept.get(id);
      return card?.seq === head ? card : undefined;
    };
    const known = good();
    if (known) return known;
    const mine = loading.then(() => good() ?? make(id));
    loading = mine.catch(() => undefined);
    return mine;
  }

  async function make(roomId: RoomId): Promise<KeptCard> {
    const view = await viewOf(roomId);
    const card = view?.team && view.removedAt === null ? cardOf(view) : null;
    const one = { roomId, seq: view?.seq ?? 0, card };
    kept.delete(roomId);
    kept.set(roomId, one);
    for (const oldest of kept.keys()) {
      if (kept.size <= KEPT_MAX) break;
      kept.delete(oldest);
    }
    return one;
  }

  return { of };
}

export type KeptCards = ReturnType<typeof createKeptCards>;
