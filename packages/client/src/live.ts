import type { LeaseTimes } from "@squadroom/core/agent/agent";
import type { ClientMessage, DatabaseTrouble, ServerMessage, Topic } from "@squadroom/core/live/protocol";
import { type Backoff, delayOf } from "./backoff.ts";
import { Subscription } from "./subscription.ts";
import type { LiveStatus, TopicHandlers } from "./topic.ts";

export type { LiveStatus, TopicHandlers } from "./topic.ts";

export interface LiveOptions {
  /** URL of the API (`http://127.0.0.1:4600`) or of the socket itself (`wss://…/api/v1/live`). */
  url: string;
  /** An agent's credential; browsers send their cookie. */
  token?: string;
  /** The class to connect with if there is no global one (Node 20): `ws` has it. */
  WebSocket?: SocketClass;
  onHello?: (hello: { now: number; leaseS: LeaseTimes }) => void;
  onStatus?: (status: LiveStatus) => void;
  /** The server cannot use its database, or can again (`null`). Repeated after each loss of the connection. */
  onDatabase?: (trouble: DatabaseTrouble | null) => void;
  /** What waits for this person changed in a way that no card shows. Changes during a loss are not reported. */
  onInbox?: () => void;
  backoff?: Backoff;
  /** Silence after which the server is asked for a sign of life; it has the same time to answer. */
  quietMs?: number;
}

export interface Live {
  readonly status: LiveStatus;
  /** Returns a function that ends it. A topic has one subscription at a time. */
  subscribe(topic: Topic, handlers: TopicHandlers): () => void;
  /** Tries at once instead of at `nextTryAt`. */
  retryNow(): void;
  /** The platform knows that nothing gets through: lost now, without waiting for silence to prove it. */
  loseNow(): void;
  close(): void;
}

export interface Socket {
  readyState: number;
  send(data: string): void;
  close(code?: number, reason?: string): void;
  onopen: ((event: never) => unknown) | null;
  onmessage: ((event: { data: unknown }) => unknown) | null;
  onclose: ((event: { code: number }) => unknown) | null;
  onerror: ((event: never) => unknown) | null;
}
type AnySocket = { [K in keyof Socket]: Socket[K] extends number ? number : unknown };
/** Wide enough for the browser's class and for the one of `ws`. */
export type SocketClass = new (url: string, options?: never) => AnySocket;

const PATH = "/api/v1/live";
const OPEN = 1;
const UNAUTHORIZED = 4401;

/**
 * One socket for all topics. It comes back by itself, resumes each topic by its cursor, and passes events on
 * exactly once and in order; a gap makes it ask again.
 */
