import type { Readable } from "node:stream";

import { routes } from "@squadroom/core/contract/routes";
import type { RoomId } from "@squadroom/core/kernel/ids";
import { type Refusal, RefusalError, refuse } from "@squadroom/core/kernel/refusal";
import { type Access, API_PREFIX, type RouteDef } from "@squadroom/core/kernel/route";
import { isStorable } from "@squadroom/core/kernel/storable";
import { INVALID_TEXT } from "@squadroom/core/kernel/text";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import { refusesWrites } from "../auth/access.ts";
import type { CallerOf } from "../auth/callers.ts";
import type { Authenticator, Principal } from "../auth/principal.ts";
import type { Forwarding } from "../forward/forwarding.ts";
import type { Clock } from "../room/clock.ts";
import { commandKey, REPLAYED_HEADER } from "./idempotency.ts";
import { refusalOfIssues } from "./issues.ts";
import { sendRefusal } from "./refusals.ts";
import { type Asked, type Call, type Handler, type Mount, type Perform, WrittenReply } from "./route.ts";

/** Each time one of its rivals got through; this many simultaneous calls of one person all get their turn. */
const TRIES_MAX = 20;

export interface MountOptions {
  app: FastifyInstance;
  auth: Pick<Authenticator, "refresh">;
  callerOf: CallerOf;
  clock: Clock;
  /** Keys the hashes of requests; shared by all processes. */
  keySecret: string;
  /** Id of a room by its id or name; `null` if there is none. */
  resolveRoom: (name: string) => Promise<RoomId | null>;
  /** The one table of who may do what. */
  rightOf: (principal: Principal | null, access: Access, roomId: RoomId | null) => "ok" | Refusal;
  /** Cross-site requests under a cookie. */
  checkOrigin: (request: FastifyRequest) => Refusal | null;
  /** A call of an agent is a sign of life. */
  onAgentCall: (roomId: RoomId, principal: Extract<Principal, { kind: "agent" }>) => void;
  redact: <T>(value: T, roomId: RoomId | null) => Promise<T>;
  /** The history that this server continues; 1 if not given. */
  epoch?: () => number;
  /** Calls about a room run where the room is in memory. */
  forward?: Forwarding["forward"];
}

/** Mounts routes of the contract: origin, credential, right, shape, key, redaction, in this order. */
export function createMount(
  options: MountOptions,
): Mount & { mounted: ReadonlyMap<string, unknown>; perform: Perform } {
  const mounted = new Map<string, { def: RouteDef; handler: Handler<RouteDef> }>();
  const mount: Mount = (id, handler) => {
    const def: RouteDef = routes[id];
    mounted.set(id, { def, handler: handler as unknown as Handler<RouteDef> });
    options.app.route({
      method: def.method,
      url: API_PREFIX + def.path,
      ...(def.bodyLimit === undefined ? {} : { bodyLimit: def.bodyLimit }),
      ...(options.forward && def.path.includes("/:room") ? { preParsing: forwardHook(def, options.forward) } : {}),
      handler: async (request, reply) => {
        try {
          const answer = await serve(id, askedBy(request, reply), request, reply);
          if (reply.sent) return reply;
          if (def.creates) announce(def, request, reply, answer);
          return reply
            .header("content-type", "application/json; charset=utf-8")
            .send(answer instanceof WrittenReply ? answer.json : JSON.stringify(answer));
        } catch (error) {
          if (error instanceof RefusalError) return sendRefusal(reply, request, error.refusal);
          throw error;
        }
      },
    });
  };
  async function serve(id: string, asked: Asked, request: FastifyRequest, reply: FastifyReply): Promise<unknown> {
    const found = mounted.get(id);
    if (!found) throw new Error(`the route ${id} is not mounted`);
    const { def, handler } = found;
    const act = async () => handler({ ...(await admit(def, asked, request, options)), reply } as Call<RouteDef>);
    return againWhileRightsChange(act, options.auth);
  }
  // A route's handler answers as the contract says.
  return Object.assign(mount, { mounted, perform: serve as Perform });
}

/** What a request itself asks for. */
function askedBy(request: FastifyRequest, reply: FastifyReply): Asked {
  const { headers } = request;
  return {
    params: (request.params ?? {}) as Record<string, unknown>,
    query: request.query ?? {},
    body: request.body ?? undefined,
    key: headers["idempotency-key"],
    connection: headers["x-squadroom-connection"],
    door: null,
    onReplay: () => void reply.header(REPLAYED_HEADER, "true"),
  };
}

