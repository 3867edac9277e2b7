import websocket from "@fastify/websocket";
import { type Refusal, refusal } from "@squadroom/core/kernel/refusal";
import { LIVE_CLOSE, LIVE_PATH } from "@squadroom/core/live/protocol";
import type { FastifyInstance, FastifyReply, FastifyRequest } from "fastify";
import type { CallerOf } from "../auth/callers.ts";
import { checkOrigin } from "../auth/guard.ts";
import type { Authenticator } from "../auth/principal.ts";
import type { Descriptors } from "../http/descriptors.ts";
import { sendRefusal } from "../http/refusals.ts";
import type { Hub } from "./hub.ts";
import { FRAME_MAX, handleSocketError } from "./socket-error.ts";

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
