import websocket from "@fastify/websocket";
import { type Refusal, refusal } from "@squadroom/core/kernel/refusal";
import { LIVE_CLOSE, LIVE_PATH } from "@squadroom/core/live/protocol";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { WebSocket } from "ws";
import type { CallerOf } from "../auth/callers.ts";
import { checkOrigin } from "../auth/guard.ts";
import type { Authenticator } from "../auth/principal.ts";
import type { Descriptors } from "../http/descriptors.ts";
import { sendRefusal } from "../http/refusals.ts";
import type { Hub } from "./hub.ts";

/** Largest frame that a client may send, bytes; what the protocol knows is far smaller. */
export const FRAME_MAX = 64_000;

export interface LiveSocketOptions {
  hub: Hub;
  auth: Pick<Authenticator, "isCurrent">;
  callerOf: CallerOf;
  descriptors: Descriptors;
  /** Most sockets of one credential. */
  socketsMax: number;
}

/** The live socket: who it is, and whether there is room for it, is settled before the upgrade. */
export async function serveLiveSocket(app: FastifyInstance, options: LiveSocketOptions): Promise<void> {
  const { hub, auth, callerOf, socketsMax } = options;
  await app.register(websocket, {
    options: { maxPayload: FRAME_MAX, perMessageDeflate: false },
    errorHandler: handleSocketError,
  });
  app.get(
    LIVE_PATH,
    { websocket: true, preValidation: (request, reply) => admit(options, request, reply) },
    (socket, request) => {
      const principal = request.caller;
      if (!principal) return socket.close(1008);
      // Others of the same moment were not there yet when it was let in.
      if (hub.socketsOf(principal.credential.id) >= socketsMax)
        return socket.close(LIVE_CLOSE.tooMany, "too many live sockets");
      hub.connect(socket, principal, () => callerOf(request));
      // It may have ended between the upgrade's check and here, where nobody yet looked for its sockets.
      if (!auth.isCurrent(principal.credential)) void hub.recheck(principal.credential.id);
    },
  );
}

async function admit(options: LiveSocketOptions, request: FastifyRequest, reply: FastifyReply): Promise<void> {
  const no = checkOrigin(request) ?? (await refuse(options, request));
  if (no) sendRefusal(reply, request, no);
}

/** A credential may have only so many live sockets, and all of them together leave descriptors for calls. */
async function refuse(
  { hub, callerOf, descriptors, socketsMax }: LiveSocketOptions,
  request: FastifyRequest,
): Promise<Refusal | null> {
  const principal = await callerOf(request);
  if (!principal) return refusal("unauthorized", "The live socket needs a credential or a sign-in.", {});
  if (hub.socketsOf(principal.credential.id) >= socketsMax) {
    const message = `This credential already has ${socketsMax} live sockets open. Close some, or follow several rooms on one.`;
    return refusal("limit_reached", message, { limit: socketsMax });
  }
  if (descriptors.hasRoom()) return null;
  const message = "The server has as many connections open as its system allows. Calls still work.";
  return refusal("overloaded", message, { retryAfterS: 5 });
}

interface Failed extends Error {
  /** `WS_ERR_…` from the protocol, `ECONNRESET` and the like from the wire. */
  code?: unknown;
}

interface Logs {
  info: (details: object, message: string) => void;
  warn: (details: object, message: string) => void;
  error: (details: object, message: string) => void;
}

/**
 * What goes wrong on an open socket, if it is the client's doing or the wire's: one line. The closing frame with its
 * code (1002 … 1009) is then on its way. Anything else is a fault of the server.
 */
export function handleSocketError(
  error: Failed,
  socket: Pick<WebSocket, "terminate">,
  request: { id: string; ip: string; log: Logs },
): void {
  const details = { code: error.code, ip: request.ip, requestId: request.id };
  const code = typeof error.code === "string" ? error.code : "";
  if (code.startsWith("WS_ERR_")) return request.log.warn(details, `a viewer's frame was refused: ${error.message}`);
  if (/^E[A-Z]+$/.test(code)) {
    request.log.info(details, `a viewer's connection broke: ${error.message}`);
    return socket.terminate();
  }
  request.log.error({ ...details, err: error }, "a live socket failed");
  socket.terminate();
}
