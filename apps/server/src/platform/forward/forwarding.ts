import type { IncomingHttpHeaders } from "node:http";
import { Readable } from "node:stream";
import { OWNER_HEADER, ownerHeader } from "@squadroom/core/contract/owner-header";
import type { RoomId } from "@squadroom/core/kernel/ids";
import { refusal } from "@squadroom/core/kernel/refusal";
import type { RouteDef } from "@squadroom/core/kernel/route";
import type { FastifyReply, FastifyRequest } from "fastify";
import { presentedBy } from "../auth/presented.ts";
import { sendRefusal } from "../http/refusals.ts";
import type { Owners } from "../processes/owners.ts";
import type { Registry, ServerProcess } from "../processes/registry.ts";
import { createSiblings, type Outcome, RAN_HEADER } from "./siblings.ts";
import type { Signer } from "./signature.ts";

/** Says that a process of this server forwarded the call, and for whom. */
export const FORWARDED_HEADER = "x-squadroom-forwarded";
/** How long an owner that could not be reached is left alone, ms. */
const LEFT_ALONE_MS = 3_000;
const BODY_MAX = 1_000_000;

/** Headers of one connection, not of the call (RFC 9110, 7.6.1); the body's length is set again. */
const HOP_BY_HOP = new Set([
  "connection",
  "keep-alive",
  "proxy-authenticate",
  "proxy-authorization",
  "proxy-connection",
  "te",
  "trailer",
  "transfer-encoding",
  "upgrade",
  "expect",
  "content-length",
]);

export interface ForwardingOptions {
  isOn: boolean;
  /** Agents reach the processes where these reach each other, and are told the owner's address. */
  isDirect: boolean;
  registry: Registry;
  owners: Owners;
  signer: Signer;
  resolveRoom: (name: string) => Promise<RoomId | null>;
  /** The owner ran the call and answered, but the caller was gone. */
  onUnsent: (def: RouteDef, roomId: RoomId, answer: Buffer) => void;
  log: { warn: (details: object, message: string) => void };
}

export type Forwarding = ReturnType<typeof createForwarding>;

/** Calls about a room run in the process that owns it; any failure of that costs only speed. */
export function createForwarding(options: ForwardingOptions) {
  const { registry, owners, signer } = options;
  const siblings = createSiblings();
  const leftAlone = new Map<string, number>();
  registry.onChanged(() => siblings.keepOnly(registry.siblings()));

  /**
   * The answer of the room's owner, or the body with which this process continues. `null`: answered, or nobody is left
   * to answer.
   */
  async function forward(
    def: RouteDef,
    request: FastifyRequest,
    reply: FastifyReply,
    payload: Readable,
  ): Promise<Readable | null> {
    const found = await ownerOf(request);
    if (!found) return payload;
    const { owner, roomId } = found;
    const body = await bodyOf(request, payload, def.bodyLimit ?? BODY_MAX);
    if (body === "too large") return payload;
    const { outcome, isGone } = await send(owner, request, reply, body);
    if (isGone) {
      if (outcome.kind === "answered") options.onUnsent(def, roomId, outcome.body);
      return null;
    }
    if (outcome.kind === "answered") {
      const isAgent = presentedBy(request.headers, false)?.by === "token";
      if (options.isDirect && isAgent) reply.header(OWNER_HEADER, ownerHeader(owner));
      relay(def, roomId, reply, outcome);
      return null;
    }
    leftAlone.set(owner.id, performance.now() + LEFT_ALONE_MS);
    options.log.warn({ owner: owner.address, outcome: outcome.kind }, "can't reach a room's owner; its calls run here");
    if (outcome.kind === "not_run" || isSafe(def, request)) return body === null ? payload : Readable.from([body]);
    const message = "The process that ran this call stopped; this may or may not have happened.";
    sendRefusal(reply, request, refusal("outcome_unknown", message, {}));
    return null;
  }

  async function ownerOf(request: FastifyRequest): Promise<{ owner: ServerProcess; roomId: RoomId } | null> {
    if (!options.isOn || registry.siblings().length === 0) return null;
    const { headers, params } = request;
    // It was forwarded once; and the local key belongs to this machine, others have another.
    if (headers[FORWARDED_HEADER] !== undefined) return null;
    if (presentedBy(headers, false)?.by === "local") return null;
    const { room } = params as { room?: string };
    const roomId = room === undefined ? null : await options.resolveRoom(room);
    const owner = roomId && owners.of(roomId);
    if (!owner || (leftAlone.get(owner.id) ?? 0) > performance.now()) return null;
    return { owner, roomId };
  }

  /** Ends with the caller, so that the owner sees it go. */
  async function send(
    owner: ServerProcess,
    request: FastifyRequest,
    reply: FastifyReply,
    body: Buffer | null,
  ): Promise<{ outcome: Outcome; isGone: boolean }> {
    const call = new AbortController();
    let isGone = reply.raw.destroyed;
    const leave = () => {
      isGone = true;
      call.abort();
    };
    reply.raw.once("close", leave);
    const { method, url: path, raw, id: requestId, ip, protocol, host } = request;
    try {
      const headers = passedOn(raw.headers);
      const signed = signer.sign({ method, url: path }, { requestId, ip, protocol, host });
      headers[FORWARDED_HEADER] = signed;
      const outcome = await siblings.send(owner, { method, path, headers, body }, call.signal);
      return { outcome, isGone };
    } finally {
      reply.raw.off("close", leave);
    }
  }

  function relay(
    def: RouteDef,
    roomId: RoomId,
    reply: FastifyReply,
    { status, headers, body }: Extract<Outcome, { kind: "answered" }>,
  ): void {
    const { raw } = reply;
    raw.once("close", () => {
      if (!raw.writableFinished && status === 200) options.onUnsent(def, roomId, body);
    });
    const passed = passedOn(headers);
    delete passed[RAN_HEADER];
    delete passed.date;
    reply.code(status).headers(passed).send(body);
  }

  return {
    forward,
    /** For whom this call was forwarded; `forged` if no process of this server made its header. */
    read(raw: { method?: string | undefined; url?: string | undefined; headers: IncomingHttpHeaders }) {
      const header = raw.headers[FORWARDED_HEADER];
      if (header === undefined) return null;
      const { method, url } = raw;
      return signer.verify({ method, url }, String(header)) ?? "forged";
    },
    close: siblings.close,
  };
}

/** Repeating it does no harm: it reads, or its key makes it happen once. */
function isSafe(def: RouteDef, request: FastifyRequest): boolean {
  return def.method === "GET" || (def.keyed && request.headers["idempotency-key"] !== undefined);
}

function passedOn(headers: Record<string, string | string[] | undefined>): Record<string, string | string[]> {
  const named = String(headers.connection ?? "")
    .toLowerCase()
    .split(/\s*,\s*/);
  const passed: Record<string, string | string[]> = {};
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined && !HOP_BY_HOP.has(name) && !named.includes(name)) passed[name] = value;
  return passed;
}

/** The whole body as received; `null` if there is none. One that is too large is left to be refused. */
async function bodyOf(request: FastifyRequest, payload: Readable, limit: number): Promise<Buffer | "too large" | null> {
  const { headers } = request;
  const length = headers["content-length"];
  if (headers["transfer-encoding"] === undefined && (length === undefined || length === "0")) return null;
  if (Number(length) > limit) return "too large";
  const chunks: Buffer[] = [];
  let size = 0;
  for await (const chunk of payload as AsyncIterable<Buffer>) {
    size += chunk.length;
    if (size > limit) throw Object.assign(new Error("The body is too large."), { statusCode: 413 });
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}
