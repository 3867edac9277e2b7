import { randomUUID } from "node:crypto";
import type { IncomingMessage } from "node:http";
import { refusal } from "@squadroom/core/kernel/refusal";
import type { FastifyReply, FastifyRequest } from "fastify";
import { sendRefusal } from "../http/refusals.ts";
import { FORWARDED_HEADER, type Forwarding } from "./forwarding.ts";
import { RAN_HEADER } from "./siblings.ts";

/** Requests as they arrive: from callers, or from a sibling that says who called it. */
export function createArrivals(read: Forwarding["read"], processId: string) {
  const forwardedBy = new WeakMap<object, NonNullable<ReturnType<Forwarding["read"]>>>();
  return {
    requestIdOf(raw: IncomingMessage): string {
      const forwarded = read(raw);
      if (forwarded) forwardedBy.set(raw, forwarded);
      return forwarded && forwarded !== "forged" ? forwarded.requestId : randomUUID();
    },
    isForwarded: ({ raw }: FastifyRequest) => forwardedBy.has(raw),
    /** Gives a forwarded request its caller's address; with `done`, since a promise would cost more than that. */
    take(request: FastifyRequest, reply: FastifyReply, done: () => void): void {
      const forwarded = forwardedBy.get(request.raw);
      if (!forwarded) return done();
      if (forwarded === "forged") {
        const message = `${FORWARDED_HEADER} is for the server's own processes.`;
        sendRefusal(reply, request, refusal("bad_request", message, {}));
        return;
      }
      const { ip, protocol, host } = forwarded;
      Object.defineProperties(request, {
        ip: { value: ip },
        protocol: { value: protocol },
        host: { value: host },
      });
      reply.header(RAN_HEADER, processId);
      done();
    },
  };
}
