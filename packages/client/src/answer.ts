import { type Allowed, RefusalError } from "@squadroom/core/kernel/refusal";
import { type RefusalCode, refusalCodes } from "@squadroom/core/kernel/refusal-code";

/** There was no answer, or none from a Squadroom server: nothing is known about the room. */
export class UnreachableError extends Error {
  override readonly name = "UnreachableError";
  constructor(
    readonly url: string,
    readonly reason: string,
    options?: ErrorOptions,
    /** A proxy answered in its place: the address is right, and the caller can only wait. */
    readonly isBehindProxy = false,
  ) {
    super(`No Squadroom server answers at ${url || "this address"}: ${reason}.`, options);
  }
}

/** The refusal in an answer's body, or `null` if it is not one of Squadroom's. */
export function readRefusal(body: unknown, status: number): RefusalError | null {
  if (typeof body !== "object" || body === null) return null;
  const { code, message, details, allowed, requestId } = body as Record<string, unknown>;
  if (typeof code !== "string" || typeof message !== "string") return null;
  const known = refusalCodes.find((one) => one === code);
  const more = typeof details === "object" && details !== null ? (details as Record<string, unknown>) : {};
  return new RefusalError(
    {
      // A newer server may have codes that this client does not know: they stay in the details.
      code: known ?? codeForStatus(status),
      message,
      details: known ? more : { ...more, code },
      ...(Array.isArray(allowed) ? { allowed: allowed.map(readAllowed) } : {}),
    },
    typeof requestId === "string" ? requestId : undefined,
  );
}

function codeForStatus(status: number): RefusalCode {
  if (status === 401) return "unauthorized";
  if (status === 403) return "forbidden";
  if (status === 404) return "not_found";
  if (status === 503) return "unavailable";
  return status >= 500 ? "internal" : "bad_request";
}

/** Ids and names as text; an act with its target in the server's words. */
function readAllowed(one: unknown): Allowed {
  if (typeof one !== "object" || one === null) return String(one);
  const { action, to, intent } = one as Record<string, unknown>;
  return {
    action: String(action),
    ...(typeof to === "string" ? { to } : {}),
    ...(typeof intent === "string" ? { intent } : {}),
  };
}
