import type { Door, LeaseTimes } from "@squadroom/core/agent/agent";
import type { RouteId, Routes } from "@squadroom/core/contract/routes";
import type { NewId, PersonId, RoleName, RoomId } from "@squadroom/core/kernel/ids";
import type { ReplyOf, RouteDef } from "@squadroom/core/kernel/route";
import type { RunId } from "@squadroom/core/run/run";
import type { PostgresJsDatabase } from "drizzle-orm/postgres-js";
import type { FastifyBaseLogger, FastifyReply, FastifyRequest } from "fastify";
import type { Sql } from "postgres";
import type { z } from "zod";
import type { Oidc } from "../auth/oidc.ts";
import type { Authenticator, Principal } from "../auth/principal.ts";
import type { CommandKey } from "../room/entry.ts";
import type { Folds } from "../room/folds.ts";
import type { ObservationBook } from "../room/observations.ts";
import type { Rooms } from "../room/rooms.ts";
import type { Store } from "../room/store.ts";
import type { Waiters } from "../room/waiters.ts";

/** One authenticated, authorised and parsed request. */
export interface Call<D extends RouteDef = RouteDef> {
  params: z.output<D["params"]>;
  query: z.output<D["query"]>;
  body: z.output<D["body"]>;
  /** `null` only where the route's access is `anyone`. */
  principal: Principal | null;
  /** The room that `:room` names, by id or by name; `null` for routes outside rooms. */
  roomId: RoomId | null;
  /** The history that this server continues. */
  epoch: number;
  /** The client's idempotency key with the keyed hash of the request; `null` if it sent none. */
  key: CommandKey | null;
  /** The join that an agent's call speaks for, if it says so. */
  connection: number | null;
  /** In whose words the answer speaks; `null`: those of the door by which the agent joined. */
  door: Door | null;
  requestId: string;
  /** The caller's, proxies accounted for if they are trusted. */
  address: string;
  request: FastifyRequest;
  reply: FastifyReply;
}

export type CallOf<Id extends RouteId> = Call<Routes[Id]>;

export type Redact = <T>(value: T) => T;

export interface Clock {
  /** Epoch milliseconds. */
  now(): number;
}

/** An answer that is already JSON. */
export class WrittenReply<T> {
  /** The type that its JSON has; there is no such value. */
  declare readonly of: T;
  constructor(readonly json: Buffer) {}
}

export type Handler<D extends RouteDef> = (
  call: Call<D>,
) => Promise<z.input<D["reply"]> | WrittenReply<z.input<D["reply"]>>>;

/** Mounts a route of the contract by its id. */
export type Mount = <Id extends RouteId>(id: Id, handler: Handler<Routes[Id]>) => void;

/** A call inside a request of another kind: what a request of its own would say. */
export interface Asked {
  params: Record<string, unknown>;
  query: unknown;
  body: unknown;
  /** Its idempotency key. */
  key: string | string[] | undefined;
  connection: string | string[] | undefined;
  door: Door | null;
  /** The answer is one that was given before. */
  onReplay: () => void;
}

/** Runs a route of the contract for a request that is not its own. @throws RefusalError */
export type Perform = <Id extends RouteId>(
  id: Id,
  asked: Asked,
  request: FastifyRequest,
  reply: FastifyReply,
) => Promise<ReplyOf<Routes[Id]>>;

/** What features are built with; nothing else reaches them. */
export interface RouteTools {
  route: Mount;
  /** Every write to room data goes through it. */
  rooms: Rooms;
  store: Store;
  /** Whoever reads a whole log asks here, and reads it with the client beside it. */
  folds: Folds;
  folding: Sql;
  waiters: Waiters;
  observations: ObservationBook;
  leaseS: LeaseTimes;
  /** A client of its own: drizzle changes the JSON parameters of the one that it is given. */
  sql: Sql;
  db: PostgresJsDatabase;
  auth: Authenticator;
  clock: Clock;
  newId: NewId;
  /** What waits for these people changed by other means than a room's log: their pages read it again, anywhere. */
  tellPeople(ids: readonly PersonId[]): void;
  /** A run said or did more: its watchers are told, wherever they are. */
  tellOutput(roomId: RoomId, runId: RunId): void;
  /** Changes of accounts and credentials are not room events: a line each is their audit trail. */
  log: Pick<FastifyBaseLogger, "info" | "warn">;
  /** Where people reach the server, `https://squad.example`; `null`: wherever the request came to. */
  publicUrl: string | null;
  /** What people type in place of `squadroom` on this machine; public if it is a setting. */
  command: { text: string; isPublic: boolean };
  /** The provider that people sign in with; `null`: only passwords and links. */
  oidc: Oidc | null;
  /** Webhooks may go to addresses inside a network. */
  allowPrivateWebhooks: boolean;
  /** Takes out what the room never keeps: secrets, and e-mail addresses if it wants none. */
  redactIn(roomId: RoomId): Promise<Redact>;
  /** Roles of the room's team; `null` if the room no longer exists. */
  teamRolesOf(roomId: RoomId): Promise<readonly RoleName[] | null>;
}

export type FeatureRoutes = (tools: RouteTools) => void;
