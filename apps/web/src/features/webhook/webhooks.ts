import type { Reply } from "@squadroom/client/call";
import { type UseQueryResult, useInfiniteQuery, useQuery } from "@tanstack/react-query";
import { now } from "../../clock/now.ts";
import { call } from "../../live/api.ts";

export type Webhook = Reply<"listWebhooks">["data"][number];
export type Delivery = Reply<"listWebhookDeliveries">["data"][number];

export const webhooksKey = (room: string) => ["webhooks", room] as const;
/** While something is on its way, it is checked this often, ms. */
const PENDING_MS = 1_500;
const REST_MS = 60_000;
/** The next attempt is near, ms. */
const SOON_MS = 15_000;

export function useWebhooks(room: string): UseQueryResult<Webhook[]> {
  return useQuery({
    queryKey: webhooksKey(room),
    queryFn: async () => (await call("listWebhooks", { params: { room } })).data,
    refetchInterval: ({ state }) =>
      state.data?.some(({ waiting, off }) => waiting > 0 && off === null) ? PENDING_MS : REST_MS,
  });
}

export function useDeliveries(room: string, webhookId: string) {
  return useInfiniteQuery({
    queryKey: [...webhooksKey(room), webhookId, "deliveries"],
    initialPageParam: null as string | null,
    queryFn: ({ pageParam }) =>
      call("listWebhookDeliveries", {
        params: { room, webhookId },
        query: pageParam === null ? {} : { cursor: pageParam },
      }),
    getNextPageParam: ({ next }) => next,
    refetchInterval: ({ state }) =>
      state.data?.pages.some(({ data: deliveries }) =>
        deliveries.some(({ nextAt }) => nextAt !== null && nextAt < now() + SOON_MS),
      )
        ? PENDING_MS
        : REST_MS,
  });
}

/** Only the host: the rest of the address may be a secret. */
export function hostOf(url: string): string {
  return URL.canParse(url) ? new URL(url).host : url;
}
