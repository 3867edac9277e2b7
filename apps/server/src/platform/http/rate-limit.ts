import rateLimit from "@fastify/rate-limit";
import type { FastifyInstance, FastifyRequest } from "fastify";
import type { CallerOf } from "../auth/callers.ts";

const WINDOW_MS = 10_000;
/** Most callers that are counted at once. */
const COUNTED = 20_000;

/** Limits the requests of one credential, or of an address without one, in ten seconds. */
export async function limitRates(
  app: FastifyInstance,
  max: number,
  callerOf: CallerOf,
  isForwarded: (request: FastifyRequest) => boolean,
): Promise<void> {
  await app.register(rateLimit, {
    // Counted by the process at which it arrived.
    allowList: isForwarded,
    max,
    timeWindow: WINDOW_MS,
    cache: COUNTED,
    // A made-up token counts for the address that it came from.
    keyGenerator: async (request) => {
      const caller = await callerOf(request).catch(() => null);
      return caller?.credential.id ?? request.ip;
    },
    errorResponseBuilder: (_request, context) => {
      /** The rest of the window, seconds. */
      const retryAfterS = Math.max(1, Math.ceil(context.ttl / 1000));
      const message = `More than ${context.max} requests in ten seconds. Wait ${retryAfterS} s.`;
      return Object.assign(new Error(message), { statusCode: 429, retryAfterS });
    },
  });
}
