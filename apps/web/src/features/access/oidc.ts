import { useQuery } from "@tanstack/react-query";
import { call } from "../../live/api.ts";

const KEY = ["oidc"] as const;

/** The provider that people sign in with, and the person's account there. */
export function useOidc() {
  return useQuery({ queryKey: KEY, queryFn: () => call("getOidc"), staleTime: 0 });
}

/** Leaves for the provider; nothing returns to this page. */
export const toProvider = ({ url }: { url: string }): void => location.assign(url);
