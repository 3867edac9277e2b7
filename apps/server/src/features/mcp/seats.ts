import type { RouteId, Routes } from "@squadroom/core/contract/routes";
import type { AgentId, Fence } from "@squadroom/core/kernel/ids";
import { refuse } from "@squadroom/core/kernel/refusal";
import type { ReplyOf } from "@squadroom/core/kernel/route";
import { heldTask } from "@squadroom/core/task/order";
import { findRole } from "@squadroom/core/team/team";
import type { FastifyReply, FastifyRequest } from "fastify";
import { LRUCache } from "lru-cache";
import type { AgentPrincipal } from "../../platform/auth/principal.ts";
import type { Asked, Perform } from "../../platform/http/route.ts";
import type { Rooms } from "../../platform/room/rooms.ts";

/** Given as a size: with a plain `max` the cache allocates room for all of them at once. */
const KEPT = { maxSize: 20_000, sizeCalculation: () => 1 };
/** For a task that the caller does not hold: no lease has it, so the room says what became of the task. */
export const NO_FENCE = Number.MAX_SAFE_INTEGER as Fence;

/** A request to this door: one JSON-RPC message of one agent. */
export interface Incoming {
  request: FastifyRequest;
  reply: FastifyReply;
  principal: AgentPrincipal;
  /** What its client calls itself, if this message says so. */
  client: string | null;
  /** For a credential with several roles, the one that the address names. */
  role: string | null;
}

export type Seats = ReturnType<typeof createSeats>;

/**
 * The credential is the seat: whoever calls with it is the agent that joined last, by whatever door; if there is none,
 * the first call joins. No call takes the seat from another.
 */
export function createSeats({ rooms, perform }: { rooms: Pick<Rooms, "read">; perform: Perform }) {
  const joining = new Map<AgentId, Promise<number>>();
  /** Connections to which an answer of this process has carried the prompt. */
  const introduced = new LRUCache<AgentId, number>(KEPT);
  /** Fences of the tasks that agents have held, by agent and task. */
  const fences = new LRUCache<string, Fence>(KEPT);

  async function viewOf({ principal: { roomId } }: Incoming) {
    const room = await rooms.read(roomId);
    if (!room) throw refuse("room_unknown", "There is no such room.", { roomId });
    return room.view;
  }

  /** The connection that the caller speaks for. */
  async function connectionOf(incoming: Incoming): Promise<number> {
    const { id } = incoming.principal;
    const { team, agents } = await viewOf(incoming);
    const agent = agents[id];
    const isThere = agent && agent.offlineReason !== "left";
    if (isThere && team && findRole(team, agent.role)) return agent.connection;
    const under = joining.get(id);
    if (under) return under;
    const joined = join(incoming, incoming.role).finally(() => joining.delete(id));
    joining.set(id, joined);
    return joined;
  }

  async function join(incoming: Incoming, role: unknown): Promise<number> {
    const harness = incoming.client
      ?.replace(/[^\x20-\x7e]/g, "")
      .trim()
      .slice(0, 40);
    const body = {
      ...(role === null || role === undefined ? {} : { role }),
      ...(harness ? { harness } : {}),
      class: "manual",
      door: "mcp",
      // A hook of the same client may have joined meanwhile, and its wait must continue.
      ifAbsent: true,
    };
    return (await call(incoming, "joinRoom", { body })).connection;
  }

  /** A route of the contract, for this caller and in the words of this door. */
  function call<Id extends RouteId>(
    { request, reply, principal }: Incoming,
    id: Id,
    asked: Partial<Pick<Asked, "params" | "query" | "body" | "key" | "onReplay">> & {
      connection?: number;
    },
  ): Promise<Reply<Id>> {
    const { connection, params, ...rest } = asked;
    const whole: Asked = {
      query: {},
      body: undefined,
      key: undefined,
      onReplay: () => undefined,
      ...rest,
      params: { room: principal.roomId, ...params },
      connection: connection === undefined ? undefined : String(connection),
      door: "mcp",
    };
    return perform(id, whole, request, reply);
  }

  /** The answer to this message carries the init prompt: if it gets out, no later one does. */
  function introduces({ principal: { id }, reply: { raw } }: Incoming, connection: number): void {
    raw.once("close", () => {
      if (raw.writableFinished) introduced.set(id, connection);
    });
  }

  return {
    call,
    connectionOf,
    /** The init prompt, if no answer has carried it yet. */
    async introductionOf(incoming: Incoming, connection: number): Promise<string | null> {
      const { id } = incoming.principal;
      if (introduced.get(id) === connection) return null;
      const { prompt } = await call(incoming, "getContext", { connection });
      introduces(incoming, connection);
      return prompt;
    },
    introduces,
    /** The init prompt, and the delivery of the held task. */
    async contextOf(incoming: Incoming, connection?: number): Promise<Reply<"getContext">> {
      const as = connection ?? (await connectionOf(incoming));
      return call(incoming, "getContext", { connection: as });
    },
    /** The same after a join as this role, unless that is the caller's role now. */
    async contextAs(incoming: Incoming, role: unknown): Promise<Reply<"getContext">> {
      return this.contextOf(incoming, await join(incoming, role));
    },
    /**
     * The fence of the task that a call names or, without a name, of the held one; `null`: there is none. A task that
     * the caller held is known by its fence after its end, too.
     */
    async fenceFor(incoming: Incoming, taskId: unknown): Promise<Fence | null> {
      const { id } = incoming.principal;
      const held = heldTask(await viewOf(incoming), id);
      if (held?.lease) fences.set(`${id} ${held.id}`, held.lease.fence);
      if (taskId === undefined) return held?.lease?.fence ?? null;
      return fences.get(`${id} ${String(taskId)}`) ?? NO_FENCE;
    },
  };
}

type Reply<Id extends RouteId> = ReplyOf<Routes[Id]>;
