import type { IncomingHttpHeaders } from "node:http";
import { type Refusal, refusal } from "@squadroom/core/kernel/refusal";
import { presentedBy } from "./presented.ts";

/** What it needs of a `FastifyRequest`; protocol and host are the proxy's only if that is trusted. */
export interface GuardedRequest {
  method: string;
  headers: IncomingHttpHeaders;
  protocol: string;
  host: string;
}

/**
 * Refuses what another site makes a browser send (CSRF, sockets from elsewhere, forced sign-ins).
 *
 * Programs send a token or the local key on purpose: nothing to guard. Everything else may be a
 * browser's doing: with a cookie it must prove where it comes from; without one (a sign-in by curl)
 * it must only not show that it comes from elsewhere. Reading changes nothing and needs no proof; the
 * answer stays unreadable for other sites.
 */
export function checkOrigin(request: GuardedRequest): Refusal | null {
  const { method, headers } = request;
  const isSocket = /\bwebsocket\b/i.test(headers.upgrade ?? "");
  if ((method === "GET" || method === "HEAD") && !isSocket) return null;
  const presented = presentedBy(headers, false);
  if (presented?.by === "token" || presented?.by === "local") return null;
  const origin = originOf(request);
  if (origin === "other" || (origin === "unknown" && presented !== null)) {
    return refusal("origin_refused", "This request wasn't made by a page of this server.", {
      origin: headers.origin ?? null,
      expected: `${request.protocol}://${request.host}`,
    });
  }
  if (origin === "own" && !isSocket && hasBody(headers) && !isJson(headers)) {
    return refusal("origin_refused", "A browser's request must have a JSON body.", {
      contentType: headers["content-type"] ?? null,
    });
  }
  return null;
}

function originOf({ headers, protocol, host }: GuardedRequest): "own" | "other" | "unknown" {
  const site = headers["sec-fetch-site"];
  if (site === "same-origin" || site === "none") return "own";
  const { origin } = headers;
  if (origin !== undefined) return isSame(origin, `${protocol}://${host}`) ? "own" : "other";
  return site === undefined ? "unknown" : "other";
}

function isSame(origin: string, own: string): boolean {
  if (!URL.canParse(origin) || !URL.canParse(own)) return false;
  const parsed = new URL(origin).origin;
  return parsed !== "null" && parsed === new URL(own).origin;
}

function hasBody(headers: IncomingHttpHeaders): boolean {
  const length = headers["content-length"];
  return headers["transfer-encoding"] !== undefined || (length !== undefined && length !== "0");
}

function isJson(headers: IncomingHttpHeaders): boolean {
  return /^application\/json\s*(?:;|$)/i.test(headers["content-type"] ?? "");
}
