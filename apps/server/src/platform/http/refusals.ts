import { randomUUID } from "node:crypto";
import type { Socket } from "node:net";
import { type Refusal, RefusalError, refusal } from "@squadroom/core/kernel/refusal";
import { refusalTable } from "@squadroom/core/kernel/refusal-table";
import { inRoutes } from "@squadroom/core/prompt/doors";
import type { FastifyError, FastifyReply, FastifyRequest } from "fastify";
import { causeOf } from "../outage/cause.ts";

/** The one shape of a refusing answer. */
export function sendRefusal(reply: FastifyReply, request: FastifyRequest, no: Refusal): FastifyReply {
  const { status, advice } = refusalTable[no.code];
  const retryAfterS = no.details.retryAfterS;
  if (typeof retryAfterS === "number") reply.header("retry-after", Math.ceil(retryAfterS));
  if (status === 401) reply.header("www-authenticate", 'Bearer realm="squadroom"');
  return reply.code(status).send({ ...no, advice: inRoutes(advice), requestId: request.id });
}

/** What Fastify and its plugins throw, in our words; anything else is a fault of ours, logged under an id. */
export function refusalOfError(error: FastifyError | Error, request: FastifyRequest): Refusal {
  if (error instanceof RefusalError) return error.refusal;
  const status = "statusCode" in error ? error.statusCode : undefined;
  const code = codeOf(error);
  if (status === 413) {
    const limit = request.routeOptions?.bodyLimit;
    const most = limit === undefined ? "" : ` than the ${limit} bytes`;
    const message = `The body is larger${most} that this route takes.`;
    return refusal("payload_too_large", message, limit === undefined ? {} : { limit });
  }
  if (status === 415) return refusal("unsupported_media", "Only JSON bodies are taken.", {});
  if (status === 429) {
    const retryAfterS = "retryAfterS" in error ? Number(error.retryAfterS) : 1;
    return refusal("rate_limited", error.message, { retryAfterS });
  }
  if (code === "FST_ERR_CTP_EMPTY_JSON_BODY")
    return refusal("bad_request", "The body is empty; send JSON or no content-type.", {});
  if (status !== undefined && status >= 400 && status < 500) return refusal("bad_request", error.message, {});
  // Text can be nested too, in whatever reads it.
  if (error instanceof RangeError && error.message.includes("call stack"))
    return refusal("bad_request", "What was sent is nested too deep to be read.", {});
  const why = causeOf(error);
  if (why) {
    const message = `The database can't be used now: ${why.words}.`;
    return refusal("unavailable", message, { cause: why.words, retryAfterS: 1 });
  }
  const errorId = randomUUID();
  request.log.error({ err: error, errorId }, "a request failed");
  return refusal("internal", "The server failed to answer this.", { errorId });
}

/** What the router cannot read: an address that is longer than addresses here, or encoded differently. */
export function refusalOfAddress(error: FastifyError): Refusal {
  const isLong = error.code === "FST_ERR_MAX_PARAM_LENGTH";
  const message = isLong ? "A part of the address is too long." : "The address can't be decoded.";
  return refusal("bad_request", message, {});
}

/** Answers anything that is not a routable HTTP request, and ends its connection. */
export function refuseUnreadable(error: NodeJS.ErrnoException, socket: Socket): void {
  // Somebody who hung up in the middle of a request learns that it wasn't accepted, not that it is wrong.
  if (HUNG_UP.includes(error.code ?? "") || !socket.writable) {
    socket.destroy();
    return;
  }
  const { status, code, message, details } = UNREADABLE[error.code ?? ""] ?? NO_REQUEST;
  const { advice } = refusalTable[code];
  const body = JSON.stringify({
    ...refusal(code, message, details ?? {}),
    advice,
    requestId: randomUUID(),
  });
  const head = `HTTP/1.1 ${status}\r\ncontent-type: application/json; charset=utf-8\r\ncontent-length: ${Buffer.byteLength(body)}\r\nconnection: close\r\n\r\n`;
  socket.end(head + body);
}

const HUNG_UP = ["ECONNRESET", "HPE_INVALID_EOF_STATE"];

interface Unreadable {
  status: string;
  code: "bad_request" | "unavailable";
  message: string;
  details?: Record<string, unknown>;
}

const NO_REQUEST: Unreadable = {
  status: "400 Bad Request",
  code: "bad_request",
  message: "This isn't an HTTP request.",
};

const UNREADABLE: Record<string, Unreadable> = {
  HPE_HEADER_OVERFLOW: {
    status: "431 Request Header Fields Too Large",
    code: "bad_request",
    message: "The address and the headers are too long.",
  },
  ERR_HTTP_REQUEST_TIMEOUT: {
    status: "408 Request Timeout",
    code: "unavailable",
    message: "The request did not arrive in time.",
    details: { cause: "the request arrived in part", retryAfterS: 1 },
  },
};

/** The code of an error or of its cause: queries wrap the driver's. */
function codeOf(error: unknown): string | undefined {
  for (let at = error, depth = 0; at instanceof Error && depth < 5; at = at.cause, depth++) {
    if ("code" in at && typeof at.code === "string") return at.code;
  }
  return undefined;
}
