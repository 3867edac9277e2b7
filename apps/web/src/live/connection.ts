import { connectLive, type Live, type LiveStatus, type TopicHandlers } from "@squadroom/client/live";
import type { DatabaseTrouble, Topic } from "@squadroom/core/live/protocol";
import { setServerTime, toServerTime, useIsPast, useNow } from "../clock/now.ts";
import { createStore, useStore } from "../store/store.ts";

/** What arrived after a loss: `count` is `null` if the page had to start from scratch. */
export interface Missed {
  roomId: string;
  count: number | null;
  /** Length of the loss, ms. */
  forMs: number;
  /** The first event that was missed. */
  fromSeq: number;
}

export interface Connection {
  status: LiveStatus;
  /** The server is there, but its database is not. */
  trouble: DatabaseTrouble | null;
  missed: Missed | null;
}

let live: Live | undefined;
const connection = createStore<Connection>({
  status: { state: "connecting" },
  trouble: null,
  missed: null,
});
let lostAt: number | null = null;
/** How often what waits for the person has changed, as the server says, or may have while the connection was lost. */
const inboxNews = createStore(0);
let hasLost = false;

function publish(change: Partial<Connection>): void {
  connection.set({ ...connection.get(), ...change });
}

/** One socket for the whole page, from sign-in to sign-out. Returns a function that closes it. */
export function startLive(onUnauthorized: () => void): () => void {
  const mine = connectLive({
    url: location.origin,
    onHello: ({ now }) => setServerTime(now),
    onDatabase: (trouble) => publish({ trouble }),
    onInbox: () => inboxNews.set(inboxNews.get() + 1),
    onStatus: (status) => {
      if (status.state === "lost") lostAt = status.since;
      if (status.state === "live" && hasLost) inboxNews.set(inboxNews.get() + 1);
      hasLost = status.state === "lost";
      publish({ status, ...(status.state === "lost" ? { missed: null, trouble: null } : {}) });
      if (status.state === "ended" && status.reason === "unauthorized") onUnauthorized();
    },
  });
  live = mine;
  for (const tell of waiting.splice(0)) tell(mine);
  const network = new AbortController();
  addEventListener("offline", () => mine.loseNow(), { signal: network.signal });
  addEventListener("online", () => mine.retryNow(), { signal: network.signal });
  return () => {
    network.abort();
    mine.close();
    if (live === mine) live = undefined;
    publish({ status: { state: "connecting" }, trouble: null, missed: null });
  };
}

/** Subscriptions requested before the socket existed. */
const waiting: ((live: Live) => void)[] = [];

export function subscribe(topic: Topic, handlers: TopicHandlers): () => void {
  let end: (() => void) | undefined;
  const begin = (to: Live): void => {
    end = to.subscribe(topic, handlers);
  };
  if (live) begin(live);
  else waiting.push(begin);
  return () => {
    const index = waiting.indexOf(begin);
    if (index >= 0) waiting.splice(index, 1);
    end?.();
  };
}

/** A room came back after a loss. */
export function noteMissed(roomId: string, count: number | null, fromSeq: number): void {
  const forMs = lostAt === null ? 0 : Date.now() - lostAt;
  lostAt = null;
  publish({ missed: { roomId, count, forMs, fromSeq } });
}

export function dismissMissed(): void {
  publish({ missed: null });
}

export function isLive(): boolean {
  const { status, trouble } = connection.get();
  return status.state === "live" && trouble === null;
}

/** Resolves once the page is live, at once if it is. */
export function untilLive(): Promise<void> {
  return new Promise((resolve) => {
    const end = connection.subscribe(check);
    function check(): void {
      if (!isLive()) return;
      end();
      resolve();
    }
    check();
  });
}

export function retryNow(): void {
  live?.retryNow();
}

/**
 * The server's time as this page knows it: it stops while the connection is lost, since the silence is then ours and
 * proves nothing about anybody.
 */
export function useLiveNow(): number {
  const asOf = useAsOf();
  const time = useNow(5_000);
  return asOf ?? time;
}

/** Since when the screen has not been updated; `null` while it is live. */
export function useAsOf(): number | null {
  const { status, trouble } = useConnection();
  const isPast = useIsPast();
  if (isPast) return null;
  if (status.state === "lost") return toServerTime(status.since);
  return trouble?.state === "unreachable" ? trouble.since : null;
}

export function useInboxNews(): number {
  return useStore(inboxNews);
}

export function useConnection(): Connection {
  return useStore(connection);
}