/** What was made, and where it is; a repeated request is told the same. */
function announce({ creates }: RouteDef, request: FastifyRequest, reply: FastifyReply, made: unknown): void {
  // Each route takes its own reply, and this is it.
  const path = creates?.(request.params as Record<string, string>, made as never) ?? null;
  if (path !== null) reply.header("location", API_PREFIX + path);
  reply.code(201);
}

/** Continues with the body here unless the room's owner has answered. */
function forwardHook(def: RouteDef, forward: Forwarding["forward"]) {
  return (
    request: FastifyRequest,
    reply: FastifyReply,
    payload: Readable,
    done: (error: Error | null, body?: Readable) => void,
  ) => {
    forward(def, request, reply, payload).then((body) => {
      if (body) done(null, body);
    }, done);
  };
}

/** Nothing was committed if rights changed in between: whoever still has the right tries again. */
async function againWhileRightsChange(act: () => Promise<unknown>, auth: MountOptions["auth"]): Promise<unknown> {
  for (let tried = 1; ; tried++) {
    try {
      return await act();
    } catch (error) {
      if (tried === TRIES_MAX || !isChangedCredential(error)) throw error;
      await auth.refresh();
    }
  }
}

function isChangedCredential(error: unknown): boolean {
  return error instanceof RefusalError && error.refusal.details.credentialChanged === true;
}

async function admit(
  def: RouteDef,
  asked: Asked,
  request: FastifyRequest,
  options: MountOptions,
): Promise<Omit<Call<RouteDef>, "reply">> {
  const foreign = options.checkOrigin(request);
  if (foreign) throw new RefusalError(foreign);
  const principal = await options.callerOf(request);
  const { authorization, cookie } = request.headers;
  const isShown = authorization !== undefined || cookie !== undefined;
  if (!principal && isShown && def.access.who !== "anyone") {
    throw refuse("unauthorized", "The credential or sign-in that was sent is unknown, revoked or expired.", {});
  }
  const raw = asked.params as Record<string, string>;
  const roomId = raw.room === undefined ? null : await options.resolveRoom(raw.room);
  const right = options.rightOf(principal, def.access, roomId);
  if (right !== "ok") throw new RefusalError(right);
  const readsOnly = def.method === "GET" ? null : refusesWrites(principal);
  if (readsOnly) throw new RefusalError(readsOnly);
  if (principal?.kind === "agent") options.onAgentCall(principal.roomId, principal);
  const params = parse(def, "params", raw);
  const query = parse(def, "query", asked.query);
  const body = parse(def, "body", asked.body);
  const key =
    def.keyed && principal
      ? commandKey(
          asked.key,
          principal.credential.id,
          { route: def.id, roomId, params: { ...raw, room: roomId }, body },
          options.keySecret,
          options.clock.now(),
        )
      : null;
  return {
    params,
    query,
    // What goes into a log is redacted; a password must stay as it is.
    body: def.keyed ? await options.redact(body, roomId) : body,
    principal,
    roomId,
    key: key && { ...key, onReplay: asked.onReplay },
    connection: connectionOf(asked.connection),
    door: asked.door,
    requestId: request.id,
    epoch: options.epoch?.() ?? 1,
    address: request.ip,
    request,
  };
}

function connectionOf(header: string | string[] | undefined): number | null {
  if (header === undefined) return null;
  const number = Number(header);
  if (Number.isSafeInteger(number) && number > 0) return number;
  throw refuse("bad_request", "x-squadroom-connection is the number that the join answered.", {});
}

function parse(def: RouteDef, place: "params" | "query" | "body", value: unknown): unknown {
  // Bodies have schemas for each of their texts; parts of an address are looked up unchanged.
  if (place !== "body") {
    const texts = Object.entries(value as Record<string, unknown>);
    const bad = texts.find(([, text]) => typeof text === "string" && !isStorable(text));
    if (bad) throw refuse("invalid_text", `${place}.${bad[0]}: ${INVALID_TEXT}`, {});
  }
  const parsed = def[place].safeParse(value);
  if (parsed.success) return parsed.data;
  throw new RefusalError(refusalOfIssues(place, def[place], parsed.error, value));
}
