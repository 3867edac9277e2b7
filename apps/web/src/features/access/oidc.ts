import { useMutation, useQuery } from "@tanstack/react-query";
import { call, explain } from "../../live/api.ts";
import { toast } from "../../ui/toasts.ts";

const KEY = ["oidc"] as const;

/** The provider that people sign in with, and who one is there. */
export function useOidc() {
  return useQuery({ queryKey: KEY, queryFn: () => call("getOidc"), staleTime: 0 });
}

/** Leaves for the provider; nothing comes back to this page. */
export function useStart(body: { next: string; link?: string; connect?: true; current?: string }) {
  return useMutation({
    mutationFn: () => call("startOidc", { body }),
    onSuccess: ({ url }) => location.assign(url),
    ...(body.connect && body.current === undefined
      ? { onError: (error) => toast(explain(error).message, { tone: "bad" }) }
      : {}),
  });
}
