import type { DeliveryReply } from "@squadroom/core/delivery/contract";
import { type Refusal, RefusalError } from "@squadroom/core/kernel/refusal";
import type { RefusalCode } from "@squadroom/core/kernel/refusal-code";
import { sleep } from "./backoff.ts";
import type { Body, Reply } from "./call.ts";
import type { Client } from "./http.ts";

export type Delivery = DeliveryReply;

export interface JoinOptions {
  /** The room's name or id; by default the one that the credential is for. */
  room?: string;
  role?: string;
  class?: Reply<"joinRoom">["class"];
  harness?: string;
  /** The words in which prompts and deliveries speak: routes by default. */
  door?: "rest" | "mcp" | "print";
  signal?: AbortSignal;
  /** Another join took over, the credential was revoked, or the room is gone: nothing more will work. */
  onEnd?: (refusal: Refusal) => void;
}

type Given<T> = Omit<T, "taskId" | "fence">;

/** A joined agent. Its calls carry the connection, the fence, and the keys that came with the delivery. */
export interface Agent {
  readonly joined: Reply<"joinRoom">;
  readonly client: Client;
  claim(options?: { waitS?: number; signal?: AbortSignal }): Promise<Reply<"claimTask">>;
  /** One task after the other, until the signal aborts. */
  tasks(options?: { waitS?: number; signal?: AbortSignal }): AsyncGenerator<Delivery, void, void>;
  progress(task: Held, progress: Given<Body<"reportProgress">>): Promise<Reply<"reportProgress">>;
  handOff(task: Held, handoff: Given<Body<"handOff">>): Promise<Reply<"handOff">>;
  complete(task: Held, body: Given<Body<"completeTask">>): Promise<Reply<"completeTask">>;
  fail(task: Held, reason: string, usage?: Body<"failTask">["usage"]): Promise<Reply<"failTask">>;
  say(body: string, to?: string): Promise<Reply<"sendMessage">>;
  leave(reason?: string): Promise<Reply<"leaveRoom">>;
  /** Stops the signs of life without leaving, as a killed process does. */
  stop(): void;
}

export type Held = Pick<Delivery, "taskId" | "fence" | "keys">;

/** After these an agent no longer has a seat. */
export const SEAT_ENDS: readonly RefusalCode[] = ["superseded", "unauthorized", "room_unknown", "not_joined"];

const RENEW_MS = 15_000;
/** Below the idle limits of common proxies. */
const WAIT_S = 50;

/** Joins a room. A managed agent gives a sign of life every 15 s until it leaves or is stopped. */
export async function joinRoom(client: Client, options: JoinOptions = {}): Promise<Agent> {
  const room = options.room ?? (await roomOf(client));
  const { role, harness, signal, door = "rest" } = options;
  const joined = await client.call("joinRoom", {
    params: { room },
    body: { role, class: options.class ?? "manual", harness, door },
    signal,
  });
  let seated = client.withConnection(joined.connection);
  const params = { room: joined.roomId };
  const spent = new Set<string>();
  let rejoining: Promise<void> | null = null;

  /** The server was restored to a time before the join: joins again, once for all calls that notice. */
  const rejoin = (): Promise<void> => {
    const { role: as, class: kind } = joined;
    rejoining ??= client
      .call("joinRoom", { params, body: { role: as, class: kind, harness, door } })
      .then(({ connection }) => {
        joined.connection = connection;
        seated = client.withConnection(connection);
      })
      .finally(() => {
        rejoining = null;
      });
    return rejoining;
  };

  /**
   * What belongs to no task continues by itself; what belonged to one is refused, and the next claim says what is left
   * of it.
   */
  const afterRestore = async <T>(isOfTask: boolean, send: () => Promise<T>): Promise<T> => {
    try {
      return await send();
    } catch (error) {
      if (!(error instanceof RefusalError) || error.code !== "server_restored") throw error;
      await rejoin();
      if (isOfTask) throw error;
      return await send();
    }
  };

  /** The delivered key is valid for one answer; a refusal uses it up too. */
  const once = async <T>(delivered: string, send: (key: string | undefined) => Promise<T>): Promise<T> => {
    const key = spent.has(delivered) ? undefined : delivered;
    try {
      return await afterRestore(true, () => send(key));
    } catch (error) {
      if (error instanceof RefusalError) spent.add(delivered);
      throw error;
    }
  };

  const stopRenewing =
    joined.class === "managed"
      ? keepRenewing(
          () => afterRestore(false, () => seated.call("renewLease", { params: { room: joined.roomId } })),
          joined,
          options.onEnd,
        )
      : () => {};
  const at = ({ taskId }: Held) => ({ ...params, taskId });

  const agent: Agent = {
    joined,
    get client() {
      return seated;
    },
    claim: ({ waitS = 0, signal: until } = {}) =>
      afterRestore(false, () => seated.call("claimTask", { params, body: { waitS }, signal: until })),
    async *tasks({ waitS = WAIT_S, signal: until } = {}) {
      while (!until?.aborted) {
        const reply = await agent.claim({ waitS, signal: until });
        if (reply.task) yield reply.task;
        else if (waitS === 0 || reply.reason === "server_stopping") await sleep(reply.retryAfterS * 1000, until);
      }
    },
    progress: (task, progress) =>
      afterRestore(true, () =>
        seated.call("reportProgress", {
          params: at(task),
          body: { ...progress, fence: task.fence },
        }),
      ),
    handOff: ({ taskId, fence, keys }, handoff) =>
      once(keys.handoff, (key) => seated.call("handOff", { params, body: { ...handoff, taskId, fence }, key })),
    complete: (task, body) =>
      once(task.keys.done, async (key) => {
        const answer = await seated.call("completeTask", {
          params: at(task),
          body: { ...body, fence: task.fence },
          key,
        });
        // The mended reply is another request.
        if (answer.state === "reply_refused") spent.add(task.keys.done);
        return answer;
      }),
    fail: (task, reason, usage) =>
      once(task.keys.fail, (key) =>
        seated.call("failTask", {
          params: at(task),
          body: { reason, fence: task.fence, ...(usage ? { usage } : {}) },
          key,
        }),
      ),
    say: (body, to) => afterRestore(false, () => seated.call("sendMessage", { params, body: { body, to } })),
    async leave(reason) {
      stopRenewing();
      return seated.call("leaveRoom", { params, body: { reason } });
    },
    stop: stopRenewing,
  };
  return agent;
}

/** The room that the client's credential is for. */
export async function roomOf(client: Client): Promise<string> {
  const me = await client.call("getMe");
  if (me.kind !== "person") return me.roomId;
  throw new TypeError("a person is in no room by itself: name one");
}

/** Returns a function that stops it: from then on nothing is heard of it, not even of a renewal under way. */
function keepRenewing(
  renewOnce: () => Promise<unknown>,
  { leaseS }: Reply<"joinRoom">,
  onEnd: JoinOptions["onEnd"],
): () => void {
  let isStopped = false;
  const stop = (): void => {
    isStopped = true;
    clearInterval(timer);
  };
  const renew = async (): Promise<void> => {
    try {
      await renewOnce();
    } catch (error) {
      // Whatever else failed, the next renewal may succeed before the lease runs out.
      if (!(error instanceof RefusalError) || !SEAT_ENDS.includes(error.code)) return;
      if (!isStopped) onEnd?.(error.refusal);
      stop();
    }
  };
  const timer = setInterval(() => void renew(), Math.min(RENEW_MS, (leaseS * 1000) / 4));
  return stop;
}
