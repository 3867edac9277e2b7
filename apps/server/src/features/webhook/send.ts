import { request as requestHttp } from "node:http";
import { request as requestHttps } from "node:https";
import { isIP } from "node:net";
import { ANSWER_KEPT, ANSWER_TIMEOUT_MS, type WebhookAttempt } from "@squadroom/core/webhook/webhook";
import { InternalAddressError, isPublicAddress, lookupPublic } from "./addresses.ts";

type Outcome = Omit<WebhookAttempt, "at" | "latencyMs">;

/**
 * Posts once and returns the outcome; never throws. Redirects are answers like any other: none is followed. Only the
 * beginning of the answer is read.
 */
export async function post(
  url: string,
  {
    body,
    headers,
    allowPrivate,
    timeoutMs = ANSWER_TIMEOUT_MS,
  }: {
    body: string;
    headers: Record<string, string>;
    /** Also to addresses inside a network. */
    allowPrivate: boolean;
    timeoutMs?: number;
  },
): Promise<Omit<WebhookAttempt, "at">> {
  const startedAt = performance.now();
  const outcome = await attempt(new URL(url), body, headers, allowPrivate, timeoutMs).catch(
    (error: unknown): Outcome => ({
      status: null,
      error: reasonOf(error, timeoutMs),
      response: "",
    }),
  );
  return { ...outcome, latencyMs: Math.round(performance.now() - startedAt) };
}

function attempt(
  url: URL,
  body: string,
  headers: Record<string, string>,
  allowPrivate: boolean,
  timeoutMs: number,
): Promise<Outcome> {
  const host = url.hostname.replace(/^\[|\]$/g, "");
  if (!allowPrivate && isIP(host) !== 0 && !isPublicAddress(host))
    return Promise.reject(new InternalAddressError(host));
  const send = url.protocol === "https:" ? requestHttps : requestHttp;
  return new Promise((resolve, reject) => {
    const call = send(
      url,
      {
        method: "POST",
        agent: false,
        signal: AbortSignal.timeout(timeoutMs),
        headers: { ...headers, "content-length": Buffer.byteLength(body) },
        ...(allowPrivate ? {} : { lookup: lookupPublic }),
      },
      (answer) => {
        const { statusCode: status = 0 } = answer;
        const parts: Buffer[] = [];
        let kept = 0;
        const finish = () => {
          const response = Buffer.concat(parts).subarray(0, ANSWER_KEPT).toString("utf8").replaceAll("\0", "\ufffd");
          resolve({ status, error: errorOf(status), response });
        };
        answer.on("data", (part: Buffer) => {
          parts.push(part);
          kept += part.length;
          if (kept < ANSWER_KEPT) return;
          finish();
          call.destroy();
        });
        answer.on("end", finish);
        answer.on("error", reject);
      },
    );
    call.on("error", reject);
    call.end(body);
  });
}

function errorOf(status: number): string | null {
  if (status >= 200 && status < 300) return null;
  if (status >= 300 && status < 400) return `It answered ${status}; redirects are not followed.`;
  return `It answered ${status}.`;
}

function reasonOf(error: unknown, timeoutMs: number): string {
  if (!(error instanceof Error)) return String(error);
  if (error.name === "TimeoutError" || error.name === "AbortError") return `No answer within ${timeoutMs / 1000} s.`;
  // Several addresses were tried, each with an error of its own.
  const [first] = error instanceof AggregateError ? (error.errors as Error[]) : [];
  return (first ?? error).message.slice(0, 500);
}
