import { createClient } from "@squadroom/client/http";
import { createUuidv7 } from "@squadroom/client/uuidv7";
import { RefusalError } from "@squadroom/core/kernel/refusal";
import type { RefusalCode } from "@squadroom/core/kernel/refusal-code";
import { notifyManager, QueryClient } from "@tanstack/react-query";
import { now } from "../clock/now.ts";

/** The page's own server, with the person's cookie. A person waits a few seconds for a button, not longer. */
export const { call } = createClient({ baseUrl: "", retries: 3, patienceMs: 3_000 });

/** For a call that must keep its idempotency key over several tries by the person. */
export const newKey = createUuidv7(now);

export const queryClient = new QueryClient({
  defaultOptions: {
    // The client retries what may be retried; the live socket keeps things fresh.
    queries: {
      retry: false,
      refetchOnWindowFocus: false,
      refetchOnReconnect: false,
      staleTime: Number.POSITIVE_INFINITY,
    },
    mutations: { retry: false },
  },
});

// What a frame brings is drawn in that frame, not after a timer in a later one.
notifyManager.setScheduler(queueMicrotask);

export function isRefused(error: unknown, ...codes: RefusalCode[]): error is RefusalError {
  return error instanceof RefusalError && (codes.length === 0 || codes.includes(error.code));
}

/** The problem, in a sentence for a person, and the code if the server gave one. */
export function explain(error: unknown): {
  message: string;
  advice: string | null;
  code: string | undefined;
} {
  if (error instanceof RefusalError) return { message: error.message, advice: null, code: error.code };
  return {
    message: error instanceof Error ? error.message : String(error),
    advice: null,
    code: undefined,
  };
}