export function connectLive(options: LiveOptions): Live {
  const { backoff = { baseMs: 500, capMs: 15_000 }, quietMs = 20_000 } = options;
  const address = socketUrl(options.url);
  const SocketOfPlatform = (options.WebSocket ?? globalThis.WebSocket) as new (
    url: string,
    init?: { headers: Record<string, string> },
  ) => Socket;
  const subscriptions = new Map<string, Subscription>();
  let status: LiveStatus = { state: "connecting" };
  let socket: Socket | undefined;
  let retryTimer: ReturnType<typeof setTimeout> | undefined;
  let quietTimer: ReturnType<typeof setTimeout> | undefined;
  let pings = 0;
  let failures = 0;
  let lostSince: number | undefined;

  const become = (next: LiveStatus): void => {
    status = next;
    options.onStatus?.(next);
    for (const subscription of subscriptions.values()) subscription.handlers.onStatus?.(next);
  };

  const send = (message: ClientMessage): void => {
    if (socket?.readyState === OPEN && status.state === "live") socket.send(JSON.stringify(message));
  };

  /** Any message proves life; silence leads to a question, and further silence is a loss. */
  const expectLife = (isAsked = false): void => {
    clearTimeout(quietTimer);
    quietTimer = setTimeout(() => {
      if (isAsked) return drop();
      pings += 1;
      send({ type: "ping", id: pings });
      expectLife(true);
    }, quietMs);
  };

  const drop = (): void => {
    const dead = socket;
    detach();
    dead?.close();
    lose();
  };

  const detach = (): void => {
    clearTimeout(quietTimer);
    if (!socket) return;
    socket.onopen = socket.onmessage = socket.onclose = null;
    // A socket that is closed while connecting reports an error, which nobody waits for.
    socket.onerror = () => undefined;
    socket = undefined;
  };

  const lose = (): void => {
    const now = Date.now();
    lostSince ??= now;
    const delayMs = delayOf(failures, backoff);
    failures += 1;
    for (const subscription of subscriptions.values()) subscription.lose();
    clearTimeout(retryTimer);
    retryTimer = setTimeout(open, delayMs);
    become({ state: "lost", since: lostSince, nextTryAt: now + delayMs });
  };

  const open = (): void => {
    clearTimeout(retryTimer);
    const init = options.token ? { headers: { authorization: `Bearer ${options.token}` } } : undefined;
    try {
      socket = init ? new SocketOfPlatform(address, init) : new SocketOfPlatform(address);
    } catch {
      lose();
      return;
    }
    // A connection that neither opens nor fails counts as lost, too.
    quietTimer = setTimeout(drop, quietMs);
    socket.onmessage = ({ data }) => {
      expectLife();
      receive(String(data));
    };
    socket.onerror = () => undefined;
    socket.onclose = ({ code }) => {
      detach();
      if (code === UNAUTHORIZED) return become({ state: "ended", reason: "unauthorized" });
      lose();
    };
  };

  const receive = (frame: string): void => {
    const messages = [JSON.parse(frame) as ServerMessage | ServerMessage[]].flat();
    for (const [i, message] of messages.entries()) {
      if (message.type === "hello") {
        greet(message);
        continue;
      }
      if (message.type === "database") {
        options.onDatabase?.(message.trouble);
        continue;
      }
      if (message.type === "inbox") {
        options.onInbox?.();
        continue;
      }
      if (message.type === "pong" || message.topic === undefined) continue;
      const subscription = subscriptions.get(message.topic);
      if (!subscription) continue;
      const verdict = subscription.receive(message, messages.slice(i + 1));
      if (verdict === "later") {
        drop();
        return;
      }
      failures = 0;
      if (verdict === "ended") subscriptions.delete(message.topic);
      if (verdict === "again") {
        send({ type: "unsubscribe", topic: subscription.topic });
        send(subscription.request());
      }
    }
  };

  const greet = ({ now, leaseS }: Extract<ServerMessage, { type: "hello" }>): void => {
    lostSince = undefined;
    if (subscriptions.size === 0) failures = 0;
    options.onHello?.({ now, leaseS });
    // One that subscribes on hearing of the new status asks for itself.
    const waiting = [...subscriptions.values()];
    become({ state: "live" });
    for (const subscription of waiting) {
      if (subscriptions.get(subscription.topic) === subscription) send(subscription.request());
    }
  };

  open();
  return {
    get status() {
      return status;
    },
    subscribe(topic, handlers) {
      if (subscriptions.has(topic)) throw new Error(`${topic} has a subscription already`);
      const subscription = new Subscription(topic, handlers);
      subscriptions.set(topic, subscription);
      handlers.onStatus?.(status);
      send(subscription.request());
      return () => {
        if (subscriptions.get(topic) !== subscription) return;
        subscriptions.delete(topic);
        send({ type: "unsubscribe", topic });
      };
    },
    retryNow() {
      if (status.state !== "lost" || socket) return;
      become({ ...status, nextTryAt: Date.now() });
      open();
    },
    loseNow() {
      if (status.state === "live" || status.state === "connecting") drop();
    },
    close() {
      clearTimeout(retryTimer);
      const live = socket;
      detach();
      live?.close(1000);
      if (status.state !== "ended") become({ state: "ended", reason: "closed" });
    },
  };
}

function socketUrl(url: string): string {
  const absolute = new URL(url, "location" in globalThis ? location.href : undefined);
  absolute.protocol = absolute.protocol.replace("http", "ws");
  if (!absolute.pathname.endsWith(PATH)) absolute.pathname = `${absolute.pathname.replace(/\/+$/, "")}${PATH}`;
  return absolute.href;
}
