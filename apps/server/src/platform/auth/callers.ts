import type { FastifyInstance, FastifyRequest } from "fastify";
import { isSecure } from "./cookie.ts";
import type { Authenticator, Principal } from "./principal.ts";

declare module "fastify" {
  interface FastifyRequest {
    /** The caller, once somebody has asked `callerOf`. */
    caller: Principal | null;
  }
}

/** Who sends a request; `null`: nobody the server knows. @throws RefusalError `unavailable` */
export type CallerOf = (request: FastifyRequest) => Promise<Principal | null>;

/** Finds out once per request who sends it, and again only if that may have changed meanwhile. */
export function createCallers(
  app: FastifyInstance,
  auth: Pick<Authenticator, "authenticate" | "isStill">,
  publicUrl: string | null,
): CallerOf {
  app.decorateRequest("caller", null);
  return async (request) => {
    const { authorization, cookie } = request.headers;
    if (authorization === undefined && cookie === undefined) return null;
    if (request.caller === null || !auth.isStill(request.caller.credential)) {
      const secure = isSecure(request, publicUrl);
      request.caller = await auth.authenticate({ authorization, cookie }, secure);
    }
    return request.caller;
  };
}
